"""The points tables (点数表) as clubs print them, made from the prices that hands are paid by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.parameters import BooParameters, YakuRule
from scoring.hands.prices import Prices, Worth

Winner: TypeAlias = Literal["child", "dealer"]
WINNERS: Final[tuple[Winner, ...]] = ("child", "dealer")
#: fu as printed tables have them; more than 110 are seen once in a lifetime
FU: Final = (20, 25, *range(30, 120, 10))
#: han from which fu are of no account
_FIRST_LIMIT: Final = 5
_LIMITS: Final = (5, 6, 8, 11)
_YAKUMAN_HAN: Final = 13


class Tsumo(NamedTuple):
    """What the others pay for a tsumo."""

    child: int  # each child
    dealer: int | None = None  # none where the dealer won

    @property
    def is_for_all(self) -> bool:
        """Whether everybody pays the same (オール)."""
        return self.dealer in (None, self.child)


class Cell(NamedTuple):
    """What a hand costs; empty where no hand can be like that."""

    ron: int | None = None
    tsumo: Tsumo | None = None
    is_limit: bool = False  # a mangan or above

    @property
    def is_empty(self) -> bool:
        """Whether no hand can be like that, drawn or not."""
        return self.ron is None and self.tsumo is None


class FuRow(NamedTuple):
    """Hands of so many fu, by han."""

    fu: int
    cells: tuple[Cell, ...]

    @property
    def is_empty(self) -> bool:
        """Whether no hand has so many fu."""
        return all(cell.is_empty for cell in self.cells)


class Grid(NamedTuple):
    """Fu by han, for one who deals or does not."""

    winner: Winner
    han: tuple[int, ...]
    rows: tuple[FuRow, ...]


class HanRow(NamedTuple):
    """Hands whose han alone decide."""

    limit: str | None  # as the ``value`` format names it
    first_han: int | None  # none: yakuman only, however many han
    last_han: int | None  # none: and all above
    child: Cell
    dealer: Cell


class PointsTables(NamedTuple):
    """All that a club prints on one sheet."""

    grids: tuple[Grid, ...]  # the child's and the dealer's; none without fu
    by_han: tuple[HanRow, ...]  # mangan and above; without fu all


def points_tables(rule: YakuRule) -> PointsTables:
    """Make the tables of a rule."""
    prices = Prices(rule)
    if not prices.counts_fu:
        return PointsTables((), tuple(_without_fu(rule, prices)))
    grids = tuple(_grid(rule, prices, winner) for winner in WINNERS)
    return PointsTables(grids if grids[0].han else (), tuple(_limits(rule, prices)))


def _grid(rule: YakuRule, prices: Prices, winner: Winner) -> Grid:
    columns = tuple(range(rule.hand.minimum_han, _FIRST_LIMIT))
    rows = (
        FuRow(fu, tuple(_in_grid(rule, prices.of(han, fu, 0), winner, han, fu) for han in columns))
        for fu in FU
    )
    return Grid(winner, columns, tuple(row for row in rows if not row.is_empty))


def _in_grid(rule: YakuRule, worth: Worth, winner: Winner, han: int, fu: int) -> Cell:
    whole = _cell(worth, winner)
    return whole._replace(
        ron=whole.ron if _can_be(rule, han, fu, tsumo=False) else None,
        tsumo=whole.tsumo if _can_be(rule, han, fu, tsumo=True) else None,
    )


def _can_be(rule: YakuRule, han: int, fu: int, *, tsumo: bool) -> bool:
    """Tell whether any hand has so many han and fu; Boo's own table leaves out 七対子 only."""
    is_boo = isinstance(rule, BooParameters)
    by_draw = rule.yaku.han_menzen_tsumo[0] if tsumo else 0
    if fu == 25:
        seven_pairs = rule.yaku.han_chiitoitsu[0]
        return bool(seven_pairs) and han >= seven_pairs + (0 if is_boo else by_draw)
    if fu > 20 or is_boo:
        return True
    if tsumo:
        pinfu = rule.yaku.han_pinfu[0] if rule.hand.pinfu_tsumo else 0
        return bool(pinfu) and han >= pinfu + by_draw
    least = {"20": 0, "30_at_1_han": 2}.get(rule.hand.open_20_fu or "")
    return least is not None and han >= least


def _limits(rule: YakuRule, prices: Prices) -> Iterator[HanRow]:
    """Mangan and above; where no hand is above a mangan, that alone."""
    if rule.hand.highest_hand == "mangan":
        yield _by_han(prices.of(_FIRST_LIMIT, None, 0), _FIRST_LIMIT, None)
        return
    counted = rule.hand.counted_yakuman
    ends = [*(above - 1 for above in _LIMITS[1:]), _YAKUMAN_HAN - 1 if counted else None]
    for first, last in zip(_LIMITS, ends, strict=True):
        yield _by_han(prices.of(first, None, 0), first, last)
    yield _by_han(prices.of(0, None, 1), _YAKUMAN_HAN if counted else None, None)


def _without_fu(rule: YakuRule, prices: Prices) -> Iterator[HanRow]:
    firsts = [row.from_han for row in rule.hand.points_table]
    counted = rule.hand.counted_yakuman and _YAKUMAN_HAN in firsts
    below = [first for first in firsts if first < _YAKUMAN_HAN]
    above = [*below[1:], _YAKUMAN_HAN if counted else None]
    for first, after in zip(below, above, strict=True):
        yield _by_han(prices.of(first, None, 0), first, None if after is None else after - 1)
    yield _by_han(prices.of(0, None, 1), _YAKUMAN_HAN if counted else None, None)


def _by_han(worth: Worth, first: int | None, last: int | None) -> HanRow:
    return HanRow(worth.limit, first, last, _cell(worth, "child"), _cell(worth, "dealer"))


def _cell(worth: Worth, winner: Winner) -> Cell:
    is_limit = worth.limit is not None
    if winner == "dealer":
        return Cell(worth.dealer_ron, Tsumo(worth.dealer_tsumo), is_limit)
    tsumo = Tsumo(worth.child_tsumo_child, worth.child_tsumo_dealer)
    return Cell(worth.child_ron, tsumo, is_limit)
