"""Every call of the API that changes something of a club leaves one event in its trail.

It is sent what docs/api.md shows; one that leaves no event stands in a table with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from league.models import LiveEntry
from tests.league.api.changing import CHANGING, INSTEAD, made_ready
from tests.league.api.prepared import BY_OWNERS, Prepared, prepared
from tests.league.trail import left_by, unsaid
from tests.league.trail_table import ALSO, BY_ANOTHER, SILENT_CALLS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


@pytest.fixture
def program() -> Prepared:
    return prepared()


def calling(club: Prepared, key: tuple[str, str]) -> Callable[[], None]:
    """Make ready what a call needs; what is returned makes it."""
    ready = made_ready(club, key)

    def send() -> None:
        answer = ready.sent(club)
        assert 200 <= answer.status_code < 300, answer.content.decode()

    return send


def test_no_row_is_about_a_call_that_is_not_there() -> None:
    assert {*SILENT_CALLS, *ALSO, *INSTEAD} <= set(CHANGING)


@pytest.mark.parametrize("key", [key for key in CHANGING if key not in SILENT_CALLS], ids=str)
def test_a_call_that_changes_something_leaves_one_event(
    program: Prepared, key: tuple[str, str]
) -> None:
    events = left_by(calling(program, key))

    found = Counter(each.type for each in events) - Counter(ALSO.get(key))
    assert found.total() == 1, found
    assert len(events) == 1 + Counter(ALSO.get(key)).total()
    by_owner = key in BY_OWNERS
    who = (
        (program.world.users["owner"].username, "")
        if by_owner
        else ("", BY_ANOTHER.get(key, "集計"))
    )
    assert [(each.type, unsaid(each, *who)) for each in events if unsaid(each, *who)] == []


@pytest.mark.parametrize("key", list(SILENT_CALLS), ids=str)
def test_a_call_that_changes_nothing_of_the_club_leaves_none(
    program: Prepared, key: tuple[str, str]
) -> None:
    send = calling(program, key)
    before = LiveEntry.objects.for_club(program.world.club).count()

    assert left_by(send) == []
    kept = LiveEntry.objects.for_club(program.world.club).count() - before
    assert kept == (1 if "live" in key[1] else 0)
