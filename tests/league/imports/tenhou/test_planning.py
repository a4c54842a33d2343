"""The dry run says what would become of each game, and writes nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from league.imports.tenhou.dry_run import Status
from league.models import Club, League
from tests.factories import league_of
from tests.league.imports.tenhou.imports import (
    DAY,
    LOG,
    SCORES,
    another_league,
    found,
    games_of,
    line,
    listed,
    planned,
    record,
    stored,
    tenhou_club,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return tenhou_club()


def test_a_new_game_goes_to_the_league_whose_rules_fit(club: Club) -> None:
    tonpu = another_league(club, "tenhou-4p-tonpu")
    three = another_league(club, "tenhou-3p-tonnan")
    sanma = line("a(+9.0)", "b(0.0)", "c(-9.0)", rule="三般南喰赤－")

    plans = planned(
        club, found(line()), found(line(rule="四般東喰赤－", time="22:10")), found(sanma)
    )

    assert [plan.league for plan in plans] == [league_of(club), tonpu, three]
    assert {plan.status for plan in plans} == {Status.NEW}
    assert games_of(club) == []


def test_of_leagues_that_fit_alike_the_one_that_settles_a_record_as_it_says_is_taken(
    club: Club,
) -> None:
    another_league(club, "nekohouse-4a")

    [plan] = planned(club, found(record()))

    assert plan.league == league_of(club)
    assert plan.by_rules == SCORES


def test_leagues_that_fit_alike_are_asked_for(club: Club) -> None:
    another_league(club, "yakyu-4p-tonnan")

    [plan] = planned(club, found(line()))

    assert plan.status is Status.CANNOT
    assert "tenhou-4p" not in plan.why
    assert league_of(club).name in plan.why
    assert "yakyu-4p-tonnan" in plan.why


def test_a_league_for_other_players_or_without_riichi_takes_none(club: Club) -> None:
    three, boo = another_league(club, "tenhou-3p-tonnan"), another_league(club, "nekohouse-boo")

    for league in (three, boo):
        [plan] = planned(club, found(line()), league=league)
        assert plan.status is Status.CANNOT


def test_a_league_without_rules_for_the_day_takes_none(club: Club) -> None:
    [plan] = planned(club, found(line()), day=date(1999, 12, 31), league=league_of(club))

    assert plan.status is Status.CANNOT


def test_differences_between_game_and_rules_are_said(club: Club) -> None:
    kinyoukai = another_league(club, "kinyoukai")

    [plan] = planned(club, found(line(rule="四般東－－－")), league=kinyoukai)

    assert plan.status is Status.NEW
    assert len(plan.notes) == 3  # East only, no open tanyao, no red fives


def test_what_the_rules_leave_to_each_event_is_no_difference(club: Club) -> None:
    [plan] = planned(club, found(line(rule="四般南－－－")))

    assert plan.notes == ()


def test_a_game_without_a_day_asks_for_one(club: Club) -> None:
    [plan] = planned(club, found(line()), day=None)

    assert plan.status is Status.CANNOT


def test_a_game_of_another_lobby_is_left_out(club: Club) -> None:
    games = [found(line()), found(line(lobby="L1002")), found(line(lobby="C1001"))]

    plans = planned(club, *games, lobby=1001)

    assert [plan.status for plan in plans] == [Status.NEW, Status.CANNOT, Status.CANNOT]
    assert "L1002" in plans[1].why


def test_the_same_game_twice_in_an_upload_is_known_the_second_time(club: Club) -> None:
    plans = planned(club, found(line()), found(line()), found(line(time="21:40")))

    assert [plan.status for plan in plans] == [Status.NEW, Status.KNOWN, Status.NEW]


def test_a_stored_game_is_known_by_its_log_and_by_its_line(club: Club) -> None:
    stored(club, record(), f"{LOG}.xml")
    stored(club, line())

    plans = planned(club, found(record(), f"other-{LOG}.mjlog"), found(line()))

    assert [plan.status for plan in plans] == [Status.KNOWN] * 2
    assert {plan.hanchan for plan in plans} == {game.pk for game in games_of(club)}


def test_a_line_of_a_game_that_came_as_a_record_is_the_same_game(club: Club) -> None:
    stored(club, record(), f"{LOG}.xml")
    names = ["かわせみ(+131.0)", "やませみ(-27.0)", "ひよどり(-47.0)", "めじろ(-57.0)"]

    [same] = planned(club, found(line(*names)))
    [other] = planned(club, found(line(*names)), day=date(2026, 11, 19))

    assert same.status is Status.KNOWN
    assert other.status is Status.NEW


def test_two_lines_of_one_day_with_the_same_scores_are_two_games(club: Club) -> None:
    stored(club, line())

    [plan] = planned(club, found(line(time="22:22")))

    assert plan.status is Status.NEW


def test_a_record_that_the_rules_settle_otherwise_shows_both(club: Club) -> None:
    another_league(club, "kinyoukai")
    kinyoukai = League.objects.for_club(club).get(slug="kinyoukai")

    [plan] = planned(club, found(record()), league=kinyoukai)

    assert plan.by_rules is None or plan.by_rules != SCORES
    assert not plan.counts_record


def test_a_name_that_may_be_several_members_asks_and_a_word_settles_it(club: Club) -> None:
    listed(club, "カワセミ")
    member = listed(club, "KAWASEMI", aliases=["かワセミ"])
    game = found(line())

    [asks] = planned(club, game)
    [text] = planned(club, game, choices={"かわせみ": member.pk})

    assert asks.status is Status.CANNOT
    assert text.seats[0].member == member


def test_planning_many_games_takes_a_fixed_number_of_queries(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    games = [replace(found(line()), time=f"{at // 60:02}:{at % 60:02}") for at in range(600)]

    with django_assert_max_num_queries(8):
        plans = planned(club, *games)

    assert sum(plan.status is Status.NEW for plan in plans) == 600
    assert {plan.day for plan in plans} == {DAY}
