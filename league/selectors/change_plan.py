"""What a change of a club's rules would touch: lines of versions, days, games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from league.models import ClubRuleSet, Hanchan, League, RuleChange
from league.selectors.rule_line import RuleLine, Span, rule_line, spans_apart
from rules.models import RuleVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The versions as they are and as they would be, and the days on which that may tell."""

    in_club: ClubRuleSet
    now: RuleLine
    then: RuleLine
    spans: tuple[Span, ...]

    @property
    def days(self) -> Q:
        """The days as a condition on games; none where nothing changes."""
        found = Q(pk__in=[])
        for span in self.spans:
            last = Q() if span.last is None else Q(day__lte=span.last)
            found |= Q(day__gte=span.first) & last
        return found

    def decimals_on(self, day: date) -> int:
        """Decimals with which the day's scores are shown: as many as either line asks for."""
        asked = (line.parameters_on(day) for line in (self.now, self.then))
        return max((rules.ranking.score_decimals for rules in asked if rules), default=1)


def plan_of(
    in_club: ClubRuleSet, *, arriving: RuleVersion | None, leaving: RuleVersion | None
) -> Plan:
    """Lay the change beside what is in force. One query.

    Args:
        in_club: the set.
        arriving: the version that would come into force on its own day.
        leaving: the version that would no longer be in force.
    """
    now = rule_line(in_club.rule_set)
    then = now.changed(arriving=arriving, leaving=leaving)
    return Plan(in_club=in_club, now=now, then=then, spans=tuple(spans_apart(now, then)))


def plan_of_change(change: RuleChange) -> Plan:
    """The plan of a change that is under way. One query."""
    return plan_of(change.rule_set, arriving=change.arriving, leaving=change.leaving)


def leagues_of(in_club: ClubRuleSet) -> list[League]:
    """The leagues that play under the set, in the order in which they are locked. One query."""
    leagues = League.objects.for_club(in_club.club_id).filter(rule_set=in_club).order_by("pk")
    return list(leagues.select_related("rule_set__rule_set"))


def touched_games(plan: Plan, league: League | None = None) -> QuerySet[Hanchan, Hanchan]:
    """The live games on the plan's days."""
    games = Hanchan.objects.for_club(plan.in_club.club_id).filter(plan.days, voided_at=None)
    if league is not None:
        return games.filter(league=league)
    return games.filter(league__rule_set=plan.in_club)


def days_with_games(games: QuerySet[Hanchan, Hanchan]) -> list[tuple[date, int]]:
    """Each day with how many of the games it saw, in order. One query."""
    rows = games.order_by("day").values_list("day").annotate(games=Count("pk"))
    return [(day, count) for day, count in rows]
