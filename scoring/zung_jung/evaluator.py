"""What is this hand worth? The best of its readings under a rule.

Of a reading one pattern a series counts, up to the cap. Source: R-4 to R-6.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final, NamedTuple

from rules.parameters import ZungJungParameters
from scoring.hands.errors import NotAWinError
from scoring.hands.hand import Hand
from scoring.hands.tiles import (
    ALL_KINDS,
    FOURS,
    GATES,
    HONOUR_BITS,
    HONOURS_AT,
    KIND_OF,
    LANE,
    NOT_YAOCHUU,
    ODD,
    ONE_OF_EACH_YAOCHUU,
    PIN_AT,
    SOU_AT,
    SUIT_BITS,
    WEIGHTS,
    Kind,
    pairs_in,
)
from scoring.zung_jung import reading as bits
from scoring.zung_jung.parts import (
    ENDS,
    HONOUR_GROUPS,
    NOTHING,
    PAIRS,
    SEAT_AT,
    HonourSenses,
    MeldTable,
    Part,
    Parts,
    SuitSenses,
    in_three_suits,
)
from scoring.zung_jung.patterns import PATTERNS
from scoring.zung_jung.payment import payment_of
from scoring.zung_jung.reading import Reading, reading_of
from scoring.zung_jung.value import ZungJungValue

#: readings that are remembered at most
MOST_COUNTED: Final = 20_000

_ORDER = {pattern.key: at for at, pattern in enumerate(PATTERNS)}


class Held(NamedTuple):
    """A pattern that a reading has."""

    key: str
    series: str
    worth: int  # once
    times: int  # sets of 翻牌; 1 of any other

    @property
    def together(self) -> int:
        """What all of it is worth."""
        return self.worth * self.times


class Counted(NamedTuple):
    """What a reading comes to."""

    #: its worth; of as much, the sum below the cap, then the patterns that stand first
    rank: tuple[int, int, tuple[int, ...]]
    shared: ZungJungValue  # where nobody answers for it
    charged: ZungJungValue  # where somebody does


class Counting(dict[int, Counted]):
    """Readings, by their number, to what they come to under a rule."""

    def __init__(self, rule: ZungJungParameters) -> None:
        super().__init__()
        self._rule, self._worth = rule, rule.patterns.worth_table

    def __missing__(self, key: int) -> Counted:
        if len(self) >= MOST_COUNTED:
            self.clear()
        found = self[key] = self._count(self._held(reading_of(key)))
        return found

    def _held(self, reading: Reading) -> list[Held]:
        found = []
        for pattern in PATTERNS:
            times = pattern.holds(reading, self._rule.patterns)
            if times:
                found.append(Held(pattern.key, pattern.series, self._worth[pattern.key], times))
        return found

    def _count(self, held: list[Held]) -> Counted:
        cap = self._rule.settlement.worth_cap
        alone = max(held, key=lambda one: one.worth, default=None)
        if alone and alone.worth >= cap:
            patterns = {alone.key: alone.worth}
            worth = together = alone.worth
        else:
            patterns = {one.key: one.together for one in _one_a_series(held)}
            if not patterns:
                patterns["chicken_hand"] = self._worth["chicken_hand"]
            together = sum(patterns.values())
            worth = min(together, cap)
        order = tuple(-_ORDER.get(key, len(_ORDER)) for key in patterns)
        base = self._rule.settlement.payment_base
        shared, charged = (
            ZungJungValue(patterns, worth, payment, payment.total)
            for payment in (
                payment_of(worth, base=base, is_charged=is_charged) for is_charged in (False, True)
            )
        )
        return Counted((worth, together, order), shared, charged)


def _one_a_series(held: Iterable[Held]) -> Iterable[Held]:
    """Leave the best of each series; of as much the one that stands later, which asks for more."""
    best: dict[str, Held] = {}
    for one in held:
        other = best.get(one.series)
        if other is None or one.worth >= other.worth:
            best[one.series] = one
    return best.values()


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
    man_called, pin_called, sou_called, honours_called = on_table.layouts
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
    luck = (hand.flags & bits.LUCK) << bits.FLAGS_AT
    luck |= bits.TSUMO if hand.tsumo else 0
    luck |= bits.DEALER if hand.is_dealer else 0
    return luck | (bits.MELDED if hand.melds else 0)


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


class ZungJungEvaluator:
    """Values hands under one rule; remembers parts of hands, never whole ones."""

    def __init__(self, parameters: ZungJungParameters) -> None:
        self.rule = parameters
        self._counting = Counting(parameters)
        self._four_alike = parameters.patterns.seven_pairs_four_alike

    def value(self, hand: Hand, *, responsible: bool | None = None) -> ZungJungValue:
        """Value a sound hand.

        Args:
            hand: the win. Of its flags only those of series 9 count.
            responsible: False when nobody answers for it; else the discarder does, or whoever
                discarded the tile first. Nobody ever answers for a tsumo.

        Raises:
            NotAWinError: the tiles are no winning hand.
        """
        found = readings(hand, four_alike=self._four_alike)
        if not found:
            raise NotAWinError
        counting = self._counting
        best = counting[found[0]]
        for key in found[1:]:
            other = counting[key]
            if other.rank > best.rank:
                best = other
        return best.shared if hand.tsumo or responsible is False else best.charged
