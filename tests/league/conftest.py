"""What the league's tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from league.models import Club, League, LiveTable, Member
from rules.models import RuleVersion
from tests.factories import league_of, make_club, make_draft, make_login, make_members
from tests.league.api.held import _answers_are_held_to_their_models  # noqa: F401 - a fixture
from tests.league.evenings import NINE_PM, english
from tests.league.kept_club import kept
from tests.league.live.live_help import open_table
from tests.league.rulechanges.changes import BIGGER


@pytest.fixture(autouse=True)
def _nobody_asked_yet() -> None:
    """Count the looks and calls of each test alone."""
    cache.clear()


@pytest.fixture(scope="module")
def _club(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Callable[[], Club]]:
    with kept(request, django_db_blocker, make_club) as club:
        yield club


@pytest.fixture
def club(_club: Callable[[], Club], db: None) -> Club:
    """A club under kinyoukai."""
    return _club()


@pytest.fixture
def league(club: Club) -> League:
    """The club's league."""
    return league_of(club)


@pytest.fixture
def four(league: League) -> list[Member]:
    """Four members of the club."""
    return make_members(league.club)


@pytest.fixture
def live(league: League, four: list[Member]) -> LiveTable:
    """A table of theirs that is kept live."""
    return open_table(league, four)


@pytest.fixture
def that_evening() -> Iterator[None]:
    """The evening on which live tables are kept, at nine."""
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def on_the_evening() -> Iterator[None]:
    """Nine in the evening, and no later."""
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def organizer(club: Club) -> Client:
    """An organizer, reading English."""
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def draft(league: League) -> RuleVersion:
    """A draft without a day: uma 10-30 in place of 5-10."""
    return make_draft(league, uma=BIGGER, day=None)
