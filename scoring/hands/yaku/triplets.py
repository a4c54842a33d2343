"""Yaku of triplets and kans. Source: the yaku lists of Nekohouse and Super東風."""

from __future__ import annotations

from rules.parameters import YakuRule
from scoring.hands.reading import Reading
from scoring.hands.yaku.base import YakuFamily

FAMILY = YakuFamily()


@FAMILY.yaku("toitoi")
def toitoi(hand: Reading, _rule: YakuRule) -> bool:
    """Four triplets or kans."""
    return hand.form == "sets" and not hand.runs


@FAMILY.yaku("sanankou")
def sanankou(hand: Reading, _rule: YakuRule) -> bool:
    """Three closed triplets; one that a ron completed is none."""
    return hand.closed_triplets >= 3


@FAMILY.yaku("sanshoku_doukou")
def sanshoku_doukou(hand: Reading, _rule: YakuRule) -> bool:
    """The same triplet in man, pin and sou."""
    return hand.sanshoku_doukou


@FAMILY.yaku("sankantsu")
def sankantsu(hand: Reading, _rule: YakuRule) -> bool:
    """Three kans."""
    return hand.kans >= 3
