"""The ways to split the tiles of one suit, or the honours, into sets and a pair.

Tiles of a suit are a number with three bits a rank, how many there are of it. Every split of what
is left after taking a group away is remembered, since suits share most of what they are made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

#: what is remembered at most before it is emptied
MOST_SPLITS: Final = 15_000
_RUN: Final = 0o111
_ONES: Final = 0o111111111
_COMES: Final = {"triplet": 0, "pair": 1, "sequence": 2}


class Group(NamedTuple):
    """Tiles that belong together; ``rank`` is the lowest, counted from 0."""

    kind: Literal["sequence", "triplet", "pair"]
    rank: int
    opened: bool = False  # a triplet that another's discard completed


Split: TypeAlias = tuple[Group, ...]

#: made once, since splits are made of them by the thousand
_TRIPLETS, _PAIRS, _SEQUENCES = (
    tuple(Group(kind, rank) for rank in range(9)) for kind in ("triplet", "pair", "sequence")
)


class SplitTable(dict[int, tuple[Split, ...]]):
    """Tiles of a suit to all ways to split them into sets and at most one pair."""

    def __init__(self, *, ranks: int, runs: bool) -> None:
        super().__init__()
        self._ranks, self._runs = ranks, runs

    def __missing__(self, tiles: int) -> tuple[Split, ...]:
        found = tuple(self._splits(tiles))
        if len(self) >= MOST_SPLITS:
            self.clear()
        self[tiles] = found
        return found

    def _splits(self, tiles: int) -> Iterator[Split]:
        """Take the lowest tile in every way it can belong somewhere, then the rest.

        Of groups that begin at one rank triplets come first and sequences last, so that no split
        is found twice.
        """
        if not tiles:
            yield ()
            return
        for group, left in self._takes(tiles):
            for rest in self[left]:
                if (
                    not rest
                    or rest[0].rank != group.rank
                    or _COMES[rest[0].kind] >= _COMES[group.kind]
                ):
                    yield (group, *rest)

    def _takes(self, tiles: int) -> Iterator[tuple[Group, int]]:
        rank = ((tiles & -tiles).bit_length() - 1) // 3
        at = 3 * rank
        held = tiles >> at & 7
        if held >= 3:
            yield _TRIPLETS[rank], tiles - (3 << at)
        if held >= 2 and _count(tiles) % 3 == 2:
            yield _PAIRS[rank], tiles - (2 << at)
        if self._runs and rank + 2 < self._ranks and tiles >> at + 3 & 7 and tiles >> at + 6 & 7:
            yield _SEQUENCES[rank], tiles - (_RUN << at)


def _count(tiles: int) -> int:
    ones, twos, fours = tiles & _ONES, tiles & _ONES << 1, tiles & _ONES << 2
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


#: how tiles can be split is nobody's agreement: these serve all rules
SUIT_SPLITS = SplitTable(ranks=9, runs=True)
HONOUR_SPLITS = SplitTable(ranks=7, runs=False)
