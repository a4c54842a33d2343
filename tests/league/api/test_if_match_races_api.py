"""Of two programs that change one thing from one reading at once, one counts and the other is told.

Every call that takes ``If-Match`` is made twice with the same tag. Once one has looked at it, it
waits for the other to look too; where a lock makes the other wait, it goes on alone.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from league.games.store import store_rows
from league.games.write import record_hanchan
from league.models import AuditEvent, Hanchan
from tests.factories import ADMIN, make_entry
from tests.league.api.calls import new_key
from tests.league.api.changing import CHANGING, Ready, made_ready
from tests.league.api.document import described
from tests.league.api.prepared import Prepared, prepared
from tests.league.at_once import at_once
from tests.league.trail_table import ALSO, SILENT_CALLS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("on_the_evening")]

#: seconds that one waits for the other to look
PATIENCE = 0.5


def takes_a_tag(key: tuple[str, str]) -> bool:
    return any(each["name"] == "If-Match" for each in described()[key].get("parameters", ()))


CALLS = [key for key in CHANGING if takes_a_tag(key)]


@pytest.fixture
def club() -> Prepared:
    return prepared()


def after_each_look(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen whenever a call has looked at what it was made from."""

    def watched(real: Callable[..., Any]) -> Callable[..., Any]:
        def look(*given: Any, **named: Any) -> Any:
            found = real(*given, **named)
            happens()
            return found

        return look

    for name, module in list(sys.modules.items()):
        for look in ("check_unchanged", "read_revision"):
            if name.startswith("league.api.") and hasattr(module, look):
                monkeypatch.setattr(module, look, watched(getattr(module, look)))


def meeting() -> Callable[[], None]:
    """Where two wait for each other, but not for long."""
    barrier = threading.Barrier(2)

    def meet() -> None:
        try:
            barrier.wait(PATIENCE)
        except threading.BrokenBarrierError:
            return  # the other one is kept from looking by a lock

    return meet


def tag_of(club: Prepared, ready: Ready) -> str:
    """The tag of what a call changes: of its own address, or of the nearest above it."""
    above = ready.where
    if ready.call.address.endswith("/move"):  # which names the list
        above = above.rpartition("/")[0].rpartition("/")[0]
    while True:
        answer = club.script.get(above)
        if answer.headers.get("ETag"):
            return str(answer.headers["ETag"])
        above = above.rpartition("/")[0]
        assert above, f"nothing above {ready.where} has a tag"


def changes(club: Prepared, key: tuple[str, str]) -> int:
    """How often the trail says that the thing of a call was changed."""
    also = {"member.added", *ALSO.get(key, ())}
    return AuditEvent.objects.for_club(club.world.club).exclude(type__in=also).count()


@pytest.mark.parametrize("key", CALLS, ids=str)
def test_of_two_changes_from_one_reading_one_counts_and_the_other_is_told(
    club: Prepared, key: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = made_ready(club, key)
    if isinstance(ready.body, dict):
        for name in ("revision", "draft_revision"):
            ready.body.pop(name, None)  # the tag alone says it
    tag, before = tag_of(club, ready), changes(club, key)
    after_each_look(monkeypatch, meeting())

    answers = at_once(lambda _hand: ready.sent(club, **{"If-Match": tag}), hands=2)

    statuses = [answer.status_code for answer in answers if not isinstance(answer, Exception)]
    told = 412 if "412" in described()[key]["responses"] else 409
    gone = {404, 409} if key[0] == "DELETE" else set()
    assert len(statuses) == 2
    assert min(statuses) in (200, 201, 204), statuses
    assert max(statuses) in {told, *gone}, statuses
    assert changes(club, key) == before + (key not in SILENT_CALLS)


#: what may be anything, by the call that changes it
FREE = {
    "clubs/{}/members/{}": "kana",
    "clubs/{}/sessions/{}": "place",
    "clubs/{}/leagues/{}": "name",
    "clubs/{}/settings": "name",
}


@pytest.mark.parametrize(("thing", "name"), FREE.items())
def test_control_of_two_that_look_first_and_change_then_both_count(
    club: Prepared, thing: str, name: str
) -> None:
    ready = made_ready(club, ("PATCH", thing))
    before, seen, meet = changes(club, ready.call.key), set(), threading.Barrier(2)

    def naive(hand: int) -> Any:
        seen.add(tag_of(club, ready))
        meet.wait()
        return club.ask(ready.call, ready.where, {name: f"その{hand}"})

    answers = at_once(naive, hands=2)

    statuses = [answer.status_code for answer in answers if not isinstance(answer, Exception)]
    assert (statuses, len(seen), changes(club, ready.call.key)) == ([200, 200], 1, before + 2)


def test_a_member_is_changed_while_a_game_of_theirs_is_entered(
    club: Prepared, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the call locked the member before the league, each would wait for the other there."""
    world, entered = club.world, threading.Event()
    people = [seat.member for seat in world.game.seats.order_by("seat")]

    def begin(*given: Any) -> Any:
        entered.set()  # the league is locked, the seats are not stored yet
        return store_rows(*given)

    monkeypatch.setattr("league.games.write.store_rows", begin)
    after_each_look(monkeypatch, lambda: entered.wait(PATIENCE))
    ready = made_ready(club, ("PATCH", "clubs/{}/members/{}"))

    def hand(number: int) -> Any:
        if number:
            return ready.sent(club)
        return record_hanchan(
            club=world.club,
            entry=make_entry(world.league, people, number=9),
            key=UUID(new_key()),
            source=Hanchan.Source.API,
            actor=ADMIN,
        )

    stored, changed = at_once(hand, hands=2)

    assert not isinstance(stored, Exception)
    assert not isinstance(changed, Exception)
    assert changed.status_code == 200
