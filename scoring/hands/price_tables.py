"""Prices under a rule, each worked out once."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.parameters import YakuRule
from scoring.hands.fu import raised_fu
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
