"""One session of Zung Jung: the totals are the score."""

from __future__ import annotations

from rules.parameters import ZungJungParameters
from scoring.extras import penalties
from scoring.places import standing
from scoring.results import GameResult
from scoring.steps import Reckoned, Step


def settle_totals(result: GameResult, parameters: ZungJungParameters) -> Reckoned:
    """Turn sound totals, which start at 0 and sum to 0, into scores.

    Source: zung-jung P-1 to P-3 make the totals. That a session's table is the sum of points, and
    that ties go by seat: assumed.
    """
    worth = parameters.settlement.score_per_point
    taken = [Step("points", "score_per_point", [total * worth for total in result.points])]
    taken += [Step(*extra) for extra in penalties(result, parameters)]
    return Reckoned(standing(result.points, shared=False), taken)
