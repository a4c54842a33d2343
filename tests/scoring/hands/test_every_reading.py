"""Of all readings the best is found: set against a search that tries every one of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.parameters import RiichiParameters, override
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import MELD_KINDS, RIICHI, Hand

from .every_reading import best, readings
from .makers import Maker
from .recipes import RECIPES, crowded, either

HANDS, ALL_HANDS = 300, 2_000
#: of yakuman only 四暗刻, the others are not for the search to know
YAKUMAN = set(RiichiParameters().yakuman.times_table) - {"suuankou", "suuankou_tanki"}
RULE = override(
    RiichiParameters(),
    {"minimum_han": 0, "red_fives": False, **{f"yakuman_{key}": 0 for key in YAKUMAN}},
)
MANY = either(
    crowded, crowded, crowded, *(RECIPES[key] for key in ("chinitsu", "iipeikou", "sanankou"))
)


def _hands(count: int) -> Iterator[Hand]:
    """Hands of several readings, won plainly, with riichi at most."""
    maker = Maker(RULE, "every reading")
    while count:
        made = maker.hand(MANY)
        hand = Hand(*made[:6], flags=made.flags & RIICHI)
        if len(list(readings(hand))) > 1:
            count -= 1
            yield hand


def _all_agree(count: int) -> None:
    evaluator = Evaluator(RULE)
    for hand in _hands(count):
        found, expected = evaluator.value(hand), best(hand)

        assert (found.yakuman, found.han, found.fu or 0) == expected[1:], hand
        assert found.price.points == expected.points


def test_the_best_of_all_readings_is_found() -> None:
    _all_agree(HANDS)


@pytest.mark.slow
def test_in_two_thousand_hands_the_best_of_all_readings_is_found() -> None:
    _all_agree(ALL_HANDS)


def test_hands_of_many_sorts_are_among_them() -> None:
    hands = list(_hands(HANDS))

    assert sum(len(list(readings(hand))) > 2 for hand in hands) > HANDS // 10
    assert {hand.tsumo for hand in hands} == {hand.is_closed for hand in hands} == {True, False}
    assert {meld.kind for hand in hands for meld in hand.melds} == set(MELD_KINDS)
