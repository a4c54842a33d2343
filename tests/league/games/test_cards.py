"""Cards of one day add up, in the order of the games, whatever is corrected afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from league.clubs.verification import verify_club
from league.clubs.write import create_league
from league.games.entry import PenaltyEntry, entry_of
from league.games.tallies import tallies_of
from league.games.write import edit_hanchan, restore_hanchan, void_hanchan
from league.models import Club, Hanchan, League, Member, Tally
from tests import factories as make
from tests.league.rulechanges.test_rule_changes import carry_out, publish

pytestmark = pytest.mark.django_db

CARDS = [
    {"kind": "chombo", "amount": 3_000},
    {"kind": "yellow_card", "amount": 0, "paid_to": "nobody", "becomes": "red_card"},
    {"kind": "red_card", "amount": 20_000, "paid_to": "nobody"},
    {"kind": "referee", "amount": 100, "amount_to": 20_000, "paid_to": "nobody"},
]
#: kinyoukai's for 41,400, 30,000, 23,800 and 4,800
PLAIN = (41_000, 5_000, -11_000, -35_000)
FINED = (41_000, 5_000, -11_000, -55_000)


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make.make_members(club)


@pytest.fixture
def carded(league: League) -> League:
    make.make_rules(league, penalty_table=CARDS)
    return league


def yellow(seat: int = 3, count: int = 1) -> tuple[PenaltyEntry, ...]:
    return (PenaltyEntry(seat=seat, kind="yellow_card", count=count),)


def scores(game: Hanchan) -> tuple[int, ...]:
    settlement = Hanchan.objects.across_clubs().get(pk=game.pk).settlement
    assert settlement is not None
    return settlement.scores


def evening(league: League, four: Sequence[Member], *noted: bool) -> list[Hanchan]:
    """Games one after the other; whether the last seat gets a yellow card in each."""
    return [make.record(league, four, penalties=yellow() if is_noted else ()) for is_noted in noted]


def test_the_second_yellow_card_of_a_day_is_a_red_one(carded: League, four: list[Member]) -> None:
    first, between, second, third = evening(carded, four, True, False, True, True)

    assert [scores(game) for game in (first, between, second, third)] == [
        PLAIN,
        PLAIN,
        FINED,
        PLAIN,
    ]
    assert verify_club(carded.club)["differences"] == 0


def test_cards_of_another_day_or_player_are_not_counted(carded: League, four: list[Member]) -> None:
    evening(carded, four, True)
    other_day = make.record(carded, four, day=make.EVENING.replace(day=22), penalties=yellow())
    other = make.record(carded, four, penalties=yellow(seat=0))

    assert (scores(other_day), scores(other)) == (PLAIN, PLAIN)


def test_a_card_entered_late_for_an_earlier_game_settles_the_later_ones_anew(
    carded: League, four: list[Member]
) -> None:
    later = make.record(carded, four, number=5, penalties=yellow())
    earlier = make.record(carded, four, number=2, penalties=yellow())

    assert (scores(earlier), scores(later)) == (PLAIN, FINED)
    tally = tallies_of(carded).get(member=four[3], span=Tally.Span.MONTH)
    assert tally.score == -35_000 - 55_000
    assert verify_club(carded.club)["differences"] == 0


def test_voiding_restoring_and_correcting_a_card_settle_the_others_anew(
    carded: League, four: list[Member]
) -> None:
    first, second = evening(carded, four, True, True)
    void_hanchan(hanchan=first, revision=1, reason="別の卓の分", actor=make.ADMIN)
    assert scores(second) == PLAIN

    first.refresh_from_db()
    restore_hanchan(hanchan=first, revision=2, reason="やはりこの卓", actor=make.ADMIN)
    assert scores(second) == FINED

    first.refresh_from_db()
    without = replace(entry_of(first), penalties=())
    edit_hanchan(hanchan=first, entry=without, revision=3, reason="注意のみ", actor=make.ADMIN)
    assert scores(second) == PLAIN
    assert verify_club(carded.club)["differences"] == 0


def test_a_game_that_gets_another_number_takes_its_card_along(
    carded: League, four: list[Member]
) -> None:
    first, second = evening(carded, four, True, True)
    last = replace(entry_of(first), number=9)
    edit_hanchan(hanchan=first, entry=last, revision=1, reason="番号違い", actor=make.ADMIN)

    assert (scores(first), scores(second)) == (FINED, PLAIN)


def test_a_card_counts_in_the_league_where_it_was_shown(carded: League, four: list[Member]) -> None:
    other = create_league(
        club=carded.club, rule_set=carded.rule_set, slug="cup", name="春の杯", actor=make.ADMIN
    )
    first, second = evening(carded, four, True, True)
    moved = replace(entry_of(first), league=other)
    edit_hanchan(hanchan=first, entry=moved, revision=1, reason="別のリーグ", actor=make.ADMIN)

    assert (scores(first), scores(second)) == (PLAIN, PLAIN)


def test_a_rule_that_takes_cards_up_later_finds_those_already_shown(
    league: League, four: list[Member]
) -> None:
    warned = [{**CARDS[0]}, {"kind": "yellow_card", "amount": 0, "paid_to": "nobody"}]
    make.make_rules(league, penalty_table=warned)
    _first, second = evening(league, four, True, True)
    assert scores(second) == PLAIN

    carry_out(publish(league, make.EVENING, parameters={"penalty_table": CARDS}))

    assert scores(second) == FINED
