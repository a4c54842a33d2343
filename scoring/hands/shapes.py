"""What a suit comes to, worked out once for each way its tiles can lie.

A reading of a hand is made of its suits, its honours and its melds. All that yaku and fu ask of
them is *counted* (so many sequences, so many closed triplets …), so a part of a hand is remembered
as one whole number whose bit fields add up over the parts, beside two masks that say which
sequences and triplets it has. What yaku make of the sum is for ``scoring.hands.yaku`` to say.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from scoring.hands.tiles import tiles_in

#: bit fields of the sum; each holds what a whole hand can have and never flows over
#: the fu of groups and wait, 8 bits; above 254 for what is no four sets and a pair
FU: Final = 255
SEQUENCES: Final = 8  # 3 bits each
CLOSED_TRIPLETS: Final = 11  # closed kans too
KANS: Final = 14
YAOCHUU_GROUPS: Final = 17  # sets and pairs that hold a terminal or an honour
HONOUR_GROUPS: Final = 20
TWINS: Final = 23  # pairs of equal sequences, among closed ones
STRAIGHTS: Final = 26  # 123 456 789 among closed sequences
SUITS_HELD: Final = 29  # of man, pin and sou, among closed tiles
YAKU_BITS: Final = ((1 << 24) - 1) << SEQUENCES
#: how many triplets there are of each of the eight sorts by their fu
SORTS: Final = 32
OPEN_SIMPLE, OPEN_YAOCHUU, CLOSED_SIMPLE, CLOSED_YAOCHUU = (SORTS + 3 * sort for sort in range(4))
OPEN_KAN_SIMPLE, OPEN_KAN_YAOCHUU, CLOSED_KAN_SIMPLE, CLOSED_KAN_YAOCHUU = (
    SORTS + 3 * sort for sort in range(4, 8)
)
#: how the winning tile was waited for, set by the part that holds it: two bits for what has fu,
#: a bit for an open end, and one for a triplet that a ron would open, of two sorts
WAIT: Final = SORTS + 24
KANCHAN, PENCHAN, TANKI = (wait << WAIT for wait in (1, 2, 3))
RYANMEN, SHANPON_SIMPLE, SHANPON_YAOCHUU = (1 << WAIT + bit for bit in (2, 3, 4))
SHANPON: Final = SHANPON_SIMPLE | SHANPON_YAOCHUU
WAIT_FU: Final = 2
PAIRS: Final = WAIT + 5
#: which honours are triplets, seven bits, and the rank of their pair from 1 above them; once it is
#: known what they mean (``honours``), the fu of the pair
HONOURS_HELD: Final = PAIRS + 2
HONOUR_PAIR: Final = 7
#: what the honours mean to a seat and what only a whole reading tells, as ``reading`` has it
SUMMED: Final = HONOURS_HELD + 10  # 18 bits
#: all of the above: what is asked of a sum
SUM_BITS: Final = (1 << SUMMED + 18) - 1
#: parts that cannot be read in just one way, 3 bits
SEVERAL: Final = SUMMED + 18
#: a part whose winning tile may as well have come to an open end
BOTH_ENDS: Final = 1 << SEVERAL + 3
#: which rank the pair has, 9 bits
PAIR_OF: Final = SEVERAL + 4
#: a suit's mask of its sequences and triplets, above everything that adds up
MASK_AT: Final = PAIR_OF + 9

#: a mask has seven bits of sequences by their lowest rank, and nine of triplets above them
TRIPLET_MASK: Final = 7
SEQUENCE_BITS: Final = (1 << 7) - 1
TRIPLET_BITS: Final = ((1 << 9) - 1) << TRIPLET_MASK


#: a part of a reading: its fields, and above them the mask of a suit
Part: TypeAlias = int
Parts: TypeAlias = tuple[Part, ...]

#: what tables hold at most before they are emptied: what people build fits in
MOST_PARTS: Final = 40_000
_STRAIGHT: Final = 0b1001001 << MASK_AT
_NEXT_TWO: Final = 0o110
#: how many alike may be no sequences, by what is left of the tiles in threes: two are a pair, one
#: is nothing
_ALIKE: Final = ((3, 0), (), (5, 3, 2, 0))
#: a part that cannot be read in just one way
NOT_ONE: Final = 1 << SEVERAL


class PartTable(dict[int, Part]):
    """Lanes of a number, as ``packing`` has them, to what their tiles can be read as.

    Where that is not just one thing the part only says so, and ``ways`` has them all.
    """

    def __init__(self, *, honours: bool) -> None:
        super().__init__()
        self._honours = honours
        self._whole = 0 if honours else 1 << SUITS_HELD  # what the tiles of a lane together add
        self._several: dict[int, Parts] = {}

    def __missing__(self, tiles: int) -> Part:
        parts = list(dict.fromkeys(self._plain(tiles))) if tiles else [0]
        if len(self) >= MOST_PARTS:
            self.clear()
        if len(parts) != 1:
            self._several[tiles] = tuple(parts)
            self[tiles] = NOT_ONE
            return NOT_ONE
        found = self[tiles] = parts[0]
        return found

    def ways(self, tiles: int) -> Parts:
        """All that the tiles of a lane can be read as; nothing where they are no groups."""
        part = self[tiles]
        return self._several[tiles] if part == NOT_ONE else (part,)

    def clear(self) -> None:
        """Forget all."""
        super().clear()
        self._several.clear()

    def _plain(self, tiles: int) -> list[Part]:
        """Put the lowest tiles into groups in every way, then the rest.

        All that are alike are taken at once, so that no way is found twice.
        """
        at = ((tiles & -tiles).bit_length() - 1) // 3 * 3
        held = tiles >> at & 7
        most = 0 if self._honours else _fewest(tiles >> at)
        found: list[Part] = []
        for alike in _ALIKE[tiles_in(tiles) % 3]:
            runs = held - alike
            if not 0 <= runs <= most:
                continue
            begun = _begun(at // 3, alike, runs, self._honours)
            left = tiles - (held + runs * _NEXT_TWO << at)
            if left:
                found += [begun + rest for rest in self.ways(left)]
            else:
                found.append(begun + self._whole)
        if at:
            return found
        return [
            part + (1 << STRAIGHTS) if part & _STRAIGHT == _STRAIGHT else part for part in found
        ]


#: how tiles can be split is nobody's agreement: these serve all rules
SUITS = PartTable(honours=False)
HONOUR_PARTS = PartTable(honours=True)


def _fewest(tiles: int) -> int:
    """How many sequences the lowest tiles can begin."""
    return min(tiles >> 3 & 7, tiles >> 6 & 7)


@cache  # a few hundred
def _begun(rank: int, alike: int, runs: int, honours: bool) -> Part:
    """Groups that begin at one rank: a pair of tiles alike, a triplet or both, and sequences."""
    fields = runs * sequence_fields(rank) + (runs // 2 << TWINS)
    mask = 1 << rank if runs else 0
    is_yaochuu = honours or rank in (0, 8)
    if alike >= 3:
        fields += triplet_fields(yaochuu=is_yaochuu, honours=honours)
        mask |= 1 << rank + (0 if honours else TRIPLET_MASK)
    if alike in (2, 5):
        fields += (is_yaochuu << YAOCHUU_GROUPS) + (honours << HONOUR_GROUPS) + (1 << PAIRS)
        fields += 1 << PAIR_OF + rank
        fields += rank + 1 << HONOURS_HELD + HONOUR_PAIR if honours else 0
    return fields + (mask << (HONOURS_HELD if honours else MASK_AT))


def sequence_fields(rank: int) -> int:
    """The fields of a sequence by its lowest rank, from 0."""
    return (1 << SEQUENCES) + ((rank in (0, 6)) << YAOCHUU_GROUPS)


def triplet_fields(
    *, yaochuu: bool, honours: bool, kan: bool = False, is_open: bool = False
) -> int:
    """The fields of a triplet or a kan."""
    fields = (yaochuu << YAOCHUU_GROUPS) + (honours << HONOUR_GROUPS)
    fields += ((not is_open) << CLOSED_TRIPLETS) + (kan << KANS)
    sort = yaochuu + 2 * (not is_open) + 4 * kan
    fu = 2 << yaochuu + (not is_open) + 2 * kan
    return fields + (1 << SORTS + 3 * sort) + fu


def at_an_open_end(read: int) -> int:
    """A reading whose winning tile came to an open end instead of where it is worth most."""
    return read - (read & TANKI) - WAIT_FU + RYANMEN


def opened(read: int) -> int:
    """A reading whose last triplet another's discard completed."""
    return read + (_OPENED_YAOCHUU if read & SHANPON_YAOCHUU else _OPENED_SIMPLE)


def _opened(*, yaochuu: bool) -> int:
    is_, was = (
        triplet_fields(yaochuu=yaochuu, honours=False, is_open=is_open) for is_open in (True, False)
    )
    return is_ - was


_OPENED_SIMPLE, _OPENED_YAOCHUU = (_opened(yaochuu=yaochuu) for yaochuu in (False, True))
