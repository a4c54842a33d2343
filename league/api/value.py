"""``POST /api/v1/value``: one winning hand of the ``value`` format."""

from __future__ import annotations

from league.api.calculations import CalculationView
from league.api.throttles import CallerThrottle
from scoring.hands.lines import value_request


class ValueThrottle(CallerThrottle):
    """Whoever needs more than this has the command, which has no limit."""

    scope = "value"
    rate = "120/min"


class ValueView(CalculationView):
    """Value one hand."""

    throttle_classes = (ValueThrottle,)
    calculates = staticmethod(value_request)
