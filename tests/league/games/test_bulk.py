"""Many games stored at once stand exactly as if they had been entered one by one."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from league.clubs.verification import verify_club
from league.core.errors import NoVersionError
from league.games.entry import HanchanEntry, PenaltyEntry, YakumanEntry
from league.games.store import FinishedGame, store_games
from league.models import AuditEvent, Club, Hanchan, League, Member, Tally
from scoring.errors import UnbalancedTableError
from tests.factories import (
    ADMIN,
    league_of,
    make_club,
    make_entry,
    make_members,
    make_session,
    record,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(club: Club, league: League) -> HanchanEntry:
    entry = make_entry(league, make_members(club))
    return replace(entry, session=make_session(club))


def finished(entry: HanchanEntry) -> FinishedGame:
    return FinishedGame(key=uuid.uuid4(), entry=entry, source=Hanchan.Source.FILE)


def stored(club: Club, *entries: HanchanEntry) -> list[Hanchan]:
    return store_games(club=club, games=[finished(entry) for entry in entries], actor=ADMIN)


def test_a_game_counts_as_if_it_had_been_entered(club: Club, entry: HanchanEntry) -> None:
    details = replace(
        entry,
        number=2,
        penalties=(PenaltyEntry(seat=1, kind="chombo", reason="誤ロン"),),
        yakuman=(YakumanEntry(seat=0, name="kokushi"),),
    )
    stored(club, entry, details)

    first, second = Hanchan.objects.for_club(club).order_by("number")
    assert first.settlement is not None
    assert second.settlement is not None
    assert first.settlement.scores == (41_000, 5_000, -11_000, -35_000)
    assert second.settlement.scores == (44_000, -4_000, -8_000, -32_000)
    won = second.yakuman.get()
    assert (won.member, won.day) == (second.seats.get(seat=0).member, second.day)
    assert first.settlement.version.label == "2015-04-10"
    assert verify_club(club)["differences"] == 0


def test_it_leaves_the_tallies_that_single_entries_leave(club: Club, entry: HanchanEntry) -> None:
    stored(club, entry)
    at_once = tallies_of(club)
    other = make_club("seihoku", owner="other")
    record(league_of(other), make_members(other))

    assert at_once == tallies_of(other)


def tallies_of(club: Club) -> list[tuple[object, ...]]:
    rows = Tally.objects.for_club(club).order_by("span", "member_id")
    return list(rows.values_list("span", "start", "games", "score", "best", "worst", "first"))


def test_every_game_is_in_the_trail_and_everybody_on_the_evenings_list(
    club: Club, entry: HanchanEntry
) -> None:
    game = stored(club, entry)[0]

    event = AuditEvent.objects.for_club(club).get(type="hanchan.recorded")
    assert event.object_id == game.pk
    assert event.after is not None
    assert event.after["scores"] == [41_000, 5_000, -11_000, -35_000]
    assert game.session.attendants.count() == 4


def test_a_voided_game_is_stored_and_counts_nowhere(club: Club, entry: HanchanEntry) -> None:
    voided = replace(
        finished(entry), voided_at=datetime(2026, 11, 21, tzinfo=UTC), void_reason="二重入力"
    )

    game = store_games(club=club, games=[voided], actor=ADMIN)[0]

    assert game.is_voided
    assert not Tally.objects.for_club(club).exists()


def test_queries_do_not_grow_with_each_game(
    club: Club, entry: HanchanEntry, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    hundred = [replace(entry, table=1 + at // 50, number=1 + at % 50) for at in range(100)]

    with django_assert_max_num_queries(60):
        assert len(stored(club, *hundred)) == 100


@pytest.mark.parametrize(
    ("change", "error"),
    [
        pytest.param({"session": None}, ValueError, id="no evening"),
        pytest.param({"sticks": 1000}, UnbalancedTableError, id="does not add up"),
        pytest.param({"day": date(2015, 3, 31)}, NoVersionError, id="before the rules"),
    ],
)
def test_one_bad_game_keeps_all_out(
    club: Club, entry: HanchanEntry, change: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        stored(club, entry, replace(entry, number=2, **change))  # type: ignore[arg-type]

    assert not Hanchan.objects.for_club(club).exists()


def test_things_of_another_club_are_kept_out(club: Club, entry: HanchanEntry) -> None:
    other = make_club("seihoku", owner="other")
    stranger = make_members(other, 1)[0]
    seats = (replace(entry.seats[0], member_id=stranger.pk), *entry.seats[1:])

    for bad in (
        replace(entry, seats=seats),
        replace(entry, league=league_of(other)),
        replace(entry, session=make_session(other)),
    ):
        with pytest.raises(ValueError, match="club"):
            stored(club, bad)

    assert not Hanchan.objects.for_club(club).exists()
    assert Member.objects.for_club(club).count() == 5
