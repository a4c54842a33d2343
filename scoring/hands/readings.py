"""All readings of a winning hand: its parts looked up and added, special forms found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, TypeAlias

from rules.parameters import YakuRule
from scoring.hands import reading as bits
from scoring.hands.fu import PAIR_FU
from scoring.hands.honours import HonourTable
from scoring.hands.melds import OnTable
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
    BOTH_ENDS,
    MASK_AT,
    NOT_ONE,
    PAIRS,
    SEQUENCE_BITS,
    SEQUENCES,
    SEVERAL,
    SUITS,
    SUITS_HELD,
    SUM_BITS,
    SUMMED,
    TRIPLET_BITS,
    TWINS,
    Part,
    Parts,
    at_an_open_end,
)
from scoring.hands.special import is_one_suit, special_forms, whole_bits
from scoring.hands.tiles import Tile, kind_of
from scoring.hands.waits import WON

#: a reading as a number: the sum of its parts, and above it what only the whole of it can tell
Read: TypeAlias = int

#: one pair, and no honours that are no groups
_IN_GROUPS: Final = 3 << PAIRS | 7 << SEVERAL
_ONE_PAIR: Final = 1 << PAIRS
#: what says whether there is more than one way to split the tiles; two twins may be seven pairs
_SPLITS: Final = _IN_GROUPS | 2 << TWINS
_SEEN: Final = _SPLITS | BOTH_ENDS | 7 << SUITS_HELD
_THREE_SUITS: Final = _ONE_PAIR | 3 << SUITS_HELD
_TWO_SUITS: Final = _ONE_PAIR | 2 << SUITS_HELD
_MANY_SUITS: Final = 2 << SUITS_HELD
_SEQUENCE_COUNT: Final = 7 << SEQUENCES
_TWO_SEQUENCES: Final = 2 << SEQUENCES
_FLAT: Final = 7 << SEQUENCES | 7 << PAIR_FU
_IS_FLAT: Final = 4 << SEQUENCES
_IN_MASK: Final = 1 << MASK_AT
_STRAIGHT: Final = 0b1001001 << MASK_AT
_SANSHOKU: Final = bits.SANSHOKU << SUMMED
_DOUKOU: Final = bits.SANSHOKU_DOUKOU << SUMMED
_ITTSU: Final = bits.ITTSU << SUMMED
_ONE_SUIT: Final = bits.ONE_SUIT << SUMMED


class Readings:
    """Reads hands under a rule, to which only winds and seven pairs matter here."""

    def __init__(self, rule: YakuRule) -> None:
        self._honours, self._four_alike = HonourTable(rule), rule.yaku.chiitoi_four_alike

    def of(self, number: int, on_table: OnTable, win: Tile, winds: int) -> tuple[Read, ...]:
        """Find all readings; none where the tiles are no winning hand.

        Args:
            number: the concealed tiles with the winning one, as ``packing`` has them.
            on_table: the melds.
            win: the winning tile.
            winds: the seat's and the round's, as ``honours`` has them above the lane.
        """
        man, pin = SUITS[number & LANE_BITS], SUITS[number >> PIN_AT & LANE_BITS]
        sou = SUITS[number >> SOU_AT & LANE_BITS]
        honours = self._honours[number >> HONOURS_AT & LANE_BITS | winds]
        fields = man + pin + sou + honours
        if fields & _SPLITS != _ONE_PAIR or (self._four_alike and not number & ODD):
            return self._all((man, pin, sou, honours), number, on_table, win, winds)
        suit, around, waits = WON[win]
        fields += waits[(man, pin, sou, honours)[suit] & around]
        seen = fields & _SEEN
        is_closed = not on_table[0]
        if is_closed and seen == _THREE_SUITS:
            common = man & pin & sou
            if common < _IN_MASK:
                return (fields & SUM_BITS,)
            return (fields & SUM_BITS | _across(common),)
        if is_closed:
            read = fields & SUM_BITS
            if seen != _TWO_SUITS:
                read = _closed(fields, man, pin, sou, number, win)
        else:
            read = self._with_melds(fields, man, pin, sou, number, on_table, winds)
        if seen & BOTH_ENDS and read & _FLAT == _IS_FLAT:
            return at_an_open_end(read), read
        return (read,)

    def _all(
        self, parts: Parts, number: int, on_table: OnTable, win: Tile, winds: int
    ) -> tuple[Read, ...]:
        """Go through all splits, and the special forms."""
        found: list[Read] = []
        suit, around, waits = WON[win]
        honours = parts[3]
        for man, pin, sou in _splits(parts, number):
            fields = man + pin + sou + honours
            if fields & _IN_GROUPS != _ONE_PAIR:
                break  # the number of tiles in each suit decides it, however they are split
            fields += waits[(man, pin, sou, honours)[suit] & around]
            if on_table[0]:
                read = self._with_melds(fields, man, pin, sou, number, on_table, winds)
            else:
                read = _closed(fields, man, pin, sou, number, win)
            if fields & BOTH_ENDS and read & _FLAT == _IS_FLAT:
                found.append(at_an_open_end(read))
            found.append(read)
        if not on_table[0] and not (number & ODD and number & NOT_YAOCHUU):
            found += special_forms(number, kind_of(win), four_alike=self._four_alike)
        return tuple(found)

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
        called, called_fields, honours, in_man, in_pin, in_sou = on_table
        found = (fields & SUM_BITS) + called_fields
        if honours:
            found += self._honours.senses[honours | winds >> LANE]
        # two sequences and two triplets make nothing over three suits, and no straight
        if found & _SEQUENCE_COUNT != _TWO_SEQUENCES:
            found |= _sets_together(man | in_man, pin | in_pin, sou | in_sou)
        if not fields & _MANY_SUITS and is_one_suit(number + called):
            found |= _ONE_SUIT | whole_bits(number + called, 0, closed=False) << SUMMED
        return found


def _splits(parts: Parts, number: int) -> Iterator[tuple[Part, Part, Part]]:
    """The parts of the suits, in every way in which these can be split together."""
    man, pin, sou, _honours = parts
    of_man = SUITS.ways(number & LANE_BITS) if man == NOT_ONE else (man,)
    of_pin = SUITS.ways(number >> PIN_AT & LANE_BITS) if pin == NOT_ONE else (pin,)
    of_sou = SUITS.ways(number >> SOU_AT & LANE_BITS) if sou == NOT_ONE else (sou,)
    return product(of_man, of_pin, of_sou)


def _sets_together(man: int, pin: int, sou: int) -> Read:
    """What sequences and triplets make together, in melds or not."""
    common = man & pin & sou
    found = _across(common) if common >= _IN_MASK else 0
    for suit in (man, pin, sou):
        if suit & _STRAIGHT == _STRAIGHT:
            found |= _ITTSU
    return found


def _closed(fields: int, man: Part, pin: Part, sou: Part, number: int, win: Tile) -> Read:
    """Look at what only the whole of a reading can tell."""
    found = fields & SUM_BITS
    common = man & pin & sou
    if common >= _IN_MASK:
        return found | _across(common)
    if not fields & _MANY_SUITS:
        return found | whole_bits(number, kind_of(win), closed=True) << SUMMED
    return found


def _across(common: int) -> Read:
    """What all three suits have: a sequence, a triplet, or both."""
    found = _SANSHOKU if common & SEQUENCE_BITS << MASK_AT else 0
    return found | _DOUKOU if common & TRIPLET_BITS << MASK_AT else found
