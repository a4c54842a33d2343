"""Fu, part by part: groups, pair, wait, win; source the fu guides of Nekohouse and Super東風."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Hand

from .written import Table, value, won

BASE, CLOSED_RON, TSUMO = ("base", 20), ("closed ron", 10), ("tsumo", 2)
PAIR, DOUBLE_PAIR = ("pair of a value tile", 2), ("pair of seat and round wind", 4)
CLOSED_WAIT, EDGE_WAIT, SINGLE_WAIT = ("closed wait", 2), ("edge wait", 2), ("single wait", 2)
OPEN_SIMPLE, CLOSED_SIMPLE = ("open triplet", 2), ("closed triplet", 4)
OPEN_END = ("open triplet of terminals or honours", 4)
CLOSED_END = ("closed triplet of terminals or honours", 8)
OPEN_KAN, CLOSED_KAN = ("open kan", 8), ("closed kan", 16)
OPEN_END_KAN = ("open kan of terminals or honours", 16)
CLOSED_END_KAN = ("closed kan of terminals or honours", 32)
RAISED = ("open hand raised to 30", 10)

Parts = list[tuple[str, int]]


def _beside(meld: str) -> Hand:
    """A set on the table beside two sequences, a plain pair and two open ends; by ron."""
    return won("567m678p1145s", "6s", melds=meld)


def _holding(triplet: str) -> Hand:
    """The same with the set in the hand."""
    return won(f"567m678p1145s{triplet}", "6s")


GROUPS: Table = [
    pytest.param(_beside("pon:222m"), [BASE, OPEN_SIMPLE], 30, id="called triplet of simples"),
    pytest.param(_beside("pon:999m"), [BASE, OPEN_END], 30, id="called triplet of terminals"),
    pytest.param(_beside("pon:444z"), [BASE, OPEN_END], 30, id="called triplet of honours"),
    pytest.param(
        _holding("222m"), [BASE, CLOSED_RON, CLOSED_SIMPLE], 40, id="closed triplet of simples"
    ),
    pytest.param(
        _holding("999m"), [BASE, CLOSED_RON, CLOSED_END], 40, id="closed triplet of terminals"
    ),
    pytest.param(
        _holding("444z"), [BASE, CLOSED_RON, CLOSED_END], 40, id="closed triplet of honours"
    ),
    pytest.param(_beside("minkan:2222m"), [BASE, OPEN_KAN], 30, id="open kan of simples"),
    pytest.param(_beside("kakan:2222m"), [BASE, OPEN_KAN], 30, id="added kan of simples"),
    pytest.param(_beside("minkan:9999m"), [BASE, OPEN_END_KAN], 40, id="open kan of terminals"),
    pytest.param(_beside("kakan:4444z"), [BASE, OPEN_END_KAN], 40, id="added kan of honours"),
    pytest.param(
        _beside("ankan:2222m"), [BASE, CLOSED_RON, CLOSED_KAN], 50, id="closed kan of simples"
    ),
    pytest.param(
        _beside("ankan:9999m"), [BASE, CLOSED_RON, CLOSED_END_KAN], 70, id="closed kan of terminals"
    ),
    pytest.param(
        _beside("ankan:4444z"), [BASE, CLOSED_RON, CLOSED_END_KAN], 70, id="closed kan of honours"
    ),
    pytest.param(
        won("567m67899p22345s", "2s"),
        [BASE, CLOSED_RON, OPEN_SIMPLE],
        40,
        id="a ron completes an open triplet",
    ),
    pytest.param(
        won("567m67899p22345s", "2s", "tsumo"),
        [BASE, CLOSED_SIMPLE, TSUMO],
        30,
        id="an own draw completes a closed triplet",
    ),
    pytest.param(
        won("567m67899p22345s", "9p"),
        [BASE, CLOSED_RON, OPEN_END],
        40,
        id="a ron completes an open triplet of terminals",
    ),
    pytest.param(
        won("567m67899p22345s", "9p", "tsumo"),
        [BASE, CLOSED_END, TSUMO],
        30,
        id="an own draw completes a closed triplet of terminals",
    ),
]

PAIRS: Table = [
    pytest.param(won("123567m678p45s55z", "6s"), [BASE, CLOSED_RON, PAIR], 40, id="a dragon"),
    pytest.param(won("123567m678p45s33z", "6s"), [BASE, CLOSED_RON, PAIR], 40, id="one's own wind"),
    pytest.param(won("123567m678p45s11z", "6s"), [BASE, CLOSED_RON, PAIR], 40, id="the round's"),
    pytest.param(
        won("123567m678p45s11z", "6s", seat="E"),
        [BASE, CLOSED_RON, DOUBLE_PAIR],
        40,
        id="a wind that is both",
    ),
    pytest.param(won("123567m678p45s44z", "6s"), [BASE, CLOSED_RON], 30, id="a wind of nobody"),
    pytest.param(won("123567m678p4599s", "6s"), [BASE, CLOSED_RON], 30, id="terminals"),
]

WAITS: Table = [
    pytest.param(won("123567m678p1145s", "6s"), [BASE, CLOSED_RON], 30, id="two open ends"),
    pytest.param(won("123567m678p1146s", "5s"), [BASE, CLOSED_RON, CLOSED_WAIT], 40, id="closed"),
    pytest.param(won("12567m678p11456s", "3m"), [BASE, CLOSED_RON, EDGE_WAIT], 40, id="12 for 3"),
    pytest.param(won("89m567678p11456s", "7m"), [BASE, CLOSED_RON, EDGE_WAIT], 40, id="89 for 7"),
    pytest.param(won("123567m678p1456s", "1s"), [BASE, CLOSED_RON, SINGLE_WAIT], 40, id="single"),
    pytest.param(
        won("123567m678p1456s", "1s", "tsumo"), [BASE, SINGLE_WAIT, TSUMO], 30, id="single, drawn"
    ),
]

WINS: Table = [
    pytest.param(
        won("123567m678p1146s", "5s", "tsumo"), [BASE, CLOSED_WAIT, TSUMO], 30, id="closed, drawn"
    ),
    pytest.param(
        won("567m678p1145s", "6s", "tsumo", melds="chi:123m"), [BASE, TSUMO], 30, id="open, drawn"
    ),
    pytest.param(
        won("567m678p1145s", "6s", melds="chi:123m"), [BASE, RAISED], 30, id="open, nothing at all"
    ),
    pytest.param(won("123567m678p1145s", "6s", "tsumo"), [BASE], 20, id="pinfu on an own draw"),
    pytest.param(won("1122m3344p5566s7z", "7z"), [("seven pairs", 25)], 25, id="seven pairs"),
    pytest.param(
        won("1122m3344p5566s7z", "7z", "tsumo"), [("seven pairs", 25)], 25, id="seven pairs, drawn"
    ),
    pytest.param(
        won("567m678p1145s", "6s", "tsumo", melds="ankan:2222m", flags="rinshan"),
        [BASE, CLOSED_KAN, TSUMO],
        40,
        id="an own draw after a kan",
    ),
]


def _check(hand: Hand, parts: Parts, fu: int, **changes: object) -> None:
    found = value(hand, minimum_han=0, **changes)
    left = fu - sum(each for _reason, each in parts)
    if left:
        parts = [*parts, ("rounded up", left)]

    assert list(found.fu_parts) == parts
    assert found.fu == fu


@pytest.mark.parametrize(("hand", "parts", "fu"), GROUPS)
def test_triplets_and_kans_count_by_how_they_came(hand: Hand, parts: Parts, fu: int) -> None:
    _check(hand, parts, fu)


@pytest.mark.parametrize(("hand", "parts", "fu"), PAIRS)
def test_a_pair_of_value_counts(hand: Hand, parts: Parts, fu: int) -> None:
    _check(hand, parts, fu)


@pytest.mark.parametrize(("hand", "parts", "fu"), WAITS)
def test_a_wait_for_one_sort_of_tile_counts(hand: Hand, parts: Parts, fu: int) -> None:
    _check(hand, parts, fu)


@pytest.mark.parametrize(("hand", "parts", "fu"), WINS)
def test_the_way_of_winning_counts(hand: Hand, parts: Parts, fu: int) -> None:
    _check(hand, parts, fu)


def test_the_most_fu_that_a_hand_can_have_is_110_for_ordinary_yaku() -> None:
    kans = "ankan:1111m ankan:9999p minkan:4444z"
    hand = won("2355s", "4s", melds=kans)

    assert value(hand).fu == 100
    assert value(hand._replace(tsumo=True)).fu == 110
