from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.games.read import evening_so_far
from league.models import Club, League, Member
from tests import factories as make
from tests.league.games.entry.pages import (
    CHECK,
    ENTER,
    chosen,
    seats_of,
    stored,
    text_of,
    typed,
    value_of,
)

pytestmark = pytest.mark.django_db


def test_with_five_people_the_next_four_are_proposed_and_each_sits_out_in_turn(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    a, b, c, d, e = members[:5]
    game = make.record(league, [a, b, c, d])
    game.session.attendants.add(e)
    out = []
    for _round in range(5):
        proposed = seats_of(browser.get(ENTER))
        by_key = {str(member.pk): member for member in members}
        out += [member for member in (a, b, c, d, e) if str(member.pk) not in proposed]
        make.record(league, [by_key[key] for key in proposed])

    assert out == [a, b, c, d, e]


def test_the_newcomer_takes_the_chair_of_the_one_who_sits_out(
    league: League, members: list[Member], browser: Client
) -> None:
    a, b, c, d, e = members[:5]
    make.record(league, [a, b, c, d]).session.attendants.add(e)

    response = browser.get(ENTER)

    assert seats_of(response) == [str(m.pk) for m in (e, b, c, d)]
    assert f"{a}が抜けて{e}が入ります" in text_of(response)
    assert seats_of(browser.get(ENTER, {"seats": "same"})) == [str(m.pk) for m in (a, b, c, d)]
    assert seats_of(browser.get(ENTER, {"seats": "none"})) == [""] * 4


def test_with_four_people_the_same_seats_are_proposed(
    league: League, members: list[Member], browser: Client
) -> None:
    make.record(league, members[:4])

    assert seats_of(browser.get(ENTER)) == [str(m.pk) for m in members[:4]]


def test_four_who_wait_are_a_table_of_their_own_and_change_nobody(
    club: Club, league: League, browser: Client
) -> None:
    eight = make.make_members(club, 8)
    make.record(league, eight[:4]).session.attendants.add(*eight[4:])

    assert seats_of(browser.get(ENTER)) == [str(m.pk) for m in eight[:4]]


def test_who_plays_at_another_table_does_not_wait_at_this_one(
    club: Club, league: League, browser: Client
) -> None:
    eight = make.make_members(club, 8)
    make.record(league, eight[4:], table=2, number=1)
    make.record(league, eight[:4], table=1, number=1)

    assert seats_of(browser.get(ENTER)) == [str(m.pk) for m in eight[:4]]


def test_table_and_number_are_those_of_the_next_game(
    league: League, members: list[Member], browser: Client
) -> None:
    make.record(league, members[:4], table=2, number=5)

    response = browser.get(ENTER)

    assert (value_of(response, "table"), value_of(response, "number")) == ("2", "6")
    other = browser.get(ENTER, {"table": "1"})
    assert (value_of(other, "table"), value_of(other, "number")) == ("1", "1")


@pytest.mark.parametrize("table", ["0", "100", "x", "-1", "9" * 30])
def test_a_table_that_there_cannot_be_is_ignored_in_the_address(
    table: str, browser: Client
) -> None:
    assert value_of(browser.get(ENTER, {"table": table}), "table") == "1"


def test_a_league_for_three_has_three_seats(sanma: League, browser: Client) -> None:
    page = text_of(browser.get(ENTER, {"league": "sanma"}))

    assert 'name="points-2"' in page
    assert 'name="points-3"' not in page


def test_switching_the_league_keeps_what_was_typed_and_stores_nothing(
    league: League, sanma: League, members: list[Member], browser: Client
) -> None:
    before = stored()

    response = browser.post(ENTER, typed(league, members[:4]) | {"switch": "sanma"})

    assert response.status_code == 200
    assert stored() == before
    assert value_of(response, "points-1") == "300"
    assert value_of(response, "league") == "sanma"
    assert chosen(response, 0) == str(members[0].pk)


def test_a_club_without_a_league_is_told_so(league: League, browser: Client) -> None:
    League.objects.for_club(league.club).update(is_active=False)

    assert "リーグ" in text_of(browser.get(ENTER))
    assert browser.post(ENTER).status_code == 404
    assert browser.post(CHECK).status_code == 404


def test_the_page_reads_few_rows_however_many_games_the_evening_has(
    club: Club, league: League, browser: Client, django_assert_max_num_queries: Any
) -> None:
    everybody = make.make_members(club, 16)
    for number in range(1, 6):
        make.record(league, everybody[:4], table=1, number=number)
        make.record(league, everybody[4:8], table=2, number=number)

    with django_assert_max_num_queries(17):
        assert browser.get(ENTER).status_code == 200


def test_of_a_long_evening_the_latest_games_of_each_table_are_read(
    league: League, members: list[Member]
) -> None:
    four = members[:4]
    for _game in range(14):
        session = make.record(league, four).session
    make.record(league, four, table=2, number=1)

    evening = evening_so_far(session)

    assert {table: len(games) for table, games in evening.tables.items()} == {1: 12, 2: 1}
    assert evening.next_number(1) == 15
    assert evening.last_seats(1) == tuple(four)
