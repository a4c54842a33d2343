"""Tiles and calls as Tenhou's own records number them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.hands.hand import Meld, MeldKind
from scoring.hands.tiles import RED_MAN, RED_PIN, RED_SOU, Tile
from scoring.tenhou.errors import RecordError
from scoring.tenhou.notation import whole, wholes

_MOST_TILE: Final = 135
_REDS = {16: RED_MAN, 52: RED_PIN, 88: RED_SOU}


@dataclass(frozen=True, slots=True)
class Call:
    """A call as its number has it; tiles by their numbers."""

    kind: MeldKind | None  # None: a north set aside
    numbers: tuple[int, ...]
    called: int  # the tile that was claimed, added or set aside; of a closed kan any
    source: int  # seats to the right of the caller; 0: nobody's tile


@dataclass(frozen=True, slots=True)
class TileSet:
    """Reads tiles; ``reds`` says whether the first of each five is a red one."""

    reds: bool

    def tile(self, number: int) -> Tile:
        """The tile of a number from 0 to 135."""
        red = _REDS.get(number) if self.reds else None
        return number // 4 if red is None else red

    def tiles(self, numbers: Iterable[int]) -> tuple[Tile, ...]:
        """The tiles of some numbers."""
        return tuple(map(self.tile, numbers))

    def meld(self, call: Call) -> Meld:
        """A call as a set on the table."""
        assert call.kind is not None
        return Meld(call.kind, self.tiles(call.numbers))


def tile_number(text: str, *, what: str) -> int:
    """Read the number of a tile.

    Raises:
        RecordError: there is no such tile.
    """
    return whole(text, what=what, low=0, high=_MOST_TILE)


def tile_numbers(text: str, *, what: str) -> list[int]:
    """Read the numbers of tiles with commas between them.

    Raises:
        RecordError: there is no such tile.
    """
    return wholes(text, what=what, low=0, high=_MOST_TILE)


def call_of(number: int) -> Call:
    """Take a call's number apart.

    Raises:
        RecordError: it is no call.
    """
    if number & 4:
        return _chi(number)
    if number & 0x18:
        return _pon(number)
    if number & 0x20:
        return Call(None, (_in_wall(number >> 8),), number >> 8, 0)
    called = _in_wall(number >> 8)
    first = called // 4 * 4
    source = number & 3
    kind: MeldKind = "minkan" if source else "ankan"
    return Call(kind, tuple(range(first, first + 4)), called, source)


def _chi(number: int) -> Call:
    lowest, called = divmod(number >> 10, 3)
    first = (lowest // 7 * 9 + lowest % 7) * 4
    if first >= 27 * 4:
        raise _no_call(number)
    offsets = (number >> 3 & 3, number >> 5 & 3, number >> 7 & 3)
    tiles = tuple(first + 4 * at + offset for at, offset in enumerate(offsets))
    return Call("chi", tiles, tiles[called], number & 3)


def _pon(number: int) -> Call:
    kind, called = divmod(number >> 9, 3)
    first, left = kind * 4, number >> 5 & 3
    _in_wall(first)
    tiles = tuple(first + at for at in range(4) if at != left)
    if number & 8:
        return Call("pon", tiles, tiles[called], number & 3)
    return Call("kakan", (*tiles, first + left), first + left, number & 3)


def _in_wall(tile: int) -> int:
    if tile > _MOST_TILE:
        raise RecordError("bad-value", field="tile", found=str(tile))
    return tile


def _no_call(number: int) -> RecordError:
    return RecordError("bad-value", field="call", found=str(number))
