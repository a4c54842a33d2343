"""What the tiles of a suit, the honours and the melds come to, each worked out once.

A reading of a hand is made of its three suits, its honours and its melds. A part of it is two
whole numbers that add up over the parts: *fields* that are counted over the whole hand (so many
triplets, so many kans …), and the *lie*, which says what sets it has, for patterns that look at
how sets lie to each other: :class:`SuitSenses` and :class:`HonourSenses` make sense of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from scoring.hands.groups import HONOUR_SPLITS, SUIT_SPLITS, Group
from scoring.hands.hand import KANS, Meld
from scoring.hands.tiles import HONOURS, kind_of, packed, suit_of

#: fields of the sum, three bits each; none of them flows over
SEQUENCES, TRIPLETS, CONCEALED, KONGS, ENDS, HONOUR_GROUPS, PAIRS = range(0, 21, 3)

#: fields of the lie: three bits for each sequence by its lowest rank, one for each triplet and pair
TRIPLET_AT: Final = 21
PAIR_AT: Final = TRIPLET_AT + 9

#: what a table holds at most before it is emptied: what people build fits in many times
MOST_PARTS: Final = 20_000
MOST_MELDS: Final = 10_000


class Part(NamedTuple):
    """A part of a reading: the sum of its fields, and how its sets lie."""

    fields: int
    layout: int


class OnTable(NamedTuple):
    """The melds of a hand together."""

    number: int  # their tiles, as ``packing`` has them
    fields: int
    layouts: tuple[int, int, int, int]  # man, pin, sou, honours
    closed: bool


NOTHING: Final = OnTable(0, 0, (0, 0, 0, 0), True)


class Parts(dict[int, tuple[Part, ...]]):
    """The concealed tiles of a suit, or the honours, to all that they can be read as.

    The key is their counts, three bits a rank, above four bits: 0, or from 1 the rank of the tile
    by which a ron completed them.
    """

    def __init__(self, *, honours: bool) -> None:
        super().__init__()
        self._honours, self._splits = honours, HONOUR_SPLITS if honours else SUIT_SPLITS

    def __missing__(self, key: int) -> tuple[Part, ...]:
        if len(self) >= MOST_PARTS:
            self.clear()
        found = self[key] = tuple(dict.fromkeys(map(self._part, self._readings(key))))
        return found

    def _readings(self, key: int) -> Iterable[tuple[Group, ...]]:
        split, won = self._splits[key >> 4], key & 15
        return (_completed(groups, won - 1) for groups in split) if won else split

    def _part(self, groups: tuple[Group, ...]) -> Part:
        parts = [_part(group, honours=self._honours) for group in groups]
        return Part(sum(part.fields for part in parts), sum(part.layout for part in parts))


def _completed(groups: tuple[Group, ...], rank: int) -> tuple[Group, ...]:
    """Open the triplet that a ron completed.

    Where the tile may as well have come into another group it did: a concealed triplet more is
    never worth less.
    """
    into = [group for group in groups if _takes(group, rank)]
    if any(group.kind != "triplet" for group in into):
        return groups
    return tuple(group._replace(opened=True) if group in into else group for group in groups)


def _takes(group: Group, rank: int) -> bool:
    above = rank - group.rank
    return 0 <= above <= 2 if group.kind == "sequence" else above == 0


def _part(group: Group, *, honours: bool, kong: bool = False) -> Part:
    """A set or a pair alone."""
    if group.kind == "sequence":
        ends = group.rank in (0, 6)
        return Part((1 << SEQUENCES) + (ends << ENDS), 1 << 3 * group.rank)
    ends = honours or group.rank in (0, 8)
    fields = (ends << ENDS) + (honours << HONOUR_GROUPS)
    if group.kind == "pair":
        return Part(fields + (1 << PAIRS), 1 << PAIR_AT + group.rank)
    fields += (1 << TRIPLETS) + (kong << KONGS) + ((not group.opened) << CONCEALED)
    return Part(fields, 1 << TRIPLET_AT + group.rank)


class MeldTable(dict[tuple[Meld, ...], OnTable]):
    """Melds to what they come to."""

    def __missing__(self, melds: tuple[Meld, ...]) -> OnTable:
        if len(self) >= MOST_MELDS:
            self.clear()
        found = self[melds] = _on_table(melds)
        return found


def _on_table(melds: tuple[Meld, ...]) -> OnTable:
    fields, layouts = 0, [0, 0, 0, 0]
    for meld in melds:
        lowest = min(map(kind_of, meld.tiles))
        group = Group(
            "sequence" if meld.kind == "chi" else "triplet",
            lowest % 9,
            opened=meld.kind != "ankan",
        )
        part = _part(group, honours=lowest >= HONOURS, kong=meld.kind in KANS)
        fields += part.fields
        layouts[suit_of(lowest)] += part.layout
    man, pin, sou, honours = layouts
    return OnTable(
        number=sum(packed(meld.tiles) for meld in melds),
        fields=fields,
        layouts=(man, pin, sou, honours),
        closed=all(meld.kind == "ankan" for meld in melds),
    )


#: bits of a reading above the fields of ``parts``; they add up over suits and honours
TWINS: Final = 21  # 3 bits: pairs of equal sequences
THREE_EQUAL: Final = 1 << 24
FOUR_EQUAL: Final = 1 << 25
STRAIGHT: Final = 1 << 26
THREE_STEPS: Final = 1 << 27
FOUR_STEPS: Final = 1 << 28
VALUES: Final = 29  # 3 bits: sets of dragons and of the seat wind
DRAGON_SETS: Final = 32  # 2 bits
DRAGON_PAIR: Final = 1 << 34
WIND_SETS: Final = 35  # 3 bits
WIND_PAIR: Final = 1 << 38
#: what three suits have in common
SIMILAR_SEQUENCES: Final = 1 << 39
SIMILAR_TRIPLETS: Final = 1 << 40
SMALL_SIMILAR_TRIPLETS: Final = 1 << 41

#: the seat wind stands above the lie of the honours
SEAT_AT: Final = PAIR_AT + 9

_RANKS: Final = (1 << 9) - 1
_NINE_TILES: Final = frozenset({0, 3, 6})
#: of what suits may share: seven bits of sequences, nine of triplets, nine of triplets or pairs
_SHARED_TRIPLETS: Final = 7
_SHARED_PAIRS: Final = _SHARED_TRIPLETS + 9


class SuitSense(NamedTuple):
    """A suit of a reading."""

    bits: int
    shared: int  # what it may have in common with the other suits


class SuitSenses(dict[int, SuitSense]):
    """The lie of a suit, melds in it, to its sense."""

    def __missing__(self, layout: int) -> SuitSense:
        if len(self) >= MOST_PARTS:
            self.clear()
        found = self[layout] = _suit(layout)
        return found


def _suit(layout: int) -> SuitSense:
    sequences = [layout >> 3 * rank & 7 for rank in range(7)]
    triplets, pairs = layout >> TRIPLET_AT & _RANKS, layout >> PAIR_AT & _RANKS
    bits = sum(held // 2 for held in sequences) << TWINS
    bits |= THREE_EQUAL if max(sequences) >= 3 else 0
    bits |= FOUR_EQUAL if max(sequences) == 4 else 0
    bits |= STRAIGHT if all(sequences[rank] for rank in _NINE_TILES) else 0
    three = triplets & triplets >> 1 & triplets >> 2
    bits |= THREE_STEPS if three else 0
    bits |= FOUR_STEPS if three & triplets >> 3 else 0
    shared = sum(1 << rank for rank, held in enumerate(sequences) if held)
    shared |= triplets << _SHARED_TRIPLETS | (triplets | pairs) << _SHARED_PAIRS
    return SuitSense(bits, shared)


def in_three_suits(shared: int) -> int:
    """The bits of what three suits have in common, where that is something."""
    if shared >> _SHARED_PAIRS:
        # a hand has one pair, so two of three alike are triplets
        is_big = shared >> _SHARED_TRIPLETS & _RANKS
        return SIMILAR_TRIPLETS if is_big else SMALL_SIMILAR_TRIPLETS
    return SIMILAR_SEQUENCES


class HonourSenses(dict[int, int]):
    """The lie of the honours, melds in it, and the seat wind to their bits. There are few."""

    def __missing__(self, key: int) -> int:
        triplets, pairs = key >> TRIPLET_AT & _RANKS, key >> PAIR_AT & _RANKS
        winds, dragons = triplets & 15, triplets >> 4
        values = dragons.bit_count() + (winds >> (key >> SEAT_AT) & 1)
        found = values << VALUES | dragons.bit_count() << DRAGON_SETS
        found |= winds.bit_count() << WIND_SETS
        found |= DRAGON_PAIR if pairs >> 4 else 0
        found |= WIND_PAIR if pairs & 15 else 0
        self[key] = found
        return found
