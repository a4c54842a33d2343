"""What an evaluator answers, in Zung Jung's own points, and how scripts and the API read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.zung_jung.payment import ZungJungPayment


class ZungJungValue(NamedTuple):
    """What a hand is worth, and why."""

    patterns: Mapping[str, int]  # in the order of the document; of a capped hand all its parts
    worth: int
    payment: ZungJungPayment
    total: int  # all that the winner gets: three times the worth


def answer(value: ZungJungValue) -> dict[str, Any]:
    """Put a value into plain objects, ready for JSON.

    >>> from scoring.zung_jung.payment import ZungJungPayment
    >>> answer(ZungJungValue({"seven_pairs": 30}, 30, ZungJungPayment(each=30), 90))
    {'patterns': {'seven_pairs': 30}, 'worth': 30, 'payment': {'each': 30}, 'total': 90}
    """
    paid = value.payment
    if paid.each:
        payment = {"each": paid.each}
    else:
        payment = {"discarder": paid.discarder, "others": paid.others}
    return {
        "patterns": dict(value.patterns),
        "worth": value.worth,
        "payment": payment,
        "total": value.total,
    }
