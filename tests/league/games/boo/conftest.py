"""A club that plays Boo on a Friday evening, five people around a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.models import Club, League, Member
from tests import factories as make
from tests.league.kept_club import kept


@pytest.fixture(autouse=True)
def tonight() -> Iterator[None]:
    """Friday, 20 November 2026, nine in the evening in Tokyo."""
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        yield


@pytest.fixture(scope="module")
def _club(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Callable[[], Club]]:
    with kept(request, django_db_blocker, lambda: make.make_club(rule="nekohouse-boo")) as club:
        yield club


@pytest.fixture
def league(club: Club) -> League:
    return make.league_of(club)


@pytest.fixture
def people(club: Club) -> list[Member]:
    """Sato, Suzuki, Takahashi, Tanaka and Ito."""
    return make.make_members(club, 5)


@pytest.fixture
def browser(club: Club) -> Client:
    """A scorer's phone, read in English."""
    client = make.make_login(club, "scorer", Member.Role.SCORER)
    client.cookies["django_language"] = "en"
    return client
