"""What a reading is worth under a rule, and why: bonus tiles, yaku, fu and price, each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.parameters import YakuRule
from scoring.hands import reading as bits
from scoring.hands.fu import PAIR_FU, FuPart, exact_fu, fu_parts, prices_of_fu, raised_fu
from scoring.hands.hand import ANY_RIICHI
from scoring.hands.named import YAKUMAN_HAN, Counted, NamedYaku, OfTiles, OfWin
from scoring.hands.prices import (
    BESIDE_AT,
    DEALER_AT,
    DRAWN_AT,
    FU_AT,
    HONBA_AT,
    LOW_AT,
    NAMED_AT,
    RED_YAKU_AT,
    YAKUMAN_AT,
    Payment,
    Prices,
    payment_of,
)
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
from scoring.hands.tiles import (
    AT,
    EAST,
    FLOWERS,
    HAKU,
    KINDS,
    NORTH,
    POCCHI,
    REDS_AT,
    Kind,
    Tile,
    kind_of,
)

#: bonus tiles of a hand that are remembered at most
MOST_BONUSES: Final = 5_000
#: eight bits each for dora, those beneath and tiles set aside; the red fives above them
_URA_OF, _NUKI_OF, _REDS_OF = 8, 16, 24
_NAMES = ("dora", "aka_dora", "ura_dora", "nuki_dora")


@dataclass(frozen=True, slots=True)
class Bonus:
    """What bonus tiles bring."""

    named: Mapping[str, int]  # those that are han, by their names
    han: int
    reds_as_yaku: int  # of the han: red fives, where they are a yaku
    beside: int  # Boo: those that are paid beside the hand
    at: int  # what prices ask of it, as ``prices`` has it


def next_kind(kind: Kind, *, man_1_to_9: bool) -> Kind:
    """The kind that an indicator points at: the next, after the last the first again."""
    if kind >= HAKU:
        return HAKU + (kind - HAKU + 1) % 3
    if kind >= EAST:
        return EAST + (kind - EAST + 1) % 4
    if man_1_to_9 and kind in (0, 8):
        return 8 - kind
    return kind // 9 * 9 + (kind % 9 + 1) % 9


class BonusCount:
    """Counts bonus tiles under a rule.

    Norths set aside are ``nuki``; what an indicator adds to them is ``dora``. A flower as an
    indicator makes a dora of every flower set aside: assumed, no document says it.
    """

    def __init__(self, rule: YakuRule) -> None:
        jumps = rule.dora.dora_after_man_1 == "man_9"
        kinds = {
            tile: next_kind(kind_of(tile), man_1_to_9=jumps) for tile in (*range(KINDS + 3), POCCHI)
        }
        # a flower points at nothing in the hand: that is far above all counts
        self._shifts = tuple(
            AT[kinds[tile]] if tile in kinds else 2 * REDS_AT for tile in range(POCCHI + 1)
        )
        norths = {tile for tile, kind in kinds.items() if kind == NORTH}
        self._points_aside = norths if rule.tiles.bonus_tiles == "norths" else set(FLOWERS)
        self._ura = rule.dora.ura_dora
        self._known = Bonuses(rule)

    def of(
        self, number: int, dora: Sequence[Tile], ura: Sequence[Tile], nuki: int, flags: int
    ) -> Bonus:
        """Count a hand's bonus tiles.

        Args:
            number: all tiles of the hand, as ``packing`` has them.
            dora: the indicators.
            ura: those beneath, which count after riichi.
            nuki: tiles set aside.
            flags: what is said of the win.
        """
        counts, shifts = number >> REDS_AT << _REDS_OF, self._shifts
        for tile in dora:
            counts += number >> shifts[tile] & 7
        if ura and flags & ANY_RIICHI and self._ura:
            for tile in ura:
                counts += (number >> shifts[tile] & 7) << _URA_OF
        if nuki:
            counts += self._set_aside(dora, ura if flags & ANY_RIICHI and self._ura else (), nuki)
        return self._known[counts]

    def _set_aside(self, dora: Sequence[Tile], ura: Sequence[Tile], nuki: int) -> int:
        """Norths or flowers, and what indicators make of them."""
        found = sum(tile in self._points_aside for tile in dora)
        beneath = sum(tile in self._points_aside for tile in ura)
        return nuki * (found + (beneath << _URA_OF) + (1 << _NUKI_OF))


class Bonuses(dict[int, Bonus]):
    """Counts of bonus tiles to which of them are han under a rule, and which are paid beside."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._reds = rule.tiles.red_fives
        self._red_yaku = self._reds and rule.tiles.red_five_counts_as == "yaku"
        self._is_paid = bool(rule.hand.dora_payment_ron)

    def __missing__(self, counts: int) -> Bonus:
        if len(self) >= MOST_BONUSES:
            self.clear()
        reds = counts >> _REDS_OF if self._reds else 0
        aka = (reds & 7) + (reds >> 3 & 7) + (reds >> 6 & 7)
        bonuses = (counts & 255, aka, counts >> _URA_OF & 255, counts >> _NUKI_OF & 255)
        named = {name: count for name, count in zip(_NAMES, bonuses, strict=True) if count}
        reds_as_yaku = aka if self._red_yaku else 0
        if self._is_paid:
            named = {"aka_dora": reds_as_yaku} if reds_as_yaku else {}
        han = sum(named.values())
        beside = sum(bonuses) - han if self._is_paid else 0
        at = beside << BESIDE_AT | reds_as_yaku << RED_YAKU_AT | han
        bonus = self[counts] = Bonus(named, han, reds_as_yaku, beside, at)
        return bonus


