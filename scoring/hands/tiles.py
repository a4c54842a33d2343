"""Tiles as small whole numbers, and how people write them.

A *kind* is one of 34: 0 to 8 man, 9 to 17 pin, 18 to 26 sou, 27 to 30 the winds from East, 31 to
33 white, green and red dragon. A *tile* is a kind, or one of a few marked tiles: the red fives,
the flowers and the white dragon that is wild (白ポッチ).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from rules.errors import shown
from scoring.hands.errors import BadHandError

Tile: TypeAlias = int
Kind: TypeAlias = int

KINDS = 34
MAN, PIN, SOU, HONOURS = 0, 9, 18, 27
EAST, SOUTH, WEST, NORTH, HAKU, HATSU, CHUN = range(27, 34)
RED_MAN, RED_PIN, RED_SOU = 34, 35, 36
FLOWERS = (37, 38, 39, 40)
POCCHI = 41

WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (HAKU, HATSU, CHUN)
TERMINALS = (0, 8, 9, 17, 18, 26)
#: terminals and honours (么九牌)
YAOCHUU = frozenset(TERMINALS + WINDS + DRAGONS)
#: 2, 3, 4, 6, 8 sou and the green dragon
GREEN = frozenset((19, 20, 21, 23, 25, HATSU))

#: what each tile counts as in a hand; flowers are never in one
KIND_OF: tuple[Kind, ...] = (*range(KINDS), 4, 13, 22)
#: a five and its red one
RED_OF: Mapping[Kind, Tile] = MappingProxyType({4: RED_MAN, 13: RED_PIN, 22: RED_SOU})

_SUITS = "mpsz"
_GROUP = re.compile(r"([0-9]+)([mpszf])", re.ASCII)
#: all of them in a text
_GROUPS = re.compile(rb"[0-9]+[mpszf]")
#: how many characters a hand may be written in; the longest takes half of it
MOST_CHARACTERS = 64


def kind_of(tile: Tile) -> Kind:
    """The kind that a tile counts as: a red five is a five, the pocchi a white dragon."""
    return HAKU if tile == POCCHI else KIND_OF[tile]


def rank_of(kind: Kind) -> int:
    """1 to 9 in a suit; 1 to 7 among the honours, East first."""
    return kind % 9 + 1


def suit_of(kind: Kind) -> int:
    """0 man, 1 pin, 2 sou, 3 honours."""
    return kind // 9


def tile_name(tile: Tile) -> str:
    """Write a tile: ``5m``, ``0m`` for the red one, ``1z`` for East, ``1f``, ``0z``."""
    if tile == POCCHI:
        return "0z"
    if tile in FLOWERS:
        return f"{tile - FLOWERS[0] + 1}f"
    if tile >= RED_MAN:
        return f"0{_SUITS[tile - RED_MAN]}"
    return f"{rank_of(tile)}{_SUITS[suit_of(tile)]}"


def tile_names(tiles: Iterable[Tile]) -> str:
    """Write tiles together: ``23m567p``."""
    text = ""
    for name in map(tile_name, tiles):
        if text and text[-1] == name[-1]:
            text = text[:-1]
        text += name
    return text


def parse_tiles(text: str, *, what: str = "hand") -> tuple[Tile, ...]:
    """Read tiles: ``23m567m678p22s``.

    Args:
        text: digits followed by the letter of their suit, any number of times.
        what: the field, to be named in the error.

    Raises:
        BadHandError: it is too long, or no list of tiles.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadHandError("too-long", field=what, most=MOST_CHARACTERS)
    found = TILE_OF.get(text)
    if found is not None:
        return (found,)
    tiles = written_tiles(text)
    if text and not tiles:
        raise _first_fault(text, what)
    return tuple(tiles)


def written_tiles(text: str) -> bytes:
    """Read tiles as ``parse_tiles`` does; nothing at all where it would find a fault."""
    written = text.encode("ascii", "replace") if len(text) <= MOST_CHARACTERS else b""
    groups = _GROUPS.findall(written)
    tiles = b"".join([group[:-1].translate(_BY_SUIT[group[-1]]) for group in groups])
    # something may stand between them, or be no tile
    return tiles if len(tiles) + len(groups) == len(text) and _NO_TILE not in tiles else b""


def _first_fault(text: str, what: str) -> BadHandError:
    """Name what is no tile in a text."""
    read = 0
    for group in _GROUP.finditer(text):
        if group.start() != read:
            break
        read = group.end()
        digits, suit = group.groups()
        for digit in digits:
            if digit + suit not in TILE_OF:
                return _no_tile(digit + suit, what)
    return _no_tile(text[read:], what)


def _no_tile(text: str, what: str) -> BadHandError:
    return BadHandError("no-tile", field=what, typed=shown(text))


#: each tile by its name
TILE_OF: Mapping[str, Tile] = MappingProxyType(
    {tile_name(tile): tile for tile in (*range(KINDS), *range(RED_MAN, POCCHI + 1))}
)

_NO_TILE = 255


def _of_suit(suit: str) -> bytes:
    """What each digit is in a suit, as ``bytes.translate`` wants it."""
    tiles = {ord(digit): TILE_OF.get(digit + suit, _NO_TILE) for digit in "0123456789"}
    return bytes(tiles.get(written, _NO_TILE) for written in range(256))


_BY_SUIT: Mapping[int, bytes] = MappingProxyType({ord(suit): _of_suit(suit) for suit in "mpszf"})
