"""The yaku; what each is worth is for the rule to say.

Source: the yaku lists of Nekohouse and Super東風. 天和, 地和 and 人和 are said of the win, not read
from its tiles: see :func:`situation_yaku`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from rules.parameters import YakuRule
from rules.parameters.hand import HanPair
from scoring.hands import hand as flag
from scoring.hands.reading import Reading

#: how often it counts; only one's own wind can do so twice
Condition: TypeAlias = Callable[[Reading, YakuRule], int]


class Yaku(NamedTuple):
    """A yaku that the tiles make, or a yakuman."""

    key: str  # as in ``han_…`` or ``yakuman_…`` of the parameters
    holds: Condition


class YakuFamily(list[Yaku]):
    """Yaku in the order in which they are defined."""

    def yaku(self, key: str) -> Callable[[Condition], Condition]:
        """Enter the condition below under this key."""

        def entered(holds: Condition) -> Condition:
            self.append(Yaku(key, holds))
            return holds

        return entered


#: yaku that the tiles make, in the order of an answer
SHAPE_YAKU = YakuFamily()


# Of sequences.


@SHAPE_YAKU.yaku("pinfu")
def pinfu(hand: Reading, rule: YakuRule) -> bool:
    """Four sequences, a pair of no value and two open ends: no fu but those of the win."""
    return hand.flat and (rule.hand.pinfu_tsumo or not hand.flat_tsumo)


@SHAPE_YAKU.yaku("iipeikou")
def iipeikou(hand: Reading, _rule: YakuRule) -> bool:
    """Two equal sequences among the closed tiles; those of calls are not looked at."""
    return hand.twins >= 1


@SHAPE_YAKU.yaku("ryanpeikou")
def ryanpeikou(hand: Reading, _rule: YakuRule) -> bool:
    """Two equal sequences, twice; four alike are twice two."""
    return hand.twins == 2


@SHAPE_YAKU.yaku("sanshoku")
def sanshoku(hand: Reading, _rule: YakuRule) -> bool:
    """The same sequence in man, pin and sou."""
    return hand.sanshoku


@SHAPE_YAKU.yaku("ittsu")
def ittsu(hand: Reading, _rule: YakuRule) -> bool:
    """123, 456 and 789 of a suit."""
    return hand.ittsu


# Of winds and dragons (役牌).


@SHAPE_YAKU.yaku("seat_wind")
def seat_wind(hand: Reading, _rule: YakuRule) -> int:
    """Sets of one's own wind, and of north where it always counts (Nekohouse 3b)."""
    return hand.seat_wind


@SHAPE_YAKU.yaku("round_wind")
def round_wind(hand: Reading, _rule: YakuRule) -> bool:
    """A set of the round's wind."""
    return hand.round_wind


@SHAPE_YAKU.yaku("haku")
def haku(hand: Reading, _rule: YakuRule) -> bool:
    """A set of white dragons."""
    return hand.haku


@SHAPE_YAKU.yaku("hatsu")
def hatsu(hand: Reading, _rule: YakuRule) -> bool:
    """A set of green dragons."""
    return hand.hatsu


@SHAPE_YAKU.yaku("chun")
def chun(hand: Reading, _rule: YakuRule) -> bool:
    """A set of red dragons."""
    return hand.chun


@SHAPE_YAKU.yaku("shousangen")
def shousangen(hand: Reading, _rule: YakuRule) -> bool:
    """Two sets and the pair of dragons."""
    return hand.dragon_sets == 2 and hand.dragon_pair


# With or without terminals and honours.


@SHAPE_YAKU.yaku("tanyao")
def tanyao(hand: Reading, _rule: YakuRule) -> bool:
    """No terminals and no honours. Whether it counts open is in its han."""
    return hand.simple


@SHAPE_YAKU.yaku("chanta")
def chanta(hand: Reading, _rule: YakuRule) -> bool:
    """A terminal or an honour in every group, honours and a sequence among them."""
    return hand.ends and hand.runs and hand.honours == "some"


@SHAPE_YAKU.yaku("junchan")
def junchan(hand: Reading, _rule: YakuRule) -> bool:
    """A terminal in every group, with a sequence and without honours."""
    return hand.ends and hand.runs and hand.honours == "none"


@SHAPE_YAKU.yaku("honroutou")
def honroutou(hand: Reading, _rule: YakuRule) -> bool:
    """Terminals and honours only: all triplets, or seven pairs."""
    return hand.ends and not hand.runs and hand.honours == "some"


# Of triplets and kans.


