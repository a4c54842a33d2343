"""What a reading is worth under a rule: its yaku, its fu and its price, each looked up."""

from __future__ import annotations

from typing import Final

from scoring.hands import reading as bits
from scoring.hands.bonus import Bonus
from scoring.hands.fu import FU_KEY, PAIR_FU, FuTable
from scoring.hands.named import FLAG_BITS, NamedYaku
from scoring.hands.price_tables import PriceTable
from scoring.hands.reading import SumBits
from scoring.hands.readings import Read
from scoring.hands.shapes import (
    CLOSED_TRIPLETS,
    DRAWN,
    SEQUENCES,
    SUMMED,
    WAIT,
    YAKU_BITS,
)
from scoring.hands.values import Value
from scoring.hands.yaku.base import YakuRule

SUMS = SumBits()

_PAIR_FU: Final = 7 << PAIR_FU
_SEQUENCE_COUNT: Final = 7 << SEQUENCES
_FOUR_SEQUENCES: Final = 4 << SEQUENCES
#: no hand has more than four of either
_FLAT_OR_CLOSED: Final = _FOUR_SEQUENCES | 4 << CLOSED_TRIPLETS
_WAITED: Final = 7 << WAIT
_RYANMEN: Final = 1 << WAIT
_TANKI: Final = 5 << WAIT
#: makes a Value of its fields; what NamedTuple offers for it takes twice as long
_MAKE = tuple.__new__


class Worths:
    """Prices readings under a rule."""

    def __init__(self, rule: YakuRule) -> None:
        self._named, self._fu = NamedYaku(rule), FuTable(rule)
        self._prices = PriceTable(rule)

    def of(self, read: Read, said: int, bonus: Bonus, at: int, sticks: int) -> Value:
        """Price a reading.

        Args:
            read: the reading, as ``readings`` has it.
            said: the flags, and below them whether the tile was drawn.
            bonus: the bonus tiles.
            at: what bonus tiles, win and honba ask of the price, as ``prices`` has it.
            sticks: riichi sticks that the winner takes, in points.
        """
        key = SUMS[read & YAKU_BITS] | read >> SUMMED
        if read & _FLAT_OR_CLOSED:
            key |= _waiting(read)
        counted = self._named[key << FLAG_BITS | said]
        if counted.yakuman:
            return _MAKE(Value, (counted, None, bonus, self._prices[at + counted.at], sticks))
        fu = self._fu[read & FU_KEY | counted.fu_bits]
        return _MAKE(Value, (counted, fu, bonus, self._prices[at + counted.at + fu.at], sticks))


def _waiting(read: Read) -> int:
    """What hangs on the wait: four sequences on two open ends, four closed triplets on one tile."""
    waited = read & _WAITED
    if read & _SEQUENCE_COUNT == _FOUR_SEQUENCES:
        if waited == _RYANMEN and not read & _PAIR_FU:
            return bits.FLAT | bits.FLAT_TSUMO if read & DRAWN else bits.FLAT
    elif waited == _TANKI:
        return bits.SINGLE_WAIT
    return 0
