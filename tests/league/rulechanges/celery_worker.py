"""A worker as on a server, whose slices are small and slow enough to be met by a signal.

``celery -A tests.league.rulechanges.celery_worker worker``; ``JANCHO_KEEPS=1``: the control, which
hands nothing back.
"""

from __future__ import annotations

import logging
import os
import time
from typing import Any

import django
from celery import signals

from config.celery import app

__all__ = ["app"]

CHUNK = 50
#: seconds after each chunk
PAUSE = 0.02

django.setup()

from league.rulechanges import rescoring  # noqa: E402

_pause = rescoring._Reporter.pause


def _slowly(report: rescoring._Reporter) -> None:
    time.sleep(PAUSE)
    _pause(report)


rescoring.chunk_size = lambda: CHUNK
setattr(rescoring._Reporter, "pause", _slowly)  # noqa: B010
if os.environ.get("JANCHO_KEEPS"):
    setattr(rescoring, "hand_back_if_ending", lambda: None)  # noqa: B010


@signals.task_received.connect  # type: ignore[untyped-decorator]
def _say_what_it_takes(request: Any, **_more: object) -> None:
    """Write to the log what a server's is not told: which worker took what."""
    logging.getLogger(__name__).warning("takes %s", request.name)
