"""A dealt hand under a rule, as far as it matters to how difficult it is."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.parameters import RiichiParameters, YakuRule, override
from scoring.hands.errors import HandError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.lines import AnyEvaluator, value_of
from scoring.hands.readings import WINDS_OF, Readings, on_table_of
from scoring.hands.tiles import packed
from scoring.zung_jung.checks import problem as zung_jung_problem
from scoring.zung_jung.evaluator import ZungJungEvaluator
from scoring.zung_jung.evaluator import readings as zung_jung_readings

#: Zung Jung is played with the tiles of plain riichi, without red fives
_ZUNG_JUNG_TILES: Final = override(RiichiParameters(), {"red_fives": False})
#: from which worth on a hand of Zung Jung is a high one: a pure suit, and what is rarer
_HIGH_WORTH: Final = 90


class Worth(NamedTuple):
    """What makes a hand easy or difficult."""

    fu: int | None  # rounded; none where the rule counts none, and for yakuman
    is_high: bool  # a mangan or above
    is_yakuman: bool
    readings: int  # in how many ways its tiles can be read


class Judge:
    """Says what dealt hands are worth under one rule."""

    def __init__(self, evaluator: AnyEvaluator) -> None:
        self._evaluator = evaluator
        self.is_plain = isinstance(evaluator, ZungJungEvaluator)
        self.tiles: YakuRule = (
            _ZUNG_JUNG_TILES if isinstance(evaluator, ZungJungEvaluator) else evaluator.rule
        )
        self._readings = Readings(self.tiles)

    def known(self, hand: Hand) -> Hand:
        """The hand without what the rule does not know of."""
        if isinstance(self._evaluator, ZungJungEvaluator):
            return hand
        flags = self._evaluator.known[hand.flags]
        return hand._replace(flags=flags) if flags != hand.flags else hand

    def worth(self, hand: Hand) -> Worth | None:
        """What a hand is worth; None where it cannot be, or wins nothing for want of a yaku."""
        if isinstance(self._evaluator, ZungJungEvaluator):
            return _of_patterns(self._evaluator, hand)
        return self._of_yaku(self._evaluator, hand)

    def _of_yaku(self, evaluator: Evaluator, hand: Hand) -> Worth | None:
        try:
            value = value_of(evaluator, hand)
        except HandError:
            return None
        if not value.counted.yaku:  # Boo pays such hands too, but there is nothing to find
            return None
        number = packed((*hand.concealed, hand.win))
        winds = WINDS_OF[hand.seat][hand.round]
        read = self._readings.of(number, on_table_of(hand.melds), hand.win, winds)
        return Worth(value.fu, value.limit is not None, value.yakuman > 0, len(read))


def _of_patterns(evaluator: ZungJungEvaluator, hand: Hand) -> Worth | None:
    if zung_jung_problem(hand) is not None:
        return None
    worth = evaluator.value(hand).worth
    read = zung_jung_readings(hand, four_alike=evaluator.rule.patterns.seven_pairs_four_alike)
    return Worth(None, worth >= _HIGH_WORTH, False, len(read))
