"""5, 一色同順類: equal sequences of one suit. None asks for a concealed hand."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("two_identical_sequences", "5.1.1")
def two_identical_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two equal sequences."""
    return hand.twins >= 1


@KIND.pattern("two_identical_sequences_twice", "5.1.2")
def two_identical_sequences_twice(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two equal sequences, twice."""
    return hand.twins == 2


@KIND.pattern("three_identical_sequences", "5.1.3")
def three_identical_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Three equal sequences."""
    return hand.three_equal


@KIND.pattern("four_identical_sequences", "5.1.4")
def four_identical_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four equal sequences."""
    return hand.four_equal
