"""Entering a result once, completely, or not at all."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.utils import translation

from league.clubs.verification import verify_club
from league.core.errors import EntryError, KeyReusedError
from league.games.entry import HanchanEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.games.tallies import tallies_of
from league.games.write import edit_hanchan, record_hanchan
from league.models import AuditEvent, Club, Hanchan, League, Member, Seat, Session, Tally
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    make_club,
    make_entry,
    make_members,
    make_session,
    record,
)
from tests.league.evenings import TOKYO

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make_members(club)


def enter(entry: HanchanEntry, key: uuid.UUID | None = None) -> Hanchan:
    return record_hanchan(
        club=entry.league.club,
        entry=entry,
        key=key or uuid.uuid4(),
        source=Hanchan.Source.FORM,
        actor=ADMIN,
    ).hanchan


def refused(entry: HanchanEntry) -> dict[str, list[str]]:
    with pytest.raises(EntryError) as caught:
        enter(entry)
    assert not Hanchan.objects.across_clubs().exists()
    return caught.value.problems


def test_a_game_is_stored_with_its_scores_under_the_version_of_its_day(
    league: League, four: list[Member]
) -> None:
    game = record(league, four)

    assert game.settlement is not None
    assert game.settlement.scores == (41_000, 5_000, -11_000, -35_000)
    assert game.settlement.places == (1, 2, 3, 4)
    assert game.settlement.version.label == "2015-04-10"
    assert [seat.member for seat in game.seats.all()] == four


def test_the_evening_is_opened_with_its_first_game_and_knows_who_came(
    league: League, four: list[Member]
) -> None:
    first = record(league, four)
    second = record(league, four)

    assert first.session == second.session
    assert set(first.session.attendants.all()) == set(four)
    assert Session.objects.for_club(league.club).count() == 1


def test_day_and_month_are_tallied_in_the_same_breath(league: League, four: list[Member]) -> None:
    record(league, four, (41400, 30000, 23800, 4800))
    record(league, four, (20000, 30000, 25000, 25000))

    month = tallies_of(league).get(member=four[0], span=Tally.Span.MONTH)
    assert (month.start.isoformat(), month.games, month.score) == ("2026-11-01", 2, 21_000)
    assert (month.first, month.fourth, month.best, month.worst) == (1, 1, 41_000, -20_000)
    assert verify_club(league.club)["differences"] == 0


def test_every_change_leaves_one_line_in_the_trail(league: League, four: list[Member]) -> None:
    game = record(league, four)

    event = AuditEvent.objects.for_club(league.club).get(type="hanchan.recorded")
    assert event.object_id == game.pk
    assert event.after is not None
    assert event.after["scores"] == [41_000, 5_000, -11_000, -35_000]


def test_the_same_form_sent_twice_makes_one_game(league: League, four: list[Member]) -> None:
    key, entry = uuid.uuid4(), make_entry(league, four)

    first, second = enter(entry, key), enter(entry, key)

    assert first == second
    assert Hanchan.objects.for_club(league.club).count() == 1
    assert AuditEvent.objects.for_club(league.club).filter(type="hanchan.recorded").count() == 1


def test_a_key_that_made_a_game_takes_no_other_result(league: League, four: list[Member]) -> None:
    key = uuid.uuid4()
    first = enter(make_entry(league, four), key)

    with pytest.raises(KeyReusedError) as caught:
        enter(make_entry(league, four, (25000, 25000, 25000, 25000)), key)

    assert caught.value.hanchan == first
    assert Hanchan.objects.for_club(league.club).count() == 1


def test_a_new_guest_joins_the_list_with_the_game(league: League, four: list[Member]) -> None:
    entry = make_entry(league, four)
    guest = replace(entry.seats[3], member_id=None, guest=" 飛入 太郎 ")

    game = enter(replace(entry, seats=(*entry.seats[:3], guest)))

    sat_last = game.seats.get(seat=3).member
    assert (sat_last.display_name, sat_last.is_guest) == ("飛入 太郎", True)


def test_a_refused_game_leaves_no_guest_and_no_evening(league: League, four: list[Member]) -> None:
    entry = make_entry(league, four, (41400, 30000, 23800, 4900))
    guest = replace(entry.seats[3], member_id=None, guest="飛入 太郎")

    refused(replace(entry, seats=(*entry.seats[:3], guest)))

    assert not Member.objects.for_club(league.club).filter(is_guest=True).exists()
    assert not Session.objects.for_club(league.club).exists()
    assert not Tally.objects.across_clubs().exists()


@pytest.mark.parametrize(
    ("points", "field"),
    [
        pytest.param((41400, 30000, 23800, 4900), "points", id="100 too much"),
        pytest.param((41400, 30000, 23800, 3800), "points", id="1000 too little"),
        pytest.param((41450, 29950, 23800, 4800), "points-0", id="not a hundred"),
        pytest.param((41400, None, 23800, 4800), "points-1", id="points missing"),
        pytest.param((99_000_000, 30000, 23800, 4800), "points-0", id="absurd"),
    ],
)
def test_points_that_do_not_add_up_are_refused_beside_their_field(
    league: League, four: list[Member], points: tuple[int, ...], field: str
) -> None:
    assert field in refused(make_entry(league, four, points))


def test_a_slipped_digit_is_told_where_it_was_typed(league: League, four: list[Member]) -> None:
    problems = refused(make_entry(league, four, (414_000, 30000, 23800, None)))  # type: ignore[arg-type]

    assert {"points-0", "points-3"} == set(problems)


def test_the_difference_is_said_in_points(league: League, four: list[Member]) -> None:
    problems = refused(make_entry(league, four, (41400, 30000, 23800, 4900)))

    assert "100,100" in problems["points"][0]
    assert "100" in problems["points"][0]


def test_sticks_left_on_the_table_make_the_sum_whole(league: League, four: list[Member]) -> None:
    game = enter(make_entry(league, four, (41400, 30000, 22800, 4800), sticks=1000))

    assert game.settlement is not None
    assert sum(game.settlement.scores) == 0


def test_nobody_sits_at_two_seats(league: League, four: list[Member]) -> None:
    problems = refused(make_entry(league, [four[0], four[1], four[0], four[3]]))

    assert set(problems) == {"seat-0", "seat-2"}


def test_a_seat_needs_somebody(league: League, four: list[Member]) -> None:
    entry = make_entry(league, four)
    empty = SeatEntry(points=4800)

    assert "seat-3" in refused(replace(entry, seats=(*entry.seats[:3], empty)))


def test_three_players_are_too_few_for_a_rule_of_four(league: League, four: list[Member]) -> None:
    assert "seats" in refused(make_entry(league, four[:3], (41400, 30000, 28600)))


def test_a_member_of_another_club_is_nobody_here(league: League, four: list[Member]) -> None:
    stranger = make_members(make_club("seihoku"), 1)[0]

    assert "seat-3" in refused(make_entry(league, [*four[:3], stranger]))


def test_who_has_left_is_entered_for_the_days_before_only(
    league: League, four: list[Member]
) -> None:
    four[3].left_on = EVENING
    four[3].save()

    assert enter(make_entry(league, four)).seats.get(seat=3).member == four[3]
    with pytest.raises(EntryError) as caught:
        enter(make_entry(league, four, day=EVENING.replace(day=21)))
    assert set(caught.value.problems) == {"seat-3"}


def test_a_day_before_the_first_version_says_since_when_the_rules_hold(
    league: League, four: list[Member]
) -> None:
    problems = refused(make_entry(league, four, day=EVENING.replace(year=2014)))

    assert "2015-04-01" in problems["day"][0]


def test_an_evening_of_another_day_or_club_is_refused(league: League, four: list[Member]) -> None:
    elsewhere = make_session(make_club("seihoku"), EVENING.replace(day=19))

    assert len(refused(make_entry(league, four, session=elsewhere))["day"]) == 2


def test_a_league_of_another_club_is_refused(league: League, four: list[Member]) -> None:
    entry = make_entry(league_of(make_club("seihoku")), four)

    with pytest.raises(EntryError) as caught:
        record_hanchan(
            club=league.club,
            entry=entry,
            key=uuid.uuid4(),
            source=Hanchan.Source.FORM,
            actor=ADMIN,
        )

    assert "league" in caught.value.problems


def test_the_same_game_number_at_a_table_is_refused_once_taken(
    league: League, four: list[Member]
) -> None:
    record(league, four, number=1)

    with pytest.raises(EntryError) as caught:
        record(league, four, (41_300, 30_100, 23_800, 4_800), number=1)

    assert set(caught.value.problems) == {"number"}


@pytest.mark.parametrize(("field", "value"), [("table", 0), ("table", 100), ("number", 0)])
def test_tables_and_games_are_numbered_from_one(
    league: League, four: list[Member], field: str, value: Any
) -> None:
    assert field in refused(replace(make_entry(league, four), **{field: value}))


def test_a_guest_of_a_name_on_the_list_is_to_be_picked(league: League, four: list[Member]) -> None:
    entry = make_entry(league, four)
    twin = SeatEntry(guest=four[0].display_name, points=4800)

    assert "seat-3" in refused(replace(entry, seats=(*entry.seats[:3], twin)))


def test_two_guests_of_one_name_and_names_without_end_are_refused(
    league: League, four: list[Member]
) -> None:
    entry = make_entry(league, four)
    seats = (
        *entry.seats[:1],
        replace(entry.seats[1], member_id=None, guest="客"),
        replace(entry.seats[2], member_id=None, guest="客"),
        replace(entry.seats[3], member_id=None, guest="長" * 41),
    )

    assert {"seat-1", "seat-2", "seat-3"} == set(refused(replace(entry, seats=seats)))


@pytest.mark.parametrize(
    "name", ["\u200b", "\u202e \u3164", "　\u2060"], ids=["zero width", "right to left", "blanks"]
)
def test_a_guest_needs_a_name_that_can_be_read(
    league: League, four: list[Member], name: str
) -> None:
    entry = make_entry(league, four)
    nobody = SeatEntry(guest=name, points=4800)

    assert "seat-3" in refused(replace(entry, seats=(*entry.seats[:3], nobody)))


def test_a_chombo_counts_after_uma_and_is_kept_with_its_reason(
    league: League, four: list[Member]
) -> None:
    chombo = PenaltyEntry(seat=3, kind="chombo", reason="誤ロン")

    game = enter(make_entry(league, four, penalties=(chombo,)))

    assert game.settlement is not None
    assert game.settlement.scores == (44_000, 8_000, -8_000, -44_000)
    assert game.penalties.get().reason == "誤ロン"


def test_a_penalty_that_the_rule_does_not_know_is_refused(
    league: League, four: list[Member]
) -> None:
    assert "penalties" in refused(
        make_entry(league, four, penalties=(PenaltyEntry(seat=0, kind="late"),))
    )


@pytest.mark.parametrize(
    ("extras", "field"),
    [
        pytest.param(
            {"penalties": (PenaltyEntry(seat=0, kind="chombo", count=10),)},
            "penalties",
            id="ten chombo",
        ),
        pytest.param(
            {"penalties": (PenaltyEntry(seat=0, kind="chombo"),) * 2},
            "penalties",
            id="one kind twice",
        ),
        pytest.param(
            {"yakuman": (YakumanEntry(seat=0, name="tanyao"),)}, "yakuman", id="no yakuman"
        ),
        pytest.param(
            {"yakuman": (YakumanEntry(seat=0, name="kokushi", discarder=0),)},
            "yakuman",
            id="deals into himself",
        ),
    ],
)
def test_extras_that_cannot_be_are_refused(
    league: League, four: list[Member], extras: dict[str, Any], field: str
) -> None:
    assert field in refused(make_entry(league, four, **extras))


def test_a_yakuman_is_remembered_with_who_dealt_in(league: League, four: list[Member]) -> None:
    won = YakumanEntry(seat=0, name="kokushi", discarder=2)

    game = enter(make_entry(league, four, yakuman=(won,), remark="見事", ended_by_time=True))

    stored = game.yakuman.get()
    assert (stored.seat, stored.name, stored.discarder) == (0, "kokushi", 2)
    assert (game.remark, game.ended_by_time) == ("見事", True)


def test_chairs_are_stored_by_the_league_alone_when_a_form_is_whole(
    league: League, four: list[Member]
) -> None:
    record(league, four)

    assert Seat.objects.for_club(league.club).count() == 4


@pytest.mark.parametrize(
    ("day", "is_told"),
    [
        pytest.param(date(2027, 11, 21), False, id="a year ahead"),
        pytest.param(date(2027, 11, 22), True, id="a day later"),
        pytest.param(date(2062, 11, 20), True, id="2062 for 2026"),
    ],
)
def test_a_day_far_ahead_is_taken_for_a_slip(
    league: League, four: list[Member], day: date, is_told: bool
) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 21, 0, tzinfo=TOKYO), tick=False):
        entry = make_entry(league, four, day=day)
        if is_told:
            with translation.override("en"):
                refusal = refused(entry)
            assert refusal == {"day": ["This day is more than a year away. Is the year right?"]}
        else:
            assert enter(entry).day == day


def test_a_game_whose_day_is_far_away_by_now_can_still_be_corrected(
    league: League, four: list[Member]
) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 21, 0, tzinfo=TOKYO), tick=False):
        game = record(league, four)
    right = make_entry(league, four, (40400, 31000, 23800, 4800))

    with time_machine.travel(datetime(2024, 11, 20, 21, 0, tzinfo=TOKYO), tick=False):
        edited = edit_hanchan(hanchan=game, entry=right, revision=1, reason="x", actor=ADMIN)

    assert edited.revision == 2


def test_a_game_on_a_day_that_is_none_is_told_so_alone(league: League, four: list[Member]) -> None:
    assert len(refused(make_entry(league, four, day=date(2120, 1, 1)))["day"]) == 1
