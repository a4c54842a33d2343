"""Yaku of sequences and triplets: what makes them, and what just misses."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Hand

from .written import Table, value, won

SEQUENCES_MAKE: Table = [
    pytest.param("pinfu", won("23567m678p22345s", "4m"), id="pinfu, ron"),
    pytest.param("pinfu", won("23567m678p22345s", "4m", "tsumo"), id="pinfu, own draw"),
    pytest.param("pinfu", won("23567m678p22345s", "1m"), id="pinfu won at the low end"),
    pytest.param("pinfu", won("78m123567p22345s", "9m"), id="pinfu waiting for 6 and 9"),
    pytest.param("pinfu", won("23567m678p345s44z", "4m"), id="a pair of a wind of nobody"),
    pytest.param("pinfu", won("4555678m678p345s", "3m"), id="4555678 won on the 3"),
    pytest.param("iipeikou", won("223344m678p1145s", "6s"), id="two equal sequences"),
    pytest.param("iipeikou", won("22334m678p11456s", "4m"), id="iipeikou completed by a ron"),
    pytest.param("iipeikou", won("22233344m678p55s", "4m"), id="222333444 read as sequences"),
    pytest.param("iipeikou", won("77788899m345p11s", "9m"), id="789 three times"),
    pytest.param("ryanpeikou", won("223344m667788p5z", "5z"), id="twice two equal sequences"),
    pytest.param("ryanpeikou", won("2233445566778m", "8m"), id="ryanpeikou in one suit"),
    pytest.param("ryanpeikou", won("222233334444m5z", "5z"), id="four equal sequences"),
    pytest.param("sanshoku", won("234m234678p1124s", "3s"), id="a sequence in three suits"),
    pytest.param("sanshoku", won("234m678p1124s", "3s", melds="chi:234p"), id="one of it called"),
    pytest.param("sanshoku", won("123789m11789p78s", "9s"), id="sanshoku of terminals"),
    pytest.param("ittsu", won("12345679m678p11s", "8m"), id="123 456 789"),
    pytest.param("ittsu", won("45679m678p11s", "8m", melds="chi:123m"), id="ittsu, 123 called"),
    pytest.param("ittsu", won("11123456789m78p", "9p"), id="ittsu in the middle of more"),
]

TRIPLETS_MAKE: Table = [
    pytest.param("toitoi", won("111m999p2223344s", "3s"), id="four triplets"),
    pytest.param(
        "toitoi",
        won("5m", "5m", melds="pon:111m pon:222p pon:333s pon:444z"),
        id="four called triplets",
    ),
    pytest.param(
        "toitoi", won("555m3344p", "3p", melds="ankan:1111m kakan:2222s"), id="kans are triplets"
    ),
    pytest.param("sanankou", won("11188m999p22245s", "6s"), id="three closed triplets"),
    pytest.param("sanankou", won("11188m99p222345s", "9p", "tsumo"), id="the third drawn"),
    pytest.param(
        "sanankou", won("88m999p22245s", "6s", melds="ankan:1111m"), id="one of them a closed kan"
    ),
    pytest.param("sanankou", won("1118m999p222s", "8m", melds="chi:456s"), id="beside a call"),
    pytest.param("sanankou", won("11133m999p22299s", "3m"), id="a ron opens the fourth only"),
    pytest.param("sanankou", won("333444555m678p1z", "1z"), id="333444555 read as triplets"),
    pytest.param("sanshoku_doukou", won("222m222678p1122s", "2s"), id="a triplet in three suits"),
    pytest.param(
        "sanshoku_doukou",
        won("678p1122s", "2s", melds="pon:222p kakan:2222m"),
        id="a triplet in three suits, one a kan",
    ),
    pytest.param(
        "sankantsu",
        won("45m11s", "6m", melds="ankan:1111m minkan:2222p kakan:4444z"),
        id="three kans of each kind",
    ),
]

SEQUENCES_MISS: Table = [
    pytest.param("pinfu", won("24567m678p22345s", "3m"), id="closed wait"),
    pytest.param("pinfu", won("12567m678p22345s", "3m"), id="edge wait below"),
    pytest.param("pinfu", won("89m123567p22345s", "7m"), id="edge wait above"),
    pytest.param("pinfu", won("234567m678p2345s", "2s"), id="single wait"),
    pytest.param("pinfu", won("23567m678p22555s", "4m"), id="a triplet"),
    pytest.param("pinfu", won("23567m678p345s55z", "4m"), id="a pair of dragons"),
    pytest.param("pinfu", won("23567m678p345s33z", "4m"), id="a pair of one's own wind"),
    pytest.param("pinfu", won("23567m678p345s11z", "4m"), id="a pair of the round's wind"),
    pytest.param("pinfu", won("23567m22345s", "4m", melds="chi:678p"), id="pinfu after a call"),
    pytest.param("iipeikou", won("22334m11456s", "4m", melds="chi:678p"), id="iipeikou, a call"),
    pytest.param("iipeikou", won("223344m223344p1s", "1s"), id="twice is ryanpeikou"),
    pytest.param("iipeikou", won("234345m678p1145s", "6s"), id="234 345 are not equal"),
    pytest.param("iipeikou", won("234m234678p1145s", "6s"), id="equal in two suits"),
    pytest.param("ryanpeikou", won("223344m678p1145s", "6s"), id="only once"),
    pytest.param("ryanpeikou", won("77788899m345p11s", "9m"), id="three equal are one pair"),
    pytest.param("sanshoku", won("234m234678p1135s", "4s"), id="345 in the third suit"),
    pytest.param("sanshoku", won("222m222678p1122s", "2s"), id="triplets are no sequences"),
    pytest.param("ittsu", won("123456m78p11678s", "9p"), id="789 in another suit"),
    pytest.param("ittsu", won("234567m678p1145s", "6s"), id="234 567 is none"),
]

TRIPLETS_MISS: Table = [
    pytest.param("toitoi", won("11188m999p22245s", "6s"), id="one sequence"),
    pytest.param("toitoi", won("1122m3344p5566s7z", "7z"), id="seven pairs"),
    pytest.param("sanankou", won("11188m99p222345s", "9p"), id="the third by ron"),
    pytest.param("sanankou", won("88m999p22245s", "6s", melds="kakan:1111m"), id="an added kan"),
    pytest.param("sanankou", won("88m999p22245s", "6s", melds="minkan:1111m"), id="an open kan"),
    pytest.param("sanankou", won("88m999p22245s", "6s", melds="pon:111m"), id="one called"),
    pytest.param("sanshoku_doukou", won("222m222678p1144s", "4s"), id="another in the third"),
    pytest.param(
        "sankantsu", won("45m222p11s", "6m", melds="ankan:1111m kakan:4444z"), id="two kans"
    ),
]


@pytest.mark.parametrize(("key", "hand"), SEQUENCES_MAKE + TRIPLETS_MAKE)
def test_the_sets_make_the_yaku(key: str, hand: Hand) -> None:
    assert key in value(hand).yaku


@pytest.mark.parametrize(("key", "hand"), SEQUENCES_MISS + TRIPLETS_MISS)
def test_the_sets_just_miss_the_yaku(key: str, hand: Hand) -> None:
    assert key not in value(hand, minimum_han=0).yaku


def test_pinfu_on_an_own_draw_is_left_out_where_the_rule_says_so() -> None:
    hand = won("23567m678p22345s", "4m", "tsumo")

    assert value(hand).yaku == {"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}
    assert value(hand, pinfu_tsumo=False).yaku == {"menzen_tsumo": 1, "tanyao": 1}


def test_the_exclusion_keeps_iipeikou_from_counting_beside_ryanpeikou() -> None:
    hand = won("223344m667788p5z", "5z")

    assert value(hand).yaku == {"ryanpeikou": 3}
    assert value(hand, exclusive_yaku=()).yaku == {"iipeikou": 1, "ryanpeikou": 3}
