"""The arithmetic of hand statistics: counts of hands in, exact shares and averages out.

A *hand* is one kyoku that was played to an end, abortive draws among them; a hand that a chombo
ended is played again and counts as none. Points are what the hand moved for the player: its worth
with honba and the sticks on the table, own riichi stick paid and won.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final

from scoring.standings import ratio

#: classes of a win's worth, the smallest first
VALUE_CLASSES: Final = (
    *("han1", "han2", "han3", "han4", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"),
    "unknown",
)

_MANGAN: Final = 2_000
_LIMITS: Final = (
    (13, "yakuman"),
    (11, "sanbaiman"),
    (8, "baiman"),
    (6, "haneman"),
    (5, "mangan"),
)
_SMALL: Final = ("unknown", "han1", "han2", "han3", "han4")
_NAMED: Final = frozenset({"mangan", "haneman", "baiman", "sanbaiman"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCounts:
    """What somebody did in some hands; the empty one is neutral in :func:`add_up`."""

    hands: int = 0
    wins: int = 0
    tsumo: int = 0  # wins by tsumo
    won: int = 0  # points moved to them by their wins
    deal_ins: int = 0  # hands in which their discard was won, by one or several
    paid: int = 0  # points that these cost them, as a positive number
    riichi: int = 0  # hands in which they declared it
    riichi_wins: int = 0
    noted: int = 0  # hands of which it is known who had called
    called: int = 0  # of these, those in which they had
    draws: int = 0  # hands that ended in an exhaustive draw, nagashi apart
    tenpai: int = 0  # of these, those in which they were ready

    def win_rate(self) -> int | None:
        """和了率: share of hands that they won, in tenths of a percent; None without hands."""
        return tenths(self.wins, self.hands)

    def deal_in_rate(self) -> int | None:
        """放銃率: share of hands in which their discard was won, in tenths of a percent."""
        return tenths(self.deal_ins, self.hands)

    def riichi_rate(self) -> int | None:
        """立直率: share of hands in which they declared riichi, in tenths of a percent."""
        return tenths(self.riichi, self.hands)

    def riichi_win_rate(self) -> int | None:
        """Share of hands with their riichi that they won, in tenths of a percent."""
        return tenths(self.riichi_wins, self.riichi)

    def call_rate(self) -> int | None:
        """副露率: share of hands in which they called, of those where calls are known."""
        return tenths(self.called, self.noted)

    def tsumo_rate(self) -> int | None:
        """Share of their wins that were tsumo, in tenths of a percent; None without wins."""
        return tenths(self.tsumo, self.wins)

    def tenpai_rate(self) -> int | None:
        """流局時聴牌率: share of draws in which they were ready, in tenths of a percent."""
        return tenths(self.tenpai, self.draws)

    def average_win(self) -> int | None:
        """平均和了点: points that a win was worth, halves up; None without wins."""
        return ratio(self.won, self.wins)

    def average_deal_in(self) -> int | None:
        """平均放銃点: points that a deal-in cost, halves up; None without."""
        return ratio(self.paid, self.deal_ins)


def add_up(counts: Iterable[HandCounts]) -> HandCounts:
    """Add counts up, in any order and grouping."""
    rows = list(counts)
    return HandCounts(
        **{each.name: sum(getattr(row, each.name) for row in rows) for each in fields(HandCounts)}
    )


def tenths(part: int, whole: int) -> int | None:
    """A share in tenths of a percent (12.3% is 123), halves up; None of nothing.

    >>> tenths(1, 8)
    125
    """
    return ratio(part * 1_000, whole)


def value_class(*, han: int = 0, fu: int = 0, yakuman: int = 0, limit: str = "") -> str:
    """What a win is called by its size: by han below mangan, then by its limit.

    Args:
        han: with bonus tiles; 0 where nobody entered it.
        fu: 0 where nobody entered it; with it 4 han 40 fu and 3 han 70 fu are mangan.
        yakuman: how many.
        limit: as a record or the tiles state it; it goes before han and fu.
    """
    if yakuman or "yakuman" in limit:
        return "yakuman"
    if limit in _NAMED:
        return limit
    for least, name in _LIMITS:
        if han >= least:
            return name
    return "mangan" if han and fu << (han + 2) >= _MANGAN else _SMALL[han]
