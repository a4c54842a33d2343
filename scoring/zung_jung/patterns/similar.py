"""6, 三色類: the same in three suits. All three are needed."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("three_similar_sequences", "6.1")
def three_similar_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The same sequence in man, pin and sou."""
    return hand.similar_sequences


@KIND.pattern("small_three_similar_triplets", "6.2.1")
def small_three_similar_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The same rank as triplets or kans in two suits and as the pair in the third."""
    return hand.small_similar_triplets


@KIND.pattern("three_similar_triplets", "6.2.2")
def three_similar_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The same triplet or kan in man, pin and sou."""
    return hand.similar_triplets
