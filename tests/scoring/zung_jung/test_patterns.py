"""Each of the 44 patterns, on both sides of its condition."""

from __future__ import annotations

import pytest

from scoring.hands.errors import NotAWinError
from scoring.hands.hand import Hand
from scoring.zung_jung.patterns import PATTERNS

from .having import HAS
from .missing import HAS_NOT
from .written import rule, value, won

KEYS = [*(pattern.key for pattern in PATTERNS), "chicken_hand"]


def _rows(table: dict[str, dict[str, Hand]]) -> list[object]:
    return [
        pytest.param(key, hand, id=f"{key}: {found}")
        for key, hands in table.items()
        for found, hand in hands.items()
    ]


@pytest.mark.parametrize(("key", "hand"), _rows(HAS))
def test_a_hand_that_meets_the_condition_has_the_pattern(key: str, hand: Hand) -> None:
    assert key in value(hand).patterns


@pytest.mark.parametrize(("key", "hand"), _rows(HAS_NOT))
def test_a_hand_that_just_misses_it_has_not(key: str, hand: Hand) -> None:
    assert key not in value(hand).patterns


@pytest.mark.parametrize("table", [HAS, HAS_NOT], ids=["has it", "misses it"])
def test_no_pattern_goes_without_examples(table: dict[str, dict[str, Hand]]) -> None:
    assert list(table) == KEYS


def test_there_are_44_patterns_each_with_its_worth_and_number() -> None:
    assert len(KEYS) == 45
    assert list(rule().patterns.worth_table) == KEYS
    assert len({pattern.source for pattern in PATTERNS}) == 44


def test_patterns_stand_in_the_order_of_the_document() -> None:
    numbers = [[int(figure) for figure in pattern.source.split(".")] for pattern in PATTERNS]

    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(won("23567m678p34522s", "5m"), id="a set is missing"),
        pytest.param(won("123m456p789s1234z", "5z"), id="five honours"),
        pytest.param(won("234m456p11s22z333z", "5m"), id="two pairs too many"),
        pytest.param(won("11m11p11s11z234m55z", "5z"), id="four pairs and two sets"),
        pytest.param(won("2233m5577p449s66s", "8s"), id="six pairs"),
        pytest.param(won("19m19p19s1123455z", "7z"), id="twelve of thirteen, two pairs"),
        pytest.param(won("19m29p19s1234567z", "1m"), id="a simple among the thirteen"),
    ],
)
def test_tiles_that_are_no_winning_hand_have_no_value(hand: Hand) -> None:
    with pytest.raises(NotAWinError):
        value(hand)
