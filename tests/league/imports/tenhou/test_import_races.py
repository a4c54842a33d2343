"""The same games imported at once are stored once; beside it the unguarded form, which fails."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection

from league.api import tenhou_imports
from league.clubs.verification import verify_club
from league.games.entry import HanchanEntry, KyokuEntry, SeatEntry
from league.games.write import record_hanchan
from league.imports.people import NEW_GUEST, NEW_MEMBER
from league.imports.tenhou.dry_run import ALL_OTHERS, Status
from league.imports.tenhou.keeper import Keeper, Stored
from league.imports.tenhou.reading import Found
from league.models import Club, Hanchan, Member
from tests.factories import ADMIN, league_of, make_login
from tests.league.api.calls import post
from tests.league.at_once import HANDS, at_once
from tests.league.imports.tenhou.imports import (
    DAY,
    LOG,
    NAMES,
    another_league,
    chosen,
    found,
    games_of,
    keeper,
    line,
    opened,
    record,
    tenhou_club,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    return tenhou_club()


def test_one_record_imported_by_eight_at_once_is_one_game(club: Club) -> None:
    game = found(record(), f"{LOG}.xml")

    results = at_once(lambda _n: keeper(club).store(game, ()))

    assert sorted(each.status for each in results if not isinstance(each, Exception)) == sorted(
        [Status.NEW, *[Status.KNOWN] * (HANDS - 1)]
    )
    assert len(games_of(club)) == 1
    assert Member.objects.for_club(club).filter(is_guest=True).count() == 4
    assert verify_club(club)["differences"] == 0


def test_eight_games_of_one_evening_imported_at_once_all_go_in(club: Club) -> None:
    game = found(line())

    results = at_once(lambda n: keeper(club).store(replace(game, time=f"21:{n:02}"), ()))

    stored = [each.status for each in results if not isinstance(each, Exception)]
    assert stored.count(Status.NEW) == HANDS
    assert sorted(one.number for one in games_of(club)) == list(range(1, HANDS + 1))
    assert Member.objects.for_club(club).filter(is_guest=True).count() == 4
    assert verify_club(club)["differences"] == 0


def test_new_members_of_eight_games_imported_at_once_join_once(club: Club) -> None:
    game = found(line())
    said = {ALL_OTHERS: NEW_MEMBER}

    def store(number: int) -> Stored:
        return keeper(club, choices=said).store(replace(game, time=f"21:{number:02}"), ())

    results = at_once(store)

    stored = [each.status for each in results if not isinstance(each, Exception)]
    assert stored.count(Status.NEW) == HANDS
    joined = Member.objects.for_club(club).filter(display_name__in=NAMES)
    assert [each.is_guest for each in joined] == [False] * 4
    assert not Member.objects.for_club(club).filter(is_guest=True).exists()
    assert verify_club(club)["differences"] == 0


def test_one_game_stored_under_other_answers_at_once_adds_nobody_without_a_game(
    club: Club,
) -> None:
    member = Member.objects.create(club=club, display_name="鷺沢")
    game = found(line())
    answers = ({ALL_OTHERS: NEW_MEMBER}, {"かわせみ": member.pk, ALL_OTHERS: NEW_MEMBER})

    at_once(lambda n: keeper(club, choices=answers[n % 2]).store(game, ()))

    [stored] = games_of(club)
    seated = {seat.member_id for seat in stored.seats.all()}
    new = Member.objects.for_club(club).filter(display_name__in=NAMES)
    assert {each.pk for each in new} <= seated
    assert verify_club(club)["differences"] == 0


def test_control_looking_first_and_storing_then_makes_several_games(club: Club) -> None:
    people = [Member.objects.create(club=club, display_name=name) for name in "abcd"]
    league = league_of(club)

    def naive(number: int) -> None:
        if not Hanchan.objects.for_club(club).filter(remark=LOG).exists():
            time.sleep(0.1)
            seats = tuple(SeatEntry(member_id=each.pk, points=25_000) for each in people)
            entry = HanchanEntry(league=league, day=DAY, seats=seats, number=number + 1, remark=LOG)
            record_hanchan(club=club, entry=entry, key=uuid.uuid4(), source="tenhou", actor=ADMIN)

    at_once(naive)

    assert Hanchan.objects.for_club(club).filter(remark=LOG).count() > 1


def stored_crosswise(club: Club, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What two programs are answered that store games of the same two leagues, in either order.

    Each has stored its first game before the other begins its second, if it may.
    """
    another_league(club, "tenhou-4p-tonpu")
    client = make_login(club, "organizer", Member.Role.ORGANIZER)
    both = [line(rule="四般南喰赤－"), line(rule="四般東喰赤－", time="22:10")]
    batches = [
        chosen(
            opened(club, ("", "\n".join(lines).encode()), league=None, day=DAY + timedelta(days)),
            {ALL_OTHERS: NEW_GUEST},
        )
        for days, lines in enumerate((both, both[::-1]))
    ]
    barrier, store = threading.Barrier(2), Keeper.store

    def meeting(self: Keeper, found: Found, hands: Sequence[KyokuEntry]) -> Stored:
        stored = store(self, found, hands)
        with suppress(threading.BrokenBarrierError):  # a lock keeps the other one from storing
            barrier.wait(0.5)
        return stored

    monkeypatch.setattr(Keeper, "store", meeting)
    path = "clubs/tonan/tenhou-imports"

    def call(number: int) -> int:
        address = f"{path}/{batches[number].pk}/store"
        return int(post(client, address, {}, HTTP_IDEMPOTENCY_KEY=f"store-it-{number}").status_code)

    return [code for code in at_once(call, 2) if isinstance(code, int)]


def test_games_of_two_leagues_stored_in_either_order_at_once_all_go_in(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stored_crosswise(club, monkeypatch) == [200, 200]

    assert len(games_of(club)) == 4
    assert verify_club(club)["differences"] == 0


def test_control_leagues_that_are_locked_one_by_one_stop_each_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tenhou_imports, "hold_all", lambda _club: None)

    codes = stored_crosswise(club, monkeypatch)

    # SQLite has one writer at a time
    assert (503 in codes) is (connection.vendor == "postgresql")
