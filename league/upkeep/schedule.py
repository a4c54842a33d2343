"""When the schedule was last at work: beat sends a sweep every 15 seconds, a worker does it."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import timedelta
from glob import escape
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import caches

from league.core.outages import AwayError

_KEY: Final = "last-sweep"
#: beat writes its file every three minutes
_FILE_MAY_BE: Final = timedelta(minutes=7)
_SWEEP_MAY_BE: Final = timedelta(minutes=2)


def note_sweep() -> None:
    """Note that a sweep was carried out, for whoever shares the cache."""
    with suppress(AwayError):
        caches["default"].set(_KEY, time.time(), None)


def last_run() -> tuple[float | None, timedelta]:
    """Return how many seconds ago the schedule was last seen, and how long ago that may be.

    None: never, or not here. Without a cache that processes share, beat's own file tells.

    Raises:
        AwayError: the cache does not answer.
    """
    if _is_shared():
        at = caches["default"].get(_KEY)
        return (None if at is None else time.time() - at), _SWEEP_MAY_BE
    file = Path(settings.CELERY_BEAT_SCHEDULE_FILENAME)
    # its ending depends on what Python was built with
    written = [each.stat().st_mtime for each in file.parent.glob(f"{escape(file.name)}*")]
    return (time.time() - max(written) if written else None), _FILE_MAY_BE


def _is_shared() -> bool:
    return not str(settings.CACHES["default"]["BACKEND"]).endswith("LocMemCache")
