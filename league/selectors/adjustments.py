"""Points given or taken apart from any game."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet, Sum

from league.models import Adjustment, League
from rules.models import RuleVersion
from rules.parameters.common import Ranking


def adjustments_of(league: League) -> QuerySet[Adjustment, Adjustment]:
    """The league's adjustments, those taken back too, the latest day first."""
    return Adjustment.objects.for_club(league.club_id).filter(league=league)


def adjusted_between(league: League, first: date, last: date) -> dict[int, int]:
    """What counts from ``first`` to ``last``, both included: points by member. One query."""
    counting = adjustments_of(league).filter(withdrawn_at=None, day__range=(first, last))
    sums = counting.order_by().values("member").annotate(sum=Sum("points"))
    return dict(sums.values_list("member", "sum"))


def decimals_of(league: League) -> int:
    """With how many decimals the league shows its scores, by its newest rules. One query."""
    versions = league.rule_set.rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
    newest = versions.order_by("-effective_from", "-number").first()
    return newest.value.ranking.score_decimals if newest else Ranking().score_decimals
