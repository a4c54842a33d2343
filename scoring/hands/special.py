"""Hands that are looked at whole: seven pairs, thirteen orphans, one suit, green, nine gates."""

from __future__ import annotations

from typing import Final, TypeAlias

from scoring.hands import reading as bits
from scoring.hands.packing import (
    ALL_KINDS,
    FOURS,
    GATES,
    GREEN_DRAGONS,
    HONOUR_BITS,
    HONOURS_AT,
    NOT_GREEN,
    NOT_YAOCHUU,
    ODD,
    ONE_OF_EACH_YAOCHUU,
    SUIT_BITS,
    count_of,
)
from scoring.hands.reading import sum_bits
from scoring.hands.shapes import HONOUR_GROUPS, SUITS_HELD, YAOCHUU_GROUPS
from scoring.hands.tiles import KINDS, YAOCHUU, Kind, is_suited

_MAN: Final = SUIT_BITS
_PIN: Final = SUIT_BITS << 27
_SOU: Final = SUIT_BITS << 54
_PIN_AND_SOU: Final = _PIN | _SOU


#: a reading as the numbers it is remembered by: what yaku ask (``reading.reading_of`` takes it
#: apart), and what fu ask (the fu fields of ``shapes``; 0 for forms whose fu are fixed)
Read: TypeAlias = tuple[int, int]


def whole_bits(total: int, win: Kind, *, closed: bool) -> int:
    """What the tiles of a flush or a green hand say before they are split.

    Args:
        total: all tiles, as ``packing`` has them; of one suit and honours.
        win: the winning tile.
        closed: whether nothing lies on the table, not even a kan.
    """
    found = 0
    if closed and not total >> HONOURS_AT & HONOUR_BITS:
        found = _nine_gates(total, win)
    if not total & NOT_GREEN:
        found |= bits.GREEN_ONLY
        if total & GREEN_DRAGONS:
            found |= bits.GREEN_DRAGON
    return found


def is_one_suit(total: int) -> bool:
    """Whether there are tiles of no more than one of man, pin and sou."""
    if total & _MAN:
        return not total & _PIN_AND_SOU
    return not (total & _PIN and total & _SOU)


def _nine_gates(number: int, win: Kind) -> int:
    suit = number >> win // 9 * 27 & SUIT_BITS
    missing = any(suit >> at & 7 < GATES >> at & 7 for at in range(0, 27, 3))
    if missing:
        return 0
    found = bits.NINE_GATES
    if win < 9:
        found |= bits.NINE_GATES_MAN
    if suit - (1 << 3 * (win % 9)) == GATES:
        found |= bits.NINE_GATES_PURE
    return found


def special_forms(number: int, win: Kind, *, four_alike: bool) -> list[Read]:
    """Read fourteen concealed tiles as seven pairs, or as thirteen orphans.

    Args:
        number: the tiles, as ``packing`` has them.
        win: the winning tile.
        four_alike: whether four of a kind are two pairs.
    """
    tiles = number & ALL_KINDS
    if not tiles & ODD:
        return [_seven_pairs(tiles, win)] if four_alike or not tiles & FOURS else []
    if not tiles & NOT_YAOCHUU and tiles & ODD | tiles >> 1 & ODD == ONE_OF_EACH_YAOCHUU:
        waits = bits.THIRTEEN_WAITS if count_of(tiles, win) == 2 else 0
        return [(bits.ORPHANS | bits.CLOSED | waits, 0)]
    return []


def _seven_pairs(tiles: int, win: Kind) -> Read:
    pairs = [(kind, count_of(tiles, kind) // 2) for kind in range(KINDS)]
    yaochuu = sum(held for kind, held in pairs if kind in YAOCHUU)
    honours = sum(held for kind, held in pairs if not is_suited(kind))
    suits = 1 if is_one_suit(tiles) else 2
    fields = yaochuu << YAOCHUU_GROUPS | honours << HONOUR_GROUPS | suits << SUITS_HELD
    key = sum_bits(fields, groups=7) | bits.PAIRS | bits.CLOSED
    return key | whole_bits(tiles, win, closed=False) if suits == 1 else key, 0
