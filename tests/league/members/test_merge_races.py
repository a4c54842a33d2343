"""A game is entered for somebody at the moment at which they are merged into another."""

from __future__ import annotations

import time
import uuid

import pytest
from django.db import IntegrityError

from league.clubs.verification import verify_club
from league.core.errors import EntryError
from league.games.write import record_hanchan
from league.members.merging import merge_members
from league.models import Club, Hanchan, Member, Seat
from tests.factories import ADMIN, league_of, make_entry, make_members, record
from tests.league.at_once import HANDS, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def enter(club: Club, people: list[Member], number: int) -> Hanchan:
    entry = make_entry(league_of(club), people, number=number)
    key = uuid.uuid4()
    source = Hanchan.Source.FORM
    return record_hanchan(club=club, entry=entry, key=key, source=source, actor=ADMIN).hanchan


@pytest.mark.parametrize("late", [0.0, 0.05, 0.15])
def test_a_game_entered_during_a_merge_is_moved_or_refused_and_never_lost(
    club: Club, late: float
) -> None:
    kept, gone, *three = make_members(club, 5)
    record(league_of(club), [gone, *three])

    def hand(number: int) -> object:
        if number == 0:
            time.sleep(late)
            return merge_members(kept=kept, gone=gone, actor=ADMIN)
        return enter(club, [gone, *three], number + 1)

    answers = at_once(hand)

    refused = [answer for answer in answers if isinstance(answer, EntryError)]
    assert all(not isinstance(each, Exception) or each in refused for each in answers)
    stored = Seat.objects.for_club(club).filter(member=kept).count()
    assert stored == HANDS - len(refused)
    assert not Seat.objects.for_club(club).filter(member=gone).exists()
    assert verify_club(club)["differences"] == 0


def test_control_a_merge_that_looks_first_and_moves_then_leaves_a_game_behind(club: Club) -> None:
    kept, gone, *three = make_members(club, 5)
    first = record(league_of(club), [gone, *three])

    def hand(number: int) -> object:
        if number:
            time.sleep(0.05)
            return enter(club, [gone, *three], number + 1)
        games = list(
            Seat.objects.for_club(club).filter(member=gone).values_list("hanchan", flat=True)
        )
        time.sleep(0.5)
        Seat.objects.for_club(club).filter(member=gone, hanchan__in=games).update(member=kept)
        try:
            Member.objects.for_club(club).filter(pk=gone.pk).update(merged_into=kept)
        except IntegrityError as refused:  # the database sees what the merge has not
            return refused
        return None

    answers = at_once(hand, hands=2)

    assert isinstance(answers[0], IntegrityError)
    assert Seat.objects.for_club(club).filter(member=kept).get().hanchan == first
    assert Seat.objects.for_club(club).filter(member=gone).count() == 1


def test_control_a_game_that_looks_first_and_is_stored_then_is_refused(club: Club) -> None:
    kept, gone, *three = make_members(club, 5)
    game = record(league_of(club), [kept, *three])

    def hand(number: int) -> object:
        if number:
            time.sleep(0.1)
            return merge_members(kept=kept, gone=gone, actor=ADMIN)
        there = Member.objects.for_club(club).filter(pk=gone.pk, merged_into=None).exists()
        time.sleep(0.5)
        try:
            return there and Seat.objects.for_club(club).filter(
                hanchan=game, member=three[0]
            ).update(member=gone)
        except IntegrityError as refused:
            return refused

    answers = at_once(hand, hands=2)

    assert isinstance(answers[0], IntegrityError)
