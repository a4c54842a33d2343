"""Which yaku a reading has under a rule, and which of them count beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from rules.parameters import YakuRule
from rules.parameters.hand import HanPair
from scoring.hands.fu import fu_of_win
from scoring.hands.hand import FIRST_TURN, FURITEN, RENHOU, RENHOU_ALONE, RINSHAN
from scoring.hands.prices import DRAWN_AT, NAMED_AT, YAKUMAN_AT, Prices
from scoring.hands.reading import OPENED, reading_of, without_unused
from scoring.hands.yaku import (
    AFTER,
    BEFORE,
    INSTEAD_OF,
    SHAPE_YAKU,
    SHAPE_YAKUMAN,
    Yaku,
    situation_yaku,
    situation_yakuman,
)

#: han of a yakuman in an answer
YAKUMAN_HAN: Final = 13
#: more han than any rule asks for
_ENOUGH: Final = 99
#: readings, and wins together with some of them, that are remembered at most
MOST_NAMED: Final = 10_000

#: yakuman whose wait made them double, and that count once in furiten
_BY_WAIT = frozenset(double for double, _single in INSTEAD_OF)
_OF_TILES = frozenset(one.key for one in SHAPE_YAKU)

Han: TypeAlias = Mapping[str, int]


# none of these is frozen, though nobody changes one: that would make making them three times as
# dear
@dataclass(slots=True)
class OfTiles:
    """What counts of a reading however it was won."""

    key: int
    yaku: Han
    yakuman: Han  # with how often each counts
    is_plain: bool  # neither yakuman, nor yaku that exclude some of the win, or the other way round
    is_flat: bool  # 平和
    least: int  # han that count towards the minimum, as far as it is sure
    at: int  # what it asks of the price, as ``price_tables`` has it
    has_two_own_winds: bool  # north that always counts, beside one's own wind
    named: NamedYaku = field(compare=False, repr=False)

    def won(self, win: OfWin) -> Counted:
        """What counts of it together with a win."""
        return self.named.together(self, win)


@dataclass(slots=True)
class OfWin:
    """What counts of how a hand was won, whatever its tiles are."""

    situation: int
    before: Han  # the yaku that an answer lists before those of the tiles
    after: Han
    is_plain: bool  # no yakuman
    least: int
    named: int  # a bit of the price: whether there is a yaku
    at: int  # the others
    fu: tuple[int, int]  # what it adds to the fu of the tiles, and to those of 平和


@dataclass(slots=True)
class Counted:
    """What counts of a win, dora not among it. Never both yaku and yakuman."""

    yaku: Han  # in the order of an answer; 13 for each time of a yakuman
    han: int  # of the yaku; 0 for yakuman
    han_for_minimum: int  # more than any rule asks for where it is a yakuman
    yakuman: int  # how many are counted
    paid_yakuman: int
    fu: int  # what the win adds to the fu of its tiles, as ``fu`` has it
    at: int  # what all of it asks of the price


class NamedYaku(dict[int, OfTiles]):
    """A reading's number to what counts of it under a rule; remembered."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._rule = rule
        self._han, self._times = rule.yaku.han_table, rule.yakuman.times_table
        self._closed, self._open = (_played(self._han, is_open) for is_open in (False, True))
        self._exclusive = tuple(rule.yaku.exclusive_yaku)
        self._mixed = _mixed(self._exclusive)
        self._prices = Prices(rule)
        self.wins = Wins(rule)
        self._together: dict[tuple[int, int], Counted] = {}

    def __missing__(self, key: int) -> OfTiles:
        if len(self) >= MOST_NAMED:
            self.clear()
        plain = without_unused(key)
        found = self[key] = self[plain] if plain != key else self._read(key)
        return found

    def _read(self, key: int) -> OfTiles:
        reading, rule = reading_of(key), self._rule
        played = self._closed if reading.closed else self._open
        yaku = {one.key: often * han for one, han in played if (often := one.holds(reading, rule))}
        yakuman = {
            one.key: self._times[one.key]
            for one in SHAPE_YAKUMAN
            if one.key in self._times and one.holds(reading, rule)
        }
        for double, single in INSTEAD_OF:
            if double in yakuman:
                yakuman.pop(single, None)
        is_plain = not yakuman and self._mixed.isdisjoint(yaku)
        if is_plain:
            _leave_out(yaku, self._exclusive)
        han = sum(yaku.values())
        least = han if is_plain else -_ENOUGH
        at = han | bool(yaku) << NAMED_AT
        return OfTiles(
            key, yaku, yakuman, is_plain, "pinfu" in yaku, least, at, reading.seat_wind > 1, self
        )

    def together(self, tiles: OfTiles, win: OfWin) -> Counted:
        """Put the tiles and the win together, as yaku and yakuman exclude each other."""
        if tiles.is_plain and win.is_plain:
            yaku = {**win.before, **tiles.yaku, **win.after}
            return self._count(yaku, tiles.least + win.least, win, is_flat=tiles.is_flat)
        found = self._together.get((tiles.key, win.situation))
        if found is None:
            if len(self._together) >= MOST_NAMED:
                self._together.clear()
            found = self._together[tiles.key, win.situation] = self._one_by_one(tiles, win)
        return found

    def _one_by_one(self, tiles: OfTiles, win: OfWin) -> Counted:
        flags = win.situation >> 2
        if flags & RENHOU_ALONE:
            return self._count(win.after, sum(win.after.values()), win, is_flat=False)
        yakuman = {**situation_yakuman(flags, times=self._times), **tiles.yakuman}
        if yakuman:
            return self._count_yakuman(yakuman, in_furiten=bool(flags & FURITEN), win=win)
        before, after = self.wins.yaku(win.situation)
        yaku = {**before, **tiles.yaku, **after}
        _leave_out(yaku, self._exclusive)
        counts = sum(yaku.values()) - self.wins.late(yaku)
        return self._count(yaku, counts, win, is_flat="pinfu" in yaku)

    def _count(self, yaku: Han, for_minimum: int, win: OfWin, *, is_flat: bool) -> Counted:
        han = sum(yaku.values())
        at = han | bool(yaku) << NAMED_AT | _drawn(win.situation)
        return Counted(yaku, han, for_minimum, 0, 0, win.fu[is_flat], at)

    def _count_yakuman(self, yakuman: dict[str, int], *, in_furiten: bool, win: OfWin) -> Counted:
        if in_furiten and self._rule.yakuman.double_yakuman_in_furiten == "single":
            yakuman = {
                key: min(times, 1) if key in _BY_WAIT else times for key, times in yakuman.items()
            }
        yaku = {key: YAKUMAN_HAN * times for key, times in yakuman.items()}
        times = sum(yakuman.values())
        is_best_alone = self._rule.hand.highest_hand == "best_yakuman"
        paid = self._prices.paid_yakuman(max(yakuman.values()) if is_best_alone else times)
        at = paid << YAKUMAN_AT | 1 << NAMED_AT | _drawn(win.situation)
        return Counted(yaku, 0, _ENOUGH, times, paid, 0, at)


