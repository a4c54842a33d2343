"""Which yaku a reading has under a rule, and which of them count beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring.hands.hand import FIRST_TURN, FURITEN, RINSHAN
from scoring.hands.prices import Prices
from scoring.hands.reading import CLOSED, reading_of
from scoring.hands.shapes import PINFU
from scoring.hands.shapes import RINSHAN as AFTER_KAN
from scoring.hands.yaku import SHAPE_YAKU, SHAPE_YAKUMAN, YAKU_ORDER
from scoring.hands.yaku.base import YakuRule
from scoring.hands.yaku.situation import situation_yaku, situation_yakuman
from scoring.hands.yaku.yakuman import INSTEAD_OF

#: han of a yakuman in an answer
YAKUMAN_HAN: Final = 13
#: readings and situations that are remembered at most, each
MOST_NAMED: Final = 10_000

_ORDER = {key: at for at, key in enumerate(YAKU_ORDER)}
#: yakuman whose wait made them double, and that count once in furiten
_BY_WAIT = frozenset(double for double, _single in INSTEAD_OF)


class Named(NamedTuple):
    """The yaku that tiles make with their han, and the yakuman with how often each counts."""

    yaku: Mapping[str, int]
    yakuman: Mapping[str, int]


class Counted(NamedTuple):
    """What counts of a win, dora not among it. Never both yaku and yakuman."""

    yaku: Mapping[str, int]  # in the order of an answer; 13 for each time of a yakuman
    han: int  # of the yaku; 0 for yakuman
    han_for_minimum: int
    yakuman: int  # how many are counted
    paid_yakuman: int
    fu_bits: int  # what fu have to know of it, as ``shapes`` has it


#: a reading's number << 13 | flags << 1 | whether it was drawn
FLAG_BITS: Final = 13


class NamedYaku(dict[int, Counted]):
    """What counts of a reading, won in some way, under a rule; remembered."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._rule = rule
        self._han, self._times = rule.yaku.han_table, rule.yakuman.times_table
        self._prices = Prices(rule)
        self._by_tiles: dict[int, Named] = {}

    def __missing__(self, asked: int) -> Counted:
        if len(self) >= MOST_NAMED:
            self.clear()
        key, flags, tsumo = asked >> FLAG_BITS, asked >> 1 & (1 << FLAG_BITS - 1) - 1, asked & 1
        found = self[asked] = self._count(self._of_tiles(key), key, flags, bool(tsumo))
        return found

    def _of_tiles(self, key: int) -> Named:
        found = self._by_tiles.get(key)
        if found is None:
            if len(self._by_tiles) >= MOST_NAMED:
                self._by_tiles.clear()
            found = self._by_tiles[key] = self._read(key)
        return found

    def _read(self, key: int) -> Named:
        reading, rule = reading_of(key), self._rule
        han, times = self._han, self._times
        at = not reading.closed
        yaku = {
            one.key: han[one.key][at]
            for one in SHAPE_YAKU
            if one.key in han and han[one.key][at] and one.holds(reading, rule)
        }
        yakuman = {
            one.key: times[one.key]
            for one in SHAPE_YAKUMAN
            if one.key in times and one.holds(reading, rule)
        }
        for double, single in INSTEAD_OF:
            if double in yakuman:
                yakuman.pop(single, None)
        return Named(yaku, yakuman)

    def _count(self, tiles: Named, key: int, flags: int, tsumo: bool) -> Counted:
        """Put the tiles and the win together, as yaku and yakuman exclude each other."""
        rule = self._rule
        yakuman = {**tiles.yakuman, **situation_yakuman(flags & FIRST_TURN, times=self._times)}
        if yakuman:
            return self._count_yakuman(yakuman, in_furiten=bool(flags & FURITEN))
        closed = bool(key & CLOSED)
        said = situation_yaku(flags, tsumo=tsumo, closed=closed, han_table=self._han)
        yaku = {**tiles.yaku, **said}
        for counts, counts_not in rule.yaku.exclusive_yaku:
            if counts in yaku:
                yaku.pop(counts_not, None)
        han = sum(yaku.values())
        late = 0 if rule.hand.minimum_counts_ippatsu else yaku.get("ippatsu", 0)
        fu_bits = PINFU if "pinfu" in tiles.yaku else 0
        if flags & RINSHAN:
            fu_bits |= AFTER_KAN
        return Counted(_in_order(yaku), han, han - late, 0, 0, fu_bits)

    def _count_yakuman(self, yakuman: dict[str, int], *, in_furiten: bool) -> Counted:
        if in_furiten and self._rule.yakuman.double_yakuman_in_furiten == "single":
            yakuman = {
                key: min(times, 1) if key in _BY_WAIT else times for key, times in yakuman.items()
            }
        yaku = {key: YAKUMAN_HAN * times for key, times in yakuman.items()}
        times = sum(yakuman.values())
        return Counted(_in_order(yaku), 0, 0, times, self._prices.paid_yakuman(times), 0)


def _in_order(yaku: Mapping[str, int]) -> Mapping[str, int]:
    return dict(sorted(yaku.items(), key=lambda one: _ORDER[one[0]]))
