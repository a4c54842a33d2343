"""What the sets of a suit, or of the honours, have to do with each other."""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.zung_jung.parts import MOST_PARTS, PAIR_AT, TRIPLET_AT

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

    def __missing__(self, lie: int) -> SuitSense:
        if len(self) >= MOST_PARTS:
            self.clear()
        found = self[lie] = _suit(lie)
        return found


def _suit(lie: int) -> SuitSense:
    sequences = [lie >> 3 * rank & 7 for rank in range(7)]
    triplets, pairs = lie >> TRIPLET_AT & _RANKS, lie >> PAIR_AT & _RANKS
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
