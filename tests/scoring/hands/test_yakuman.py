"""Yakuman: what makes them and what just misses."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Hand

from .examples import NOTHING, YAKUMAN
from .written import Table, value, won

ALL: Table = [pytest.param(key, hand, id=key) for key, hand in YAKUMAN.items() if key != "renhou"]


@pytest.mark.parametrize(("key", "hand"), ALL)
def test_each_yakuman_stands_alone_and_counts_thirteen(key: str, hand: Hand) -> None:
    found = value(hand)

    assert found.yaku == {key: 13}
    assert (found.han, found.fu, found.fu_parts) == (13, None, ())
    assert (found.limit, found.yakuman) == ("yakuman", 1)
    assert found.total == (48_000 if hand.is_dealer else 32_000)


@pytest.mark.parametrize(("key", "hand"), ALL)
def test_a_yakuman_that_the_rule_does_not_play_is_none(key: str, hand: Hand) -> None:
    changes: dict[str, object] = {f"yakuman_{key}": 0}

    assert key not in value(hand, minimum_han=0, **changes).yaku


CONTAINED: Table = [
    pytest.param("kokushi13", {"kokushi": 13}, id="thirteen waits are kokushi"),
    pytest.param("suuankou_tanki", {"suuankou": 13}, id="a single wait is suuankou"),
    pytest.param("chuuren_pure", {"chuuren": 13}, id="nine waits are chuuren"),
    pytest.param(
        "suuankou", {"menzen_tsumo": 1, "toitoi": 2, "sanankou": 2}, id="suuankou has sanankou"
    ),
    pytest.param("suukantsu", {"toitoi": 2, "sankantsu": 2}, id="suukantsu has sankantsu"),
    pytest.param(
        "daisangen",
        {"haku": 1, "hatsu": 1, "chun": 1, "honitsu": 2},
        id="daisangen has the dragons",
    ),
]


@pytest.mark.parametrize(("key", "yaku"), CONTAINED)
def test_where_a_yakuman_is_not_played_what_it_contains_counts(
    key: str, yaku: dict[str, int]
) -> None:
    changes: dict[str, object] = {f"yakuman_{key}": 0}

    assert value(YAKUMAN[key], **changes).yaku == yaku


@pytest.mark.parametrize(
    ("flag", "how", "seat"),
    [("tenhou", "tsumo", "E"), ("chiihou", "tsumo", "S"), ("renhou", "ron", "N")],
)
def test_a_win_in_the_first_turn_is_a_yakuman_where_it_is_played(
    flag: str, how: str, seat: str
) -> None:
    hand = won(NOTHING, "3s", how, seat=seat, flags=flag)
    changes: dict[str, object] = {f"yakuman_{flag}": 1}

    assert value(hand, **changes).yaku == {flag: 13}


@pytest.mark.parametrize("rule", ["nekohouse-4a", "kinyoukai", "nekohouse-boo"])
def test_renhou_is_a_yakuman_in_the_sets_that_play_it(rule: str) -> None:
    assert value(YAKUMAN["renhou"], rule).yaku == {"renhou": 13}


@pytest.mark.parametrize("rule", ["super-tonpu", "tenhou-4p-tonnan", "yakyu-4p-tonnan"])
def test_renhou_is_ignored_elsewhere(rule: str) -> None:
    hand = won("23567m678p22345s", "4m", flags="renhou")

    assert value(hand, rule).yaku == {"pinfu": 1, "tanyao": 1}


MAKES: Table = [
    pytest.param("kokushi", won("119m19p19s123456z", "7z"), id="13 sorts, won on a single one"),
    pytest.param("kokushi13", won("19m19p19s1234567z", "1m"), id="won on any of thirteen"),
    pytest.param("daisangen", won("11m55566677z123s", "7z"), id="three dragons, the last by ron"),
    pytest.param(
        "daisangen", won("1m", "1m", melds="chi:123s ankan:5555z kakan:6666z pon:777z"), id="kans"
    ),
    pytest.param("suuankou", won("11155m222p33344s", "4s", "tsumo"), id="won on the triplet"),
    pytest.param(
        "suuankou", won("55m22233p", "5m", "tsumo", melds="ankan:1111m ankan:8888s"), id="kans"
    ),
    pytest.param("suuankou_tanki", won("1115m222p333444s", "5m"), id="won on the pair, ron"),
    pytest.param("suuankou_tanki", won("1115m222p333444s", "5m", "tsumo"), id="on the pair, drawn"),
    pytest.param("shousuushii", won("12m11122233344z", "3m"), id="three winds and their pair"),
    pytest.param("shousuushii", won("123m1112223334z", "4z"), id="won on the pair of winds"),
    pytest.param("daisuushii", won("55m11122233344z", "4z"), id="four winds, the last by ron"),
    pytest.param("tsuuiisou", won("1112223335566z", "5z"), id="triplets of honours"),
    pytest.param("tsuuiisou", won("1122334455667z", "7z"), id="seven pairs of honours"),
    pytest.param("chinroutou", won("11199m111999p11s", "9m"), id="terminals"),
    pytest.param("ryuuiisou", won("22334466688s66z", "8s"), id="green, with the dragon"),
    pytest.param("ryuuiisou", won("2223334446s", "6s", melds="pon:888s"), id="green, no dragon"),
    pytest.param("suukantsu", YAKUMAN["suukantsu"], id="four kans"),
    pytest.param("chuuren", won("1112345678899s", "9s"), id="nine gates of sou"),
    pytest.param("chuuren", won("1123456789999p", "1p"), id="won on the one"),
    pytest.param("chuuren_pure", won("1112345678999p", "1p"), id="nine waits, won on the one"),
    pytest.param("chuuren_pure", won("1112345678999p", "9p"), id="nine waits, won on the nine"),
]

MISSES: Table = [
    pytest.param("kokushi", won("19m19p19s1234567z", "1m"), id="thirteen waits are kokushi13"),
    pytest.param("kokushi13", won("119m19p19s123456z", "7z"), id="a wait for one sort"),
    pytest.param("kokushi", won("1199m1199p1199s1z", "1z"), id="pairs of terminals"),
    pytest.param("daisangen", won("123m45s55566677z", "6s"), id="a pair of the third dragon"),
    pytest.param("suuankou", won("11155m222p33344s", "4s"), id="the fourth by ron"),
    pytest.param("suuankou", won("1115m222p333444s", "5m"), id="the pair is suuankou_tanki"),
    pytest.param("suuankou_tanki", won("11155m222p33344s", "4s", "tsumo"), id="no single wait"),
    pytest.param(
        "suuankou_tanki", won("5m222p333444s", "5m", melds="pon:111m"), id="one triplet called"
    ),
    pytest.param(
        "suuankou_tanki", won("1115m222p345s", "5m", melds="ankan:7777s"), id="a sequence"
    ),
    pytest.param("shousuushii", won("55m11122233344z", "4z"), id="all four are daisuushii"),
    pytest.param("shousuushii", won("12m55m111222333z", "3m"), id="a pair of fives"),
    pytest.param("shousuushii", won("12m11122255533z", "3m"), id="two winds and their pair"),
    pytest.param("daisuushii", won("123m1112223334z", "4z"), id="a pair of the fourth wind"),
    pytest.param("tsuuiisou", won("11122233355z55m", "5z"), id="a pair of fives is not of honours"),
    pytest.param("chinroutou", won("111m999p99s11144z", "9s"), id="honours among terminals"),
    pytest.param("ryuuiisou", won("22334466688s77z", "8s"), id="a pair of another dragon"),
    pytest.param("ryuuiisou", won("55566688s22266z", "6z"), id="fives are not green"),
    pytest.param(
        "suukantsu",
        won("5m333s", "5m", melds="minkan:1111m ankan:2222p kakan:4444z"),
        id="three kans",
    ),
    pytest.param("chuuren", won("1112345678999m", "5m"), id="nine waits are chuuren_pure"),
    pytest.param("chuuren", won("1233455677899m", "6m"), id="one suit only"),
    pytest.param("chuuren_pure", won("1112345678899s", "9s"), id="won on one of two waits"),
    pytest.param("chuuren", won("2345678999m", "2m", melds="ankan:1111m"), id="a closed kan"),
]


@pytest.mark.parametrize(("key", "hand"), MAKES)
def test_the_tiles_make_the_yakuman(key: str, hand: Hand) -> None:
    found = value(hand)

    assert found.yaku[key] == 13
    assert set(found.yaku) <= set(YAKUMAN)


@pytest.mark.parametrize(("key", "hand"), MISSES)
def test_the_tiles_just_miss_the_yakuman(key: str, hand: Hand) -> None:
    assert key not in value(hand, minimum_han=0).yaku


def test_green_needs_the_dragon_where_the_rule_says_so() -> None:
    without, with_it = won("2223334446s", "6s", melds="pon:888s"), YAKUMAN["ryuuiisou"]

    assert "ryuuiisou" not in value(without, ryuuiisou_without_hatsu=False).yaku
    assert value(with_it, ryuuiisou_without_hatsu=False).yaku == {"ryuuiisou": 13}


@pytest.mark.parametrize(("suit", "is_one"), [("m", True), ("p", False), ("s", False)])
@pytest.mark.parametrize("key", ["chuuren", "chuuren_pure"])
def test_nine_gates_may_be_for_man_only(key: str, suit: str, is_one: bool) -> None:
    tiles, win = {"chuuren": ("1112345678899", "9"), "chuuren_pure": ("1112345678999", "5")}[key]
    hand = won(tiles + suit, win + suit)

    assert value(hand).yaku == {key: 13}
    assert (key in value(hand, chuuren_in_any_suit=False).yaku) is is_one


def test_seven_pairs_of_honours_are_a_yakuman_only_where_the_rule_says_so() -> None:
    hand = won("1122334455667z", "7z")

    assert value(hand).yaku == {"tsuuiisou": 13}
    assert value(hand, chiitoi_all_honours=False).yaku == {"chiitoitsu": 2}


@pytest.mark.parametrize("rule", ["nekohouse-4b", "nekohouse-boo"])
def test_seven_pairs_of_green_tiles_are_a_yakuman_where_four_alike_are_two_pairs(rule: str) -> None:
    hand = won("2222334466s66z8s", "8s")

    assert value(hand, rule).yaku == {"ryuuiisou": 13}
    without_dragon = won("222233446666s8s", "8s")
    assert value(without_dragon, rule).yaku == {"ryuuiisou": 13}
    assert "chiitoitsu" in value(without_dragon, rule, ryuuiisou_without_hatsu=False).yaku


def test_triplets_of_honours_are_one_whatever_is_said_of_pairs() -> None:
    hand = won("1112223335566z", "5z")

    assert value(hand, chiitoi_all_honours=False).yaku == {"tsuuiisou": 13}


def test_dora_add_nothing_to_a_yakuman() -> None:
    plain = YAKUMAN["chuuren"]
    with_dora = plain._replace(dora_indicators=(0, 1, 2, 3))

    found, usual = value(with_dora), value(plain)
    assert (found.yaku, found.han, found.total) == (usual.yaku, 13, 32_000)
