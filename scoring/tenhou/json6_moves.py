"""What players take and do, as tenhou.net/6 writes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.errors import shown
from scoring.hands.hand import Meld
from scoring.hands.tiles import RED_MAN, Tile
from scoring.tenhou.errors import RecordError

#: how a discard of the tile just drawn is written
_AS_DRAWN: Final = 60
#: what stands among the discards where an open kan takes its turn
_NO_DISCARD: Final = 0
_CODES: Mapping[int, Tile] = MappingProxyType(
    {10 * suit + rank: 9 * suit + rank - 10 for suit in (1, 2, 3) for rank in range(1, 10)}
    | {40 + rank: 26 + rank for rank in range(1, 8)}
    | {51 + suit: RED_MAN + suit for suit in range(3)}
)
_TEXT = re.compile(r"([0-9]*)([cpmkarf])([0-9]+)", re.ASCII)
_SIZES = MappingProxyType({"c": 3, "p": 3, "m": 4, "k": 4, "a": 4})


class Draw(NamedTuple):
    """A tile from the wall."""

    tile: Tile


class Claim(NamedTuple):
    """A call of somebody's discard."""

    meld: Meld
    tile: Tile
    place: int  # where the called tile stands: 0 from the left, the last from the right


class Discard(NamedTuple):
    """A discard."""

    tile: Tile | None  # None: the tile just drawn
    riichi: bool


class Kan(NamedTuple):
    """A closed or added kan."""

    kind: Literal["ankan", "kakan"]
    tiles: tuple[Tile, ...]
    tile: Tile


class Aside(NamedTuple):
    """A north as a bonus tile."""

    tile: Tile


Taken: TypeAlias = Draw | Claim
Done: TypeAlias = Discard | Kan | Aside | None


def tile_of(value: object) -> Tile:
    """Read a tile.

    Raises:
        RecordError: there is no such tile.
    """
    tile = _CODES.get(value) if type(value) is int else None
    if tile is None:
        raise RecordError("bad-value", field="tile", found=shown(str(value)[:40]))
    return tile


def taken(value: object) -> Taken:
    """Read what a player took: a tile from the wall, or a call.

    Raises:
        RecordError: it is neither.
    """
    if not isinstance(value, str):
        return Draw(tile_of(value))
    letter, tiles, place = _call(value)
    if letter == "c" and place == 0:
        return Claim(Meld("chi", tuple(sorted(tiles))), tiles[0], 0)
    if letter == "p":
        return Claim(Meld("pon", tiles), tiles[place], place)
    if letter == "m":
        return Claim(Meld("minkan", tiles), tiles[place], place)
    raise RecordError("bad-value", field="draws", found=shown(value))


def done(value: object) -> Done:
    """Read what a player did then; None: nothing, after an open kan.

    Raises:
        RecordError: it is no discard, kan or north.
    """
    if not isinstance(value, str):
        if type(value) is int and value == _NO_DISCARD:
            return None
        return Discard(_discarded(value), riichi=False)
    letter, tiles, place = _call(value)
    if letter == "r" and not place:
        return Discard(tiles[0] if tiles else None, riichi=True)
    if letter == "f" and not place:
        return Aside(tiles[0])
    if letter == "a":
        return Kan("ankan", tiles, tiles[-1])
    if letter == "k":
        return Kan("kakan", tiles, tiles[place])
    raise RecordError("bad-value", field="discards", found=shown(value))


def _discarded(value: object) -> Tile | None:
    if type(value) is int and value == _AS_DRAWN:
        return None
    return tile_of(value)


def _call(text: str) -> tuple[str, tuple[Tile, ...], int]:
    """Take a text apart: its letter, its tiles, and how many of them stand before the letter.

    The tiles of ``r60`` are none.
    """
    found = _TEXT.fullmatch(text) if len(text) <= 9 else None
    if found is None:
        raise RecordError("bad-value", field="call", found=shown(text))
    before, letter, after = found.groups()
    digits = before + after
    codes = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    if letter == "r" and codes == [_AS_DRAWN]:
        return letter, (), len(before) // 2
    if len(before) % 2 or len(digits) != 2 * _SIZES.get(letter, 1):
        raise RecordError("bad-value", field="call", found=shown(text))
    return letter, tuple(map(tile_of, codes)), len(before) // 2
