"""3, 字牌類: winds and dragons. A set is a triplet or a kan."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("value_honor", "3.1")
def value_honor(hand: Reading, _rule: ZungJungPatterns) -> int:
    """Sets of dragons and of one's own wind, each of which counts; the round's wind is none."""
    return hand.values


@KIND.pattern("small_three_dragons", "3.2.1")
def small_three_dragons(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two sets and the pair of dragons."""
    return hand.dragon_sets == 2 and hand.dragon_pair


@KIND.pattern("big_three_dragons", "3.2.2")
def big_three_dragons(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of all three dragons."""
    return hand.dragon_sets == 3


@KIND.pattern("small_three_winds", "3.3.1")
def small_three_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two sets and a pair of winds."""
    return hand.wind_sets == 2 and hand.wind_pair


@KIND.pattern("big_three_winds", "3.3.2")
def big_three_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of three winds."""
    return hand.wind_sets == 3


@KIND.pattern("small_four_winds", "3.3.3")
def small_four_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of three winds and the pair of the fourth."""
    return hand.wind_sets == 3 and hand.wind_pair


@KIND.pattern("big_four_winds", "3.3.4")
def big_four_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of all four winds."""
    return hand.wind_sets == 4


@KIND.pattern("all_honors", "3.4")
def all_honors(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Honours only; seven pairs of them too."""
    return hand.honours == hand.groups
