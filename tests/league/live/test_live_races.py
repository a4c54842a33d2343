"""Several phones at one live table: beside each guard stands the unguarded form, which fails."""

from __future__ import annotations

import time
import uuid

import pytest

from league.clubs.verification import verify_club
from league.core.errors import LeagueError
from league.live.tables import find_live
from league.live.write import Changed, LiveChangedError, Opened, open_live, reopen_live
from league.models import Hanchan, League, LiveEntry, LiveTable, Member
from tests.factories import ADMIN, EVENING, make_entry
from tests.league.at_once import HANDS, at_once
from tests.league.live.live_help import DRAW, RON, bust, tap

pytestmark = pytest.mark.django_db(transaction=True)


def hands(live: LiveTable) -> list[object]:
    return list(find_live(live.club, live.pk).hands)


def test_of_eight_hands_from_one_reading_one_is_entered_and_seven_are_told_it(
    live: LiveTable,
) -> None:
    answers = at_once(lambda _n: tap(live, "hand", RON, seen=1))

    found = [answer for answer in answers if isinstance(answer, LiveChangedError)]
    assert len(found) == HANDS - 1
    assert all([entry.told for entry in error.entries] == [RON] for error in found)
    assert hands(live) == [RON]


def test_control_reading_the_hands_and_writing_them_back_loses_some(live: LiveTable) -> None:
    def naive(_number: int) -> None:
        table = LiveTable.objects.for_club(live.club).get(pk=live.pk)
        time.sleep(0.05)
        table.hands = [*table.hands, DRAW]
        table.save(update_fields=["hands"])

    at_once(naive)

    assert len(hands(live)) < HANDS


def test_one_tap_that_arrives_eight_times_is_one_hand(live: LiveTable) -> None:
    key = uuid.uuid4()

    answers = at_once(lambda _n: tap(live, "hand", RON, seen=1, key=key))

    done = [answer for answer in answers if isinstance(answer, Changed)]
    assert len(done) == HANDS
    assert sum(each.is_new for each in done) == 1
    assert hands(live) == [RON]
    assert LiveEntry.objects.for_club(live.club).filter(action="hand").count() == 1


def test_eight_phones_that_finish_a_game_leave_one(live: LiveTable) -> None:
    bust(live)
    seen = find_live(live.club, live.pk).revision

    at_once(lambda _n: tap(live, "finish", seen=seen))

    assert Hanchan.objects.for_club(live.club).count() == 1
    assert find_live(live.club, live.pk).state == LiveTable.State.FINISHED
    assert verify_club(live.club)["differences"] == 0


def test_eight_phones_open_one_table(league: League, four: list[Member]) -> None:
    entry = make_entry(league, four, (0, 0, 0, 0), day=EVENING)

    answers = at_once(
        lambda _n: open_live(club=league.club, entry=entry, key=uuid.uuid4(), actor=ADMIN)
    )

    assert sum(isinstance(answer, Opened) for answer in answers) == 1
    assert sum(isinstance(answer, LeagueError) for answer in answers) == HANDS - 1
    assert LiveTable.objects.for_club(league.club).count() == 1


def test_eight_phones_open_a_stored_game_again_once(live: LiveTable) -> None:
    bust(live)
    done = tap(live, "finish").hanchan
    assert done is not None

    answers = at_once(
        lambda _n: reopen_live(
            hanchan=Hanchan.objects.for_club(live.club).get(pk=done.pk),
            key=uuid.uuid4(),
            actor=ADMIN,
        )
    )

    opened = {answer.pk for answer in answers if isinstance(answer, LiveTable)}
    assert len(opened) == 1
    assert len(answers) == HANDS
