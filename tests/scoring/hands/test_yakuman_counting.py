"""How often yakuman count: single, stacked, double, once in furiten, counted from 13 han."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.hands.hand import Hand
from scoring.hands.lines import answer_of
from scoring.hands.prices import most_yakuman

from .examples import NOTHING, YAKUMAN
from .written import Table, paid, rule_of, value, won

DOUBLED = {
    f"yakuman_{key}": 2 for key in ("kokushi13", "suuankou_tanki", "daisuushii", "chuuren_pure")
}
THREE_AT_ONCE = won("1112223334445z", "5z")  # 四暗刻単騎, 大四喜, 字一色

STACKED: Table = [
    pytest.param(
        won("1177722z", "1z", melds="pon:555z pon:666z"), {"daisangen", "tsuuiisou"}, id="by calls"
    ),
    pytest.param(
        won("1112223344555z", "3z", "tsumo", seat="E", flags="tenhou"),
        {"tenhou", "suuankou", "shousuushii", "tsuuiisou"},
        id="all of the first draw",
    ),
    pytest.param(
        YAKUMAN["kokushi"]._replace(tsumo=True, seat=0, flags=1 << 8),
        {"tenhou", "kokushi"},
        id="kokushi in the first draw",
    ),
    pytest.param(
        won("1m", "1m", melds="ankan:9999m ankan:1111p ankan:9999p ankan:1111s"),
        {"chinroutou", "suuankou_tanki", "suukantsu"},
        id="kans of terminals",
    ),
    pytest.param(
        won("6z", "6z", melds="kakan:2222s minkan:3333s minkan:4444s kakan:8888s"),
        {"ryuuiisou", "suukantsu"},
        id="kans of green tiles",
    ),
]


@pytest.mark.parametrize(("hand", "keys"), STACKED)
def test_yakuman_stack_where_several_are_paid(hand: Hand, keys: set[str]) -> None:
    found = value(hand)

    assert found.yaku == dict.fromkeys(keys, 13)
    assert found.yakuman == len(keys)
    assert found.limit == f"yakuman_{len(keys)}"
    assert found.han == 13 * len(keys)
    assert found.total == (48_000 if hand.is_dealer else 32_000) * len(keys)


@pytest.mark.parametrize(("hand", "keys"), STACKED)
def test_one_is_paid_where_one_is_the_highest_hand(hand: Hand, keys: set[str]) -> None:
    found = value(hand, highest_hand="yakuman")

    assert set(found.yaku) == keys
    assert (found.yakuman, found.limit) == (1, "yakuman")
    assert found.total == (48_000 if hand.is_dealer else 32_000)


BEST: Table = [
    pytest.param({}, YAKUMAN["daisuushii"], 1, id="one that is not double"),
    pytest.param({"yakuman_daisuushii": 2}, YAKUMAN["daisuushii"], 2, id="one that is double"),
    pytest.param({}, THREE_AT_ONCE, 1, id="the highest of three, none double"),
    pytest.param({"yakuman_daisuushii": 2}, THREE_AT_ONCE, 2, id="the double one of three"),
    pytest.param(
        {"yakuman_daisuushii": 2, "yakuman_suuankou_tanki": 2},
        THREE_AT_ONCE,
        2,
        id="two double ones are not added",
    ),
]


@pytest.mark.parametrize(("double", "hand", "times"), BEST)
def test_the_highest_yakuman_alone_is_paid_where_the_rule_says_so(
    double: dict[str, int], hand: Hand, times: int
) -> None:
    found = value(hand, highest_hand="best_yakuman", **double)

    assert (found.yakuman, found.total) == (times, 32_000 * times)


@pytest.mark.parametrize(("at_most", "times"), [(None, 5), (6, 5), (5, 5), (3, 3), (2, 2), (1, 1)])
def test_so_many_yakuman_are_paid_at_most(at_most: int | None, times: int) -> None:
    found = value(THREE_AT_ONCE, "kinyoukai", yakuman_at_most=at_most)

    assert (found.yakuman, found.total) == (times, 32_000 * times)
    assert found.yaku == value(THREE_AT_ONCE, "kinyoukai").yaku


def test_the_most_that_is_paid_is_of_no_account_where_they_are_not_added() -> None:
    assert value(THREE_AT_ONCE, highest_hand="yakuman", yakuman_at_most=3).yakuman == 1


@pytest.mark.parametrize(
    ("rule", "most"),
    [
        pytest.param({"highest_hand": "yakuman"}, 1, id="one"),
        pytest.param({"highest_hand": "best_yakuman"}, 1, id="the best, none double"),
        pytest.param(
            {"highest_hand": "best_yakuman", "yakuman_daisuushii": 2}, 2, id="the best, a double"
        ),
        pytest.param({"yakuman_at_most": 3}, 3, id="three at most"),
        pytest.param({}, None, id="as many as the hand has"),
    ],
)
def test_how_many_yakuman_a_hand_can_be_paid(rule: dict[str, object], most: int | None) -> None:
    assert most_yakuman(rule_of("plain", rule)) == most


@pytest.mark.parametrize("rule", ["nekohouse-4a", "nekohouse-4b"])
def test_nekohouse_pays_one_however_many(rule: str) -> None:
    assert value(THREE_AT_ONCE, rule).payment == paid(discarder=32_000)


@pytest.mark.parametrize(
    ("rule", "times"),
    [
        pytest.param("kinyoukai", 5, id="kinyoukai, two of them double"),
        pytest.param("super-tonpu", 5, id="super-tonpu, two of them double"),
        pytest.param("tenhou-4p-tonnan", 3, id="tenhou, none double"),
        pytest.param("yakyu-4p-tonnan", 3, id="yakyu, none double"),
    ],
)
def test_the_other_sets_add_them_up(rule: str, times: int) -> None:
    found = value(THREE_AT_ONCE, rule)

    assert (found.yakuman, found.limit) == (times, f"yakuman_{times}")
    assert found.payment == paid(discarder=32_000 * times)


@pytest.mark.parametrize("key", ["kokushi13", "suuankou_tanki", "daisuushii", "chuuren_pure"])
def test_a_yakuman_counts_double_where_the_rule_says_so(key: str) -> None:
    found = value(YAKUMAN[key], **DOUBLED)

    assert found.yaku == {key: 26}
    assert (found.limit, found.payment) == ("yakuman_2", paid(discarder=64_000))


FURITEN: Table = [
    pytest.param("kokushi13", 1, id="kokushi13"),
    pytest.param("suuankou_tanki", 1, id="suuankou_tanki"),
    pytest.param("chuuren_pure", 1, id="chuuren_pure"),
    pytest.param("daisuushii", 2, id="daisuushii is double by its tiles, not by its wait"),
]


@pytest.mark.parametrize(("key", "times"), FURITEN)
def test_a_double_wait_counts_once_on_a_tsumo_in_furiten(key: str, times: int) -> None:
    drawn = YAKUMAN[key]._replace(tsumo=True)
    in_furiten = drawn._replace(flags=1 << 11)

    assert value(in_furiten, "kinyoukai").yaku == {key: 13 * times}
    assert value(drawn, "kinyoukai").yaku == {key: 26}
    assert value(in_furiten, "super-tonpu").yaku == {key: 26}


def test_furiten_takes_nothing_from_other_wins() -> None:
    hand = won(NOTHING, "3s", "tsumo", flags="furiten")

    assert answer(hand, "kinyoukai") == answer(hand._replace(flags=0), "kinyoukai")


def answer(hand: Hand, rule: str) -> dict[str, Any]:
    """All that readers learn of a hand."""
    return answer_of(value(hand, rule))


def _counted(indicators: str) -> Hand:
    """清一色, 七対子, riichi: nine han, and two for each indicator."""
    return won("1133557799224m", "4m", flags="riichi", dora=indicators)


@pytest.mark.parametrize(
    ("indicators", "han", "limit", "points"),
    [
        pytest.param("8m", 11, "sanbaiman", 24_000, id="11 han"),
        pytest.param("86m", 13, "counted_yakuman", 32_000, id="13 han"),
        pytest.param("864m", 15, "counted_yakuman", 32_000, id="15 han"),
        pytest.param("88664m", 19, "counted_yakuman", 32_000, id="19 han"),
    ],
)
def test_thirteen_han_are_a_yakuman_once(
    indicators: str, han: int, limit: str, points: int
) -> None:
    found = value(_counted(indicators), first_indicators=2)

    assert (found.han, found.limit, found.total) == (han, limit, points)
    assert (found.fu, found.yakuman) == (25, 0)


def test_twenty_eight_han_are_still_one_counted_yakuman() -> None:
    """Not two: https://github.com/MahjongRepository/mahjong/issues/3."""
    kans = "ankan:3333m ankan:4444m"
    hand = won("2255678m", "2m", "tsumo", melds=kans, flags="riichi", dora="112m", ura="115m")
    found = value(hand)

    assert found.han == 28
    assert (found.limit, found.total) == ("counted_yakuman", 32_000)


def test_without_counted_yakuman_thirteen_han_are_a_sanbaiman() -> None:
    found = value(_counted("86m"), first_indicators=2, counted_yakuman=False)

    assert (found.han, found.limit, found.total) == (13, "sanbaiman", 24_000)


def test_a_real_yakuman_is_taken_before_a_sanbaiman_of_more_han() -> None:
    hand = won("2223334445556m", "6m", "tsumo", dora="1m")
    found = value(hand, counted_yakuman=False)

    assert set(found.yaku) == {"suuankou_tanki"}
    assert found.total == 32_000


def test_a_real_yakuman_is_taken_before_a_counted_one_of_the_same_points() -> None:
    hand = won("2223334445556m", "6m", "tsumo", flags="riichi", dora="1m", ura="2m")

    assert set(value(hand).yaku) == {"suuankou_tanki"}