@SHAPE_YAKU.yaku("toitoi")
def toitoi(hand: Reading, _rule: YakuRule) -> bool:
    """Four triplets or kans."""
    return hand.form == "sets" and not hand.runs


@SHAPE_YAKU.yaku("sanankou")
def sanankou(hand: Reading, _rule: YakuRule) -> bool:
    """Three closed triplets; one that a ron completed is none."""
    return hand.closed_triplets >= 3


@SHAPE_YAKU.yaku("sanshoku_doukou")
def sanshoku_doukou(hand: Reading, _rule: YakuRule) -> bool:
    """The same triplet in man, pin and sou."""
    return hand.sanshoku_doukou


@SHAPE_YAKU.yaku("sankantsu")
def sankantsu(hand: Reading, _rule: YakuRule) -> bool:
    """Three kans."""
    return hand.kans >= 3


# Of one suit, and seven pairs.


@SHAPE_YAKU.yaku("chiitoitsu")
def chiitoitsu(hand: Reading, _rule: YakuRule) -> bool:
    """Seven pairs. Whether four alike are two of them was asked when they were read."""
    return hand.form == "pairs"


@SHAPE_YAKU.yaku("honitsu")
def honitsu(hand: Reading, _rule: YakuRule) -> bool:
    """One suit and honours."""
    return hand.one_suit and hand.honours == "some"


@SHAPE_YAKU.yaku("chinitsu")
def chinitsu(hand: Reading, _rule: YakuRule) -> bool:
    """One suit and nothing else."""
    return hand.one_suit and hand.honours == "none"


#: the yakuman that the tiles make, in the same order
SHAPE_YAKUMAN = YakuFamily()

#: the first contains the second: only it counts, where it is played
INSTEAD_OF = (
    ("kokushi13", "kokushi"),
    ("suuankou_tanki", "suuankou"),
    ("chuuren_pure", "chuuren"),
)


@SHAPE_YAKUMAN.yaku("kokushi")
def kokushi(hand: Reading, _rule: YakuRule) -> bool:
    """Each terminal and honour, one of them twice."""
    return hand.form == "orphans"


@SHAPE_YAKUMAN.yaku("kokushi13")
def kokushi13(hand: Reading, _rule: YakuRule) -> bool:
    """The same, having waited for all thirteen."""
    return hand.thirteen_waits


@SHAPE_YAKUMAN.yaku("daisangen")
def daisangen(hand: Reading, _rule: YakuRule) -> bool:
    """Sets of all three dragons."""
    return hand.dragon_sets == 3


@SHAPE_YAKUMAN.yaku("suuankou")
def suuankou(hand: Reading, _rule: YakuRule) -> bool:
    """Four closed triplets."""
    return hand.closed_triplets == 4


@SHAPE_YAKUMAN.yaku("suuankou_tanki")
def suuankou_tanki(hand: Reading, _rule: YakuRule) -> bool:
    """The same, having waited for the pair."""
    return hand.single_wait


@SHAPE_YAKUMAN.yaku("shousuushii")
def shousuushii(hand: Reading, _rule: YakuRule) -> bool:
    """Three sets and the pair of winds."""
    return hand.wind_sets == 3 and hand.wind_pair


@SHAPE_YAKUMAN.yaku("daisuushii")
def daisuushii(hand: Reading, _rule: YakuRule) -> bool:
    """Sets of all four winds."""
    return hand.wind_sets == 4


@SHAPE_YAKUMAN.yaku("tsuuiisou")
def tsuuiisou(hand: Reading, rule: YakuRule) -> bool:
    """Honours only; seven pairs of them where the rule has it."""
    allowed = hand.form != "pairs" or rule.yaku.chiitoi_all_honours
    return hand.honours == "all" and allowed


@SHAPE_YAKUMAN.yaku("chinroutou")
def chinroutou(hand: Reading, _rule: YakuRule) -> bool:
    """Terminals only."""
    return hand.ends and not hand.runs and hand.honours == "none"


@SHAPE_YAKUMAN.yaku("ryuuiisou")
def ryuuiisou(hand: Reading, rule: YakuRule) -> bool:
    """2, 3, 4, 6, 8 sou and green dragons; the dragon is needed where the rule says so."""
    return hand.green_only and (hand.green_dragon or rule.yakuman.ryuuiisou_without_hatsu)


@SHAPE_YAKUMAN.yaku("suukantsu")
def suukantsu(hand: Reading, _rule: YakuRule) -> bool:
    """Four kans and the pair."""
    return hand.kans == 4


