"""A hand as one whole number: three bits a kind of tile, the red fives above them.

Each suit, and the honours, have a lane of 30 bits for their counts.
"""

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
    parse_tiles,
    written_tiles,
)

SUIT_BITS: Final = (1 << 27) - 1
HONOUR_BITS: Final = (1 << 21) - 1
LANE: Final = 30
PIN_AT, SOU_AT, HONOURS_AT, REDS_AT = LANE, 2 * LANE, 3 * LANE, 4 * LANE
LANE_BITS: Final = (1 << LANE) - 1
ALL_KINDS: Final = SUIT_BITS * (1 | 1 << PIN_AT | 1 << SOU_AT) | HONOUR_BITS << HONOURS_AT


def _at(kind: Kind) -> int:
    suit, rank = divmod(kind, 9)
    return LANE * suit + 3 * rank


#: the mark of a white pocchi, above the red fives
POCCHIS: Final = 1 << REDS_AT + 9

#: where the number has the count of each kind
AT: tuple[int, ...] = tuple(map(_at, range(KINDS)))


def _weight(tile: Tile) -> int:
    if tile == POCCHI:
        return (1 << AT[HAKU]) + POCCHIS
    if tile >= len(KIND_OF):
        return 0  # a flower, which is no part of a hand
    red = 1 << REDS_AT + 3 * (tile - RED_MAN) if tile >= RED_MAN else 0
    return (1 << AT[KIND_OF[tile]]) + red


#: what each tile adds to the number
WEIGHTS: tuple[int, ...] = tuple(_weight(tile) for tile in range(POCCHI + 1))


#: a tuple's own way to it takes twice as long as a list's
_WEIGHT_OF: Final = list(WEIGHTS).__getitem__


def packed(tiles: Iterable[Tile]) -> int:
    """Add tiles up; no more than seven of a kind."""
    return sum(map(_WEIGHT_OF, tiles))


class Tiles(tuple[Tile, ...]):
    """Tiles that know the number they are, for those who will be asked for it more than once."""

    number: int

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Tiles:
        """Put tiles together."""
        found = cls(tiles)
        found.number = packed(found)
        return found

    @classmethod
    def read(cls, text: str) -> Tiles:
        """Read tiles as ``parse_tiles`` does, which says what is wrong with them."""
        tiles = written_tiles(text)
        if not tiles:
            return cls.of(parse_tiles(text))
        found = cls(tiles)
        found.number = sum(map(_WEIGHT_OF, tiles))
        return found


def _mask(kinds: Iterable[Kind]) -> int:
    return sum(7 << AT[kind] for kind in kinds)


NOT_GREEN: Final = _mask(kind for kind in range(KINDS) if kind not in GREEN)
YAOCHUU_BITS: Final = _mask(YAOCHUU)
NOT_YAOCHUU: Final = _mask(kind for kind in range(KINDS) if kind not in YAOCHUU)
GREEN_DRAGONS: Final = 7 << AT[HATSU]
#: the lowest bit of each count: none is set where every kind is there an even number of times
ODD: Final = sum(1 << at for at in AT)
FOURS: Final = ODD << 2
_TWOS: Final = ODD << 1
ONE_OF_EACH_YAOCHUU: Final = sum(1 << AT[kind] for kind in YAOCHUU)
#: 1112345678999 of a suit
GATES: Final = sum(count << 3 * rank for rank, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))


def tiles_in(number: int) -> int:
    """How many tiles a number holds, no more than seven of a kind."""
    ones, twos, fours = number & ODD, number & _TWOS, number & FOURS
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


def count_of(number: int, kind: Kind) -> int:
    """How many of a kind a number holds."""
    return number >> AT[kind] & 7


def pairs_in(number: int) -> int:
    """How many pairs tiles are: two are one, four alike are two."""
    return (number & _TWOS).bit_count() + 2 * (number & FOURS).bit_count()
