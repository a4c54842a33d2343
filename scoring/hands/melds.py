"""What lies on the table adds to a reading; remembered for each meld."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from scoring.hands.groups import Group
from scoring.hands.hand import KANS, Meld
from scoring.hands.packing import packed
from scoring.hands.shapes import group_shape
from scoring.hands.tiles import HONOURS, kind_of, suit_of

#: melds that are remembered at most: more than there are
MOST_MELDS: Final = 4_000
#: bits of a mask for each suit, man lowest
MASK_BITS: Final = 16
OPENED: Final = 1 << 3 * MASK_BITS
HONOURS_CALLED: Final = 3 * MASK_BITS + 1

#: a meld, or the melds of a hand together: their tiles, as ``packing`` has them; their fields, as
#: ``shapes`` adds them up; the masks of the suits side by side, OPENED where one was
#: called, and which honours are triplets
OnTable: TypeAlias = tuple[int, int, int]

NOTHING: OnTable = (0, 0, 0)


class MeldTable(dict[Meld, OnTable]):
    """A meld to what it comes to."""

    def __missing__(self, meld: Meld) -> OnTable:
        if len(self) >= MOST_MELDS:
            self.clear()
        found = self[meld] = _on_table(meld)
        return found

    def together(self, melds: tuple[Meld, ...]) -> OnTable:
        """Add melds up; they have been looked at before."""
        if len(melds) == 1:
            return self[melds[0]]
        number = fields = masks = 0
        for meld in melds:
            more, shape, mask = self[meld]
            number += more
            fields += shape
            masks |= mask
        return number, fields, masks


def _on_table(meld: Meld) -> OnTable:
    lowest = min(map(kind_of, meld.tiles))
    kind: Literal["sequence", "triplet"] = "sequence" if meld.kind == "chi" else "triplet"
    is_closed = meld.kind == "ankan"
    kan = ("closed" if is_closed else "open") if meld.kind in KANS else ""
    group = Group(kind, lowest % 9, opened=not is_closed)
    fields, mask = group_shape(group, lowest >= HONOURS, kan)
    opened = 0 if is_closed else OPENED
    if lowest >= HONOURS:
        return packed(meld.tiles), fields, mask << HONOURS_CALLED | opened
    return packed(meld.tiles), fields, mask << MASK_BITS * suit_of(lowest) | opened


#: what melds come to is nobody's agreement: it serves all rules
MELDS = MeldTable()
