"""A hand as one whole number: three bits a kind of tile, the red fives above them.

Each suit, and the honours, have a lane of 30 bits for their counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scoring.hands.errors import BadHandError
from scoring.hands.tiles import (
    GREEN,
    GROUPS,
    HAKU,
    HATSU,
    KIND_OF,
    KINDS,
    MOST_CHARACTERS,
    POCCHI,
    RED_MAN,
    YAOCHUU,
    Kind,
    Tile,
    parse_tiles,
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


def packed(tiles: Iterable[Tile]) -> int:
    """Add tiles up; no more than seven of a kind."""
    return sum(map(WEIGHTS.__getitem__, tiles))


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
        groups = GROUPS.findall(text) if len(text) <= MOST_CHARACTERS else ()
        tiles: tuple[Tile, ...] = ()
        number = 0
        for group in groups:
            more, weight = _WRITTEN[group]
            tiles += more
            number += weight
        if not tiles or len(tiles) + len(groups) != len(text):  # something stands between them
            return cls.of(parse_tiles(text))
        found = cls(tiles)
        found.number = number
        return found


class _Written(dict[str, tuple[tuple[Tile, ...], int]]):
    """``234m`` to its tiles and the number they are; to none where one of them is no tile."""

    def __missing__(self, group: str) -> tuple[tuple[Tile, ...], int]:
        found = self._read(group)
        if len(self) >= MOST_WRITTEN:
            self.clear()
        self[group] = found
        return found

    def _read(self, group: str) -> tuple[tuple[Tile, ...], int]:
        """Put it together of three tiles and the others: there are not many threes."""
        if len(group) > 4:
            (first, number), (rest, more) = self[group[:3] + group[-1]], self[group[3:]]
            return (first + rest, number + more) if first and rest else _NONE
        try:
            tiles = parse_tiles(group)
        except BadHandError:
            return _NONE
        return tiles, packed(tiles)


_NONE: Final[tuple[tuple[Tile, ...], int]] = ((), 0)
_WRITTEN: Final = _Written()
#: groups of tiles that are remembered at most
MOST_WRITTEN: Final = 20_000


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
