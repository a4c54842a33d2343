"""The conditions page: any table of an address is answered, or it is said what is wrong with it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from league.hands.condition_views import ConditionsThrottle, hand_choices
from league.models import Club
from tests.factories import make_club, make_login
from tests.league.evenings import english, queries_of
from tests.pages import main_of, parsed
from tests.scoring.game.tables import rule

pytestmark = pytest.mark.django_db
PAGE = "/c/tonan/conditions/"
#: the last hand under kinyoukai, the second 4,100 behind
TABLE = {"points-0": "300", "points-1": "259", "points-2": "221", "points-3": "220"}


@pytest.fixture
def kinyoukai() -> Club:
    return make_club(rule="kinyoukai")


@pytest.fixture
def reader(kinyoukai: Club) -> Client:
    return english(make_login(kinyoukai, "reader"))


def page(client: Client, **words: Any) -> str:
    """What the page says, without its markup."""
    response = client.get(PAGE, words)
    assert response.status_code == 200
    return main_of(response).words


def result(client: Client, **words: Any) -> str:
    return page(client, **words).partition(" Result ")[2]


def other_club(key: str) -> Client:
    return english(make_login(make_club(rule=key), "reader"))


# --- tables --------------------------------------------------------------------------------------


def test_an_empty_page_says_what_to_put_in(reader: Client) -> None:
    assert result(reader).startswith("Enter everyone's points")


def test_the_table_of_an_address_is_answered_for_everybody(reader: Client) -> None:
    text = result(reader, **TABLE)

    # seat 3 deals in South 4, so the first East sits in the South
    assert "East, now South 30,000 Top no condition: a draw is enough too" in text
    assert "South, now West 25,900 Top 900/1,800 tsumo" in text
    assert "2,300 or more from the left" in text
    assert "North, now East dealer 22,000" in text


def test_without_a_hand_it_is_the_last_one(reader: Client) -> None:
    assert result(reader, **TABLE).replace("hand=S4", "") == result(
        reader, **TABLE, hand="S4"
    ).replace("hand=S4", "")


def test_an_earlier_hand_is_answered_and_said_to_be_one(reader: Client) -> None:
    text = result(reader, **TABLE, hand="E2")

    assert "This is not the last hand" in text
    assert "South, now East dealer 25,900" in text


def test_honba_and_sticks_count(reader: Client) -> None:
    held = {**TABLE, "points-3": "210"}

    assert "1,600 or more from the left" in result(reader, **TABLE, honba="2")
    # 1,000 and 1,600 twice: 4,200
    assert "1,600 or more from the left" in result(reader, **held, sticks="1")


def test_a_riichi_is_marked_and_counted(reader: Client) -> None:
    text = result(reader, **TABLE, riichi="0")

    assert "East, now South riichi 30,000" in text
    assert "1,300 or more from the left" in text


def test_one_seat_may_stay_empty(reader: Client) -> None:
    assert "North, now East dealer 22,000" in result(reader, **{**TABLE, "points-3": ""})


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        pytest.param({"points-0": "30000", "points-1": "２５９"}, "30,000", id="full and wide"),
        pytest.param({"points-0": "30,000"}, "30,000", id="a comma"),
        pytest.param({"points-0": "−10", "points-1": "569"}, "−1,000", id="below 0"),
    ],
)
def test_points_may_be_typed_as_in_the_entry_form(
    reader: Client, typed: dict[str, str], held: str
) -> None:
    assert f"East, now South {held}" in result(reader, **{**TABLE, **typed})


@pytest.mark.parametrize(
    ("key", "table", "expected"),
    [
        pytest.param(
            "nekohouse-3a",
            {"points-0": "400", "points-1": "350", "points-2": "300"},
            "from the right",
            id="three players",
        ),
        pytest.param(
            "nekohouse-boo",
            {"points-0": "96", "points-1": "70", "points-2": "84", "points-3": "70"},
            "Maru-B or better",
            id="Boo",
        ),
        pytest.param(
            "zung-jung",
            {"points-0": "100", "points-1": "40", "points-2": "-20", "points-3": ""},
            "20 tsumo, or 20 or more from anybody",
            id="Zung Jung",
        ),
    ],
)
def test_every_family_is_answered(key: str, table: dict[str, str], expected: str) -> None:
    assert expected in result(other_club(key), **table)


def test_zung_jung_asks_for_no_honba_sticks_and_riichi() -> None:
    text = page(other_club("zung-jung"))

    assert "Honba" not in text
    assert "riichi" not in text.lower().replace("riichi mahjong", "")


def test_the_hands_of_overtime_are_offered_where_there_is_one() -> None:
    assert [hand for hand, _name in hand_choices(rule("yakyu-3p-tonpu"))] == [
        *("E1", "E2", "E3"),
        *("S1", "S2", "S3"),
    ]
    assert hand_choices(rule("kinyoukai"))[-1][0] == "S4"
    assert len(hand_choices(rule("zung-jung"))) == 16


def test_hands_and_seats_that_a_rule_lacks_are_passed_over() -> None:
    three = {"points-0": "400", "points-1": "350", "points-2": "300"}
    client = other_club("nekohouse-3a")

    # as when the rule is changed with the form filled in
    text = result(client, **three, hand="S4", riichi=["3", "1"])

    assert "South, now West riichi 35,000" in text


# --- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param(
            {"points-0": "301"}, "add up to 100,100; the total should be 100,000", id="sum"
        ),
        pytest.param({"points-0": "x"}, "“x” is not a valid number of points.", id="no number"),
        pytest.param(
            {"points-0": "", "points-1": ""}, "one seat may be left empty", id="two empty"
        ),
        pytest.param({"honba": "100"}, "Honba: Please enter a number from 0 to 99.", id="honba"),
        pytest.param({"sticks": "-1"}, "Please enter a number from 0 to 20.", id="sticks"),
        pytest.param(
            {"points-0": "525", "points-3": "-5", "riichi": "3"},
            "Not enough points for a riichi.",
            id="riichi",
        ),
        pytest.param(
            {"points-0": "30050", "points-1": "25850"}, "Points must be whole hundreds.", id="tens"
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(
    reader: Client, typed: dict[str, str], expected: str
) -> None:
    assert expected in result(reader, **{**TABLE, **typed})


def test_a_set_that_the_club_does_not_have_is_not_found(reader: Client) -> None:
    assert reader.get(PAGE, {"rule": "nowhere"}).status_code == 404


def test_a_club_without_rules_is_led_to_them() -> None:
    Club.objects.create(slug="tonan", name="東南会", visibility=Club.Visibility.PUBLIC)

    text = page(english(Client()))

    assert "No rules yet" in text


# --- manners -------------------------------------------------------------------------------------


def test_a_change_gets_the_answer_alone_and_moves_the_address(reader: Client) -> None:
    response = reader.get(
        PAGE, TABLE, headers={"HX-Request": "true", "HX-Target": "conditions-result"}
    )

    assert "<html" not in response.text
    assert "East, now South" in response.text
    assert response["HX-Replace-Url"].endswith(
        "?rule=kinyoukai&hand=S4&points-0=300&points-1=259&points-2=221&points-3=220"
    )


def test_the_address_of_a_table_gives_the_same_answer(reader: Client) -> None:
    typed = {**TABLE, "points-3": "", "honba": "1", "sticks": "", "riichi": "0"}
    response = reader.get(
        PAGE, typed, headers={"HX-Request": "true", "HX-Target": "conditions-result"}
    )

    again = reader.get(response["HX-Replace-Url"])

    assert [each.words for each in parsed(again).all("article")] == [
        each.words for each in parsed(response).all("article")
    ]


def test_the_rule_is_found_with_few_queries(reader: Client) -> None:
    empty, asked = queries_of(reader, PAGE), queries_of(reader, f"{PAGE}?{urlencode(TABLE)}")

    assert len(empty) == len(asked) <= 6


def test_too_many_tables_within_a_minute_have_to_wait(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ConditionsThrottle, "rate", "1/min")
    assert reader.get(PAGE, TABLE).status_code == 200

    response = reader.get(PAGE, TABLE)

    assert response.status_code == 429
    assert "the table is still here" in response.text
