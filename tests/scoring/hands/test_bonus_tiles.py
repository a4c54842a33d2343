"""Dora, ura dora, red fives, norths and flowers."""

from __future__ import annotations

import pytest

from scoring.hands.errors import NoYakuError
from scoring.hands.hand import HOUTEI, Hand

from .examples import NOTHING, NOTHING_CALLED
from .written import Table, value, won

PINFU = won("23567m678p22345s", "4m")

INDICATORS: Table = [
    pytest.param("1s", 2, id="the pair"),
    pytest.param("3m", 1, id="one tile"),
    pytest.param("1p", 0, id="nothing in the hand"),
    pytest.param("3m1s", 3, id="two indicators"),
    pytest.param("11s", 4, id="the same twice"),
    pytest.param("3467m", 3, id="four, one of them at nothing"),
    pytest.param("0m", 1, id="a red five points at the six"),
    pytest.param("4m", 1, id="at a five"),
]


@pytest.mark.parametrize(("indicators", "dora"), INDICATORS)
def test_each_tile_that_an_indicator_points_at_is_a_han(indicators: str, dora: int) -> None:
    plain = value(PINFU)
    found = value(won("23567m678p22345s", "4m", dora=indicators))

    assert found.yaku == {**plain.yaku, **({"dora": dora} if dora else {})}
    assert found.han == plain.han + dora


CIRCLES: Table = [
    pytest.param("9m", "111m", id="9 man points at 1 man"),
    pytest.param("9p", "111p", id="9 pin at 1 pin"),
    pytest.param("9s", "111s", id="9 sou at 1 sou"),
    pytest.param("1m", "222m", id="1 man at 2 man"),
    pytest.param("1z", "222z", id="East at South"),
    pytest.param("2z", "333z", id="South at West"),
    pytest.param("3z", "444z", id="West at North"),
    pytest.param("4z", "111z", id="North at East"),
    pytest.param("5z", "666z", id="white at green"),
    pytest.param("6z", "777z", id="green at red"),
    pytest.param("7z", "555z", id="red at white"),
]


@pytest.mark.parametrize(("indicator", "triplet"), CIRCLES)
def test_indicators_go_round(indicator: str, triplet: str) -> None:
    hand = won(f"567m99s45p{triplet}678p", "3p", flags="riichi", dora=indicator)

    assert value(hand).yaku["dora"] == 3


@pytest.mark.parametrize(
    "melds", ["pon:333s", "minkan:3333s", "ankan:3333s", "chi:234s"], ids=["3", "4", "closed", "1"]
)
def test_tiles_of_calls_are_dora_too(melds: str) -> None:
    hand = won("567m678p1124p", "3p", melds=melds, flags="haitei", dora="2s")._replace(tsumo=True)

    assert value(hand).yaku["dora"] == melds.count("3")


def test_ura_dora_count_for_riichi_only() -> None:
    for flags in ("riichi", "double_riichi"):
        assert value(won(NOTHING, "3s", flags=flags, ura="29s")).yaku["ura_dora"] == 3
    assert "ura_dora" not in value(PINFU._replace(ura_indicators=(18,))).yaku


def test_ura_dora_count_for_open_riichi_where_it_is_played() -> None:
    hand = won(NOTHING, "3s", flags="open_riichi", ura="9s")

    assert value(hand, han_open_riichi=(2, 0)).yaku == {"open_riichi": 2, "ura_dora": 2}


def test_there_are_no_ura_dora_where_the_rule_has_none() -> None:
    hand = won(NOTHING, "3s", flags="riichi", dora="9s", ura="9s")

    assert value(hand, ura_dora=False, kan_ura=False).yaku == {"riichi": 1, "dora": 2}


def test_dora_are_listed_by_their_sorts() -> None:
    hand = won("123067m678p1124s", "3s", flags="riichi", dora="1m4m", ura="9s")

    assert list(value(hand).yaku) == ["riichi", "dora", "aka_dora", "ura_dora"]
    assert value(hand).yaku == {"riichi": 1, "dora": 2, "aka_dora": 1, "ura_dora": 2}


def test_dora_are_no_yaku() -> None:
    hand = won("067m678p1124s", "3s", melds="chi:123m", dora="9s")

    assert value(hand._replace(flags=HOUTEI)).han == 4
    with pytest.raises(NoYakuError):
        value(hand)


