"""What a change of a club's rules would leave in force: versions, days and games touched."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from league.core.days import month_start
from league.models import Club, ClubRuleSet, Hanchan, League, RuleChange
from league.rulebook.versions import RuleLine, Span, rule_line, spans_apart
from rules.models import RuleVersion

Status = RuleVersion.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    in_club: ClubRuleSet
    now: RuleLine
    then: RuleLine
    spans: tuple[Span, ...]

    @property
    def days(self) -> Q:
        """Return the days as a condition on games; matches none where nothing changes."""
        found = Q(pk__in=[])
        for span in self.spans:
            last = Q() if span.last is None else Q(day__lte=span.last)
            found |= Q(day__gte=span.first) & last
        return found

    def decimals_on(self, day: date) -> int:
        """Return the decimals of the day's scores: the larger of both lines."""
        asked = (line.parameters_on(day) for line in (self.now, self.then))
        return max((rules.ranking.score_decimals for rules in asked if rules), default=1)


def plan_of(
    in_club: ClubRuleSet, *, arriving: RuleVersion | None, leaving: RuleVersion | None
) -> Plan:
    """Compare the change with what is in force. One query.

    Args:
        in_club: the set.
        arriving: the version that would come into force on its own day.
        leaving: the version that would no longer be in force.
    """
    now = rule_line(in_club.rule_set)
    then = now.changed(arriving=arriving, leaving=leaving)
    return Plan(in_club=in_club, now=now, then=then, spans=tuple(spans_apart(now, then)))


def plan_of_change(change: RuleChange) -> Plan:
    """Return the plan of a change that is under way. One query."""
    return plan_of(change.rule_set, arriving=change.arriving, leaving=change.leaving)


def leagues_of(in_club: ClubRuleSet) -> list[League]:
    """Return the set's leagues in the order in which they are locked. One query."""
    leagues = League.objects.for_club(in_club.club_id).filter(rule_set=in_club).order_by("pk")
    return list(leagues.select_related("rule_set__rule_set"))


def touched_games(plan: Plan, league: League | None = None) -> QuerySet[Hanchan, Hanchan]:
    games = Hanchan.objects.for_club(plan.in_club.club_id).filter(plan.days, voided_at=None)
    if league is not None:
        return games.filter(league=league)
    return games.filter(league__rule_set=plan.in_club)


def touched_months(plan: Plan, league: League) -> list[date]:
    """Return the months with live games on the plan's days. One query."""
    days = touched_games(plan, league).order_by().values_list("day", flat=True).distinct()
    return sorted({month_start(day) for day in days})


def days_with_games(games: QuerySet[Hanchan, Hanchan]) -> list[tuple[date, int]]:
    """Return each day with its number of games, in order. One query."""
    rows = games.order_by("day").values_list("day").annotate(games=Count("pk"))
    return [(day, count) for day, count in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intended:
    in_club: ClubRuleSet
    kind: RuleChange.Kind
    arriving: RuleVersion | None
    leaving: RuleVersion | None

    def plan(self) -> Plan:
        """Return the resulting plan. One query."""
        return plan_of(self.in_club, arriving=self.arriving, leaving=self.leaving)

    def mark(self, plan: Plan) -> str:
        """Return a fingerprint by which an outdated preview is recognized.

        It contains the draft's revision, the day, the version that would leave, those in force, and
        the revision of each league. Two queries.
        """
        arriving = self.arriving
        return "|".join(
            [
                "" if arriving is None else f"{arriving.first_day}:{arriving.draft_revision}",
                "" if self.leaving is None else str(self.leaving.pk),
                ".".join(str(version.pk) for version in plan.now.versions),
                ".".join(f"{each.pk}-{each.revision}" for each in leagues_of(self.in_club)),
            ]
        )


def intend_publishing(in_club: ClubRuleSet, draft: RuleVersion, day: date) -> Intended:
    """Bring a draft into force from a day, replacing that day's version if it has one."""
    leaving = published_on(in_club, day)
    kind = RuleChange.Kind.PUBLISH if leaving is None else RuleChange.Kind.CORRECT
    return Intended(in_club=in_club, kind=kind, arriving=_from(draft, day), leaving=leaving)


def intend_moving(in_club: ClubRuleSet, version: RuleVersion, day: date) -> Intended:
    arriving = _from(version, day)
    arriving.pk = None  # the line would take it for the one that leaves
    return Intended(in_club=in_club, kind=RuleChange.Kind.MOVE, arriving=arriving, leaving=version)


def intend_withdrawing(in_club: ClubRuleSet, version: RuleVersion) -> Intended:
    return Intended(in_club=in_club, kind=RuleChange.Kind.WITHDRAW, arriving=None, leaving=version)


def published_on(in_club: ClubRuleSet, day: date) -> RuleVersion | None:
    """Find the version in force from exactly that day. One query."""
    published = in_club.rule_set.versions.filter(status=Status.PUBLISHED)
    return published.filter(effective_from=day).first()


def find_set(club: Club, slug: str) -> ClubRuleSet | None:
    """Find a set of the club by its address. One query."""
    sets = ClubRuleSet.objects.for_club(club).select_related("rule_set", "club")
    return sets.filter(slug=slug).first()


def find_draft(in_club: ClubRuleSet, draft_id: int) -> RuleVersion | None:
    """Find a draft of the set. One query."""
    return in_club.rule_set.versions.filter(pk=draft_id, status=Status.DRAFT).first()


def find_published(in_club: ClubRuleSet, label: str) -> RuleVersion | None:
    """Find a published version by its label. One query."""
    published = in_club.rule_set.versions.filter(status=Status.PUBLISHED)
    return next((version for version in published if version.label == label), None)


def _from(version: RuleVersion, day: date) -> RuleVersion:
    there = copy.copy(version)
    there.effective_from = day
    return there
