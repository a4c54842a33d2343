"""Who pays whom for a hand: points and chips that move between the seats."""

from __future__ import annotations

from scoring.payments.cashier import Cashier
from scoring.payments.values import ChipReasons, Liability, OnTable, Paid, Transfer, Win
from scoring.payments.winners import in_turn_order, ron_winners

__all__ = [
    "Cashier",
    "ChipReasons",
    "Liability",
    "OnTable",
    "Paid",
    "Transfer",
    "Win",
    "in_turn_order",
    "ron_winners",
]
