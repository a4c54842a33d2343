"""4, 刻槓類: triplets and kans."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("all_triplets", "4.1")
def all_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four triplets or kans."""
    return hand.triplets == 4


@KIND.pattern("two_concealed_triplets", "4.2.1")
def two_concealed_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two concealed triplets or closed kans; one that a ron completed is none."""
    return hand.concealed_triplets >= 2


@KIND.pattern("three_concealed_triplets", "4.2.2")
def three_concealed_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Three of them."""
    return hand.concealed_triplets >= 3


@KIND.pattern("four_concealed_triplets", "4.2.3")
def four_concealed_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four of them."""
    return hand.concealed_triplets == 4


@KIND.pattern("one_kong", "4.3.1")
def one_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """A kan, open or closed."""
    return hand.kongs >= 1


@KIND.pattern("two_kong", "4.3.2")
def two_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two kans."""
    return hand.kongs >= 2


@KIND.pattern("three_kong", "4.3.3")
def three_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Three kans."""
    return hand.kongs >= 3


@KIND.pattern("four_kong", "4.3.4")
def four_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four kans."""
    return hand.kongs == 4
