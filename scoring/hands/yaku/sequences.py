"""Yaku of sequences. Source: the yaku lists of Nekohouse and Super東風; the same in every set."""

from __future__ import annotations

from rules.parameters import YakuRule
from scoring.hands.reading import Reading
from scoring.hands.yaku.base import YakuFamily

FAMILY = YakuFamily()


@FAMILY.yaku("pinfu")
def pinfu(hand: Reading, rule: YakuRule) -> bool:
    """Four sequences, a pair of no value and two open ends: no fu but those of the win."""
    return hand.flat and (rule.hand.pinfu_tsumo or not hand.flat_tsumo)


@FAMILY.yaku("iipeikou")
def iipeikou(hand: Reading, _rule: YakuRule) -> bool:
    """Two equal sequences among the closed tiles; those of calls are not looked at."""
    return hand.twins >= 1


@FAMILY.yaku("ryanpeikou")
def ryanpeikou(hand: Reading, _rule: YakuRule) -> bool:
    """Two equal sequences, twice; four alike are twice two."""
    return hand.twins == 2


@FAMILY.yaku("sanshoku")
def sanshoku(hand: Reading, _rule: YakuRule) -> bool:
    """The same sequence in man, pin and sou."""
    return hand.sanshoku


@FAMILY.yaku("ittsu")
def ittsu(hand: Reading, _rule: YakuRule) -> bool:
    """123, 456 and 789 of a suit."""
    return hand.ittsu
