"""Which yaku a reading has under a rule, and which of them count beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.parameters.yaku import HanPair
from scoring.hands.fu import fu_of_win
from scoring.hands.hand import FIRST_TURN, FURITEN, RINSHAN
from scoring.hands.prices import DRAWN_AT, NAMED_AT, YAKUMAN_AT, Prices
from scoring.hands.reading import OPENED, as_asked, reading_of
from scoring.hands.yaku import AFTER, BEFORE, SHAPE_YAKU, SHAPE_YAKUMAN
from scoring.hands.yaku.base import Yaku, YakuRule
from scoring.hands.yaku.situation import situation_yaku, situation_yakuman
from scoring.hands.yaku.yakuman import INSTEAD_OF

#: han of a yakuman in an answer
YAKUMAN_HAN: Final = 13
_ENOUGH: Final = 99
#: readings and situations that are remembered at most, each
MOST_NAMED: Final = 10_000

#: yakuman whose wait made them double, and that count once in furiten
_BY_WAIT = frozenset(double for double, _single in INSTEAD_OF)


class Named(NamedTuple):
    """The yaku that tiles make with their han, and the yakuman with how often each counts."""

    yaku: Mapping[str, int]
    yakuman: Mapping[str, int]


class OfWin(NamedTuple):
    """What counts of how a hand was won."""

    before: Mapping[str, int]  # the yaku that an answer lists before those of the tiles
    after: Mapping[str, int]
    flat_fu: int  # what it adds to the fu of the tiles with 平和
    fu: int  # and without


# not frozen, though nobody changes one: that would make making them three times as dear
@dataclass(slots=True)
class Counted:
    """What counts of a win, dora not among it. Never both yaku and yakuman."""

    yaku: Mapping[str, int]  # in the order of an answer; 13 for each time of a yakuman
    han: int  # of the yaku; 0 for yakuman
    han_for_minimum: int  # more than any rule asks for where it is a yakuman
    yakuman: int  # how many are counted
    paid_yakuman: int
    fu: int  # what the win adds to the fu of its tiles, as ``fu`` has it
    at: int  # what prices ask of it, as ``price_tables`` has it


class NamedYaku(dict[int, "OfTiles"]):
    """A reading's number to what counts of it under a rule; remembered."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._rule = rule
        self._han, self._times = rule.yaku.han_table, rule.yakuman.times_table
        self._closed, self._open = (_played(self._han, is_open) for is_open in (False, True))
        self._exclusive = tuple(rule.yaku.exclusive_yaku)
        self._ippatsu_is_late = not rule.hand.minimum_counts_ippatsu
        self._prices = Prices(rule)
        self._by_win: dict[int, OfWin] = {}
        self._counted = 0  # what all readings remember of wins

    def __missing__(self, key: int) -> OfTiles:
        if len(self) >= MOST_NAMED:
            self._forget()
        plain = as_asked(key)
        found = self[key] = self[plain] if plain != key else OfTiles(self, key, self._read(key))
        return found

    def _forget(self) -> None:
        self.clear()
        self._counted = 0

    def _read(self, key: int) -> Named:
        reading, rule, times = reading_of(key), self._rule, self._times
        played = self._closed if reading.closed else self._open
        yaku = {one.key: han for one, han in played if one.holds(reading, rule)}
        yakuman = {
            one.key: times[one.key]
            for one in SHAPE_YAKUMAN
            if one.key in times and one.holds(reading, rule)
        }
        for double, single in INSTEAD_OF:
            if double in yakuman:
                yakuman.pop(single, None)
        return Named(yaku, yakuman)

    def count(self, tiles: Named, flags: int, *, tsumo: bool, is_open: bool) -> Counted:
        """Put the tiles and the win together, as yaku and yakuman exclude each other."""
        self._counted += 1
        if self._counted > MOST_NAMED:
            self._forget()
        first_turn = flags & FIRST_TURN
        if tiles.yakuman or first_turn:
            yakuman = {**situation_yakuman(first_turn, times=self._times), **tiles.yakuman}
            return self._count_yakuman(yakuman, in_furiten=bool(flags & FURITEN), tsumo=tsumo)
        before, after, flat_fu, fu = self._of_win(flags, tsumo=tsumo, is_open=is_open)
        yaku = {**before, **tiles.yaku, **after}
        for counts, counts_not in self._exclusive:
            if counts in yaku:
                yaku.pop(counts_not, None)
        han = sum(yaku.values())
        late = yaku.get("ippatsu", 0) if self._ippatsu_is_late else 0
        at = han | bool(yaku) << NAMED_AT | tsumo << DRAWN_AT
        return Counted(yaku, han, han - late, 0, 0, flat_fu if "pinfu" in tiles.yaku else fu, at)

    def _of_win(self, flags: int, *, tsumo: bool, is_open: bool) -> OfWin:
        key = flags << 2 | tsumo << 1 | is_open
        found = self._by_win.get(key)
        if found is None:
            said = situation_yaku(flags, tsumo=tsumo, closed=not is_open, han_table=self._han)
            before = {yaku: said[yaku] for yaku in BEFORE if yaku in said}
            after = {yaku: said[yaku] for yaku in AFTER if yaku in said}
            flat_fu, fu = (
                fu_of_win(
                    self._rule,
                    tsumo=tsumo,
                    is_open=is_open,
                    pinfu=pinfu,
                    rinshan=bool(flags & RINSHAN),
                )
                for pinfu in (True, False)
            )
            found = self._by_win[key] = OfWin(before, after, flat_fu, fu)
        return found

    def _count_yakuman(self, yakuman: dict[str, int], *, in_furiten: bool, tsumo: bool) -> Counted:
        if in_furiten and self._rule.yakuman.double_yakuman_in_furiten == "single":
            yakuman = {
                key: min(times, 1) if key in _BY_WAIT else times for key, times in yakuman.items()
            }
        yaku = {key: YAKUMAN_HAN * times for key, times in yakuman.items()}
        times = sum(yakuman.values())
        paid = self._prices.paid_yakuman(times)
        at = paid << YAKUMAN_AT | 1 << NAMED_AT | tsumo << DRAWN_AT
        return Counted(yaku, 0, _ENOUGH, times, paid, 0, at)


class OfTiles(dict[int, Counted]):
    """What counts of one reading by how it was won: the flags, and below them whether by a draw."""

    __slots__ = ("_is_open", "_named", "_tiles")

    def __init__(self, named: NamedYaku, key: int, tiles: Named) -> None:
        super().__init__()
        self._named, self._tiles, self._is_open = named, tiles, bool(key & OPENED)

    def __missing__(self, said: int) -> Counted:
        found = self._named.count(
            self._tiles, said >> 1, tsumo=bool(said & 1), is_open=self._is_open
        )
        self[said] = found
        return found


def _played(han: Mapping[str, HanPair], is_open: bool) -> tuple[tuple[Yaku, int], ...]:
    """The yaku of tiles that are played, and their han."""
    played = [(one, han[one.key][is_open]) for one in SHAPE_YAKU if one.key in han]
    return tuple((one, worth) for one, worth in played if worth)
