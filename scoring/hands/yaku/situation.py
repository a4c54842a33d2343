"""Yaku of how the hand was won. Source: the yaku lists; each set says what it plays."""

from __future__ import annotations

from collections.abc import Mapping

from rules.parameters import YakuRule
from rules.parameters.yaku import HanPair
from scoring.hands import hand as said

#: the flag that says it, by the yaku or yakuman
SAID = (
    ("double_riichi", said.DOUBLE_RIICHI),
    ("riichi", said.RIICHI),
    ("ippatsu", said.IPPATSU),
    ("rinshan", said.RINSHAN),
    ("chankan", said.CHANKAN),
    ("haitei", said.HAITEI),
    ("houtei", said.HOUTEI),
)
SAID_YAKUMAN = (
    ("tenhou", said.TENHOU),
    ("chiihou", said.CHIIHOU),
    ("renhou", said.RENHOU),
)


def situation_yaku(
    flags: int, *, tsumo: bool, closed: bool, han_table: Mapping[str, HanPair]
) -> dict[str, int]:
    """The yaku that a win has beside those of its tiles, each with its han, none left out yet.

    Open riichi (オープン立直) counts in place of riichi, in the first turn of double riichi.
    """
    han, at = han_table, not closed
    found = {key: han[key][at] for key, flag in SAID if flags & flag and key in han}
    opened = "double_open_riichi" if flags & said.DOUBLE_RIICHI else "open_riichi"
    if flags & said.OPEN_RIICHI and opened in han:
        found.pop("riichi", None)
        found.pop("double_riichi", None)
        found["open_riichi"] = han[opened][at]
    if tsumo and closed and "menzen_tsumo" in han:
        found["menzen_tsumo"] = han["menzen_tsumo"][at]
    return {key: worth for key, worth in found.items() if worth}


def situation_yakuman(flags: int, *, times: Mapping[str, int]) -> dict[str, int]:
    """The yakuman of the first turn, and how often each counts."""
    return {key: times[key] for key, flag in SAID_YAKUMAN if flags & flag and key in times}


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
        for key, flag in (*SAID, ("open_riichi", said.OPEN_RIICHI)):
            # rinshan is a draw after a kan, of which fu ask, whether it is a yaku or not
            if key not in han and flag != said.RINSHAN:
                self._unknown |= flag
        for key, flag in SAID_YAKUMAN:
            if key not in times:
                self._unknown |= flag

    def __missing__(self, flags: int) -> int:
        known = flags & ~self._unknown
        if flags & said.DOUBLE_RIICHI and self._no_double:
            known |= said.RIICHI
        if flags & said.ANY_RIICHI and not known & said.ANY_RIICHI:
            known &= ~said.IPPATSU
        self[flags] = known
        return known
