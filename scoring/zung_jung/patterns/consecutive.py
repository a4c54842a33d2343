"""7, 連続類: sets of one suit in a row."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("nine_tile_straight", "7.1")
def nine_tile_straight(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """123, 456 and 789 of a suit."""
    return hand.straight


@KIND.pattern("three_consecutive_triplets", "7.2.1")
def three_consecutive_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Triplets or kans of three ranks in a row."""
    return hand.three_steps


@KIND.pattern("four_consecutive_triplets", "7.2.2")
def four_consecutive_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Triplets or kans of four ranks in a row."""
    return hand.four_steps
