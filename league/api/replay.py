"""``POST /api/v1/replay``: one game of the ``replay`` format, hand by hand, and not stored."""

from __future__ import annotations

from league.api.calculations import CalculationView
from league.api.throttles import CallerThrottle
from scoring.game.lines import replay_request


class ReplayThrottle(CallerThrottle):
    """Whoever needs more than this has the command, which has no limit."""

    scope = "replay"
    rate = "60/min"


class ReplayView(CalculationView):
    """Replay one game."""

    throttle_classes = (ReplayThrottle,)
    calculates = staticmethod(replay_request)
