"""One way to read a winning hand, as patterns ask about it, and the number it is remembered by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from scoring.hands.hand import CHANKAN, CHIIHOU, HAITEI, HOUTEI, RINSHAN, TENHOU
from scoring.zung_jung import parts

#: beside the fields of ``parts`` and the bits of ``senses``: what only the whole hand can tell
ONE_SUIT: Final = 1 << 42
CONCEALED_HAND: Final = 1 << 43
GATES: Final = 1 << 44
GATES_WAITED: Final = 1 << 45
SEVEN_PAIRS: Final = 1 << 46
ORPHANS: Final = 1 << 47
#: how the hand was won, set only where luck is said of it
TSUMO: Final = 1 << 48
DEALER: Final = 1 << 49
MELDED: Final = 1 << 50
FLAGS_AT: Final = 51

#: the flags of a win that patterns ask about; the others are not played
LUCK: Final = HAITEI | HOUTEI | RINSHAN | CHANKAN | TENHOU | CHIIHOU


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Tiles put into groups. ``form`` is four sets and a pair, seven pairs, or 十三么九."""

    form: Literal["sets", "pairs", "orphans"]
    #: sets and pairs: five, seven pairs, or thirteen
    groups: int
    concealed_hand: bool  # nothing was called; closed kans are allowed
    sequences: int
    triplets: int  # kans too
    concealed_triplets: int  # closed kans too; a triplet that a ron completed is open
    kongs: int
    ends: int  # groups that hold a terminal or an honour
    honours: int  # groups of honours
    one_suit: bool  # no more than one of man, pin and sou
    gates: bool  # 1112345678999 of a suit and one more of it, all concealed
    gates_waited: bool  # 1112345678999 before the winning tile came
    twins: int  # pairs of equal sequences
    three_equal: bool  # three or four equal sequences
    four_equal: bool
    straight: bool  # 123 456 789 of a suit
    three_steps: bool  # triplets of three ranks in a row, or four
    four_steps: bool
    similar_sequences: bool  # the same in three suits
    similar_triplets: bool
    small_similar_triplets: bool  # two triplets and the pair
    values: int  # sets of dragons and of the seat wind
    dragon_sets: int
    dragon_pair: bool
    wind_sets: int
    wind_pair: bool
    #: what is said of the win; where nothing is said, the three below do not apply
    flags: int
    tsumo: bool
    dealer: bool
    melded: bool

    def says(self, flag: int) -> bool:
        """Whether this is said of the win."""
        return bool(self.flags & flag)


def reading_of(key: int) -> Reading:
    """Take a number apart."""

    def count(at: int) -> int:
        return key >> at & 7

    def has(bit: int) -> bool:
        return bool(key & bit)

    form: Literal["sets", "pairs", "orphans"] = "sets"
    groups = 5
    if key & (SEVEN_PAIRS | ORPHANS):
        form, groups = ("pairs", 7) if key & SEVEN_PAIRS else ("orphans", 13)
    return Reading(
        form=form,
        groups=groups,
        concealed_hand=has(CONCEALED_HAND),
        sequences=count(parts.SEQUENCES),
        triplets=count(parts.TRIPLETS),
        concealed_triplets=count(parts.CONCEALED),
        kongs=count(parts.KONGS),
        ends=groups if form == "orphans" else count(parts.ENDS),
        honours=count(parts.HONOUR_GROUPS),
        one_suit=has(ONE_SUIT),
        gates=has(GATES),
        gates_waited=has(GATES_WAITED),
        twins=count(parts.TWINS),
        three_equal=has(parts.THREE_EQUAL),
        four_equal=has(parts.FOUR_EQUAL),
        straight=has(parts.STRAIGHT),
        three_steps=has(parts.THREE_STEPS),
        four_steps=has(parts.FOUR_STEPS),
        similar_sequences=has(parts.SIMILAR_SEQUENCES),
        similar_triplets=has(parts.SIMILAR_TRIPLETS),
        small_similar_triplets=has(parts.SMALL_SIMILAR_TRIPLETS),
        values=count(parts.VALUES),
        dragon_sets=key >> parts.DRAGON_SETS & 3,
        dragon_pair=has(parts.DRAGON_PAIR),
        wind_sets=count(parts.WIND_SETS),
        wind_pair=has(parts.WIND_PAIR),
        flags=key >> FLAGS_AT,
        tsumo=has(TSUMO),
        dealer=has(DEALER),
        melded=has(MELDED),
    )
