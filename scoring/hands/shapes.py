"""What a suit comes to, worked out once for each way its tiles can lie.

A reading of a hand is made of its suits, its honours and its melds. All that yaku and fu ask of
them is *counted* (so many sequences, so many closed triplets …), so a part of a hand is remembered
as one whole number whose bit fields add up over the parts, beside two masks that say which
sequences and triplets it has. What yaku make of the sum is for ``scoring.hands.yaku`` to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

from scoring.hands.groups import (
    HONOUR_SPLITS,
    SUIT_SPLITS,
    Group,
    Split,
    SplitTable,
    Wait,
    wait_for,
)
from scoring.hands.packing import DRAWN_AT, SUIT_BITS, WON_AT

#: bit fields of the sum; each holds what a whole hand can have and never flows over
SEQUENCES: Final = 0  # 3 bits each
CLOSED_TRIPLETS: Final = 3  # closed kans too
KANS: Final = 6
YAOCHUU_GROUPS: Final = 9  # sets and pairs that hold a terminal or an honour
HONOUR_GROUPS: Final = 12
TWINS: Final = 15  # pairs of equal sequences, among closed ones
STRAIGHTS: Final = 18  # 123 456 789 among closed sequences
SUITS_HELD: Final = 21  # of man, pin and sou, among closed tiles
YAKU_BITS: Final = (1 << 24) - 1
#: the fu of triplets: how many of each of the eight sorts, open 2 4, closed 4 8, kans 8 16 16 32
FU: Final = 24
OPEN_SIMPLE, OPEN_YAOCHUU, CLOSED_SIMPLE, CLOSED_YAOCHUU = (FU + 3 * sort for sort in range(4))
OPEN_KAN_SIMPLE, OPEN_KAN_YAOCHUU, CLOSED_KAN_SIMPLE, CLOSED_KAN_YAOCHUU = (
    FU + 3 * sort for sort in range(4, 8)
)
WAIT: Final = FU + 24  # 3 bits, set by the part that holds the winning tile
FU_BITS: Final = ((1 << 27) - 1) << FU
WAITS: tuple[Wait, ...] = ("ryanmen", "kanchan", "penchan", "shanpon", "tanki")
PAIRS: Final = WAIT + 3
#: which honours are triplets, seven bits, and the rank of their pair from 1 above them; once it is
#: known what they mean (``honours``), the fu of the pair
HONOURS_HELD: Final = PAIRS + 2
HONOUR_PAIR: Final = 7
#: whether the winning tile was drawn, which the part that holds it says
DRAWN: Final = 1 << HONOURS_HELD + 10
#: what the honours mean to a seat and what only a whole reading tells, as ``reading`` has it
SUMMED: Final = HONOURS_HELD + 11  # 18 bits
#: all of the above: what is asked of a sum
SUM_BITS: Final = (1 << SUMMED + 18) - 1
#: parts that cannot be read in just one way, 3 bits
SEVERAL: Final = SUMMED + 18
#: a suit's mask of its sequences and triplets, above everything that adds up
MASK_AT: Final = SEVERAL + 3

#: a mask has seven bits of sequences by their lowest rank, and nine of triplets above them
TRIPLET_MASK: Final = 7
SEQUENCE_BITS: Final = (1 << 7) - 1
TRIPLET_BITS: Final = ((1 << 9) - 1) << TRIPLET_MASK


#: a part of a reading: its fields, and above them the mask of a suit
Part: TypeAlias = int
Parts: TypeAlias = tuple[Part, ...]

#: what tables hold at most before they are emptied: what people build fits in
MOST_PARTS: Final = 40_000
_STRAIGHT: Final = 0b1001001
#: a part that cannot be read in just one way
NOT_ONE: Final = 1 << SEVERAL


class PartTable(dict[int, Part]):
    """Lanes of a number, as ``packing`` has them, to what their tiles can be read as.

    Where that is not just one thing the part only says so, and ``ways`` has them all. A winning
    tile may have come into every group that holds it; each way is a reading of its own, but for
    those that another is never worth less than.
    """

    def __init__(self, splits: SplitTable, *, honours: bool) -> None:
        super().__init__()
        self._splits, self._honours = splits, honours
        self._several: dict[int, Parts] = {}

    def __missing__(self, lane: int) -> Part:
        if len(self) >= MOST_PARTS:
            self.clear()
            self._several.clear()
        tiles, rank = lane & SUIT_BITS, (lane >> WON_AT & 15) - 1
        split_and_part = [(split, self._of_split(split)) for split in self._splits[tiles]]
        # who asks for a suit will ask for it as won by ron and by tsumo, and as the whole of a part
        self._remember(tiles, [part for _split, part in split_and_part])
        if rank >= 0:
            won = [
                (group, part)
                for split, part in split_and_part
                for group in _worth_trying(split, rank)
            ]
            for drawn in (False, True):
                marked = tiles | (rank + 1) << WON_AT | drawn << DRAWN_AT
                more = [part + _won(group, rank, self._honours, drawn) for group, part in won]
                self._remember(marked, more)
        return self[lane]

    def _remember(self, lane: int, parts: Iterable[Part]) -> None:
        ways = tuple(dict.fromkeys(parts))
        if len(ways) == 1:
            self[lane] = ways[0]
        else:
            self[lane] = NOT_ONE
            self._several[lane] = ways

    def ways(self, lane: int) -> Parts:
        """All that the tiles of a lane can be read as; nothing where they are no groups."""
        part = self[lane]
        return self._several[lane] if part == NOT_ONE else (part,)

    def _of_split(self, split: Split) -> Part:
        """Add the groups of a split up."""
        fields = mask = 0
        for group in split:
            more, has = group_shape(group, self._honours)
            fields += more
            mask |= has
        if self._honours:
            return fields | mask << HONOURS_HELD
        if split:
            straight = mask & _STRAIGHT == _STRAIGHT
            fields += _twins(split) << TWINS | straight << STRAIGHTS | 1 << SUITS_HELD
        return fields | mask << MASK_AT


#: how tiles can be split is nobody's agreement: these serve all rules
SUITS = PartTable(SUIT_SPLITS, honours=False)
HONOURS = PartTable(HONOUR_SPLITS, honours=True)


def _twins(split: Split) -> int:
    """How many pairs of equal sequences there are."""
    ranks = [group.rank for group in split if group.kind == "sequence"]
    if len(set(ranks)) == len(ranks):
        return 0
    return sum(ranks.count(rank) // 2 for rank in set(ranks))


#: among groups that could hold the winning tile: an open triplet is worth less than a closed one,
#: a wait on both ends less than one on a single tile, which for the pair may also be 四暗刻単騎
_WORTH = {"shanpon": 0, "ryanmen": 1, "kanchan": 2, "penchan": 2, "tanki": 3}


def _worth_trying(split: Split, rank: int) -> Iterable[Group]:
    """The group that is worth most by its wait, and a wait on both ends where it may be 平和."""
    best: Group | None = None
    flat: Group | None = None
    most, has_triplet = -1, False
    for group in split:
        has_triplet = has_triplet or group.kind == "triplet"
        wait = wait_for(group, rank)
        if wait is None:
            continue
        if wait == "ryanmen":
            flat = group
        if _WORTH[wait] > most:
            best, most = group, _WORTH[wait]
    if flat is not None and flat is not best and not has_triplet:
        yield flat
    assert best is not None  # the winning tile lies somewhere
    yield best


@cache  # a few hundred
def _won(group: Group, rank: int, honours: bool, drawn: bool) -> int:
    """What a group's fields gain by holding the winning tile."""
    wait = wait_for(group, rank)
    assert wait is not None
    added = (WAITS.index(wait) + 1 << WAIT) + (DRAWN if drawn else 0)
    if wait != "shanpon" or drawn:
        return added
    opened = Group(group.kind, group.rank, opened=True)  # as a ron completes it
    return added + group_shape(opened, honours)[0] - group_shape(group, honours)[0]


@cache  # a few hundred
def group_shape(group: Group, honours: bool, kan: str = "") -> tuple[int, int]:
    """The fields and the mask of a set or a pair. ``kan``: ``open``, ``closed`` or empty."""
    if group.kind == "sequence":
        has_terminal = group.rank in (0, 6)
        return (1 << SEQUENCES) + (has_terminal << YAOCHUU_GROUPS), 1 << group.rank
    is_yaochuu = honours or group.rank in (0, 8)
    fields = (is_yaochuu << YAOCHUU_GROUPS) + (honours << HONOUR_GROUPS)
    if group.kind == "pair":
        mask = group.rank + 1 << HONOUR_PAIR if honours else 0
        return fields + (1 << PAIRS), mask
    fields += _triplet(yaochuu=is_yaochuu, kan=kan, is_open=group.opened)
    return fields, 1 << group.rank + (0 if honours else TRIPLET_MASK)


def _triplet(*, yaochuu: bool, kan: str, is_open: bool) -> int:
    is_closed = not is_open and kan != "open"
    fields = (is_closed << CLOSED_TRIPLETS) + (bool(kan) << KANS)
    sort = yaochuu + 2 * is_closed + 4 * bool(kan)
    return fields + (1 << FU + 3 * sort)
