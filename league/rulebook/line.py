"""A rule set's versions as a line of days: as it is, or as a change would leave it."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from rules.errors import ParametersError
from rules.models import RuleSet, RuleVersion
from rules.options import NO_OPTIONS, chosen_under, open_to_events
from rules.parameters import BooParameters, Parameters
from scoring.checks import Checker, checker
from scoring.plain import PlainSettler, plain_settler
from scoring.settlement import Settler, settler


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
