"""What gives fu under a version, and hands counted step by step as the evaluator counts them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from league.hands.fu_guide import LESSONS, PATTERN_LESSONS, WorkedHand, fu_of
from rules.parameters import ZungJungParameters, override
from rules.presets import load, shipped_keys
from tests.league.rulebook.rulebooks import Shelf, shelf_of

pytestmark = pytest.mark.django_db

WITHOUT_FU = ("nekohouse-4b", "nekohouse-3b")
ZUNG_JUNG = ("zung-jung", "zung-jung-v33")
#: where the pair of a double wind counts as that of any value tile
DOUBLE_WIND_2 = (
    *("super-tonpu", "m-league", "saikouisen", "saikouisen-classic", "jpml", "jpml-wrc"),
    *("jpml-wrc-r", "npm", "rmu-a", "rmu-b", "rmu-m", "mu", "ema", "wrc"),
)
WITH_FU = [key for key in shipped_keys() if key not in (*WITHOUT_FU, *ZUNG_JUNG)]
FU = {
    **{"base": 20, "closed ron": 10, "tsumo": 2, "seven pairs": 25},
    **{"open triplet": 2, "open triplet of terminals or honours": 4},
    **{"closed triplet": 4, "closed triplet of terminals or honours": 8},
    **{"open kan": 8, "open kan of terminals or honours": 16},
    **{"closed kan": 16, "closed kan of terminals or honours": 32},
    **{"pair of a value tile": 2, "closed wait": 2, "edge wait": 2, "single wait": 2},
}


@pytest.fixture(scope="module")
def shelf(django_db_setup: None, django_db_blocker: Any) -> Iterator[Shelf]:
    with shelf_of(django_db_blocker) as opened:
        yield opened


def page_of(shelf: Shelf, key: str, language: str = "en") -> Any:
    """The guide of a shipped set's latest version."""
    shelf.client.cookies["django_language"] = language
    response = shelf.client.get(f"/c/tonan/rules/{key}/{load(key).versions[-1].label}/fu/")
    assert response.status_code == 200
    return response


def guide_of(shelf: Shelf, key: str) -> dict[str, Any]:
    found: dict[str, Any] = page_of(shelf, key).context["fu"]
    return found


def hands_of(shelf: Shelf, key: str) -> dict[str, WorkedHand]:
    return {worked.key: worked for worked in guide_of(shelf, key)["hands"]}


@pytest.mark.parametrize("key", WITH_FU)
def test_every_set_that_counts_fu_counts_what_its_document_says(key: str) -> None:
    rule = load(key).versions[-1].parameters
    assert not isinstance(rule, ZungJungParameters)

    found = fu_of(rule)

    # a triplet of dragons is a yaku in most of these hands, and what is rounded differs
    assert {reason: fu for reason, fu in found.items() if "round" not in reason} == FU


def test_a_rule_that_asks_for_more_han_gives_the_same_fu() -> None:
    rule = override(load("kinyoukai").versions[-1].parameters, {"minimum_han": 4})
    assert not isinstance(rule, ZungJungParameters)

    assert fu_of(rule)["closed kan of terminals or honours"] == 32


@pytest.mark.parametrize("key", WITH_FU)
def test_the_guide_shows_what_gives_fu(shelf: Shelf, key: str) -> None:
    guide = guide_of(shelf, key)

    assert guide["counts"] == "fu"
    assert [step["adds"] for step in guide["always"]] == [20, 10, 2]
    assert [row["fu"] for row in guide["triplets"]] == [(2, 4, 4, 8), (8, 16, 16, 32)]
    double_wind = 2 if key in DOUBLE_WIND_2 else 4
    assert [step["adds"] for step in guide["others"]] == [2, double_wind, 2, 2, 2]
    assert [step["adds"] for step in guide["fixed"]] == [25]


@pytest.mark.parametrize("key", shipped_keys())
def test_six_hands_or_more_are_counted_and_their_parts_come_to_their_sum(
    shelf: Shelf, key: str
) -> None:
    hands = guide_of(shelf, key)["hands"]

    assert 6 <= len(hands) <= 8
    for worked in hands:
        parts = [fu for _reason, fu in worked.answer.fu_parts]
        assert sum(parts) == (worked.answer.fu or 0)
        assert sum(amount for _who, amount in worked.answer.payments) <= worked.answer.total


def test_without_chi_no_hand_shows_a_call_of_a_sequence(shelf: Shelf) -> None:
    three, four = hands_of(shelf, "nekohouse-3a"), hands_of(shelf, "nekohouse-4a")

    assert set(four) - set(three) == {"open"}
    assert set(four) == {lesson.key for lesson in LESSONS}


@pytest.mark.parametrize(
    ("key", "lesson", "fu", "total"),
    [
        pytest.param("nekohouse-4a", "flat-tsumo", 20, 1_500, id="pinfu tsumo is 20 fu"),
        pytest.param("nekohouse-boo", "flat-tsumo", 30, 1_100, id="no pinfu tsumo in Boo"),
        pytest.param("nekohouse-4a", "flat-ron", 30, 1_000, id="pinfu by ron"),
        pytest.param("nekohouse-4a", "open", 30, 1_000, id="an open hand counts 30"),
        pytest.param("nekohouse-4a", "value", 30, 1_000, id="a value pair and a closed wait"),
        pytest.param("nekohouse-4a", "pairs", 25, 1_600, id="seven pairs"),
        pytest.param("nekohouse-4a", "double-wind", 30, 3_000, id="the dealer's double wind"),
        pytest.param("nekohouse-4a", "kan", 60, 4_000, id="rinshan takes the tsumo's fu"),
        pytest.param("nekohouse-4a", "four-han", 30, 8_000, id="raised to a mangan"),
        pytest.param("kinyoukai", "four-han", 30, 7_700, id="not raised"),
        pytest.param("nekohouse-3a", "kan", 60, 3_000, id="tsumo loss"),
        pytest.param("nekohouse-4b", "four-han", None, 8_000, id="without fu"),
        pytest.param("nekohouse-4b", "kan", None, 2_000, id="two han without fu"),
    ],
)
def test_a_hand_is_paid_as_the_tables_say(
    shelf: Shelf, key: str, lesson: str, fu: int | None, total: int
) -> None:
    answer = hands_of(shelf, key)[lesson].answer

    assert (answer.fu, answer.total) == (fu, total)


