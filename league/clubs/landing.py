"""The first page's picture of the product: one player's score of a game, clause by clause."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from league.games.story import steps_of
from league.games.wording import sum_words
from rules.models import Clause
from rules.presets import load
from scoring.results import GameResult
from scoring.settlement import settle

#: the set whose rules have changed most often among those that are shipped
_RULES: Final = "kinyoukai"
_POINTS: Final = (41_400, 30_000, 23_800, 4_800)
_WINNER: Final = 0


def example() -> dict[str, Any]:
    """Settle a game under a shipped set, and explain what its winner scored. No query."""
    version = load(_RULES).versions[-1]
    seat = settle(GameResult(points=_POINTS), version.parameters, version.stated_by).seats[_WINNER]
    clauses = {
        each.code: Clause(code=each.code, title_ja=each.title_ja, title_en=each.title_en)
        for each in version.clauses
    }
    steps = steps_of(seat.parts, _POINTS[_WINNER], clauses)
    return {
        "seat": {
            "seat": _WINNER,
            "name": _("Kiriyama"),
            "place": seat.place,
            "score": seat.score,
        },
        "steps": sum_words(tuple(steps)),
        "decimals": version.parameters.ranking.score_decimals,
        "version": version,
        "url": reverse("rule-library-version", args=[_RULES, version.label]),
    }
