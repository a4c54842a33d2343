"""What a web process needs, part by part, for load balancers: each look ends within a second."""

from __future__ import annotations

import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from league.core.outages import AwayError
from league.models import Job

logger = logging.getLogger(__name__)

States = Mapping[str, str]

OK: Final = "ok"
#: without these no page can be served; without the others something is done late or made anew
NEEDED: Final = frozenset({"database", "migrations"})
#: seconds that all looks have together
PATIENCE: Final = 1.0
_LITTLE_ROOM: Final = 100_000_000  # bytes
_LONG_WAIT: Final = timedelta(minutes=10)


def database_states() -> States:
    """Look at the database, its migrations, and whether jobs are carried out."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _is_migrated():
            return {"database": OK, "migrations": "missing", "queue": "unknown"}
        return {"database": OK, "migrations": OK, "queue": _queue()}
    except DatabaseError:
        logger.warning("The database does not answer", exc_info=True)
        return {"database": "unreachable", "migrations": "unknown", "queue": "unknown"}
    finally:
        connection.close()  # this thread's own


def _is_migrated() -> bool:
    """Ask until it is so: running code cannot fall behind its own migrations again."""
    if not _migrated.is_set():
        executor = MigrationExecutor(connection)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            _migrated.set()
    return _migrated.is_set()


_migrated = threading.Event()


def _queue() -> str:
    jobs = Job.objects.across_clubs()
    long_ago = timezone.now() - _LONG_WAIT
    waiting = jobs.filter(state=Job.State.WAITING, created_at__lt=long_ago)
    is_stuck = waiting.exists() and not jobs.filter(state=Job.State.RUNNING).exists()
    return "stuck" if is_stuck else OK


def broker_states() -> States:
    """Look where jobs wait, without Celery, which would take some megabytes of a web process."""
    url = str(settings.CELERY_BROKER_URL)
    if url.startswith("filesystem:"):
        options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
        is_there = os.access(options["data_folder_out"], os.W_OK)
        return {"broker": OK if is_there else "unreachable"}
    if url.startswith(("redis:", "rediss:")):
        return {"broker": _redis_state(url)}
    return {"broker": OK}


def _redis_state(url: str) -> str:
    """Write to a Redis: one that is full or read-only is of no use."""
    import redis

    patience = {"socket_timeout": PATIENCE / 2, "socket_connect_timeout": PATIENCE / 2}
    try:
        with redis.Redis.from_url(url, retry=None, **patience) as client:
            client.set("jancho-ready", 1, ex=10)
    except redis.RedisError:
        logger.warning("The broker does not answer", exc_info=True)
        return "unreachable"
    return OK


def cache_states() -> States:
    """Write to the cache: one that is full or read-only is of no use."""
    try:
        for name in settings.CACHES:
            caches[name].set("ready", True, 10)
    except AwayError:
        return {"cache": "unreachable"}
    return {"cache": OK}


def disk_states() -> States:
    folders = (Path(settings.VAR_DIR), Path(settings.BACKUP_DIR))
    there = [
        next(path for path in (each, *each.absolute().parents) if path.exists()) for each in folders
    ]
    free = min(shutil.disk_usage(folder).free for folder in there)
    return {"disk": OK if free >= _LITTLE_ROOM else "full"}


class _Look(threading.Thread):
    """One look, which may hang without keeping the process from ending."""

    def __init__(self, look: Callable[[], States]) -> None:
        super().__init__(daemon=True)
        self.look, self.found = look, dict[str, str]()

    def run(self) -> None:
        self.found = dict(self.look())


class Readiness:
    """Looks at all parts at once; a look that hangs is waited for by the next one as well."""

    looks: Final[Mapping[tuple[str, ...], Callable[[], States]]] = {
        ("database", "migrations", "queue"): database_states,
        ("broker",): broker_states,
        ("cache",): cache_states,
        ("disk",): disk_states,
    }

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[tuple[str, ...], _Look] = {}

    def states(self) -> dict[str, str]:
        """Return each part's state: ``ok``, or what is the matter with it."""
        until = time.monotonic() + PATIENCE
        found: dict[str, str] = {}
        for parts, look in [(parts, self._begun(parts)) for parts in self.looks]:
            look.join(max(0.0, until - time.monotonic()))
            found |= look.found or dict.fromkeys(parts, "hanging")
        return found

    def _begun(self, parts: tuple[str, ...]) -> _Look:
        with self._lock:
            look = self._running.get(parts)
            if look is None or not look.is_alive():
                look = self._running[parts] = _Look(self.looks[parts])
                look.start()
            return look
