"""Yaku with or without terminals and honours. Source: Nekohouse's and Super東風's yaku lists."""

from __future__ import annotations

from rules.parameters import YakuRule
from scoring.hands.reading import Reading
from scoring.hands.yaku.base import YakuFamily

FAMILY = YakuFamily()


@FAMILY.yaku("tanyao")
def tanyao(hand: Reading, _rule: YakuRule) -> bool:
    """No terminals and no honours. Whether it counts open is in its han."""
    return hand.simple


@FAMILY.yaku("chanta")
def chanta(hand: Reading, _rule: YakuRule) -> bool:
    """A terminal or an honour in every group, honours and a sequence among them."""
    return hand.ends and hand.runs and hand.honours == "some"


@FAMILY.yaku("junchan")
def junchan(hand: Reading, _rule: YakuRule) -> bool:
    """A terminal in every group, with a sequence and without honours."""
    return hand.ends and hand.runs and hand.honours == "none"


@FAMILY.yaku("honroutou")
def honroutou(hand: Reading, _rule: YakuRule) -> bool:
    """Terminals and honours only: all triplets, or seven pairs."""
    return hand.ends and not hand.runs and hand.honours == "some"
