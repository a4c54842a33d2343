"""All readings of a winning hand: its parts looked up, their sums added, special forms found."""

from __future__ import annotations

from itertools import product
from typing import Final, TypeAlias

from scoring.hands import reading as bits
from scoring.hands.honours import HonourSenses
from scoring.hands.melds import MASK_BITS, OPENED, OnTable
from scoring.hands.packing import (
    HONOUR_BITS,
    HONOURS_AT,
    NOT_YAOCHUU,
    ODD,
    PIN_AT,
    SOU_AT,
    SUIT_BITS,
)
from scoring.hands.reading import SumBits
from scoring.hands.shapes import (
    CLOSED,
    CLOSED_TRIPLETS,
    FU_BITS,
    HONOURS,
    HONOURS_WON,
    PAIRS,
    SEQUENCE_BITS,
    SEQUENCES,
    SUITS,
    SUITS_HELD,
    SUITS_WON,
    TRIPLET_BITS,
    TSUMO,
    WAIT,
    YAKU_BITS,
    Shape,
    Shapes,
)
from scoring.hands.special import Read, is_one_suit, special_forms, whole_bits
from scoring.hands.tiles import KINDS, Kind
from scoring.hands.yaku.base import YakuRule

SUMS = SumBits()

_SEQUENCE_COUNT: Final = 7 << SEQUENCES
_FOUR_SEQUENCES: Final = 4 << SEQUENCES
#: no hand has more than four of either
_FLAT_OR_CLOSED: Final = _FOUR_SEQUENCES | 4 << CLOSED_TRIPLETS
_WAITED: Final = 7 << WAIT
_RYANMEN: Final = 1 << WAIT
_TANKI: Final = 5 << WAIT
_PAIR_COUNT: Final = 3 << PAIRS
_ONE_PAIR: Final = 1 << PAIRS
_STRAIGHT: Final = 0b1001001
#: with melds the suits are counted from the tiles
_ANY_SUITS: Final = 2 << SUITS_HELD
_MASK: Final = (1 << MASK_BITS) - 1
_PLACES = tuple(divmod(kind, 9) for kind in range(KINDS))

_Parts: TypeAlias = tuple[Shape, Shape, Shape, Shape]


class Readings:
    """Reads hands under a rule, to which only winds and seven pairs matter here."""

    def __init__(self, rule: YakuRule) -> None:
        self._four_alike = rule.yaku.chiitoi_four_alike
        self._senses = HonourSenses(rule)

    def of(self, number: int, on_table: OnTable, win: Kind, tsumo: bool, winds: int) -> list[Read]:
        """Find all readings; none where the tiles are no winning hand.

        Args:
            number: the concealed tiles with the winning one, as ``packing`` has them.
            on_table: the melds.
            win: the winning tile.
            tsumo: whether it was drawn.
            winds: the seat's and the round's, as ``honours`` has them.
        """
        mans, pins, sous, honours = _ways(number, win, tsumo)
        if len(mans) == len(pins) == len(sous) == len(honours) == 1:
            fields = mans[0][0] + pins[0][0] + sous[0][0] + honours[0][0]
            found = (
                [
                    self._read(
                        fields,
                        mans[0][1],
                        pins[0][1],
                        sous[0][1],
                        honours[0][1] | winds,
                        number,
                        on_table,
                        win,
                        tsumo,
                    )
                ]
                if fields & _PAIR_COUNT == _ONE_PAIR
                else []
            )
        else:
            found = [
                self._read(a + b + c + d, man, pin, sou, held | winds, number, on_table, win, tsumo)
                for (a, man), (b, pin), (c, sou), (d, held) in product(mans, pins, sous, honours)
                if a + b + c + d & _PAIR_COUNT == _ONE_PAIR
            ]
        if on_table[0] or (number & ODD and number & NOT_YAOCHUU):
            return found
        return found + special_forms(number, win, four_alike=self._four_alike)

    def _read(
        self,
        fields: int,
        man: int,
        pin: int,
        sou: int,
        honours: int,
        number: int,
        on_table: OnTable,
        win: Kind,
        tsumo: bool,
    ) -> Read:
        """Look at what only the whole of a reading can tell."""
        called, called_fields, has = on_table
        if called:
            fields += called_fields
            man |= has & _MASK
            pin |= has >> MASK_BITS & _MASK
            sou |= has >> 2 * MASK_BITS & _MASK
            sense, pair_fu = self._senses[honours | has >> 3 * MASK_BITS & _MASK]
            key = SUMS[fields & YAKU_BITS | _ANY_SUITS] | sense
            key |= _with_melds(number + called, man, pin, sou)
        else:
            sense, pair_fu = self._senses[honours]
            key = SUMS[fields & YAKU_BITS] | sense
        if man & pin & sou:
            key |= _across(man & pin & sou)
        elif key & bits.ONE_SUIT:
            key |= whole_bits(number + called, win, closed=not called)
        if fields & _FLAT_OR_CLOSED:
            key |= _waiting(fields, pair_fu, tsumo)
        fu = fields & FU_BITS | pair_fu
        if tsumo:
            fu |= TSUMO
        return (key, fu) if has & OPENED else (key | bits.CLOSED, fu | CLOSED)


def _with_melds(total: int, man: int, pin: int, sou: int) -> int:
    """Straights and flushes that melds are part of."""
    found = bits.ONE_SUIT if is_one_suit(total) else 0
    for suit in (man, pin, sou):
        if suit & _STRAIGHT == _STRAIGHT:
            found |= bits.ITTSU
    return found


def _across(common: int) -> int:
    """What all three suits have: a sequence, a triplet, or both."""
    found = bits.SANSHOKU if common & SEQUENCE_BITS else 0
    return found | bits.SANSHOKU_DOUKOU if common & TRIPLET_BITS else found


def _waiting(fields: int, pair_fu: int, tsumo: bool) -> int:
    """What hangs on the wait: four sequences on two open ends, four closed triplets on one tile."""
    waited = fields & _WAITED
    if fields & _SEQUENCE_COUNT == _FOUR_SEQUENCES:
        if waited == _RYANMEN and not pair_fu:
            return bits.FLAT | bits.FLAT_TSUMO if tsumo else bits.FLAT
    elif waited == _TANKI:
        return bits.SINGLE_WAIT
    return 0


def _ways(number: int, win: Kind, tsumo: bool) -> tuple[Shapes, Shapes, Shapes, Shapes]:
    """The ways to split each suit and the honours; one of them holds the winning tile."""
    man, pin, sou = number & SUIT_BITS, number >> PIN_AT & SUIT_BITS, number >> SOU_AT & SUIT_BITS
    honours = number >> HONOURS_AT & HONOUR_BITS
    suit, rank = _PLACES[win]
    if suit == 0:
        return SUITS_WON[man << 4 | rank][tsumo], SUITS[pin], SUITS[sou], HONOURS[honours]
    if suit == 1:
        return SUITS[man], SUITS_WON[pin << 4 | rank][tsumo], SUITS[sou], HONOURS[honours]
    if suit == 2:
        return SUITS[man], SUITS[pin], SUITS_WON[sou << 4 | rank][tsumo], HONOURS[honours]
    return SUITS[man], SUITS[pin], SUITS[sou], HONOURS_WON[honours << 4 | rank][tsumo]
