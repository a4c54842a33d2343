"""1, 門断平: the small patterns of everyday hands. Each is a series of its own."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("all_sequences", "1.1")
def all_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four sequences, with any pair and any wait, open too."""
    return hand.sequences == 4


@KIND.pattern("concealed_hand", "1.2")
def concealed_hand(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Nothing was called, and it is no special shape (10). Ron and closed kans are allowed."""
    return hand.concealed_hand and hand.form == "sets"


@KIND.pattern("no_terminals", "1.3")
def no_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """No terminals and no honours, open too."""
    return hand.ends == 0
