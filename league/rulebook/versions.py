"""Versions of rules by day: which is in force, and the line of them, as it is or would be."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db.models import F
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _

from league.core.errors import NoVersionError
from league.core.formats import score_name
from league.models import Club, ClubRuleSet, League
from rules import errors
from rules.errors import ParametersError
from rules.models import Family, RuleSet, RuleVersion, version_in_force
from rules.parameters import NO_OPTIONS, BooParameters, Parameters, chosen_under, open_to_events
from rules.parameters.base import Ranking
from scoring.checks import Checker, checker
from scoring.plain import PlainSettler, plain_settler
from scoring.settlement import Settler, settler


def stored_parameter(*path: str, parameters: str = "parameters") -> Combinable:
    """Return an expression for a value inside a version's stored parameters.

    A lookup by double underscores does the same, but Django keeps the exception by which it finds
    out that a part is no field, and with it everything that the request ever held, until the next
    garbage collection.

    Args:
        path: the names that lead to it, from the outside.
        parameters: the query's path to the field.
    """
    found: Combinable = F(parameters)
    for name in path:
        found = KeyTransform(name, found)
    return found


def version_for(league: League, day: date) -> RuleVersion:
    """Return the version of the league's rules in force on ``day``.

    Raises:
        NoVersionError: the day is before the rule set's first version; says that day.
    """
    rule_set = league.rule_set.rule_set
    version = version_in_force(rule_set, day)
    if version is None:
        published = rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
        raise before_rules(published.order_by("effective_from").first())
    return version


def before_rules(first: RuleVersion | None) -> NoVersionError:
    if first is None:
        return NoVersionError(_("These rules have no published version yet."), first=None)
    words = _("These rules take effect on %(day)s; the game was played before that.")
    return NoVersionError(words % {"day": first.first_day.isoformat()}, first=first.first_day)


_USUAL = Ranking()


class ScoreShown(NamedTuple):
    decimals: int = _USUAL.score_decimals
    name: str = _USUAL.score_name  # as the rule has it
    family: str = ""

    @property
    def unit(self) -> str:
        return score_name(self.name)

    @property
    def is_boo(self) -> bool:
        return self.family == Family.BOO


#: of a league before its first version
UNKNOWN = ScoreShown()


def scores_by_league(club: Club, today: date) -> Mapping[int, ScoreShown]:
    """Map leagues to how the newest version in force shows their scores. One query."""
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


def stored_version(club: str, name: str, day: date) -> RuleVersion | None:
    """Find ``<club>/<name>``'s version in force on ``day``; None if there is no such set.

    Two queries, three before the first version.

    Raises:
        NoVersionError: the day is before the set's first version.
    """
    sets = ClubRuleSet.objects.across_clubs().select_related("rule_set")
    in_club = sets.filter(club__slug=club, slug=name).first()
    if in_club is None:
        return None
    version = version_in_force(in_club.rule_set, day)
    if version is None:
        published = in_club.rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
        first = published.order_by("effective_from").first()
        if first is None:
            return None
        raise errors.NoVersionError(day=day, first=first.first_day)
    return version


@dataclass(frozen=True, slots=True)
class RuleLine:
    """Versions in force by day; each is parsed only once."""

    versions: tuple[RuleVersion, ...]  # oldest first, one a day
    always: RuleVersion | None = None  # one that holds on every day, whatever the others say
    days: tuple[date, ...] = ()  # the first day of each version
    _parsed: dict[int, Parameters | None] = field(default_factory=dict)
    _ready: dict[tuple[int, str], tuple[Checker, Settler]] = field(default_factory=dict)
    _plain: dict[int, PlainSettler] = field(default_factory=dict)

    def on(self, day: date) -> RuleVersion | None:
        """Return the version in force on ``day``; None before the first."""
        before = bisect_right(self.days, day)
        return self.always or (self.versions[before - 1] if before else None)

    def parameters(self, version: RuleVersion) -> Parameters | None:
        """Return the version's parameters; None if they are invalid."""
        if version.pk not in self._parsed:
            try:
                self._parsed[version.pk] = version.value
            except ParametersError:
                self._parsed[version.pk] = None
        return self._parsed[version.pk]

    def parameters_on(self, day: date) -> Parameters | None:
        """Return the parameters in force on ``day``; None without a valid version."""
        version = self.on(day)
        return None if version is None else self.parameters(version)

    def made_ready(
        self, version: RuleVersion, parameters: Parameters, options: Mapping[str, Any] = NO_OPTIONS
    ) -> tuple[Checker, Settler]:
        """Return the checker and settler of many games under one version.

        Args:
            version: one of the line.
            parameters: of the version.
            options: the event's own choices.
        """
        key = version.pk, json.dumps(options, sort_keys=True) if options else ""
        if key not in self._ready:
            rule = chosen_under(parameters, options)
            self._ready[key] = checker(rule), settler(rule)
        return self._ready[key]

    def settles_points(self, version: RuleVersion) -> PlainSettler | None:
        """Return a settler for games of points alone; None where games depend on each other."""
        parameters = self.parameters(version)
        if parameters is None or isinstance(parameters, BooParameters):
            return None
        if version.pk not in self._plain:
            self._plain[version.pk] = plain_settler(parameters)
        return self._plain[version.pk]

    def changed(self, *, arriving: RuleVersion | None, leaving: RuleVersion | None) -> RuleLine:
        gone = None if leaving is None else leaving.pk
        kept = [version for version in self.versions if version.pk != gone]
        return line_of([*kept, *([arriving] if arriving else [])], self._parsed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Days on which two lines disagree, both ends included; ``last`` None: open-ended."""

    first: date
    last: date | None


def line_of(
    versions: Iterable[RuleVersion], parsed: Mapping[int, Parameters | None] | None = None
) -> RuleLine:
    by_day = {version.first_day: version for version in versions}
    days = tuple(sorted(by_day))
    return RuleLine(tuple(by_day[day] for day in days), None, days, dict(parsed or {}))


def always(version: RuleVersion) -> RuleLine:
    """Return a line of one version for every day; also of a draft."""
    return RuleLine((), version)


def rule_line(rule_set: RuleSet) -> RuleLine:
    """Return the published versions of a set. One query."""
    return line_of(rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED))


def spans_apart(one: RuleLine, other: RuleLine) -> list[Span]:
    """Return the days on which two lines may settle a game differently, in order.

    Days on which their versions agree on scores are left out, whatever else differs.
    """
    days = sorted({*one.days, *other.days})
    spans: list[Span] = []
    for index, first in enumerate(days):
        last = days[index + 1] - timedelta(days=1) if index + 1 < len(days) else None
        if not same_scores(one.parameters_on(first), other.parameters_on(first)):
            joined = spans and spans[-1].last == first - timedelta(days=1)
            start = spans.pop().first if joined else first
            spans.append(Span(first=start, last=last))
    return spans


def same_scores(one: Parameters | None, other: Parameters | None) -> bool:
    """Return whether two rules score every game alike, judging by their parameters."""
    if one is None or other is None:
        return one is other
    if type(one) is type(other) and (open_to_events(one) or open_to_events(other)):
        # what an event may choose, and beside what it can stand, hangs on the other sections too
        return one == other
    return (
        type(one) is type(other)
        and one.game == other.game
        and one.settlement == other.settlement
        and one.penalties.penalty_table == other.penalties.penalty_table
    )
