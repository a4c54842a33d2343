"""Yaku of one suit, and seven pairs. Source: the yaku lists of Nekohouse and Super東風."""

from __future__ import annotations

from rules.parameters import YakuRule
from scoring.hands.reading import Reading
from scoring.hands.yaku.base import YakuFamily

FAMILY = YakuFamily()


@FAMILY.yaku("chiitoitsu")
def chiitoitsu(hand: Reading, _rule: YakuRule) -> bool:
    """Seven pairs. Whether four alike are two of them was asked when they were read."""
    return hand.form == "pairs"


@FAMILY.yaku("honitsu")
def honitsu(hand: Reading, _rule: YakuRule) -> bool:
    """One suit and honours."""
    return hand.one_suit and hand.honours == "some"


@FAMILY.yaku("chinitsu")
def chinitsu(hand: Reading, _rule: YakuRule) -> bool:
    """One suit and nothing else."""
    return hand.one_suit and hand.honours == "none"
