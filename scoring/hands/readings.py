"""All readings of a winning hand: its parts looked up and added, special forms found."""

from __future__ import annotations

from typing import Final, TypeAlias

from scoring.hands import reading as bits
from scoring.hands.honours import HonourTable
from scoring.hands.melds import HONOURS_CALLED, MASK_BITS, OPENED, OnTable
from scoring.hands.packing import (
    HONOURS_AT,
    LANE,
    LANE_BITS,
    NOT_YAOCHUU,
    ODD,
    PIN_AT,
    SOU_AT,
)
from scoring.hands.shapes import (
    MASK_AT,
    PAIRS,
    SEQUENCE_BITS,
    SEQUENCES,
    SEVERAL,
    SUITS,
    SUITS_HELD,
    SUM_BITS,
    SUMMED,
    TRIPLET_BITS,
    Part,
)
from scoring.hands.special import is_one_suit, special_forms, whole_bits
from scoring.hands.tiles import Kind
from scoring.hands.yaku.base import YakuRule

#: a reading as a number: the sum of its parts, and above it what only the whole of it can tell
Read: TypeAlias = int

_PAIR_COUNT: Final = 3 << PAIRS
_ONE_PAIR: Final = 1 << PAIRS
_READ_ONE_WAY: Final = _PAIR_COUNT | 7 << SEVERAL
#: two or three suits among the closed tiles; with melds, any: then the tiles are looked at
_MANY_SUITS: Final = 2 << SUITS_HELD
_SEQUENCE_COUNT: Final = 7 << SEQUENCES
_TWO_SEQUENCES: Final = 2 << SEQUENCES
_STRAIGHT: Final = 0b1001001
_MASK: Final = (1 << MASK_BITS) - 1
_CLOSED: Final = bits.CLOSED << SUMMED
_ITTSU: Final = bits.ITTSU << SUMMED
_ONE_SUIT: Final = bits.ONE_SUIT << SUMMED


class Readings:
    """Reads hands under a rule, to which only winds and seven pairs matter here."""

    def __init__(self, rule: YakuRule) -> None:
        self._honours, self._four_alike = HonourTable(rule), rule.yaku.chiitoi_four_alike

    def of(self, number: int, on_table: OnTable, win: Kind, winds: int) -> tuple[Read, ...]:
        """Find all readings; none where the tiles are no winning hand.

        Args:
            number: the concealed tiles with the winning one and its mark, as ``packing`` has them.
            on_table: the melds.
            win: the winning tile.
            winds: the seat's and the round's, as ``honours`` has them.
        """
        man, pin = SUITS[number & LANE_BITS], SUITS[number >> PIN_AT & LANE_BITS]
        sou = SUITS[number >> SOU_AT & LANE_BITS]
        fields = man + pin + sou
        fields += self._honours[number >> HONOURS_AT & LANE_BITS | winds << LANE]
        if fields & _READ_ONE_WAY != _ONE_PAIR or not number & ODD:
            return self._all(number, on_table, win, winds)
        if on_table[0]:
            return (self._with_melds(fields, man, pin, sou, number, on_table, winds),)
        if (man & pin & sou) >> MASK_AT or not fields & _MANY_SUITS:
            return (_closed(fields, man, pin, sou, number, win),)
        return (fields & SUM_BITS | _CLOSED,)

    def _all(self, number: int, on_table: OnTable, win: Kind, winds: int) -> tuple[Read, ...]:
        ways = [
            (man + pin + sou + honours, man, pin, sou)
            for man in SUITS.ways(number & LANE_BITS)
            for pin in SUITS.ways(number >> PIN_AT & LANE_BITS)
            for sou in SUITS.ways(number >> SOU_AT & LANE_BITS)
            for honours in self._honours.ways(number >> HONOURS_AT & LANE_BITS | winds << LANE)
            if man + pin + sou + honours & _PAIR_COUNT == _ONE_PAIR
        ]
        if on_table[0]:
            return tuple([self._with_melds(*way, number, on_table, winds) for way in ways])
        found = tuple([_closed(*way, number, win) for way in ways])
        if number & ODD and number & NOT_YAOCHUU:
            return found
        return (*found, *special_forms(number, win, four_alike=self._four_alike))

    def _with_melds(
        self,
        fields: int,
        man: Part,
        pin: Part,
        sou: Part,
        number: int,
        on_table: OnTable,
        winds: int,
    ) -> Read:
        """Look at what only the whole of a reading can tell; it may lie in melds too."""
        called, called_fields, has = on_table
        found = (fields + called_fields) & SUM_BITS | _MANY_SUITS
        honours = has >> HONOURS_CALLED
        if honours:
            found += self._honours.senses[honours | winds]
        if not has & OPENED:
            found |= _CLOSED
        # two sequences and two triplets make nothing over three suits, and no straight
        if found & _SEQUENCE_COUNT != _TWO_SEQUENCES:
            found |= _sets_together(man, pin, sou, has)
        if not fields & _MANY_SUITS and is_one_suit(number + called):
            found |= _ONE_SUIT | whole_bits(number + called, 0, closed=False) << SUMMED
        return found


def _sets_together(man: Part, pin: Part, sou: Part, has: int) -> Read:
    """What sequences and triplets make together, in melds or not."""
    in_man = man >> MASK_AT | has & _MASK
    in_pin = pin >> MASK_AT | has >> MASK_BITS & _MASK
    in_sou = sou >> MASK_AT | has >> 2 * MASK_BITS & _MASK
    common = in_man & in_pin & in_sou
    found = _across(common) if common else 0
    for suit in (in_man, in_pin, in_sou):
        if suit & _STRAIGHT == _STRAIGHT:
            found |= _ITTSU
    return found


def _closed(fields: int, man: Part, pin: Part, sou: Part, number: int, win: Kind) -> Read:
    """Look at what only the whole of a reading can tell."""
    found = fields & SUM_BITS | _CLOSED
    common = (man & pin & sou) >> MASK_AT
    if common:
        return found | _across(common)
    if not fields & _MANY_SUITS:
        return found | whole_bits(number, win, closed=True) << SUMMED
    return found


def _across(common: int) -> Read:
    """What all three suits have: a sequence, a triplet, or both."""
    found = bits.SANSHOKU if common & SEQUENCE_BITS else 0
    if common & TRIPLET_BITS:
        found |= bits.SANSHOKU_DOUKOU
    return found << SUMMED
