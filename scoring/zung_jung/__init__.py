"""What a hand is worth in Zung Jung (中庸麻雀), who answers for it, and who pays."""

from __future__ import annotations

from scoring.zung_jung.evaluator import ZungJungEvaluator
from scoring.zung_jung.payment import (
    Discard,
    ZungJungPayment,
    movements,
    payment_of,
    responsible_seat,
)
from scoring.zung_jung.value import ZungJungValue, answer

__all__ = [
    "Discard",
    "ZungJungEvaluator",
    "ZungJungPayment",
    "ZungJungValue",
    "answer",
    "movements",
    "payment_of",
    "responsible_seat",
]
