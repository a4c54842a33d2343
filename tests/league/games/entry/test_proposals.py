from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.clubs.write import create_league
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
    assert f"{a}が抜け、{e}が入っています" in text_of(response)
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


# --- two tables at once


def offered(response: Any) -> dict[str, str]:
    """The form's words as a browser would send them: table, number, seats, what it offered."""
    names = ("table", "number", "offered", "before")
    seats = {f"seat-{seat}": chosen(response, seat) for seat in range(4)}
    return {name: value_of(response, name) for name in names} | seats


@pytest.fixture
def eight(club: Club, league: League) -> list[Member]:
    """Two tables that have played: table 1 one game, table 2 two."""
    people = make.make_members(club, 8)
    make.record(league, people[:4], table=1, number=1)
    for number in (1, 2):
        make.record(league, people[4:], table=2, number=number)
    return people


def shown_table(
    browser: Client, league: League, table: str, words: dict[str, str], **more: Any
) -> Any:
    """Press “show this table” on the form of table 1."""
    page = browser.get(ENTER, {"table": "1"})
    form = typed(league, ["", "", "", ""], ("", "", "", "")) | offered(page) | words
    return browser.post(ENTER, form | {"table": table, "seats": "table"}, **more)


def test_another_table_brings_its_people_and_its_next_number(
    league: League, eight: list[Member], browser: Client
) -> None:
    before = stored()

    answer = shown_table(browser, league, "2", {"points-0": "414"})

    assert (value_of(answer, "table"), value_of(answer, "number")) == ("2", "3")
    assert seats_of(answer) == [str(member.pk) for member in eight[4:]]
    assert value_of(answer, "points-0") == "414"
    assert stored() == before


def test_a_table_that_has_not_played_tonight_begins_with_empty_seats(
    league: League, eight: list[Member], browser: Client
) -> None:
    answer = shown_table(browser, league, "3", {})

    assert value_of(answer, "number") == "1"
    assert seats_of(answer) == [""] * 4


def test_people_and_number_that_somebody_chose_stay_and_the_table_s_own_are_one_tap_away(
    league: League, eight: list[Member], browser: Client
) -> None:
    mine = [eight[0], eight[5], eight[2], eight[3]]
    seats = {f"seat-{seat}": str(member.pk) for seat, member in enumerate(mine)}

    answer = shown_table(browser, league, "2", seats | {"number": "7"})

    assert seats_of(answer) == list(seats.values())
    assert value_of(answer, "number") == "7"
    assert "選んだ人はそのまま" in text_of(answer)
    form = typed(league, mine) | offered(answer)
    taken = browser.post(ENTER, form | {"seats": "next"})
    assert seats_of(taken) == [str(member.pk) for member in eight[4:]]
    back = browser.post(ENTER, form | offered(taken) | {"seats": "back"})
    assert seats_of(back) == list(seats.values())


def test_a_guest_who_was_typed_stays_and_comes_back(
    league: League, eight: list[Member], browser: Client
) -> None:
    form = typed(league, [*eight[:3], "旅の人"], table="2")

    kept = browser.post(ENTER, form | {"seats": "table"})
    emptied = browser.post(ENTER, form | {"seats": "none"})
    back = browser.post(ENTER, form | offered(emptied) | {"guest-3": "", "seats": "back"})

    assert value_of(kept, "guest-3") == value_of(back, "guest-3") == "旅の人"
    assert value_of(emptied, "guest-3") == ""


def test_emptied_seats_keep_table_number_and_points(
    league: League, eight: list[Member], browser: Client
) -> None:
    answer = browser.post(ENTER, typed(league, eight[:4], table="2", number="9", seats="none"))

    assert (value_of(answer, "table"), value_of(answer, "number")) == ("2", "9")
    assert seats_of(answer) == [""] * 4
    assert value_of(answer, "points-0") == "414"


@pytest.mark.parametrize("before", ["", "[", "[1]", '{"a": 1}', "null", "[" * 100_000])
def test_words_that_the_form_never_wrote_bring_nobody_back(
    before: str, league: League, eight: list[Member], browser: Client
) -> None:
    answer = browser.post(ENTER, typed(league, eight[:4]) | {"seats": "back", "before": before})

    assert answer.status_code == 200
    assert seats_of(answer) == [str(member.pk) for member in eight[:4]]


def test_with_htmx_the_points_are_not_replaced(
    league: League, eight: list[Member], browser: Client
) -> None:
    answer = shown_table(browser, league, "2", {}, headers={"HX-Request": "true"})

    assert seats_of(answer) == [str(member.pk) for member in eight[4:]]
    assert value_of(answer, "number") == "3"
    assert "points-0" not in text_of(answer)
    assert "seated" in answer["HX-Trigger-After-Settle"]


@pytest.fixture
def cup(club: Club, league: League) -> League:
    return create_league(
        club=club, rule_set=league.rule_set, slug="cup", name="杯", actor=make.ADMIN
    )


def test_the_form_opens_in_the_league_of_most_games_not_of_the_last(
    league: League, cup: League, members: list[Member], browser: Client
) -> None:
    assert value_of(browser.get(ENTER), "league") == league.slug
    for number, played_in in enumerate((cup, cup, league), start=1):
        make.record(played_in, members[:4], number=number)

    assert value_of(browser.get(ENTER), "league") == "cup"
    assert value_of(browser.get(ENTER, {"league": league.slug}), "league") == league.slug


def test_after_saving_the_form_stays_in_the_table_s_league(
    league: League, cup: League, eight: list[Member], browser: Client
) -> None:
    words = typed(cup, eight[:4], table="3")

    saved = browser.post(ENTER, words, follow=True)

    assert value_of(saved, "league") == "cup"
    once = browser.post(ENTER, typed(cup, eight[4:], table="2", number="3"), follow=True)
    assert value_of(once, "league") == league.slug


def test_who_goes_to_a_table_of_another_league_is_told(
    league: League, cup: League, eight: list[Member], browser: Client
) -> None:
    make.record(cup, eight[:4], table=3, number=1)

    assert "この卓は今日「杯」で打っています" in text_of(shown_table(browser, league, "3", {}))
    assert "打っています" not in text_of(shown_table(browser, league, "2", {}))


def test_another_league_empties_the_seats_of_who_never_played_in_it_and_can_be_undone(
    league: League, cup: League, eight: list[Member], browser: Client
) -> None:
    make.record(cup, [*eight[:3], eight[4]], table=3, number=1)
    words = typed(league, eight[:4]) | {"switch": "cup"}

    answer = browser.post(ENTER, words)

    assert seats_of(answer) == [*(str(member.pk) for member in eight[:3]), ""]
    assert f"{eight[3]}は「杯」で打ったことがない" in text_of(answer)
    del words["switch"]
    back = words | offered(answer) | {"league": "cup", "seats": "back"}
    assert seats_of(browser.post(ENTER, back)) == [str(member.pk) for member in eight[:4]]


def test_penalties_and_yakuman_name_the_person_who_sits_there(
    league: League, eight: list[Member], browser: Client
) -> None:
    page = text_of(browser.get(ENTER, {"table": "2"}))

    assert page.count(f"{eight[4]} · 東") >= 3  # penalty, its reason, who won the yakuman
    assert f"{eight[4]} · 東" not in text_of(browser.get(ENTER, {"table": "2", "seats": "none"}))
