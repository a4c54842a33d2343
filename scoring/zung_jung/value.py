"""What an evaluator answers, in Zung Jung's own points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scoring.zung_jung.payment import ZungJungPayment


class ZungJungValue(NamedTuple):
    """What a hand is worth, and why."""

    patterns: Mapping[str, int]  # in the order of the document; of a capped hand all its parts
    worth: int
    payment: ZungJungPayment
    total: int  # all that the winner gets: three times the worth
