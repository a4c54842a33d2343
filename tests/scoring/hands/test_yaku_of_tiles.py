"""Yaku of terminals, honours, suits and pairs: what makes them, and what just misses."""

from __future__ import annotations

import pytest

from scoring.hands.errors import NotAWinError
from scoring.hands.hand import Hand

from .examples import NOTHING_CALLED
from .written import Table, value, won

MAKES: Table = [
    pytest.param("tanyao", won("23567m678p22345s", "4m"), id="tanyao, sets"),
    pytest.param("tanyao", won("2244m3366p55788s", "7s"), id="tanyao, seven pairs"),
    pytest.param(
        "tanyao",
        won("2m", "2m", melds="pon:555m pon:333p pon:444s chi:678s"),
        id="tanyao, all called",
    ),
    pytest.param("chanta", won("123999m12p789s44z", "3p"), id="chanta, closed"),
    pytest.param("chanta", won("999m12p789s44z", "3p", melds="chi:123m"), id="chanta, called"),
    pytest.param("chanta", won("123999m12p99s111z", "3p"), id="a pair of terminals"),
    pytest.param("junchan", won("123789m12399p78s", "9s"), id="junchan, closed"),
    pytest.param(
        "junchan",
        won("999p1m789s", "1m", melds="chi:123s chi:123p"),
        id="junchan, called, a triplet among them",
    ),
    pytest.param("honroutou", won("111m999p99s11144z", "9s"), id="honroutou, triplets"),
    pytest.param("honroutou", won("1199m1199p1199s1z", "1z"), id="honroutou, seven pairs"),
    pytest.param("honroutou", won("99s11144z", "9s", melds="pon:111m kakan:9999p"), id="called"),
    pytest.param("honitsu", won("12334568m55777z", "7m"), id="honitsu, sets"),
    pytest.param("honitsu", won("1122334455m667z", "7z"), id="honitsu, seven pairs"),
    pytest.param(
        "honitsu", won("111m5m", "5m", melds="pon:222z pon:333z pon:666z"), id="honitsu, triplets"
    ),
    pytest.param("chinitsu", won("1233455677899m", "6m"), id="chinitsu, sets"),
    pytest.param("chinitsu", won("1133557799224m", "4m"), id="chinitsu, seven pairs"),
    pytest.param("chinitsu", won("3455677899p", "6p", melds="chi:123p"), id="chinitsu, called"),
    pytest.param("chiitoitsu", won("1122m3344p5566s7z", "7z"), id="seven pairs"),
    pytest.param("shousangen", won("123m45s55566677z", "6s"), id="shousangen"),
    pytest.param("shousangen", won("123m45s66677z", "6s", melds="ankan:5555z"), id="with a kan"),
]

MISSES: Table = [
    pytest.param("tanyao", won("23567m678p22345s", "1m"), id="won on a terminal"),
    pytest.param("tanyao", won("23567m678p345s44z", "4m"), id="a pair of honours"),
    pytest.param("chanta", won("123789m12399p78s", "9s"), id="no honours is junchan"),
    pytest.param("chanta", won("123999m12p456s44z", "3p"), id="a sequence from the middle"),
    pytest.param("chanta", won("123999m12p789s55p", "3p"), id="a pair of fives"),
    pytest.param("chanta", won("111m999p99s11144z", "9s"), id="no sequence is honroutou"),
    pytest.param("junchan", won("123999m12p789s44z", "3p"), id="honours are chanta"),
    pytest.param("junchan", won("123789m12399p45s", "6s"), id="456 in it"),
    pytest.param("honroutou", won("123999m12p789s44z", "3p"), id="sequences"),
    pytest.param("honroutou", won("1199m1199p1188s1z", "1z"), id="eights"),
    pytest.param("honitsu", won("1233455677899m", "6m"), id="no honours is chinitsu"),
    pytest.param("honitsu", won("123345m68p55777z", "7p"), id="two suits"),
    pytest.param("chinitsu", won("12334568m55777z", "7m"), id="honours are honitsu"),
    pytest.param("chinitsu", won("12334567789m99p", "8m"), id="a pair of another suit"),
    pytest.param("chiitoitsu", won("223344m667788p5z", "5z"), id="ryanpeikou pays more"),
    pytest.param("shousangen", won("123m45s555666z11m", "6s"), id="the pair is no dragon"),
    pytest.param("shousangen", won("123456m45s55577z", "6s"), id="one set of dragons"),
]


@pytest.mark.parametrize(("key", "hand"), MAKES)
def test_the_tiles_make_the_yaku(key: str, hand: Hand) -> None:
    assert key in value(hand).yaku


@pytest.mark.parametrize(("key", "hand"), MISSES)
def test_the_tiles_just_miss_the_yaku(key: str, hand: Hand) -> None:
    assert key not in value(hand, minimum_han=0).yaku


WINDS: Table = [
    pytest.param("W", "E", "333z", {"seat_wind"}, id="one's own"),
    pytest.param("W", "E", "111z", {"round_wind"}, id="the round's"),
    pytest.param("E", "E", "111z", {"seat_wind", "round_wind"}, id="both at once"),
    pytest.param("S", "S", "222z", {"seat_wind", "round_wind"}, id="both in the South round"),
    pytest.param("N", "W", "444z", {"seat_wind"}, id="north in the West round"),
    pytest.param("W", "E", "444z", set(), id="nobody's"),
    pytest.param("W", "N", "444z", {"round_wind"}, id="the round's, in North"),
    pytest.param("W", "E", "555z", {"haku"}, id="white"),
    pytest.param("W", "E", "666z", {"hatsu"}, id="green"),
    pytest.param("W", "E", "777z", {"chun"}, id="red"),
]


@pytest.mark.parametrize("called", [False, True], ids=["closed", "called"])
@pytest.mark.parametrize(("seat", "round_", "tiles", "yaku"), WINDS)
def test_a_set_of_honours_counts_for_whom_it_counts(
    seat: str, round_: str, tiles: str, yaku: set[str], called: bool
) -> None:
    melds = f"pon:{tiles}" if called else ""
    concealed = NOTHING_CALLED if called else NOTHING_CALLED + tiles
    hand = won(concealed, "3s", melds=melds, seat=seat, round_=round_)

    assert set(value(hand, minimum_han=0).yaku) == yaku


def test_four_alike_are_two_pairs_where_the_rule_says_so() -> None:
    hand = won("1111m3344p5566s7z", "7z")

    assert value(hand, chiitoi_four_alike=True).yaku == {"chiitoitsu": 2}
    with pytest.raises(NotAWinError):
        value(hand)


@pytest.mark.parametrize("rule", ["nekohouse-4b", "nekohouse-boo"])
def test_nekohouse_b_and_boo_play_four_alike(rule: str) -> None:
    assert value(won("1111m3344p5566s7z", "7z"), rule).yaku == {"chiitoitsu": 2}


@pytest.mark.parametrize("rule", ["nekohouse-4a", "kinyoukai", "super-tonpu", "tenhou-4p-tonnan"])
def test_the_other_sets_do_not(rule: str) -> None:
    with pytest.raises(NotAWinError, match="do not form a winning hand"):
        value(won("1111m3344p5566s7z", "7z"), rule)


def test_the_exclusion_of_seven_pairs_and_iipeikou_never_matters_to_them() -> None:
    assert value(won("2233m4455p6677s1z", "1z"), exclusive_yaku=()).yaku == {"chiitoitsu": 2}
