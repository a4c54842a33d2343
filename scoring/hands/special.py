"""Hands that are looked at whole: seven pairs, thirteen orphans, one suit, green, nine gates."""

from __future__ import annotations

from functools import cache
from typing import Final

from scoring.hands import reading as bits
from scoring.hands.packing import (
    ALL_KINDS,
    FOURS,
    GATES,
    GREEN_DRAGONS,
    HONOUR_BITS,
    HONOURS_AT,
    LANE,
    NOT_GREEN,
    NOT_YAOCHUU,
    ODD,
    ONE_OF_EACH_YAOCHUU,
    PIN_AT,
    SOU_AT,
    SUIT_BITS,
    YAOCHUU_BITS,
    count_of,
    pairs_in,
)
from scoring.hands.reading import TOLD, sum_bits
from scoring.hands.shapes import FU, HONOUR_GROUPS, SUITS_HELD, SUMMED, YAOCHUU_GROUPS
from scoring.hands.tiles import Kind

_MAN: Final = SUIT_BITS
_PIN: Final = SUIT_BITS << PIN_AT
_SOU: Final = SUIT_BITS << SOU_AT
_PIN_AND_SOU: Final = _PIN | _SOU


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
    suit = number >> win // 9 * LANE & SUIT_BITS
    missing = any(suit >> at & 7 < GATES >> at & 7 for at in range(0, 27, 3))
    if missing:
        return 0
    found = bits.NINE_GATES
    if win < 9:
        found |= bits.NINE_GATES_MAN
    if suit - (1 << 3 * (win % 9)) == GATES:
        found |= bits.NINE_GATES_PURE
    return found


def special_forms(number: int, win: Kind, *, four_alike: bool) -> list[int]:
    """Read fourteen concealed tiles as seven pairs, or as thirteen orphans.

    Args:
        number: the tiles, as ``packing`` has them.
        win: the winning tile.
        four_alike: whether four of a kind are two pairs.

    Returns:
        Readings, all of them told as what only the whole of it can tell.
    """
    tiles = number & ALL_KINDS
    if not tiles & ODD:
        return [_told(_seven_pairs(tiles, win))] if four_alike or not tiles & FOURS else []
    if not tiles & NOT_YAOCHUU and tiles & ODD | tiles >> 1 & ODD == ONE_OF_EACH_YAOCHUU:
        waits = bits.THIRTEEN_WAITS if count_of(tiles, win) == 2 else 0
        return [_told(bits.ORPHANS | waits)]
    return []


def _told(key: int) -> int:
    return key << SUMMED | TOLD | FU


def _seven_pairs(tiles: int, win: Kind) -> int:
    suits = 1 if is_one_suit(tiles) else 2
    key = _pairs_key(pairs_in(tiles & YAOCHUU_BITS), pairs_in(tiles >> HONOURS_AT), suits)
    return key | whole_bits(tiles, win, closed=False) if suits == 1 else key


@cache  # a few dozen
def _pairs_key(yaochuu: int, honours: int, suits: int) -> int:
    fields = yaochuu << YAOCHUU_GROUPS | honours << HONOUR_GROUPS | suits << SUITS_HELD
    return sum_bits(fields, groups=7) | bits.PAIRS
