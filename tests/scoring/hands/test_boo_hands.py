"""Hands of Boo-mahjong: no yaku needed, a mangan at most, dora paid beside the hand."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Hand

from .examples import CLOSED, NOTHING, NOTHING_CALLED, OPEN, YAKUMAN
from .written import Table, paid, value, won

BOO = "nekohouse-boo"
OPEN_PINFU = won("23567m34599s", "4m", melds="chi:678p")

YAKULESS: Table = [
    pytest.param(won(NOTHING, "3s"), 40, {"discarder": 700}, id="closed, child"),
    pytest.param(won(NOTHING, "3s", seat="E"), 40, {"discarder": 1_000}, id="closed, dealer"),
    pytest.param(
        won(NOTHING_CALLED, "3s", melds="chi:123m"), 30, {"discarder": 500}, id="open, child"
    ),
    pytest.param(
        won(NOTHING_CALLED, "3s", "tsumo", melds="chi:123m"),
        30,
        {"dealer": 300, "others": 200},
        id="open, child, drawn",
    ),
    pytest.param(
        won(NOTHING_CALLED, "3s", "tsumo", melds="chi:123m", seat="E"),
        30,
        {"each": 300},
        id="open, dealer, drawn",
    ),
]


@pytest.mark.parametrize(("hand", "fu", "who"), YAKULESS)
def test_a_hand_without_a_yaku_is_paid(hand: Hand, fu: int, who: dict[str, int]) -> None:
    found = value(hand, BOO)

    assert (found.yaku, found.han, found.fu) == ({}, 0, fu)
    assert found.payment == paid(**who)


@pytest.mark.parametrize(
    ("hand", "yaku", "total"),
    [
        pytest.param(won("24567m678p22s", "3m", melds="chi:345s", honba=1), {}, 500, id="open"),
        pytest.param(
            won("24567m678p22345s", "3m", honba=1), {"tanyao": 1}, 1_300 + 1_500, id="closed"
        ),
    ],
)
def test_tanyao_counts_in_closed_hands_only(hand: Hand, yaku: dict[str, int], total: int) -> None:
    found = value(hand, BOO)

    assert (found.yaku, found.total) == (yaku, total)


PINFU: Table = [
    pytest.param(OPEN_PINFU, {"pinfu": 1}, 20, 700, id="open, ron: 20 fu"),
    pytest.param(OPEN_PINFU._replace(tsumo=True), {}, 30, 700, id="open, drawn: none"),
    pytest.param(won("23567m678p34599s", "4m"), {"pinfu": 1}, 30, 1_000, id="closed, ron"),
    pytest.param(
        won("23567m678p34599s", "4m", "tsumo"), {"menzen_tsumo": 1}, 30, 1_100, id="closed, drawn"
    ),
]


@pytest.mark.parametrize(("hand", "yaku", "fu", "total"), PINFU)
def test_pinfu_counts_open_and_never_on_a_draw(
    hand: Hand, yaku: dict[str, int], fu: int, total: int
) -> None:
    found = value(hand, BOO)

    assert (found.yaku, found.fu, found.total) == (yaku, fu, total)


@pytest.mark.parametrize(
    "key",
    ["shousangen", "honroutou", "sanshoku_doukou", "sankantsu", "ryanpeikou", "chinitsu"],
)
def test_the_great_yaku_are_each_a_mangan(key: str) -> None:
    for hand in (CLOSED[key], OPEN.get(key, CLOSED[key])):
        found = value(hand, BOO)
        assert found.yaku[key] == 5
        assert (found.limit, found.payment) == ("mangan", paid(discarder=8_000))


def test_honitsu_is_two_han_closed_and_open() -> None:
    assert value(CLOSED["honitsu"], BOO).yaku["honitsu"] == 2
    assert value(OPEN["honitsu"], BOO).yaku["honitsu"] == 2


ROOF: Table = [
    pytest.param("ron", "W", {"discarder": 8_000}, id="child, ron"),
    pytest.param("ron", "E", {"discarder": 12_000}, id="dealer, ron"),
    pytest.param("tsumo", "W", {"dealer": 4_000, "others": 2_000}, id="child, drawn"),
    pytest.param("tsumo", "E", {"each": 4_000}, id="dealer, drawn"),
]


@pytest.mark.parametrize(("how", "seat", "who"), ROOF)
def test_nothing_is_paid_above_a_mangan(how: str, seat: str, who: dict[str, int]) -> None:
    hand = won("1133557799224m", "4m", how, seat=seat, flags="double_riichi")
    found = value(hand, BOO)

    assert found.han >= 9
    assert (found.limit, found.payment) == ("mangan", paid(**who))


@pytest.mark.parametrize("key", YAKUMAN)
def test_a_yakuman_is_paid_as_a_mangan_and_named(key: str) -> None:
    found = value(YAKUMAN[key], BOO)

    assert (found.yaku, found.limit, found.yakuman) == ({key: 13}, "yakuman", 1)
    assert found.total == (12_000 if key == "tenhou" else 8_000)


def test_four_han_are_no_raised_mangan() -> None:
    hand = won("23567m678p22345s", "4m", flags="double_riichi")

    assert value(hand, BOO).payment == paid(discarder=7_700)


DORA: Table = [
    pytest.param("ron", "W", {"discarder": 700 + 3_000}, id="child, ron"),
    pytest.param("ron", "E", {"discarder": 1_000 + 3_000}, id="dealer, ron"),
    pytest.param("tsumo", "W", {"dealer": 500 + 1_000, "others": 300 + 1_000}, id="child, drawn"),
    pytest.param("tsumo", "E", {"each": 500 + 1_000}, id="dealer, drawn"),
]


@pytest.mark.parametrize(("how", "seat", "who"), DORA)
def test_each_dora_is_paid_beside_the_hand(how: str, seat: str, who: dict[str, int]) -> None:
    hand = won(NOTHING, "3s", how, seat=seat, dora="9s")
    found = value(hand, BOO)

    assert "dora" not in found.yaku
    assert found.dora_beside == 2
    assert found.payment == paid(**who)


def test_dora_are_paid_above_the_roof() -> None:
    hand = won("1133557799224m", "4m", dora="8m")

    assert value(hand, BOO).payment == paid(discarder=8_000 + 2 * 1_500)


HONBA: Table = [
    pytest.param(won(NOTHING, "3s", flags="riichi", honba=2), 1_300 + 3_000, id="ron"),
    pytest.param(won(NOTHING, "3s", "tsumo", honba=2), 1_100 + 3_000, id="drawn"),
    pytest.param(won(NOTHING, "3s", honba=2), 700, id="ron, no yaku"),
    pytest.param(won(NOTHING, "3s", honba=2, dora="9s"), 700 + 3_000, id="no yaku, two dora"),
    pytest.param(
        won(NOTHING_CALLED, "3s", "tsumo", melds="chi:123m", honba=2), 700, id="drawn, no yaku"
    ),
    pytest.param(won("1112223334445z", "5z", honba=2), 8_000 + 3_000, id="yakuman"),
]


@pytest.mark.parametrize(("hand", "total"), HONBA)
def test_honba_go_to_hands_with_a_yaku(hand: Hand, total: int) -> None:
    assert value(hand, BOO).total == total


def test_a_rule_may_pay_honba_to_a_hand_without_a_yaku() -> None:
    hand = won(NOTHING, "3s", honba=2)

    assert value(hand, BOO, yakuless_takes_honba=True).total == 700 + 3_000


def test_sticks_go_to_a_hand_without_a_yaku_too() -> None:
    assert value(won(NOTHING, "3s", sticks=300), BOO).total == 1_000


def test_a_red_five_of_pin_is_a_yaku_of_one_han() -> None:
    plain = won("567p678m1124s123m", "3s", honba=1)
    red = won("067p678m1124s123m", "3s", honba=1)

    assert value(plain, BOO).total == 700
    assert value(red, BOO).yaku == {"aka_dora": 1}
    assert value(red, BOO).total == 1_300 + 1_500
    assert value(red, BOO).dora_beside == 0


def test_a_red_five_that_is_a_dora_is_paid_beside() -> None:
    red = won("067p678m1124s123m", "3s", dora="4p")
    found = value(red, BOO, red_five_counts_as="dora")

    assert (found.yaku, found.dora_beside) == ({}, 2)
    assert found.total == 700 + 2 * 1_500


def test_there_is_no_ippatsu_and_no_ura_dora() -> None:
    hand = won(NOTHING, "3s", flags="riichi ippatsu", ura="9s")

    assert value(hand, BOO).yaku == {"riichi": 1}
    assert value(hand, BOO).dora_beside == 0


HAN_DORA = {"dora_payment_ron": 0, "dora_payment_tsumo_each": 0}


def test_where_dora_are_han_a_hand_of_dora_alone_still_has_no_yaku() -> None:
    hand = won(NOTHING, "3s", dora="9s", honba=2)
    found = value(hand, BOO, **HAN_DORA)

    assert (found.yaku, found.han) == ({"dora": 2}, 2)
    assert found.total == 2_600


def test_where_dora_are_han_a_red_five_is_still_a_yaku() -> None:
    hand = won("067p678m1124s123m", "3s", dora="9s", honba=2)
    found = value(hand, BOO, **HAN_DORA)

    assert (found.yaku, found.han) == ({"dora": 2, "aka_dora": 1}, 3)
    assert found.total == 5_200 + 3_000
