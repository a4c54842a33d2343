"""Which state of its rules a league is in, as part of whatever statement asks for it."""

from __future__ import annotations

from django.db.models import Value
from django.db.models.expressions import Combinable, Subquery
from django.db.models.functions import Coalesce

from league.models import League, RuleChange


def rule_state(league: League) -> Combinable:
    """The key of the latest rule change in force; 0 before the first. It never goes back.

    A change puts standings and versions in force in one transaction. What two statements have
    read belongs together if both saw the same state beside it.
    """
    applied = (
        RuleChange.objects.across_clubs()
        .filter(rule_set=league.rule_set_id, state=RuleChange.State.APPLIED)
        .order_by("-pk")
    )
    return Coalesce(Subquery(applied.values("pk")[:1]), Value(0))
