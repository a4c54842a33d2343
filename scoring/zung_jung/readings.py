"""All readings of a winning hand: its parts looked up, their sums added, special shapes found."""

from __future__ import annotations

from itertools import product
from typing import Final

from scoring.hands.hand import Hand
from scoring.hands.packing import (
    ALL_KINDS,
    FOURS,
    GATES,
    HONOUR_BITS,
    HONOURS_AT,
    LANE,
    NOT_YAOCHUU,
    ODD,
    ONE_OF_EACH_YAOCHUU,
    PIN_AT,
    SOU_AT,
    SUIT_BITS,
    WEIGHTS,
    pairs_in,
)
from scoring.hands.tiles import KIND_OF, Kind
from scoring.zung_jung import reading as bits
from scoring.zung_jung.parts import (
    ENDS,
    HONOUR_GROUPS,
    NOTHING,
    PAIRS,
    MeldTable,
    Part,
    Parts,
)
from scoring.zung_jung.senses import SEAT_AT, HonourSenses, SuitSenses, in_three_suits

#: shared by all rules: how tiles can be split is nobody's agreement
_SUITS, _HONOURS, _MELDS = Parts(honours=False), Parts(honours=True), MeldTable()
_SUIT_SENSES, _HONOUR_SENSES = SuitSenses(), HonourSenses()

_WEIGHT = WEIGHTS.__getitem__
_PAIR_COUNT: Final = 7 << PAIRS
_ONE_PAIR: Final = 1 << PAIRS
_PIN: Final = SUIT_BITS << PIN_AT
_SOU: Final = SUIT_BITS << SOU_AT


def readings(hand: Hand, *, four_alike: bool) -> list[int]:
    """Find all readings of a sound hand, as the numbers that ``reading.reading_of`` takes apart.

    Args:
        hand: the win.
        four_alike: whether four of a kind, no kan, are two of seven pairs.

    Returns:
        An empty list where the tiles are no winning hand.
    """
    concealed, drawn, tsumo, melds, seat, _round, flags, *_rest = hand
    on_table = _MELDS[melds] if melds else NOTHING
    number, win = sum(map(_WEIGHT, concealed)) + WEIGHTS[drawn], KIND_OF[drawn]
    whole = _one_suit(number + on_table.number)
    if flags & bits.LUCK:
        whole |= _luck(hand)
    found: list[int] = []
    if not melds:
        special = _special_shape(number, four_alike=four_alike)
        found = [whole | special] if special else []
        whole |= _gates(number, win) if whole & bits.ONE_SUIT else 0
    if on_table.closed:
        whole |= bits.CONCEALED_HAND
    man_called, pin_called, sou_called, honours_called = on_table.lies
    wind = seat << SEAT_AT
    for parts in product(*_parts(number, win, tsumo)):
        (man_is, man), (pin_is, pin), (sou_is, sou), (honours_are, honours) = parts
        fields = man_is + pin_is + sou_is + honours_are
        if fields & _PAIR_COUNT != _ONE_PAIR:
            break  # the number of tiles in each suit decides it, however they are split
        man_bits, man_shares = _SUIT_SENSES[man + man_called]
        pin_bits, pin_shares = _SUIT_SENSES[pin + pin_called]
        sou_bits, sou_shares = _SUIT_SENSES[sou + sou_called]
        key = fields + on_table.fields + man_bits + pin_bits + sou_bits
        key |= whole | _HONOUR_SENSES[honours + honours_called | wind]
        shared = man_shares & pin_shares & sou_shares
        found.append(key | in_three_suits(shared) if shared else key)
    return found


def _parts(number: int, win: Kind, tsumo: bool) -> tuple[tuple[Part, ...], ...]:
    """The ways to read each suit and the honours."""
    man = (number & SUIT_BITS) << 4
    pin = (number >> PIN_AT & SUIT_BITS) << 4
    sou = (number >> SOU_AT & SUIT_BITS) << 4
    honours = (number >> HONOURS_AT & HONOUR_BITS) << 4
    if tsumo:  # a drawn tile changes nothing, wherever it went
        return _SUITS[man], _SUITS[pin], _SUITS[sou], _HONOURS[honours]
    suit, won = win // 9, win % 9 + 1
    return (
        _SUITS[man | won if suit == 0 else man],
        _SUITS[pin | won if suit == 1 else pin],
        _SUITS[sou | won if suit == 2 else sou],
        _HONOURS[honours | won if suit == 3 else honours],
    )


def _one_suit(total: int) -> int:
    man, pin = total & SUIT_BITS, total & _PIN
    is_mixed = (man and pin) or (total & _SOU and (man or pin))
    return 0 if is_mixed else bits.ONE_SUIT


def _gates(number: int, win: Kind) -> int:
    """Whether the tiles, of one suit and honours, are 1112345678999 and one more."""
    if number >> HONOURS_AT & HONOUR_BITS:
        return 0
    suit = number >> win // 9 * LANE & SUIT_BITS
    if any(suit >> at & 7 < GATES >> at & 7 for at in range(0, 27, 3)):
        return 0
    waited = suit - (1 << 3 * (win % 9)) == GATES
    return bits.GATES | bits.GATES_WAITED if waited else bits.GATES


def _luck(hand: Hand) -> int:
    said = (hand.flags & bits.LUCK) << bits.FLAGS_AT
    said |= bits.TSUMO if hand.tsumo else 0
    said |= bits.DEALER if hand.is_dealer else 0
    return said | (bits.MELDED if hand.melds else 0)


def _special_shape(number: int, *, four_alike: bool) -> int:
    """Read fourteen concealed tiles as seven pairs, or as 十三么九; 0 where they are neither."""
    tiles = number & ALL_KINDS
    if not tiles & ODD:
        if tiles & FOURS and not four_alike:
            return 0
        ends, honours = pairs_in(tiles & ~NOT_YAOCHUU), pairs_in(tiles >> HONOURS_AT)
        return bits.SEVEN_PAIRS | ends << ENDS | honours << HONOUR_GROUPS
    if not tiles & NOT_YAOCHUU and tiles & ODD | tiles >> 1 & ODD == ONE_OF_EACH_YAOCHUU:
        return bits.ORPHANS
    return 0
