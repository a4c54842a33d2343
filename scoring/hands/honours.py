"""What sets and pairs of honours mean to a seat in a round."""

from __future__ import annotations

from typing import Final

from rules.parameters import YakuRule
from scoring.hands import reading as bits
from scoring.hands.fu import PAIR_FU
from scoring.hands.packing import LANE, LANE_BITS
from scoring.hands.shapes import HONOUR_PAIR, HONOURS, HONOURS_HELD, NOT_ONE, SUMMED, Part

#: as ``shapes`` has the mask of the honours: seven bits of triplets, the pair above them
_WINDS: Final = 0b1111
_NORTH: Final = 3
_HAKU: Final = 4
_DRAGONS = ((4, bits.HAKU_SET), (5, bits.HATSU_SET), (6, bits.CHUN_SET))
HELD_BITS: Final = (1 << 10) - 1
#: above the lane, and above what is held: where a key has the winner's wind and the round's
SEAT_AT, ROUND_AT = 10, 12
#: the two of them above the lane, by seat and round
WINDS_OF: Final = tuple(
    tuple((seat << SEAT_AT | wind << ROUND_AT) << LANE for wind in range(4)) for seat in range(4)
)
#: what is remembered at most
MOST_HONOURS: Final = 20_000


class HonourTable(dict[int, Part]):
    """Lanes of honours | the winds to parts that say what the honours mean under a rule.

    A part has the fu of the pair, and again where ``shapes`` has the honours themselves. Honours
    can be read in one way or in none, which it says as parts there do.
    """

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self.senses = HonourSenses(rule)

    def __missing__(self, key: int) -> Part:
        if len(self) >= MOST_HONOURS:
            self.clear()
        part = HONOURS[key & LANE_BITS]
        found = self[key] = part if part == NOT_ONE else self._in_sense(part, key >> LANE)
        return found

    def _in_sense(self, part: Part, winds: int) -> Part:
        held = part >> HONOURS_HELD & HELD_BITS
        if not held & _WINDS and not 0 < held >> HONOUR_PAIR <= _NORTH + 1:
            winds = 0  # nothing asks for them
        return part - (held << HONOURS_HELD) + self.senses[held | winds]


class HonourSenses(dict[int, int]):
    """Honours held | the winds to what they mean under a rule: bits of a part, which add up."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        fu = rule.hand.double_wind_pair_fu
        self._double_wind = 4 if fu is None else fu
        self._north_in_hand = rule.tiles.north_in_hand

    def __missing__(self, key: int) -> int:
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
        fu = self._pair_fu(pair, seat, round_)
        sense = self[key] = found << SUMMED | fu << PAIR_FU | fu
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
