"""How many decimals a league's scores are shown with, by its rules of today."""

from __future__ import annotations

from datetime import date

from league.models import Club
from rules.models import RuleVersion
from rules.parameters.common import Ranking


def decimals_by_league(club: Club, today: date) -> dict[int, int]:
    """League id -> decimals, by the newest version in force; 1 where none is yet. One query."""
    usual = Ranking().score_decimals
    found: dict[int, int] = {}
    newest = RuleVersion.objects.filter(
        status=RuleVersion.Status.PUBLISHED,
        effective_from__lte=today,
        rule_set__in_club__club=club,
    ).order_by("effective_from")
    for league_id, shown in newest.values_list(
        "rule_set__in_club__leagues", "parameters__ranking__score_decimals"
    ):
        if league_id is not None:
            found[league_id] = usual if shown is None else int(shown)
    return found
