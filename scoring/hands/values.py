"""What a hand is worth, and why; and what each worth costs whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from scoring.hands.bonus import Bonus
from scoring.hands.fu import Fu, FuPart
from scoring.hands.named import YAKUMAN_HAN, Counted
from scoring.hands.prices import Payment, Prices, payment_of
from scoring.hands.yaku.base import YakuRule

#: prices that are remembered at most
MOST_PRICES: Final = 10_000


class Price(NamedTuple):
    """What is paid for a win of so many han and fu."""

    points: int  # by which readings are compared: what a child would get by ron
    limit: str | None
    payment: Payment
    total: int  # of the payment


#: han, fu, yakuman paid, (whether East won, whether by tsumo, honba), dora paid beside the hand
_Asked: TypeAlias = tuple[int, int | None, int, tuple[bool, bool, int], int]


class PriceTable(dict[_Asked, Price]):
    """Prices under a rule."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._rule, self._prices = rule, Prices(rule)

    def __missing__(self, asked: _Asked) -> Price:
        if len(self) >= MOST_PRICES:
            self.clear()
        han, fu, yakuman, (dealer, tsumo, honba), beside = asked
        worth = self._prices.of(han, fu, yakuman)
        payment = payment_of(
            self._rule, worth, dealer=dealer, tsumo=tsumo, honba=honba, beside=beside
        )
        total = payment.total(self._prices.players)
        found = self[asked] = Price(worth.child_ron, worth.limit, payment, total)
        return found


class Value(NamedTuple):
    """What a hand is worth, and why."""

    counted: Counted
    fu_counted: Fu | None
    bonus: Bonus
    price: Price
    sticks: int

    @property
    def yaku(self) -> Mapping[str, int]:
        """Yaku to han, dora among them; yakuman to 13 for each that counts."""
        if self.counted.yakuman or not self.bonus.named:
            return self.counted.yaku
        return {**self.counted.yaku, **self.bonus.named}

    @property
    def han(self) -> int:
        """The han of the yaku."""
        if self.counted.yakuman:
            return YAKUMAN_HAN * self.counted.yakuman
        return self.counted.han + self.bonus.han

    @property
    def fu(self) -> int | None:
        """Fu, rounded; none without fu and for yakuman."""
        return self.fu_counted.fu if self.fu_counted else None

    @property
    def fu_parts(self) -> tuple[FuPart, ...]:
        """The parts that sum to the fu."""
        return self.fu_counted.parts if self.fu_counted else ()

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
    def rank(self) -> tuple[int, ...]:
        """Among readings: points first; of as many, real yakuman, then han, then fu.

        Of equal fu the reading counts that has more before rounding: every part that applies.
        """
        exact = self.fu_counted.exact if self.fu_counted else 0
        return self.price.points, self.yakuman, self.han, self.fu or 0, exact