@SHAPE_YAKUMAN.yaku("chuuren")
def chuuren(hand: Reading, rule: YakuRule) -> bool:
    """1112345678999 of a suit and one more, without a kan."""
    return hand.nine_gates and (hand.nine_gates_man or rule.yakuman.chuuren_in_any_suit)


@SHAPE_YAKUMAN.yaku("chuuren_pure")
def chuuren_pure(hand: Reading, rule: YakuRule) -> int:
    """The same, having waited for nine tiles."""
    return hand.nine_gates_pure and chuuren(hand, rule)


#: yaku of the win that an answer lists before those of the tiles, and after them
BEFORE = ("riichi", "double_riichi", "open_riichi", "ippatsu", "menzen_tsumo")
AFTER = ("rinshan", "chankan", "haitei", "houtei", "renhou")
_FIRST_TURN = ("tenhou", "chiihou", "renhou")
_BONUS = ("dora", "aka_dora", "ura_dora", "nuki_dora")

#: in which order an answer lists them
YAKU_ORDER: tuple[str, ...] = (
    *BEFORE,
    *(yaku.key for yaku in SHAPE_YAKU),
    *(key for key in AFTER if key not in _FIRST_TURN),
    *_FIRST_TURN,
    *(yaku.key for yaku in SHAPE_YAKUMAN),
    *_BONUS,
)

#: what a game may be remembered for
YAKUMAN: tuple[str, ...] = (
    *(yaku.key for yaku in SHAPE_YAKUMAN),
    *_FIRST_TURN,
    "counted_yakuman",
)


#: the flag that says it, by the yaku or yakuman
FLAG_YAKU = (
    ("double_riichi", flag.DOUBLE_RIICHI),
    ("riichi", flag.RIICHI),
    ("ippatsu", flag.IPPATSU),
    ("rinshan", flag.RINSHAN),
    ("chankan", flag.CHANKAN),
    ("haitei", flag.HAITEI),
    ("houtei", flag.HOUTEI),
    ("renhou", flag.RENHOU),
)
FLAG_YAKUMAN = (
    ("tenhou", flag.TENHOU),
    ("chiihou", flag.CHIIHOU),
    ("renhou", flag.RENHOU),
)


def situation_yaku(
    flags: int, *, tsumo: bool, closed: bool, han_table: Mapping[str, HanPair]
) -> dict[str, int]:
    """The yaku that a win has beside those of its tiles, each with its han, none left out yet.

    Open riichi (オープン立直) counts in place of riichi, in the first turn of double riichi.
    """
    han, at = han_table, not closed
    if flags & flag.RENHOU_ALONE:
        return {"renhou": han["renhou"][at]}
    found = {key: han[key][at] for key, bit in FLAG_YAKU if flags & bit and key in han}
    opened = "double_open_riichi" if flags & flag.DOUBLE_RIICHI else "open_riichi"
    if flags & flag.OPEN_RIICHI and opened in han:
        found.pop("riichi", None)
        found.pop("double_riichi", None)
        found["open_riichi"] = han[opened][at]
    if tsumo and closed and "menzen_tsumo" in han:
        found["menzen_tsumo"] = han["menzen_tsumo"][at]
    return {key: worth for key, worth in found.items() if worth}


def situation_yakuman(flags: int, *, times: Mapping[str, int]) -> dict[str, int]:
    """The yakuman of the first turn, and how often each counts."""
    return {key: times[key] for key, bit in FLAG_YAKUMAN if flags & bit and key in times}


class KnownFlags(dict[int, int]):
    """Flags to those that a rule knows; what it does not know is ignored.

    A double riichi that is not played is a riichi. Without any riichi that the rule knows there is
    neither 一発 nor ura dora.
    """

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        han, times = rule.yaku.han_table, rule.yakuman.times_table
        self._no_double = "double_riichi" not in han
        self._unknown = 0
        for key, bit in (*FLAG_YAKU, ("open_riichi", flag.OPEN_RIICHI), *FLAG_YAKUMAN):
            # rinshan is a draw after a kan, of which fu ask, whether it is a yaku or not
            if key not in han and key not in times and bit != flag.RINSHAN:
                self._unknown |= bit

    def __missing__(self, flags: int) -> int:
        known = flags & ~self._unknown
        if flags & flag.DOUBLE_RIICHI and self._no_double:
            known |= flag.RIICHI
        if flags & flag.ANY_RIICHI and not known & flag.ANY_RIICHI:
            known &= ~flag.IPPATSU
        self[flags] = known
        return known
