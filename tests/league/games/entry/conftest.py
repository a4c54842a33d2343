"""A club on a Friday evening, and whose phones are there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from league.clubs.write import create_league
from league.models import Club, League, Member
from league.rulebook.write import adopt_rule_set
from tests import factories as make


@pytest.fixture(autouse=True)
def tonight() -> Iterator[None]:
    """Friday, 20 November 2026, nine in the evening in Tokyo."""
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        yield


@pytest.fixture
def league(club: Club) -> League:
    return make.league_of(club)


@pytest.fixture
def members(club: Club) -> list[Member]:
    return make.make_members(club, 6)


@pytest.fixture
def browser(club: Club) -> Client:
    """A member's phone."""
    return make.make_login(club, "phone")


@pytest.fixture
def scorer(club: Club) -> Client:
    return make.make_login(club, "scorer", Member.Role.SCORER)


@pytest.fixture
def sanma(club: Club) -> League:
    in_club = adopt_rule_set(club=club, key="nekohouse-3a", actor=make.ADMIN)
    return create_league(
        club=club, rule_set=in_club, slug="sanma", name="三麻", actor=make.ADMIN, position=1
    )
