"""What the league's tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache

from league.models import Club, League, LiveTable, Member
from tests.factories import league_of, make_club, make_members
from tests.league.evenings import NINE_PM
from tests.league.live_help import open_table


@pytest.fixture(autouse=True)
def _nobody_asked_yet() -> None:
    """Count the looks and calls of each test alone."""
    cache.clear()


@pytest.fixture
def club() -> Club:
    """A club under kinyoukai."""
    return make_club()


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
