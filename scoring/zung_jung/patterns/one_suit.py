"""2, 一色類: hands of one suit."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.hands.hand import TENHOU
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("mixed_one_suit", "2.1.1")
def mixed_one_suit(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """One suit and honours."""
    return hand.one_suit and 0 < hand.honours < hand.groups


@KIND.pattern("pure_one_suit", "2.1.2")
def pure_one_suit(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """One suit and nothing else."""
    return hand.one_suit and hand.honours == 0


@KIND.pattern("nine_gates", "2.2")
def nine_gates(hand: Reading, rule: ZungJungPatterns) -> bool:
    """1112345678999 of a suit that waited for all nine tiles of it.

    Which tile came last is not said of 天和: the rule says whether that is such a wait (assumed).
    """
    if hand.says(TENHOU):
        return hand.gates and rule.heaven_waits_on_nine
    return hand.gates_waited
