"""A hand as one whole number: three bits a kind of tile, the red fives above them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scoring.hands.tiles import (
    GREEN,
    HAKU,
    HATSU,
    KIND_OF,
    KINDS,
    POCCHI,
    RED_MAN,
    YAOCHUU,
    Kind,
    Tile,
)

SUIT_BITS: Final = (1 << 27) - 1
HONOUR_BITS: Final = (1 << 21) - 1
PIN_AT, SOU_AT, HONOURS_AT, REDS_AT = 27, 54, 81, 102
ALL_KINDS: Final = (1 << REDS_AT) - 1


def _weight(tile: Tile) -> int:
    if tile == POCCHI:
        return 1 << 3 * HAKU
    if tile >= len(KIND_OF):
        return 0  # a flower, which is no part of a hand
    red = 1 << REDS_AT + 3 * (tile - RED_MAN) if tile >= RED_MAN else 0
    return (1 << 3 * KIND_OF[tile]) + red


#: what each tile adds to the number
WEIGHTS: tuple[int, ...] = tuple(_weight(tile) for tile in range(POCCHI + 1))


def packed(tiles: Iterable[Tile]) -> int:
    """Add tiles up; no more than seven of a kind."""
    return sum(map(WEIGHTS.__getitem__, tiles))


def _mask(kinds: Iterable[Kind]) -> int:
    return sum(7 << 3 * kind for kind in kinds)


NOT_GREEN: Final = _mask(kind for kind in range(KINDS) if kind not in GREEN)
NOT_YAOCHUU: Final = _mask(kind for kind in range(KINDS) if kind not in YAOCHUU)
GREEN_DRAGONS: Final = 7 << 3 * HATSU
#: the lowest bit of each count: none is set where every kind is there an even number of times
ODD: Final = sum(1 << 3 * kind for kind in range(KINDS))
FOURS: Final = ODD << 2
ONE_OF_EACH_YAOCHUU: Final = sum(1 << 3 * kind for kind in YAOCHUU)
#: 1112345678999 of a suit
GATES: Final = sum(count << 3 * rank for rank, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))


def count_of(number: int, kind: Kind) -> int:
    """How many of a kind a number holds."""
    return number >> 3 * kind & 7
