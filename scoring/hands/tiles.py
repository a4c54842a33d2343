"""Tiles as small whole numbers, as people write them, and a hand of them as one whole number.

A *kind* is one of 34: 0 to 8 man, 9 to 17 pin, 18 to 26 sou, 27 to 30 the winds from East, 31 to
33 white, green and red dragon. A *tile* is a kind, or one of a few marked tiles: the red fives,
the flowers and the white dragon that is wild (白ポッチ).

Packed, a hand has three bits a kind, each suit and the honours a lane of 30 bits for their counts,
and the red fives above them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

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
