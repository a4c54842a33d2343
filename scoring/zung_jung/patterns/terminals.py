"""8, 么九類: terminals and honours."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("mixed_lesser_terminals", "8.1.1")
def mixed_lesser_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """A terminal or an honour in each of four sets and the pair."""
    return hand.form == "sets" and hand.ends == hand.groups


@KIND.pattern("pure_lesser_terminals", "8.1.2")
def pure_lesser_terminals(hand: Reading, rule: ZungJungPatterns) -> bool:
    """A terminal in each of four sets and the pair."""
    return hand.honours == 0 and bool(mixed_lesser_terminals(hand, rule))


@KIND.pattern("mixed_greater_terminals", "8.1.3")
def mixed_greater_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Terminals and honours only, as four triplets and the pair or as seven pairs."""
    is_shape = hand.triplets == 4 or hand.form == "pairs"
    return is_shape and hand.ends == hand.groups


@KIND.pattern("pure_greater_terminals", "8.1.4")
def pure_greater_terminals(hand: Reading, rule: ZungJungPatterns) -> bool:
    """Terminals only; seven pairs of them too."""
    return hand.honours == 0 and bool(mixed_greater_terminals(hand, rule))
