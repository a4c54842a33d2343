"""A club that plays Boo on a Friday evening, five people around a table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from league.models import Club, League, Member
from tests import factories as make


@pytest.fixture(autouse=True)
def tonight() -> Iterator[None]:
    """Friday, 20 November 2026, nine in the evening in Tokyo."""
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        yield


@pytest.fixture
def club() -> Club:
    return make.make_club(rule="nekohouse-boo")


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