class Wins(dict[int, OfWin]):
    """How a hand was won to what counts of it: flags, whether by a draw, whether it is open."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._rule, self._han = rule, rule.yaku.han_table
        #: what makes a yakuman, or is counted by itself
        self._apart = FIRST_TURN | RENHOU_ALONE
        if "renhou" in self._han:
            self._apart &= ~RENHOU
        self._exclusive = tuple(rule.yaku.exclusive_yaku)
        self._ippatsu_is_late = not rule.hand.minimum_counts_ippatsu

    def __missing__(self, situation: int) -> OfWin:
        before, after = self.yaku(situation)
        _leave_out(both := {**before, **after}, self._exclusive)
        han, is_plain = sum(both.values()), not situation >> 2 & self._apart
        found = self[situation] = OfWin(
            situation,
            {yaku: worth for yaku, worth in before.items() if yaku in both},
            {yaku: worth for yaku, worth in after.items() if yaku in both},
            is_plain,
            han - self.late(both) if is_plain else -_ENOUGH,
            bool(both) << NAMED_AT,
            han | _drawn(situation),
            (self._fu(situation, pinfu=False), self._fu(situation, pinfu=True)),
        )
        return found

    def yaku(self, situation: int) -> tuple[Han, Han]:
        """What it has, before and after those of the tiles, none left out for another yet."""
        closed = not situation & OPENED
        found = situation_yaku(
            situation >> 2, tsumo=bool(situation & 2), closed=closed, han_table=self._han
        )
        before = {yaku: found[yaku] for yaku in BEFORE if yaku in found}
        return before, {yaku: found[yaku] for yaku in AFTER if yaku in found}

    def late(self, yaku: Han) -> int:
        """The han that do not count towards the minimum."""
        return yaku.get("ippatsu", 0) if self._ippatsu_is_late else 0

    def _fu(self, situation: int, *, pinfu: bool) -> int:
        return fu_of_win(
            self._rule,
            tsumo=bool(situation & 2),
            is_open=bool(situation & OPENED),
            pinfu=pinfu,
            rinshan=bool(situation >> 2 & RINSHAN),
        )


def _drawn(situation: int) -> int:
    return (situation >> 1 & 1) << DRAWN_AT


def _leave_out(yaku: dict[str, int], exclusive: Iterable[tuple[str, str]]) -> None:
    for counts, counts_not in exclusive:
        if counts in yaku:
            yaku.pop(counts_not, None)


def _mixed(exclusive: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Yaku of the tiles that exclude one of the win, or are excluded by one."""
    pairs = [_OF_TILES.intersection(pair) for pair in exclusive]
    return frozenset().union(*(pair for pair in pairs if len(pair) == 1))


def _played(han: Mapping[str, HanPair], is_open: bool) -> tuple[tuple[Yaku, int], ...]:
    """The yaku of tiles that are played, and their han."""
    played = [(one, han[one.key][is_open]) for one in SHAPE_YAKU if one.key in han]
    return tuple((one, worth) for one, worth in played if worth)
