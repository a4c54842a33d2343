"""A worker as on a server, whose slices are small and slow enough to be met by a signal.

``celery -A tests.league.rulechanges.celery_worker worker``; ``JANCHO_KEEPS=1``: the control, which
hands nothing back.
"""

from __future__ import annotations

import os
import time

import django

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
