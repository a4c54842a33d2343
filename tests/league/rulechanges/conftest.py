"""What the tests of rules and their changes share: an evening, its people, a draft."""

from __future__ import annotations

import pytest

from league.models import League, Member, RuleChange
from rules.models import RuleVersion
from tests.factories import record
from tests.league.rulechanges.changes import publish


@pytest.fixture
def under_way(league: League, four: list[Member], draft: RuleVersion) -> RuleChange:
    """A change that waits for its worker; one game is to be settled anew."""
    record(league, four)
    return publish(league, draft)
