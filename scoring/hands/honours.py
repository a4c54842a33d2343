"""What sets and pairs of honours mean to a seat in a round."""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.hands import reading as bits
from scoring.hands.shapes import PAIR_FU
from scoring.hands.yaku.base import YakuRule

#: as ``shapes`` has the mask of the honours: seven bits of triplets, the pair above them
_WINDS: Final = 0b1111
_NORTH: Final = 3
_HAKU: Final = 4
_DRAGONS = ((4, bits.HAKU_SET), (5, bits.HATSU_SET), (6, bits.CHUN_SET))
#: where a key has the winner's wind and the round's
SEAT_AT, ROUND_AT = 10, 12


class Sense(NamedTuple):
    """Bits of a reading's number, and the fu of the pair where ``fu.PAIR_FU`` has them."""

    bits: int
    pair_fu: int


class HonourSenses(dict[int, Sense]):
    """Mask of the honours | seat << 10 | round << 12 to what they mean under a rule."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        fu = rule.hand.double_wind_pair_fu
        self._double_wind = 4 if fu is None else fu
        self._north_in_hand = rule.tiles.north_in_hand

    def __missing__(self, key: int) -> Sense:
        triplets, pair = key & 0b1111111, (key >> 7 & 7) - 1
        seat, round_ = key >> SEAT_AT & 3, key >> ROUND_AT & 3
        found = 0
        for rank, bit in _DRAGONS:
            if triplets >> rank & 1:
                found |= bit
        for rank in range(4):
            if triplets >> rank & 1:
                found |= bits.SEAT_WIND_SET if self._is_seat(rank, seat) else 0
                found |= bits.ROUND_WIND_SET if self._is_round(rank, round_) else 0
        found |= (triplets & _WINDS).bit_count() << bits.WIND_SETS
        if pair >= _HAKU:
            found |= bits.DRAGON_PAIR
        elif pair >= 0:
            found |= bits.WIND_PAIR
        sense = self[key] = Sense(found, self._pair_fu(pair, seat, round_) << PAIR_FU)
        return sense

    def _pair_fu(self, pair: int, seat: int, round_: int) -> int:
        if pair < 0:
            return 0
        if pair >= _HAKU:
            return 2
        values = self._is_seat(pair, seat) + self._is_round(pair, round_)
        return (0, 2, self._double_wind)[values]

    def _is_seat(self, rank: int, seat: int) -> bool:
        """North may count for nobody (a guest wind), or as everybody's own."""
        if rank == _NORTH and self._north_in_hand != "wind":
            return self._north_in_hand == "always_yakuhai"
        return rank == seat

    def _is_round(self, rank: int, round_: int) -> bool:
        if rank == _NORTH and self._north_in_hand == "guest_wind":
            return False
        return rank == round_
