"""A club that is founded once for a module of tests: it takes longer than most of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import transaction

from league.models import Club
from tests.league.evenings import NINE_PM, TOKYO


@contextmanager
def kept(
    request: pytest.FixtureRequest, blocker: Any, make: Callable[[], Club]
) -> Iterator[Callable[[], Club]]:
    """Found a club before a module's tests; what one does to it is taken back after it.

    Only where all tests of a module ask for the club and none commits; elsewhere each founds its
    own, so that none sees a club that it did not ask for.
    """
    if request.path in _founding_their_own(request.session):
        yield make
        return
    # before whatever a test does, in its time or on the evening
    founded = min(NINE_PM, datetime.now(TOKYO))
    with blocker.unblock(), transaction.atomic():
        with time_machine.travel(founded, tick=False):
            key = make().pk
        yield lambda: Club.objects.get(pk=key)
        transaction.set_rollback(True)


@cache
def _founding_their_own(session: pytest.Session) -> frozenset[Path]:
    return frozenset(item.path for item in session.items if _founds_its_own(item))


def _founds_its_own(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    asked = set(getattr(item, "fixturenames", ()))
    if marker is None and not asked & {"db", "transactional_db", "live_server"}:
        return False
    commits = marker is not None and bool(marker.args or marker.kwargs.get("transaction"))
    return commits or "_club" not in asked or bool(asked & {"transactional_db", "live_server"})
