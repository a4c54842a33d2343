"""A random win to practise on, decided by a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.hands.hand import Hand
from scoring.hands.lines import AnyEvaluator
from scoring.practice.deal import Dealer, shapes_in
from scoring.practice.dice import Dice
from scoring.practice.levels import AIMS, LEVELS, Aim, Level
from scoring.practice.worth import Judge

#: seeds go from 1 to this
MOST_SEEDS: Final = 999_999
#: how often hands of one sort are dealt before another sort is tried
TRIES: Final = 60


def practice_hand(evaluator: AnyEvaluator, level: Level, seed: int) -> Hand | None:
    """The hand of a level and a seed; under one rule always the same.

    Where a rule pays no hand as the level promises it, the hand is any that the rule pays: under
    a high minimum of han no hand is easy.

    Args:
        evaluator: of the rule.
        level: how difficult.
        seed: any whole number.

    Returns:
        A win that the rule pays, for a yaku where it has yaku; None where it pays none at all.
    """
    dice = Dice(seed * len(LEVELS) + LEVELS.index(level))
    judge = Judge(evaluator)
    dealer = Dealer(dice, judge.tiles, shapes_in(judge.tiles), plain=judge.is_plain)
    for aim in dice.shuffled(AIMS[level]):
        hand = _met(dealer, judge, aim)
        if hand is not None:
            return hand
    return _any(dealer, judge, dice.shuffled([aim for each in LEVELS for aim in AIMS[each]]))


def _met(dealer: Dealer, judge: Judge, aim: Aim) -> Hand | None:
    """A hand as it is meant, if one is dealt."""
    for _try in range(TRIES):
        hand = dealer.deal(aim.style)
        if hand is None:
            continue
        hand = judge.known(hand)
        worth = judge.worth(hand)
        if worth is not None and aim.is_met(hand, worth):
            return hand
    return None


def _any(dealer: Dealer, judge: Judge, aims: Sequence[Aim]) -> Hand | None:
    """Any hand that the rule pays, if one is dealt."""
    for aim in aims:
        hand = _met(dealer, judge, aim._replace(is_met=lambda _hand, _worth: True))
        if hand is not None:
            return hand
    return None
