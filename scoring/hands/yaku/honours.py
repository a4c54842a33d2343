"""Yaku of winds and dragons (役牌). Source: the yaku lists of Nekohouse and Super東風."""

from __future__ import annotations

from rules.parameters import YakuRule
from scoring.hands.reading import Reading
from scoring.hands.yaku.base import YakuFamily

FAMILY = YakuFamily()


@FAMILY.yaku("seat_wind")
def seat_wind(hand: Reading, _rule: YakuRule) -> bool:
    """A set of one's own wind, or of north where it always counts (Nekohouse 3b)."""
    return hand.seat_wind


@FAMILY.yaku("round_wind")
def round_wind(hand: Reading, _rule: YakuRule) -> bool:
    """A set of the round's wind."""
    return hand.round_wind


@FAMILY.yaku("haku")
def haku(hand: Reading, _rule: YakuRule) -> bool:
    """A set of white dragons."""
    return hand.haku


@FAMILY.yaku("hatsu")
def hatsu(hand: Reading, _rule: YakuRule) -> bool:
    """A set of green dragons."""
    return hand.hatsu


@FAMILY.yaku("chun")
def chun(hand: Reading, _rule: YakuRule) -> bool:
    """A set of red dragons."""
    return hand.chun


@FAMILY.yaku("shousangen")
def shousangen(hand: Reading, _rule: YakuRule) -> bool:
    """Two sets and the pair of dragons."""
    return hand.dragon_sets == 2 and hand.dragon_pair
