"""What the surroundings say: environment variables, and files for what is secret.

Every value may also come from a file: where ``NAME`` is looked up and ``NAME_FILE`` is set, the
file's content counts (container secrets). What is missing or wrong ends the start with one line.
"""

import os
import secrets
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping

Setting = dict[str, Any]

#: the variables, or the content of the file that NAME_FILE names; read again each time
_VALUES = FileAwareMapping(cache=False)

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"", "0", "false", "no", "off"})


class SettingError(ImproperlyConfigured):
    """An environment variable is missing or invalid; the message names it."""


def text(name: str, default: str | None = None) -> str:
    """Return the variable's text, or that of the file that ``NAME_FILE`` points to.

    An empty variable counts as not set, as compose files write it.

    Raises:
        SettingError: there is neither value nor default, or the file cannot be read.
    """
    try:
        value = _VALUES.get(name, "").strip()
    except OSError as error:
        problem = f"cannot read {error.filename} ({error.strerror})"
        raise SettingError(f"{name}_FILE: {problem}.") from error
    if not value and (path := os.environ.get(f"{name}_FILE")):
        raise SettingError(f"{name}_FILE: {path} is empty.")
    value = value or default
    if value is None:
        raise SettingError(f"{name} is not set. Set it, or {name}_FILE to a file that holds it.")
    return value


def flag(name: str, *, default: bool) -> bool:
    """Return whether a switch is on: 1/true/yes/on or 0/false/no/off, in any case."""
    value = text(name, "1" if default else "0").lower()
    if value not in TRUE | FALSE:
        raise SettingError(f"{name} is {value!r}: write 1 or 0.")
    return value in TRUE


def count(name: str, default: int) -> int:
    """Read a whole number from 0.

    Raises:
        SettingError: it is no such number.
    """
    value = text(name, str(default))
    if not value.isdecimal():
        raise SettingError(f"{name} is {value!r}: write a whole number.")
    return int(value)


def one_of(name: str, default: str, choices: Sequence[str]) -> str:
    """Read one of a few words, in any case.

    Raises:
        SettingError: it is another.
    """
    value = text(name, default).lower()
    if value not in choices:
        raise SettingError(
            f"{name} is {value!r}: write {', '.join(choices[:-1])} or {choices[-1]}."
        )
    return value


def names(name: str, default: str | None = None) -> list[str]:
    """Read a comma-separated list; blanks around its items are ignored."""
    return [part for part in (piece.strip() for piece in text(name, default).split(",")) if part]


def counts(name: str, default: str, *, many: int) -> list[int]:
    """Read so many whole numbers from 0, with commas between them.

    Raises:
        SettingError: there are more or fewer, or one is no such number.
    """
    numbers = names(name, default)
    if len(numbers) != many or not all(number.isdecimal() for number in numbers):
        raise SettingError(f"{name} is {','.join(numbers)!r}: write {default!r} or the like.")
    return [int(number) for number in numbers]


def login_providers(*keys: str) -> dict[str, tuple[str, str]]:
    """Return the client id and secret of each provider of logins that has both, by its key.

    Raises:
        SettingError: one has only one of the two.
    """
    found = {}
    for key in keys:
        parts = f"LOGIN_{key.upper()}_ID", f"LOGIN_{key.upper()}_SECRET"
        client_id, secret = (text(part, "") for part in parts)
        if client_id and secret:
            found[key] = (client_id, secret)
        elif client_id or secret:
            there, missing = parts if client_id else reversed(parts)
            raise SettingError(f"{there} is set, but {missing} is not: set both or neither.")
    return found


def stored_secret(path: Path) -> str:
    """Return the secret of a file readable only by its owner; created on the first start.

    Two processes that start at once agree: the file is created atomically, and the first one
    counts.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first
        finally:
            os.unlink(draft)
    if not (secret := path.read_text(encoding="utf-8").strip()):
        raise SettingError(f"{path} is empty. Remove it, and another secret is made.")
    return secret


def database(url: str) -> Setting:
    """Return Django's database setting for a ``postgres://`` or ``sqlite://`` URL.

    ``DATABASE_PASSWORD`` (or its file) overrides a password in the URL, so that the URL need not
    be secret.

    Raises:
        SettingError: the URL names any other kind of database.
    """
    setting: Setting = environ.Env.db_url_config(url)
    engine = str(setting.get("ENGINE", ""))
    options: Setting = setting.setdefault("OPTIONS", {})
    if engine.endswith("sqlite3"):
        setting["ENGINE"] = "config.sqlite3"
        # Immediate, because a transaction that reads first and writes later fails at once when
        # another writes in between; FULL, because a result that was answered survives a power cut.
        options["transaction_mode"] = "IMMEDIATE"
        options["timeout"] = 20
        options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        # To open the file costs as much as a kept page, and whoever closes it last writes all of
        # the log into it first.
        setting["CONN_MAX_AGE"] = 60
        setting["CONN_HEALTH_CHECKS"] = True
    elif engine.endswith("postgresql"):
        password = text("DATABASE_PASSWORD", "")
        if password:
            setting["PASSWORD"] = password
        setting["CONN_MAX_AGE"] = 60
        setting["CONN_HEALTH_CHECKS"] = True
        # So soon the server notices that a killed worker is gone, or after half a minute that its
        # whole machine is, and gives its locks back. It is not to compile queries: for one over a
        # long history that takes longer than to answer it.
        options.setdefault(
            "options",
            "-c client_connection_check_interval=200ms -c tcp_keepalives_idle=15"
            " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c jit=off",
        )
    else:
        raise SettingError("DATABASE_URL must begin with postgres:// or sqlite://.")
    return setting


def limit_statements(setting: Setting, seconds: int) -> None:
    """Have PostgreSQL end each statement that takes longer, waiting for locks included.

    SQLite has no such limit: there a writer waits for at most 20 seconds.
    """
    if setting["ENGINE"].endswith("postgresql") and seconds:
        options = setting["OPTIONS"]
        options["options"] = f"{options['options']} -c statement_timeout={seconds}s"


def cache(url: str) -> Setting:
    """Return Django's cache setting: Redis for a ``redis://`` URL, else one per process."""
    if url.startswith(("redis://", "rediss://")):
        return {
            "BACKEND": "league.core.redis_cache.RedisCache",
            "LOCATION": url,
            "KEY_PREFIX": "jancho",
        }
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}


def page_cache(url: str) -> Setting:
    """Return the cache setting for rendered pages: as ``cache``, with a size limit in memory.

    Its pages never expire (docs/adr/0016), so each process may have its own.
    """
    setting = cache(url)
    if setting["BACKEND"].endswith("LocMemCache"):
        setting |= {"LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 50}}
    return setting


def broker_options(url: str, folder: Path) -> Setting:
    """Return Celery's transport options; a file-based queue is stored in ``folder``."""
    if url.startswith("filesystem:"):
        for name in ("messages", "control"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        return {
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "control_folder": str(folder / "control"),
            "polling_interval": 0.5,
        }
    if url.startswith(("redis://", "rediss://")):
        # The task of a killed worker comes back after five minutes, not after an hour. It may then
        # run twice, which jobs are made for: the database says what is owed, not the queue.
        return {
            "visibility_timeout": 300,
            "unacked_restore_interval": 10,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 3,
            "health_check_interval": 25,
        }
    return {}
