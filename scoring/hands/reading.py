"""One way to read a winning hand, as yaku ask about it, and the number it is remembered by."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from scoring.hands import shapes

#: what a reading's number says, a bit each; up to the fifteenth they add up over honours and melds
OPENED: Final = 1 << 0  # something was called
SANSHOKU: Final = 1 << 1
SANSHOKU_DOUKOU: Final = 1 << 2
ITTSU: Final = 1 << 3
ONE_SUIT: Final = 1 << 4
HAKU_SET: Final = 1 << 5
HATSU_SET: Final = 1 << 6
CHUN_SET: Final = 1 << 7
SEAT_WIND_SET: Final = 1 << 8
ROUND_WIND_SET: Final = 1 << 9
DRAGON_PAIR: Final = 1 << 10
WIND_PAIR: Final = 1 << 11
WIND_SETS: Final = 12  # 3 bits
NORTH_SET: Final = 1 << 15  # that counts though it is not one's own wind
FLAT_TSUMO: Final = 1 << 16
SINGLE_WAIT: Final = 1 << 17
GREEN_ONLY: Final = 1 << 18
GREEN_DRAGON: Final = 1 << 19
NINE_GATES: Final = 1 << 20
NINE_GATES_PURE: Final = 1 << 21
NINE_GATES_MAN: Final = 1 << 22
PAIRS: Final = 1 << 23
ORPHANS: Final = 1 << 24
THIRTEEN_WAITS: Final = 1 << 25
#: what the sums of ``shapes`` come to, as far as any yaku asks
SIMPLE: Final = 1 << 26
ENDS: Final = 1 << 27
RUNS: Final = 1 << 28
HONOURS: Final = 29  # 2 bits: none, some, all
TWINS: Final = 31  # 2 bits
CLOSED_TRIPLETS: Final = 33  # 3 bits: 0, 3 or 4
KANS: Final = 36  # 3 bits: 0, 3 or 4
FLAT: Final = 1 << 39

#: stands in place of the sum where the number above it says all
AS_WHOLE: Final = 7 << shapes.SEQUENCES

#: sums that are remembered at most
MOST_SUMS: Final = 10_000
_HOW_MANY: tuple[Literal["none", "some", "all"], ...] = ("none", "some", "all")


class Reading(NamedTuple):
    """Tiles put into groups: four sets and a pair, seven pairs, or thirteen orphans."""

    form: Literal["sets", "pairs", "orphans"]
    closed: bool
    simple: bool  # no terminals and no honours
    ends: bool  # a terminal or an honour in every group
    runs: bool  # a sequence somewhere
    honours: Literal["none", "some", "all"]  # of the groups
    one_suit: bool  # no more than one of man, pin and sou
    closed_triplets: int  # 3 or 4, closed kans too; fewer are as none. Ron leaves one open
    kans: int  # 3 or 4; fewer are as none
    twins: int  # pairs of equal sequences
    sanshoku: bool  # the same sequence in three suits
    sanshoku_doukou: bool  # the same triplet in three suits
    ittsu: bool  # 123 456 789 of a suit
    haku: bool
    hatsu: bool
    chun: bool
    seat_wind: int  # sets of one's own wind, and of north where it always counts
    round_wind: bool
    dragon_pair: bool  # beside two dragons
    wind_pair: bool  # beside three winds
    wind_sets: int  # 3 or 4; fewer are as none
    flat: bool  # no fu but those of the win: sequences, a pair of no value, two open ends
    flat_tsumo: bool  # the same, won by one's own draw
    single_wait: bool  # four closed triplets that waited for the pair
    green_only: bool
    green_dragon: bool  # one of them the dragon
    nine_gates: bool
    nine_gates_pure: bool  # that waited for nine tiles
    nine_gates_man: bool
    thirteen_waits: bool

    @property
    def dragon_sets(self) -> int:
        """How many dragons are triplets."""
        return self.haku + self.hatsu + self.chun


class SumBits(dict[int, int]):
    """Sums of ``shapes`` to what yaku ask of them; far fewer, so far more is remembered."""

    def __missing__(self, fields: int) -> int:
        if len(self) >= MOST_SUMS:
            self.clear()
        found = self[fields] = 0 if fields == AS_WHOLE else sum_bits(fields, groups=5)
        return found


def sum_bits(fields: int, *, groups: int) -> int:
    """Bits of a reading's number for a sum over its groups."""

    def count(at: int) -> int:
        return fields >> at & 7

    yaochuu, honours = count(shapes.YAOCHUU_GROUPS), count(shapes.HONOUR_GROUPS)
    closed, kans = count(shapes.CLOSED_TRIPLETS), count(shapes.KANS)
    found = RUNS if count(shapes.SEQUENCES) else 0
    if not yaochuu:
        found |= SIMPLE
    if yaochuu == groups:
        found |= ENDS
    found |= (2 if honours == groups else bool(honours)) << HONOURS
    found |= count(shapes.TWINS) << TWINS
    found |= ITTSU if count(shapes.STRAIGHTS) else 0
    found |= ONE_SUIT if count(shapes.SUITS_HELD) <= 1 else 0
    found |= (closed if closed >= 3 else 0) << CLOSED_TRIPLETS
    return found | (kans if kans >= 3 else 0) << KANS


def without_unused(key: int) -> int:
    """A number without what no yaku asks of it: a pair of honours, or their sets, alone."""
    winds, dragons = key >> WIND_SETS & 7, key & (HAKU_SET | HATSU_SET | CHUN_SET)
    if winds < 3:
        key &= ~(7 << WIND_SETS)
    if winds != 3:
        key &= ~WIND_PAIR
    return key if dragons.bit_count() == 2 else key & ~DRAGON_PAIR


def reading_of(key: int) -> Reading:
    """Take a number apart."""
    form: Literal["sets", "pairs", "orphans"] = "sets"
    if key & (PAIRS | ORPHANS):
        form = "pairs" if key & PAIRS else "orphans"
    return Reading(
        form=form,
        closed=not key & OPENED,
        simple=key & SIMPLE > 0,
        ends=key & ENDS > 0,
        runs=key & RUNS > 0,
        honours=_HOW_MANY[key >> HONOURS & 3],
        one_suit=key & ONE_SUIT > 0,
        closed_triplets=key >> CLOSED_TRIPLETS & 7,
        kans=key >> KANS & 7,
        twins=key >> TWINS & 3,
        sanshoku=key & SANSHOKU > 0,
        sanshoku_doukou=key & SANSHOKU_DOUKOU > 0,
        ittsu=key & ITTSU > 0,
        haku=key & HAKU_SET > 0,
        hatsu=key & HATSU_SET > 0,
        chun=key & CHUN_SET > 0,
        seat_wind=(key & SEAT_WIND_SET > 0) + (key & NORTH_SET > 0),
        round_wind=key & ROUND_WIND_SET > 0,
        dragon_pair=key & DRAGON_PAIR > 0,
        wind_pair=key & WIND_PAIR > 0,
        wind_sets=key >> WIND_SETS & 7,
        flat=key & FLAT > 0,
        flat_tsumo=key & FLAT_TSUMO > 0,
        single_wait=key & SINGLE_WAIT > 0,
        green_only=key & GREEN_ONLY > 0,
        green_dragon=key & GREEN_DRAGON > 0,
        nine_gates=key & NINE_GATES > 0,
        nine_gates_pure=key & NINE_GATES_PURE > 0,
        nine_gates_man=key & NINE_GATES_MAN > 0,
        thirteen_waits=key & THIRTEEN_WAITS > 0,
    )