#: prices that are remembered at most
MOST_PRICES: Final = 10_000
_BYTE: Final = 255


class Price(NamedTuple):
    """What is paid for a win of so many han and fu."""

    points: int  # by which readings are compared: what a child would get by ron
    limit: str | None
    fu: int | None
    payment: Payment
    total: int  # of the payment


class PriceTable(dict[int, Price]):
    """What is asked, as ``prices`` has it in one number, to what is paid."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._rule, self._prices = rule, Prices(rule)
        yakuless = getattr(rule.play, "yakuless_takes_honba", True)  # only Boo has such hands
        self._all_take_honba = bool(yakuless)

    def __missing__(self, asked: int) -> Price:
        if len(self) >= MOST_PRICES:
            self.clear()

        def byte(at: int) -> int:
            return asked >> at & _BYTE

        han, fu, yakuman = byte(0), byte(FU_AT) or None, asked >> YAKUMAN_AT & 15
        if asked >> LOW_AT & 1:
            fu = raised_fu(self._rule, han)
        worth = self._prices.of(han, fu, yakuman)
        has_yaku = asked >> NAMED_AT & 1 or byte(RED_YAKU_AT)
        payment = payment_of(
            self._rule,
            worth,
            dealer=bool(asked >> DEALER_AT & 1),
            tsumo=bool(asked >> DRAWN_AT & 1),
            honba=asked >> HONBA_AT if has_yaku or self._all_take_honba else 0,
            beside=byte(BESIDE_AT),
        )
        total = payment.total(self._prices.players)
        found = self[asked] = Price(worth.child_ron, worth.limit, fu, payment, total)
        return found


class Value(NamedTuple):
    """What a hand is worth, and why."""

    tiles: OfTiles
    win: OfWin
    read: int  # the reading
    bonus: Bonus
    price: Price
    sticks: int

    @property
    def counted(self) -> Counted:
        """What counts of tiles and win together."""
        return self.tiles.won(self.win)

    @property
    def yaku(self) -> Mapping[str, int]:
        """Yaku to han, dora among them; yakuman to 13 for each that counts."""
        return self.yaku_of(self.counted)

    @property
    def han(self) -> int:
        """The han of the yaku."""
        return self.han_of(self.counted)

    @property
    def fu(self) -> int | None:
        """Fu, rounded; none without fu and for yakuman."""
        return self.price.fu

    @property
    def fu_parts(self) -> tuple[FuPart, ...]:
        """The parts that sum to the fu."""
        if self.price.fu is None:
            return ()
        return fu_parts(self.read, self.counted.fu, self.price.fu)

    @property
    def limit(self) -> str | None:
        """``mangan`` … ``yakuman``, ``yakuman_2`` …; none below a mangan."""
        return self.price.limit

    @property
    def total(self) -> int:
        """All that the winner gets, honba and sticks in it."""
        return self.price.total + self.sticks

    @property
    def payment(self) -> Payment:
        """Who pays how much."""
        return self.price.payment

    @property
    def yakuman(self) -> int:
        """How many yakuman are paid."""
        return self.counted.paid_yakuman

    @property
    def dora_beside(self) -> int:
        """Boo: dora, each paid beside the hand."""
        return self.bonus.beside

    @property
    def han_for_minimum(self) -> int:
        """Han that count towards the fewest that the rule asks for."""
        tiles, win = self.tiles, self.win
        if tiles.is_plain and win.is_plain:
            counted = tiles.least + win.least
        else:
            counted = self.counted.han_for_minimum
        return counted + self.bonus.reds_as_yaku

    @property
    def rank(self) -> tuple[int, ...]:
        """Among readings: points first; of as many, real yakuman, then han, then fu.

        Of equal fu the reading counts that has more before rounding: every part that applies.
        """
        counted, fu = self.counted, self.price.fu
        exact = 0 if fu is None else exact_fu(self.read, counted.fu)
        han = self.han_of(counted)
        return self.price.points, counted.paid_yakuman, han, fu or 0, exact

    def yaku_of(self, counted: Counted) -> Mapping[str, int]:
        """As ``yaku``, for those who have asked what counts."""
        if counted.yakuman or not self.bonus.named:
            return counted.yaku
        return {**counted.yaku, **self.bonus.named}

    def han_of(self, counted: Counted) -> int:
        """As ``han``, for those who have asked what counts."""
        if counted.yakuman:
            return YAKUMAN_HAN * counted.yakuman
        return counted.han + self.bonus.han


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

    def of(self, read: Read, situation: int, bonus: Bonus, at: int, sticks: int) -> Value:
        """Price a reading.

        Args:
            read: the reading, as ``readings`` has it.
            situation: the flags, and below them whether the tile was drawn.
            bonus: the bonus tiles.
            at: what bonus tiles, win and honba ask of the price, as ``prices`` has it.
            sticks: riichi sticks that the winner takes, in points.
        """
        if read & _CLOSER:
            read = _by_wait(read, drawn=situation & 1)
        key = SUMS[read & YAKU_BITS] | read >> SUMMED
        tiles, win = self._named[key], self._wins[situation << 1 | key & bits.OPENED]
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
