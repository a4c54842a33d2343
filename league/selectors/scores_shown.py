"""How a league's scores are named and shown, by its rules of today."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from league.models import Club
from league.score_words import score_name
from league.selectors.rule_versions import stored_parameter
from rules.models import Family, RuleVersion
from rules.parameters.common import Ranking

_USUAL = Ranking()


class ScoreShown(NamedTuple):
    """What a reader has to know of a league's scores."""

    decimals: int = _USUAL.score_decimals
    name: str = _USUAL.score_name  # as the rule has it
    family: str = ""

    @property
    def unit(self) -> str:
        """The score's name in the reader's language."""
        return score_name(self.name)

    @property
    def is_boo(self) -> bool:
        """Whether tops are counted by the maru they made."""
        return self.family == Family.BOO


#: of a league before its first version
UNKNOWN = ScoreShown()


def scores_by_league(club: Club, today: date) -> Mapping[int, ScoreShown]:
    """League id -> how its scores are shown, by the newest version in force. One query."""
    found: dict[int, ScoreShown] = {}
    newest = RuleVersion.objects.filter(
        status=RuleVersion.Status.PUBLISHED,
        effective_from__lte=today,
        rule_set__in_club__club=club,
    ).order_by("effective_from")
    for league_id, decimals, name, family in newest.values_list(
        "rule_set__in_club__leagues",
        stored_parameter("ranking", "score_decimals"),
        stored_parameter("ranking", "score_name"),
        stored_parameter("family"),
    ):
        if league_id is not None:
            found[league_id] = ScoreShown(
                _USUAL.score_decimals if decimals is None else int(decimals),
                name or _USUAL.score_name,
                family or "",
            )
    return found
