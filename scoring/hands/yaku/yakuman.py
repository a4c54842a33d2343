"""The yakuman that tiles make. Source: the yakuman lists of Nekohouse and Super東風.

天和, 地和 and 人和 are said of the win, not read from its tiles: see ``situation``.
"""

from __future__ import annotations

from rules.parameters import YakuRule
from scoring.hands.reading import Reading
from scoring.hands.yaku.base import YakuFamily

FAMILY = YakuFamily()

#: the first contains the second: only it counts, where it is played
INSTEAD_OF = (
    ("kokushi13", "kokushi"),
    ("suuankou_tanki", "suuankou"),
    ("chuuren_pure", "chuuren"),
)


@FAMILY.yaku("kokushi")
def kokushi(hand: Reading, _rule: YakuRule) -> bool:
    """Each terminal and honour, one of them twice."""
    return hand.form == "orphans"


@FAMILY.yaku("kokushi13")
def kokushi13(hand: Reading, _rule: YakuRule) -> bool:
    """The same, having waited for all thirteen."""
    return hand.thirteen_waits


@FAMILY.yaku("daisangen")
def daisangen(hand: Reading, _rule: YakuRule) -> bool:
    """Sets of all three dragons."""
    return hand.dragon_sets == 3


@FAMILY.yaku("suuankou")
def suuankou(hand: Reading, _rule: YakuRule) -> bool:
    """Four closed triplets."""
    return hand.closed_triplets == 4


@FAMILY.yaku("suuankou_tanki")
def suuankou_tanki(hand: Reading, _rule: YakuRule) -> bool:
    """The same, having waited for the pair."""
    return hand.single_wait


@FAMILY.yaku("shousuushii")
def shousuushii(hand: Reading, _rule: YakuRule) -> bool:
    """Three sets and the pair of winds."""
    return hand.wind_sets == 3 and hand.wind_pair


@FAMILY.yaku("daisuushii")
def daisuushii(hand: Reading, _rule: YakuRule) -> bool:
    """Sets of all four winds."""
    return hand.wind_sets == 4


@FAMILY.yaku("tsuuiisou")
def tsuuiisou(hand: Reading, rule: YakuRule) -> bool:
    """Honours only; seven pairs of them where the rule has it."""
    allowed = hand.form != "pairs" or rule.yaku.chiitoi_all_honours
    return hand.honours == "all" and allowed


@FAMILY.yaku("chinroutou")
def chinroutou(hand: Reading, _rule: YakuRule) -> bool:
    """Terminals only."""
    return hand.ends and not hand.runs and hand.honours == "none"


@FAMILY.yaku("ryuuiisou")
def ryuuiisou(hand: Reading, rule: YakuRule) -> bool:
    """2, 3, 4, 6, 8 sou and green dragons; the dragon is needed where the rule says so."""
    return hand.green_only and (hand.green_dragon or rule.yakuman.ryuuiisou_without_hatsu)


@FAMILY.yaku("suukantsu")
def suukantsu(hand: Reading, _rule: YakuRule) -> bool:
    """Four kans and the pair."""
    return hand.kans == 4


@FAMILY.yaku("chuuren")
def chuuren(hand: Reading, rule: YakuRule) -> bool:
    """1112345678999 of a suit and one more, without a kan."""
    return hand.nine_gates and (hand.nine_gates_man or rule.yakuman.chuuren_in_any_suit)


@FAMILY.yaku("chuuren_pure")
def chuuren_pure(hand: Reading, rule: YakuRule) -> bool:
    """The same, having waited for nine tiles."""
    return hand.nine_gates_pure and chuuren(hand, rule)
