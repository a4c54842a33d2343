"""What a reading is worth under a rule: its yaku, its fu and its price, each looked up."""

from __future__ import annotations

from typing import Final

from rules.parameters import YakuRule
from scoring.hands import reading as bits
from scoring.hands.bonus import Bonus
from scoring.hands.fu import PAIR_FU, prices_of_fu
from scoring.hands.named import NamedYaku
from scoring.hands.price_tables import PriceTable
from scoring.hands.reading import SumBits
from scoring.hands.readings import Read
from scoring.hands.shapes import (
    CLOSED_TRIPLETS,
    FU,
    RYANMEN,
    SEQUENCES,
    SHANPON,
    SUMMED,
    TANKI,
    YAKU_BITS,
    opened,
)
from scoring.hands.values import Value

SUMS = SumBits()

_PAIR_FU: Final = 7 << PAIR_FU
_SEQUENCE_COUNT: Final = 7 << SEQUENCES
_FOUR_SEQUENCES: Final = 4 << SEQUENCES
#: readings to look at closer: no hand has more than four of either; a ron may open a triplet
_CLOSER: Final = _FOUR_SEQUENCES | 4 << CLOSED_TRIPLETS | SHANPON
_FLAT: Final = bits.FLAT << SUMMED
_FLAT_TSUMO: Final = (bits.FLAT | bits.FLAT_TSUMO) << SUMMED
_SINGLE_WAIT: Final = bits.SINGLE_WAIT << SUMMED
#: makes a Value of its fields; what NamedTuple offers for it takes twice as long
_MAKE = tuple.__new__


class Worths:
    """Prices readings under a rule."""

    def __init__(self, rule: YakuRule) -> None:
        self._named, self._fu = NamedYaku(rule), prices_of_fu(rule)
        self._wins = self._named.wins
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
        if read & _CLOSER:
            read = _by_wait(read, drawn=said & 1)
        key = SUMS[read & YAKU_BITS] | read >> SUMMED
        tiles, win = self._named[key], self._wins[said << 1 | key & bits.OPENED]
        if tiles.is_plain and win.is_plain:
            at += (tiles.at | win.named) + win.at + self._fu[(read & FU) + win.fu[tiles.is_flat]]
            return _MAKE(Value, (tiles, win, read, bonus, self._prices[at], sticks))
        counted = tiles.won(win)
        at += counted.at
        if not counted.yakuman:
            at += self._fu[(read & FU) + counted.fu]
        return _MAKE(Value, (tiles, win, read, bonus, self._prices[at], sticks))


def _by_wait(read: Read, *, drawn: int) -> Read:
    """What hangs on the wait: triplets, four sequences on two open ends, four closed triplets."""
    if read & SHANPON:
        return read if drawn else opened(read)
    if read & _SEQUENCE_COUNT == _FOUR_SEQUENCES:
        if read & RYANMEN and not read & _PAIR_FU:
            return read | (_FLAT_TSUMO if drawn else _FLAT)
    elif read & TANKI == TANKI:
        return read | _SINGLE_WAIT
    return read
