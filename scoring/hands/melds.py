"""What lies on the table adds to a reading; remembered for each meld."""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeAlias

from scoring.hands import reading as bits
from scoring.hands.hand import KANS, Meld
from scoring.hands.packing import packed
from scoring.hands.shapes import (
    MASK_AT,
    SUITS_HELD,
    SUMMED,
    TRIPLET_MASK,
    sequence_fields,
    triplet_fields,
)
from scoring.hands.tiles import HONOURS, kind_of, suit_of

#: melds that are remembered at most: more than there are
MOST_MELDS: Final = 4_000

#: a meld, or the melds of a hand together: their tiles, as ``packing`` has them; their fields, as
#: ``shapes`` adds them up; which honours are triplets; the masks of man, pin and sou, where a part
#: has its own
OnTable: TypeAlias = tuple[int, int, int, int, int, int]

NOTHING: OnTable = (0, 0, 0, 0, 0, 0)
#: melds may lie in any suits, so that the tiles have to be looked at; they add that but once
_ANY_SUITS: Final = 2 << SUITS_HELD
_OPENED: Final = bits.OPENED << SUMMED


class MeldTable(dict[Meld, OnTable]):
    """A meld to what it comes to."""

    def __missing__(self, meld: Meld) -> OnTable:
        if len(self) >= MOST_MELDS:
            self.clear()
        found = self[meld] = _on_table(meld)
        return found

    def together(self, melds: tuple[Meld, ...]) -> OnTable:
        """Add melds up."""
        number = fields = honours = man = pin = sou = once = 0
        for meld in melds:
            more, shape, winds, in_man, in_pin, in_sou = self[meld]
            number += more
            fields += shape & ~_ONCE
            once |= shape & _ONCE
            honours |= winds
            man |= in_man
            pin |= in_pin
            sou |= in_sou
        return number, fields | once, honours, man, pin, sou


_ONCE: Final = _ANY_SUITS | _OPENED


def _on_table(meld: Meld) -> OnTable:
    lowest = min(map(kind_of, meld.tiles))
    rank, is_honour, is_open = lowest % 9, lowest >= HONOURS, meld.kind != "ankan"
    fields = _ANY_SUITS | (_OPENED if is_open else 0)
    if meld.kind == "chi":
        fields += sequence_fields(rank)
        mask = 1 << rank
    else:
        fields += triplet_fields(
            yaochuu=is_honour or rank in (0, 8),
            honours=is_honour,
            kan=meld.kind in KANS,
            is_open=is_open,
        )
        mask = 1 << rank + (0 if is_honour else TRIPLET_MASK)
    number = packed(meld.tiles)
    if is_honour:
        return number, fields, mask, 0, 0, 0
    man, pin, sou = (mask << MASK_AT if suit_of(lowest) == suit else 0 for suit in range(3))
    return number, fields, 0, man, pin, sou


#: what melds come to is nobody's agreement: it serves all rules
MELDS = MeldTable()


class Melds(tuple[Meld, ...]):
    """Melds that know what they come to, for those who will be asked for it more than once."""

    @cached_property
    def on_table(self) -> OnTable:
        """What they come to; only melds that can be come to anything."""
        return MELDS.together(self)


def on_table_of(melds: tuple[Meld, ...]) -> OnTable:
    """What melds come to together."""
    return melds.on_table if type(melds) is Melds else MELDS.together(melds)