RED_FIVES: Table = [
    pytest.param("plain", won("123067m678p1124s", "3s", flags="houtei"), 1, id="one"),
    pytest.param("plain", won("12367m678p1124s0m", "3s", flags="houtei"), 1, id="written apart"),
    pytest.param("plain", won("12346m678p11234s", "0m", flags="houtei"), 1, id="the winning tile"),
    pytest.param(
        "plain", won("067m067p1124s", "3s", melds="chi:340s", flags="houtei"), 3, id="one a suit"
    ),
    pytest.param(
        "super-tonpu",
        won("678p1124s", "3s", melds="minkan:5500m ankan:5500p", flags="houtei"),
        4,
        id="two of two suits",
    ),
    pytest.param(
        "nekohouse-3b", won("0678999s789p222z", "0s", flags="houtei"), 2, id="where all four are"
    ),
    pytest.param("kinyoukai", won(NOTHING, "3s", flags="houtei"), 0, id="none held"),
]


@pytest.mark.parametrize(("rule", "hand", "reds"), RED_FIVES)
def test_each_red_five_is_a_han(rule: str, hand: Hand, reds: int) -> None:
    found = value(hand, rule)

    assert found.yaku.get("aka_dora", 0) == reds
    assert found.han == 1 + reds


def test_a_red_five_may_be_a_dora_twice() -> None:
    assert value(won(NOTHING.replace("5", "0"), "3s", flags="riichi", dora="4m")).yaku == {
        "riichi": 1,
        "dora": 1,
        "aka_dora": 1,
    }


def test_a_red_five_may_be_a_yaku_beside_dora() -> None:
    hand = won("123067m678p1124s", "3s", dora="9s")
    found = value(hand, red_five_counts_as="yaku")

    assert found.yaku == {"dora": 2, "aka_dora": 1}
    assert (found.han, found.fu, found.total) == (3, 40, 5_200)


def test_it_meets_the_minimum_then_and_only_then() -> None:
    hand = won("123067m678p1124s", "3s")

    assert value(hand, red_five_counts_as="yaku").han == 1
    with pytest.raises(NoYakuError):
        value(hand)


ASIDE: Table = [
    pytest.param("nekohouse-3a", "1p", {"nuki_dora": 2}, id="norths alone"),
    pytest.param("nekohouse-3a", "3z", {"nuki_dora": 2, "dora": 2}, id="an indicator of norths"),
    pytest.param("nekohouse-3a", "33z", {"nuki_dora": 2, "dora": 4}, id="two of them"),
    pytest.param("nekohouse-3b", "3z", {"nuki_dora": 2}, id="flowers are no norths"),
    pytest.param("nekohouse-3b", "1f", {"nuki_dora": 2, "dora": 2}, id="an indicator of flowers"),
    pytest.param("nekohouse-3b", "12f", {"nuki_dora": 2, "dora": 4}, id="two flowers"),
]


@pytest.mark.parametrize(("rule", "indicators", "bonus"), ASIDE)
def test_tiles_set_aside_are_dora(rule: str, indicators: str, bonus: dict[str, int]) -> None:
    hand = won("789p678999s1122z", "2z", flags="houtei", dora=indicators, nuki=2)
    found = value(hand, rule)

    assert found.yaku == {"houtei": 1, **bonus}
    assert found.han == 1 + sum(bonus.values())


def test_an_indicator_beneath_points_at_tiles_set_aside_too() -> None:
    hand = won("789p678999s1122z", "2z", flags="riichi", dora="8s7z", ura="3z8s", nuki=1)
    found = value(hand, "nekohouse-3a")

    assert found.yaku == {"riichi": 1, "dora": 3, "ura_dora": 4, "nuki_dora": 1}


@pytest.mark.parametrize("nuki", range(1, 5))
def test_any_number_of_norths_may_be_set_aside(nuki: int) -> None:
    hand = won("789p678999s1122z", "2z", flags="riichi", nuki=nuki)

    assert value(hand, "tenhou-3p-tonnan").yaku == {"riichi": 1, "nuki_dora": nuki}


@pytest.mark.parametrize(("indicator", "triplet"), [("1m", "999m"), ("9m", "111m"), ("9p", "111p")])
def test_with_three_players_man_goes_from_one_to_nine(indicator: str, triplet: str) -> None:
    hand = won(f"99s45p678p789s{triplet}", "3p", flags="riichi", dora=indicator)

    assert value(hand, "tenhou-3p-tonnan").yaku["dora"] == 3


def test_a_pocchi_points_at_the_green_dragon() -> None:
    over = won("567m678p1124s666z", "3s", flags="riichi", dora="0z")
    beneath = won("567m678p1124s666z", "3s", flags="riichi", ura="0z")

    assert value(over, "nekohouse-4b").yaku["dora"] == 3
    assert value(beneath, "nekohouse-4b").yaku["ura_dora"] == 3


def test_called_tiles_of_nothing_leave_a_hand_as_it_is() -> None:
    hand = won(NOTHING_CALLED, "3s", melds="chi:123m", flags="houtei", dora="7z")

    assert value(hand).yaku == {"houtei": 1}
