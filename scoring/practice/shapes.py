"""Sets and pairs of the kinds in play, and what hands on purpose are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from scoring.hands.tiles import HONOURS, KINDS, Kind
from scoring.practice.dice import Dice

#: the kinds of a sequence, a triplet or a pair, lowest first
Group: TypeAlias = tuple[Kind, ...]

_RANKS_OF_SEQUENCES: Final = range(7)


class Groups(NamedTuple):
    """What a hand is made of, as kinds."""

    sets: tuple[Group, ...]
    rest: Group  # the pair; all fourteen tiles of seven pairs and the like
    kans: int = 0  # how many of the triplets, the first ones, are kans


class Shapes(NamedTuple):
    """Every group that can be made of some kinds."""

    kinds: tuple[Kind, ...]
    sequences: tuple[Group, ...]
    triplets: tuple[Group, ...]
    pairs: tuple[Group, ...]

    def of(self, kinds: Iterable[Kind]) -> Shapes:
        """Those that are made of these kinds alone."""
        wanted = set(kinds)
        return shapes_of(kind for kind in self.kinds if kind in wanted)

    @property
    def sets(self) -> tuple[Group, ...]:
        """Sequences and triplets."""
        return self.sequences + self.triplets


Recipe: TypeAlias = Callable[[Dice, Shapes], Groups]


def shapes_of(kinds: Iterable[Kind]) -> Shapes:
    """Make every group of these kinds, of which there may be few or none."""
    known = tuple(kinds)
    there = set(known)
    return Shapes(
        kinds=known,
        sequences=tuple(
            (first, first + 1, first + 2)
            for first in known
            if first < HONOURS
            and first % 9 in _RANKS_OF_SEQUENCES
            and there.issuperset((first + 1, first + 2))
        ),
        triplets=tuple((kind,) * 3 for kind in known),
        pairs=tuple((kind,) * 2 for kind in known),
    )


#: of the whole set of tiles
ALL_SHAPES: Final = shapes_of(range(KINDS))
