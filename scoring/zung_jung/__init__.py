"""What a hand is worth in Zung Jung (中庸麻雀), who answers for it, and who pays."""

from __future__ import annotations

from scoring.zung_jung.answers import answer
from scoring.zung_jung.evaluator import ZungJungEvaluator
from scoring.zung_jung.payment import ZungJungPayment, movements, payment_of
from scoring.zung_jung.responsible import Discard, responsible_seat
from scoring.zung_jung.value import ZungJungValue

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
