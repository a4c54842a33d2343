"""What the league's tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db.backends.sqlite3.base import DatabaseWrapper

from league.append_only import INSTALL, REMOVE
from league.models import Club, League, LiveTable, Member
from tests.factories import league_of, make_club, make_members
from tests.league.evenings import NINE_PM
from tests.league.live_help import open_table


@pytest.fixture(autouse=True, scope="session")
def _emptying_the_database_may_clear_the_trail() -> Iterator[None]:
    """Let Django empty the tables after a test that commits: SQLite does it by DELETE."""
    operations = DatabaseWrapper.ops_class
    flush = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        statements = flush(self, style, tables, **options)
        return [*REMOVE["sqlite"], *statements, *INSTALL["sqlite"]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", sql_flush)
        yield


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
