"""``POST /api/v1/settle``: one game of the ``settle`` format, settled and not stored."""

from __future__ import annotations

from league.api.calculations import CalculationView
from league.api.throttles import CallerThrottle
from scoring.lines import settle_request


class SettleThrottle(CallerThrottle):
    """Whoever needs more than this has the command, which has no limit."""

    scope = "settle"
    rate = "120/min"


class SettleView(CalculationView):
    """Settle one game."""

    throttle_classes = (SettleThrottle,)
    calculates = staticmethod(settle_request)
