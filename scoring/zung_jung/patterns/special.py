"""10, 特殊和了形: shapes other than four sets and a pair."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("thirteen_terminals", "10.1")
def thirteen_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Each terminal and honour, one of them twice. Only what luck adds (9) goes with it."""
    return hand.form == "orphans"


@KIND.pattern("seven_pairs", "10.2")
def seven_pairs(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Seven pairs. Whether four alike are two of them was asked when they were read."""
    return hand.form == "pairs"
