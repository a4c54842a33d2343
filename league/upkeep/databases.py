"""A whole database in one file, and back: pg_dump's custom format, or a copy of SQLite's file.

Everything here is about the database that Django's connection points to.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from django.db import ProgrammingError, connection
from django.db.backends.postgresql.client import DatabaseClient
from django.utils.translation import gettext as _

from league.core.errors import LeagueError, reason
from league.models import guards
from league.models.trail import REMOVE

#: how a file of each kind of database ends
SUFFIX: Final[Mapping[str, str]] = {"postgresql": ".dump", "sqlite": ".sqlite3"}
#: what Django's migrations write of themselves, in a table that is no model's
_MIGRATIONS: Final = "django_migrations"
#: how long a restore waits for others to let go of a table
_PATIENCE: Final = "-c lock_timeout=20s"


class BackupError(LeagueError):
    """A backup could not be made, or cannot be restored."""

    code = "backup"


def table_names() -> list[str]:
    """Return the tables of this release that are there."""
    names = connection.introspection.django_table_names(only_existing=True)
    there = connection.introspection.table_names()
    return sorted({*names, *({_MIGRATIONS} & set(there))})


def _tables_to_drop() -> list[str]:
    """Return the tables of this release, and what a later one may have left beside them."""
    ours = tuple(f"{label}_" for label in ("league", "rules"))
    there = connection.introspection.table_names()
    return sorted({*table_names(), *(name for name in there if name.startswith(ours))})


def write_database(file: Path) -> None:
    """Write the database to a file, as the snapshot that is open shows it.

    Raises:
        BackupError: the file cannot be written, or pg_dump is missing or too old.
    """
    try:
        if connection.vendor == "postgresql":
            _dump(file)
        else:
            _copy_sqlite(file)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(
            _("The backup could not be written: %(why)s") % {"why": reason(error)}
        ) from error


def _dump(file: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        [snapshot] = cursor.fetchone()
    given, env = _client()
    call = ["--format", "custom", "--snapshot", snapshot, "--file", str(file), *given]
    _run("pg_dump", call, env)


def _copy_sqlite(file: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
        # In WAL mode it could not be opened without writing beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
        _check_sqlite(copy)


def _check_sqlite(copy: sqlite3.Connection) -> None:
    [[found], *_more] = copy.execute("PRAGMA integrity_check").fetchall()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def read_database(file: Path) -> None:
    """Replace the database by what a file holds: all of it or nothing.

    Raises:
        BackupError: the file is damaged, the tables are in use, or a client program is missing.
    """
    try:
        if connection.vendor == "postgresql":
            _load(file)
        else:
            _copy_back(file)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(
            _("The backup could not be restored, and nothing was changed: %(why)s")
            % {"why": reason(error)}
        ) from error


def _copy_back(file: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        _check_sqlite(copy)
        copy.backup(connection.connection)


def _load(file: Path) -> None:
    """Drop our tables and read the dump's, in one transaction of psql.

    pg_restore alone would keep tables that the dump does not know, of later migrations, and these
    could then not be applied again.
    """
    quote = connection.ops.quote_name
    tables = ", ".join(map(quote, _tables_to_drop()))
    triggers = [*guards.remove("postgresql"), *REMOVE["postgresql"]]
    drop = "; ".join([*triggers, *([f"DROP TABLE {tables} CASCADE"] if tables else [])])
    given, env = _client()
    with tempfile.TemporaryDirectory(dir=file.parent, prefix="restoring-") as folder:
        script = Path(folder) / "script.sql"
        call = ["--no-owner", "--no-privileges", "--file", str(script), str(file)]
        _run("pg_restore", call, env)
        _run(
            "psql",
            [
                *("--no-psqlrc", "--quiet", "--single-transaction", "--set", "ON_ERROR_STOP=1"),
                *("--output", os.devnull, "--command", drop, "--file", str(script), *given),
            ],
            env | {"PGOPTIONS": _PATIENCE},
        )


def _client() -> tuple[list[str], dict[str, str]]:
    """Return the arguments and variables by which PostgreSQL's programs find the database."""
    [_psql, *given], env = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    return [str(each) for each in given], {**os.environ, **(env or {})}


def _run(program: str, arguments: Sequence[str], env: Mapping[str, str]) -> None:
    if shutil.which(program) is None:
        raise BackupError(
            _("%(program)s was not found: install PostgreSQL's client programs.")
            % {"program": program}
        )
    done = subprocess.run(
        [program, *arguments], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
        raise BackupError(_("%(program)s failed: %(why)s") % {"program": program, "why": said})


def client_version(program: str) -> str:
    """Return what a program of PostgreSQL's says of its version; empty if it is not there."""
    if shutil.which(program) is None:
        return ""
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return next((word for word in done.stdout.split() if word[:1].isdigit()), "")


@contextmanager
def elsewhere() -> Iterator[None]:
    """Point the connection to an empty temporary database, which is gone afterwards.

    Raises:
        BackupError: the role may not create databases.
    """
    if connection.vendor == "postgresql":
        with _temporary_database() as name, _pointed_to(name):
            yield
    else:
        with _temporary_file() as name, _pointed_to(name):
            yield


@contextmanager
def _temporary_database() -> Iterator[str]:
    name = f"jancho_drill_{secrets.token_hex(4)}"
    quoted = connection.ops.quote_name(name)
    try:
        _execute(f"CREATE DATABASE {quoted} TEMPLATE template0 ENCODING 'UTF8'")
    except ProgrammingError as error:
        raise BackupError(
            _(
                "A drill restores to a temporary database, which the role %(role)s cannot create: "
                "%(why)s"
            )
            % {"role": connection.settings_dict["USER"], "why": str(error).strip()}
        ) from error
    try:
        yield name
    finally:
        _execute(f"DROP DATABASE {quoted}")


@contextmanager
def _temporary_file() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="jancho-drill-") as folder:
        yield str(Path(folder) / "drill.sqlite3")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def _pointed_to(name: str) -> Iterator[None]:
    at: dict[str, Any] = connection.settings_dict
    before = at["NAME"]
    connection.close()
    at["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        at["NAME"] = before
