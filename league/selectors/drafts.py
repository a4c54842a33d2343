"""Reading drafts of rule versions: what was typed, beside what, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from league.days import club_day
from league.models import ClubRuleSet
from league.parameter_problems import problems_of
from league.selectors.rule_timeline import READABLE, DatedVersion, dated_line, told_moves
from league.selectors.shipped import filled, shipped_on
from league.typed_rules import Typed, lenient, sound, stored_form, typed_values
from rules import words
from rules.errors import ParametersError
from rules.models import Clause, RuleVersion, version_in_force
from rules.parameters import Parameters, parameter_values
from rules.parameters.base import FamilyParameters, sections_of
from rules.words.types import FAMILIES

Status = RuleVersion.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The version that a draft is shown beside."""

    version: RuleVersion
    parameters: Parameters
    values: Typed


@dataclass(frozen=True, kw_only=True)
class DraftPage:
    """A draft as it was typed. Worked out once, when asked for; no query."""

    in_club: ClubRuleSet
    draft: RuleVersion
    base: Base | None
    in_force: RuleVersion | None
    typed: Typed

    @property
    def family(self) -> str:
        """Of its set."""
        return self.in_club.rule_set.family

    @property
    def sections(self) -> dict[str, str]:
        """The section of every parameter, in order."""
        return sections_of(FAMILIES[self.family])

    @cached_property
    def problems(self) -> dict[str, list[str]]:
        """What keeps it from standing, by parameter."""
        return problems_of(self.family, stored_form(self.family, self.typed))

    @property
    def problems_of_none(self) -> list[str]:
        """What is wrong with no parameter in particular."""
        return self.problems.get("", [])

    @cached_property
    def parameters(self) -> Parameters | None:
        """Its parameters; None while they cannot stand."""
        return sound(self.family, self.typed)

    @cached_property
    def shown(self) -> FamilyParameters:
        """Its parameters for showing alone, whatever was typed."""
        return lenient(self.family, self.typed)

    @cached_property
    def differing(self) -> tuple[str, ...]:
        """The parameters that are not as in the version beside it, in order."""
        if self.base is None:
            return ()
        values = self.base.values
        return tuple(name for name in self.sections if self.typed[name] != values[name])

    @cached_property
    def idle(self) -> frozenset[str]:
        """The parameters that mean nothing beside the others' values, and have no problem."""
        return frozenset(
            name
            for name in self.sections
            if name not in self.problems and not words.applies(self.shown, name)
        )

    def typed_as(self, values: Mapping[str, Any]) -> DraftPage:
        """The same with other values typed; nothing is stored."""
        return DraftPage(
            in_club=self.in_club,
            draft=self.draft,
            base=self.base,
            in_force=self.in_force,
            typed={**self.typed, **values},
        )


def draft_page(in_club: ClubRuleSet, draft: RuleVersion, today: date) -> DraftPage:
    """A draft beside the version it was copied from, else the one in force. At most three queries.

    Args:
        in_club: the set that the draft belongs to.
        draft: which.
        today: the club's day.
    """
    in_force = version_in_force(in_club.rule_set, today)
    return DraftPage(
        in_club=in_club,
        draft=draft,
        base=_base(in_club, draft.based_on or in_force),
        in_force=in_force,
        typed=typed_values(in_club.rule_set.family, draft.parameters),
    )


def _base(in_club: ClubRuleSet, version: RuleVersion | None) -> Base | None:
    if version is None:
        return None
    try:
        shipped = shipped_on(in_club.rule_set, version.effective_from or date.max)
        parameters = filled(version, shipped).parameters
    except ParametersError:
        return None
    return Base(version=version, parameters=parameters, values=parameter_values(parameters))


def sources_of(in_club: ClubRuleSet) -> list[DatedVersion]:
    """The versions a draft can be copied from: the one in force, then the newest. One query."""
    line = dated_line(
        told_moves(in_club.rule_set.versions.all()), club_day(in_club.club), {}, READABLE
    )
    newest = list(reversed(line))
    newest.sort(key=lambda dated: not dated.is_in_force)
    return newest


def find_exported(in_club: ClubRuleSet, label: str, *, drafts: bool) -> RuleVersion | None:
    """A version of the set by its label; one under work only when asked for. One query."""
    wanted = {*READABLE, *((Status.DRAFT, Status.PENDING) if drafts else ())}
    versions = in_club.rule_set.versions.select_related("rule_set")
    found = versions.filter(status__in=wanted).prefetch_related("sections", "clauses")
    return next((version for version in found if version.label == label), None)


def stale_names(clause: Clause, typed: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """The parameters that are no longer what a clause's text was written for, in a language."""
    return tuple(
        name
        for name, value in clause.values_written_for(language).items()
        if name in typed and typed[name] != value
    )
