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
#: beside the fields of fu: the fu of the pair, and how the hand was won
PAIR_FU: Final = PAIRS + 2  # 3 bits
TSUMO_AT: Final = PAIR_FU + 3
TSUMO, PINFU, CLOSED, RINSHAN = (1 << TSUMO_AT + bit for bit in range(4))

#: a mask has seven bits of sequences by their lowest rank, and nine of triplets above them
TRIPLET_MASK: Final = 7
SEQUENCE_BITS: Final = (1 << 7) - 1
TRIPLET_BITS: Final = ((1 << 9) - 1) << TRIPLET_MASK
#: among the honours: seven bits of triplets, and the pair's rank from 1 above them
HONOUR_PAIR: Final = 7


#: a part of a reading: the sum of its fields, and its masks. Plain tuples, of which the garbage
#: collector takes no notice
Shape: TypeAlias = tuple[int, int]
Shapes: TypeAlias = tuple[Shape, ...]

#: what tables hold at most before they are emptied: everything that players build fits in
MOST_SHAPES, MOST_WON = 12_000, 20_000
_STRAIGHT: Final = 0b1001001


class ShapeTable(dict[int, Shapes]):
    """Tiles of a suit, or honours, to their readings when all of them are closed."""

    def __init__(self, splits: SplitTable, *, honours: bool) -> None:
        super().__init__()
        self.splits, self.honours = splits, honours

    def __missing__(self, tiles: int) -> Shapes:
        if len(self) >= MOST_SHAPES:
            self.clear()
        found = self[tiles] = tuple(dict.fromkeys(map(self.of_split, self.splits[tiles])))
        return found

    def of_split(self, split: Split) -> Shape:
        """Add the groups of a split up."""
        fields = mask = 0
        for group in split:
            more, has = group_shape(group, self.honours)
            fields += more
            mask |= has
        if self.honours or not split:
            return fields, mask
        straight = mask & _STRAIGHT == _STRAIGHT
        return fields + (_twins(split) << TWINS | straight << STRAIGHTS | 1 << SUITS_HELD), mask


class WonTable(dict[int, tuple[Shapes, Shapes]]):
    """The same for the part that holds the winning tile, won by ron and by tsumo.

    Its keys are tiles << 4 | rank of the tile. It may have come into every group that holds it;
    each way is a reading of its own, but for those that another is never worth less than.
    """

    def __init__(self, shapes: ShapeTable) -> None:
        super().__init__()
        self._shapes = shapes

    def __missing__(self, key: int) -> tuple[Shapes, Shapes]:
        if len(self) >= MOST_WON:
            self.clear()
        tiles, rank, honours = key >> 4, key & 15, self._shapes.honours
        ron: dict[Shape, None] = {}
        tsumo: dict[Shape, None] = {}
        for split in self._shapes.splits[tiles]:
            fields, mask = self._shapes.of_split(split)
            for group in _worth_trying(split, rank):
                by_ron, by_tsumo = _won(group, rank, honours)
                ron[fields + by_ron, mask] = None
                tsumo[fields + by_tsumo, mask] = None
        found = self[key] = (tuple(ron), tuple(tsumo))
        return found


#: how tiles can be split is nobody's agreement: these serve all rules
SUITS = ShapeTable(SUIT_SPLITS, honours=False)
HONOURS = ShapeTable(HONOUR_SPLITS, honours=True)
SUITS_WON, HONOURS_WON = WonTable(SUITS), WonTable(HONOURS)


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
def _won(group: Group, rank: int, honours: bool) -> tuple[int, int]:
    """What a group's fields gain by holding the winning tile, by ron and by tsumo."""
    wait = wait_for(group, rank)
    assert wait is not None
    added = WAITS.index(wait) + 1 << WAIT
    if wait != "shanpon":
        return added, added
    opened = Group(group.kind, group.rank, opened=True)  # as a ron completes it
    more = group_shape(opened, honours)[0] - group_shape(group, honours)[0]
    return added + more, added


@cache  # a few hundred
def group_shape(group: Group, honours: bool, kan: str = "") -> Shape:
    """A set or a pair. ``kan``: ``open``, ``closed`` or empty."""
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
