"""A look at everything that a server needs, a finding for each: what is there, or what is wrong."""

from __future__ import annotations

import platform
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module, metadata
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.core import checks
from django.core.cache import caches
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.providers import set_up
from league.core.database import check_database
from league.core.errors import LeagueError, reason
from league.core.outages import AwayError
from league.models import AuditEvent, Job
from league.upkeep.backups import backups_in, check_backup
from league.upkeep.databases import client_version
from league.upkeep.schedule import last_run

#: a night may be missed
_OLD_BACKUP: Final = timedelta(days=2)
_LONG_WAIT: Final = timedelta(minutes=10)
_RECENT: Final = timedelta(days=1)
#: seconds that clocks may differ
_MOST_APART: Final = 5
_NEVER: Final = "noeviction"
_LITTLE_ROOM: Final = 500_000_000  # bytes
_LOCK: Final = "requirements/runtime.txt"
_PINNED: Final = re.compile(r"^([a-z0-9-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)


class FaultError(Exception):
    """What somebody has to see to."""


class Finding(NamedTuple):
    subject: str | Promise
    is_fault: bool
    text: str


def findings() -> Iterator[Finding]:
    """Look at one thing after another; what cannot be looked at is a fault of its own."""
    for subject, look in _SUBJECTS:
        try:
            yield Finding(subject, False, look())
        except (FaultError, LeagueError, Error, OSError) as error:
            yield Finding(subject, True, " ".join(reason(error).split()))


def _settings() -> str:
    # Only who serves https is asked whether it is served well.
    found = checks.run_checks(include_deployment_checks=settings.SESSION_COOKIE_SECURE)
    serious = [each for each in found if each.level >= checks.WARNING and not each.is_silenced()]
    if serious:
        raise FaultError("; ".join(f"{each.id} {each.msg}" for each in serious))
    return str(settings.SETTINGS_MODULE)


def _database() -> str:
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}, {connection.settings_dict['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_database()")
        version, name = cursor.fetchone()
    return f"PostgreSQL {version}, {name}"


def _migrations() -> str:
    if errors := check_database([connection.alias]):
        raise FaultError(errors[0].msg)
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        first = f"{plan[0][0].app_label}.{plan[0][0].name}"
        raise FaultError(
            _("%(count)s are missing, the first is %(first)s: run manage.py migrate.")
            % {"count": len(plan), "first": first}
        )
    return _("all applied")


def _queue() -> str:
    app = import_module(settings.QUEUE).app
    broker = app.connection_for_write()
    place = str(broker.as_uri())
    if not broker.password:  # kombu masks one even where there is none
        place = place.replace(":**@", "")
    from kombu.exceptions import OperationalError

    try:
        broker.ensure_connection(max_retries=1, timeout=3, reraise_as_library_errors=True)
    except OperationalError as error:
        words = _("%(broker)s does not answer: %(why)s")
        raise FaultError(words % {"broker": place, "why": error}) from error
    finally:
        broker.release()
    # A queue of files or in memory has no remote control: there only waiting jobs tell.
    is_remote = broker.transport_cls not in ("filesystem", "memory")
    if is_remote and not app.control.ping(timeout=2):
        raise FaultError(_("No worker answers at %(broker)s.") % {"broker": place})
    return place


def _schedule() -> str:
    try:
        seconds, most = last_run()
    except AwayError as error:
        raise FaultError(_("The cache, in which it is noted, does not answer.")) from error
    if seconds is None:
        raise FaultError(_("Nothing has been done by the schedule: are beat and a worker running?"))
    if seconds > most.total_seconds():
        words = _("The last run was %(minutes)s minutes ago: are beat and a worker running?")
        raise FaultError(words % {"minutes": int(seconds) // 60})
    return _("at work %(seconds)s s ago") % {"seconds": max(0, int(seconds))}


def _cache() -> str:
    said = []
    for place in dict.fromkeys(_place_of(name) for name in settings.CACHES):
        names = [name for name in settings.CACHES if _place_of(name) == place]
        try:
            for name in names:
                caches[name].set("doctor", 1, 10)  # one that is full or read-only is of no use
        except AwayError as error:
            if "default" in names:
                words = _("%(cache)s does not answer, or takes nothing: logging in has to wait.")
            else:
                words = _("%(cache)s does not answer, or takes nothing: no page is kept.")
            raise FaultError(words % {"cache": place}) from error
        if "default" in names:
            _check_keeps_counts(place)
        said.append(place)
    return ", ".join(said)


def _check_keeps_counts(place: str) -> None:
    """Raise if a Redis with the counts of attempts may throw them away to make room."""
    address = str(settings.CACHES["default"].get("LOCATION", ""))
    if not address.startswith(("redis:", "rediss:")):
        return
    import redis

    try:
        with redis.Redis.from_url(address, socket_timeout=3, socket_connect_timeout=3) as client:
            policy = client.info("memory").get("maxmemory_policy", _NEVER)
    except redis.RedisError:
        return  # one that does not say it
    if policy != _NEVER:
        words = _(
            "%(redis)s throws away counts of attempts when its memory is short (%(policy)s): set "
            "maxmemory-policy noeviction."
        )
        raise FaultError(words % {"redis": place, "policy": policy})


def _place_of(name: str) -> str:
    """Where a cache is, without the password that its address may hold."""
    address = urlsplit(str(settings.CACHES[name].get("LOCATION", "")))
    if not address.hostname:
        return _("in each process")
    return f"{address.scheme}://{address.hostname}:{address.port or 6379}{address.path}"


def _logins() -> str:
    # An id without its secret ends every command, this one too, with a line that names it.
    providers = ", ".join(provider.name for provider in set_up())
    return providers or _("no provider is set up (LOGIN_LINE_ID and others)")


def _jobs() -> str:
    now, jobs = timezone.now(), Job.objects.across_clubs()
    waiting = jobs.filter(state=Job.State.WAITING)
    running = jobs.filter(state=Job.State.RUNNING)
    stale = waiting.filter(created_at__lt=now - _LONG_WAIT)
    if stale.exists() and not running.exists():
        words = _("%(count)s wait for more than ten minutes: is a worker running?")
        raise FaultError(words % {"count": stale.count()})
    failed = jobs.filter(state=Job.State.FAILED, started_at__gt=now - _RECENT)
    if latest := failed.select_related("club").first():
        facts = {"count": failed.count(), "club": latest.club.slug, "kind": latest.kind}
        words = _("%(count)s failed within a day, the last: %(kind)s of %(club)s: %(why)s")
        raise FaultError(words % {**facts, "why": latest.error[:200]})
    facts = {"waiting": waiting.count(), "running": running.count()}
    return _("%(waiting)s waiting, %(running)s running") % facts


def _clock() -> str:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8")
            apart = time.time() - cursor.fetchone()[0]
        if abs(apart) > _MOST_APART:
            words = _("This machine's clock is %(seconds)s s from the database's.")
            raise FaultError(words % {"seconds": round(apart)})
    newest = AuditEvent.objects.across_clubs().aggregate(at=Max("at"))["at"]
    ahead = (newest - timezone.now()).total_seconds() if newest else 0
    if ahead > _MOST_APART:
        words = _("The last change is %(seconds)s s in the future: the clock was set back.")
        raise FaultError(words % {"seconds": round(ahead)})
    return timezone.now().isoformat(timespec="seconds")


def _disk() -> str:
    needed = max(_LITTLE_ROOM, 2 * _database_size())
    said = []
    for folder in dict.fromkeys((Path(settings.VAR_DIR), Path(settings.BACKUP_DIR))):
        there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        free = shutil.disk_usage(there).free
        facts = {"folder": folder, "free": _megabytes(free), "needed": _megabytes(needed)}
        if free < needed:
            words = _("%(folder)s: %(free)s MB free, less than the %(needed)s MB that are wanted")
            raise FaultError(words % facts)
        said.append(_("%(folder)s: %(free)s MB free") % facts)
    return ", ".join(said)


def _database_size() -> int:
    if connection.vendor == "sqlite":
        return Path(connection.settings_dict["NAME"]).stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _megabytes(size: int) -> str:
    return f"{size // 1_000_000:,}"


def _backups() -> str:
    folder = Path(settings.BACKUP_DIR)
    if not any(settings.BACKUP_KEEP):
        return _("none are made each night (BACKUP_KEEP)")
    backups = backups_in(folder)
    if not backups:
        raise FaultError(_("There is no backup in %(folder)s.") % {"folder": folder})
    newest = backups[0]
    check_backup(newest)
    age = timezone.now() - newest.made_at
    facts = {"file": newest.file, "hours": int(age.total_seconds()) // 3600, "count": len(backups)}
    if age > _OLD_BACKUP:
        raise FaultError(_("The newest, %(file)s, is %(hours)s hours old.") % facts)
    return _("%(count)s, the newest %(file)s, %(hours)s hours old") % facts


def _versions() -> str:
    pinned: dict[str, set[str]] = {}
    for name, version in _PINNED.findall((settings.BASE_DIR / _LOCK).read_text(encoding="utf-8")):
        pinned.setdefault(name, set()).add(version)
    other = [
        f"{name} {found}"
        for name, versions in pinned.items()
        if (found := _installed(name)) and found not in versions
    ]
    if other:
        words = _("Installed is not what requirements/runtime.txt names: %(other)s")
        raise FaultError(words % {"other": ", ".join(other)})
    said = [f"Python {platform.python_version()}", f"Django {django.get_version()}"]
    if connection.vendor == "postgresql":
        said.append(_client_programs())
    return ", ".join(said)


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""  # for another system: nothing would start without one of ours


def _client_programs() -> str:
    """Raise unless pg_dump is as new as the server: an older one refuses to dump it."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    client = client_version("pg_dump")
    if not client or int(client.partition(".")[0]) < server:
        words = _("Backups need pg_dump %(server)s or later; found: %(client)s")
        raise FaultError(words % {"server": server, "client": client or "–"})
    return f"pg_dump {client}"


_SUBJECTS: Final[list[tuple[str | Promise, Callable[[], str]]]] = [
    (gettext_lazy("settings"), _settings),
    (gettext_lazy("database"), _database),
    (gettext_lazy("migrations"), _migrations),
    (gettext_lazy("queue"), _queue),
    (gettext_lazy("cache"), _cache),
    (gettext_lazy("schedule"), _schedule),
    (gettext_lazy("login with"), _logins),
    (gettext_lazy("jobs"), _jobs),
    (gettext_lazy("clock"), _clock),
    (gettext_lazy("disk"), _disk),
    (gettext_lazy("backups"), _backups),
    (gettext_lazy("versions"), _versions),
]
