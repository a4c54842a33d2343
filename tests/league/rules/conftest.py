"""What the tests of rules and their changes share: an evening, its people, a draft."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from league.models import Club, League, Member, RuleChange
from rules.models import RuleVersion
from tests.factories import make_draft, make_login, make_members, record
from tests.league.evenings import NINE_PM, english
from tests.league.rules.changes import BIGGER, publish


@pytest.fixture
def on_the_evening() -> Iterator[None]:
    """Nine in the evening, and no later."""
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def four(league: League) -> list[Member]:
    """Four members."""
    return make_members(league.club)


@pytest.fixture
def organizer(club: Club) -> Client:
    """An organizer, reading English."""
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def draft(league: League) -> RuleVersion:
    """A draft without a day: uma 10-30 in place of 5-10."""
    return make_draft(league, uma=BIGGER, day=None)


@pytest.fixture
def under_way(league: League, four: list[Member], draft: RuleVersion) -> RuleChange:
    """A change that waits for its worker; one game is to be settled anew."""
    record(league, four)
    return publish(league, draft)