def test_the_way_from_fu_to_points_is_shown_below_a_mangan(shelf: Shelf) -> None:
    plain, raised = hands_of(shelf, "kinyoukai"), hands_of(shelf, "nekohouse-4a")

    assert plain["four-han"].formula == "30 fu × 2 to the power of (4 + 2) = 1,920"
    assert raised["four-han"].formula == ""
    assert hands_of(shelf, "nekohouse-4b")["flat-ron"].formula == ""


def test_a_double_wind_pair_is_counted_as_the_version_says(shelf: Shelf) -> None:
    def pair(key: str) -> set[int]:
        parts = hands_of(shelf, key)["double-wind"].answer.fu_parts
        return {fu for reason, fu in parts if "pair" in reason}

    assert pair("kinyoukai") == {4}
    assert pair("super-tonpu") == {2}


@pytest.mark.parametrize(
    ("key", "ron"),
    [
        pytest.param(
            "nekohouse-4b", [1_000, 2_000, 4_000, 8_000, 12_000, 16_000, 24_000, 32_000], id="four"
        ),
        pytest.param(
            "nekohouse-3b", [1_000, 2_000, 4_000, 8_000, 12_000, 16_000, 24_000, 32_000], id="three"
        ),
    ],
)
def test_a_version_without_fu_says_so_and_shows_what_han_pay(
    shelf: Shelf, key: str, ron: list[int]
) -> None:
    page = page_of(shelf, key)
    guide = page.context["fu"]

    assert guide["counts"] == "han"
    assert "This version does not count fu" in page.text
    assert [row["child"].ron for row in guide["rows"]] == ron
    assert [row["han"] for row in guide["rows"]][:5] == ["1", "2", "3", "4–5", "6–7"]
    assert [row["dealer"].tsumo.child for row in guide["rows"]][:2] == (
        [500, 1_000] if key == "nekohouse-4b" else [1_000, 2_000]
    )
    assert "triplets" not in guide
    assert 'id="triplets"' not in page.text


@pytest.mark.parametrize("key", ZUNG_JUNG)
def test_zung_jung_says_that_it_counts_neither_fu_nor_han(shelf: Shelf, key: str) -> None:
    page = page_of(shelf, key)
    hands = {worked.key: worked.answer for worked in page.context["fu"]["hands"]}

    assert "Zung Jung counts neither fu nor han" in page.text
    assert list(hands) == [lesson.key for lesson in PATTERN_LESSONS]
    assert hands["chicken"].total == 3
    assert hands["capped"].total == 3 * 320
    assert hands["alone"].total == 3 * 480
    assert 'id="triplets"' not in page.text


def test_the_others_pay_a_base_that_the_editions_differ_in(shelf: Shelf) -> None:
    document, later = (hands_of(shelf, key)["similar"].answer for key in ZUNG_JUNG)

    assert dict(document.payments)["each of the two others"] == 30
    assert dict(later.payments)["each of the two others"] == 25
    assert document.total == later.total == 3 * 45


def test_special_cases_are_said_with_their_clause(shelf: Shelf) -> None:
    page = page_of(shelf, "kinyoukai")
    values = {line.parameter: line for line in page.context["fu"]["special"]}

    assert values["open_20_fu"].value == "30 fu at 1 han, 20 fu above"
    assert values["double_wind_pair_fu"].clause == "L-5"
    assert 'href="/c/tonan/rules/kinyoukai/2015-04-10/#clause-L-5"' in page.text
    assert values["rinshan_tsumo_fu"].is_assumed


def test_boo_explains_the_two_han_on_the_table(shelf: Shelf) -> None:
    words = "The two han on the table are the two added"

    assert words in page_of(shelf, "nekohouse-boo").text
    assert words not in page_of(shelf, "nekohouse-4a").text


def test_where_seven_pairs_are_no_yaku_they_have_no_fu() -> None:
    changes = {
        "han_chiitoitsu": (0, 0),
        "exclusive_yaku": (("double_riichi", "riichi"),),
        "chiitoi_all_honours": False,
    }
    rule = override(load("kinyoukai").versions[-1].parameters, changes)
    assert not isinstance(rule, ZungJungParameters)

    assert "base" in fu_of(rule)


@pytest.mark.parametrize(
    ("language", "title"),
    [pytest.param("en", "Riichi", id="English"), pytest.param("ja", "立直", id="Japanese")],
)
def test_yaku_of_the_hands_are_named_in_the_readers_language(
    shelf: Shelf, language: str, title: str
) -> None:
    hands = page_of(shelf, "nekohouse-4a", language).context["fu"]["hands"]
    named = {worked.key: [line.name.name for line in worked.answer.lines] for worked in hands}

    assert title in named["four-han"]
