"""Drafts of rule versions: what was typed, beside what, what is wrong, what others did to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from pydantic import BaseModel

from league.core.days import club_day
from league.models import AuditEvent, Club, ClubRuleSet, RuleChange
from league.rulebook.shipped import filled, shipped_on
from league.rulebook.timeline import READABLE, DatedVersion, annotate_moves, dated_line
from league.rulebook.typed import Typed, lenient, problems_of, sound, stored_form, typed_values
from league.rulechanges.read import change_that_took
from league.wording.rules import language
from rules import words
from rules.errors import ParametersError, UnknownParameterError
from rules.models import Clause, RuleVersion, version_in_force
from rules.parameters import FAMILIES, Parameters, parameter_values
from rules.parameters.base import FamilyParameters, sections_of

Status = RuleVersion.Status
_FROM_DRAFTS = (RuleChange.Kind.PUBLISH, RuleChange.Kind.CORRECT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    version: RuleVersion
    parameters: Parameters
    values: Typed


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    name: str
    label: str
    section: str
    was: str
    now: str


@dataclass(frozen=True, kw_only=True)
class DraftPage:
    """A draft as it was typed. Properties are computed once, when used; no query."""

    in_club: ClubRuleSet
    draft: RuleVersion
    base: Base | None
    in_force: RuleVersion | None
    typed: Typed

    @property
    def family(self) -> str:
        return self.in_club.rule_set.family

    @property
    def sections(self) -> dict[str, str]:
        return sections_of(FAMILIES[self.family])

    @cached_property
    def problems(self) -> dict[str, list[str]]:
        return problems_of(self.family, stored_form(self.family, self.typed))

    @property
    def problems_of_none(self) -> list[str]:
        return self.problems.get("", [])

    @cached_property
    def parameters(self) -> Parameters | None:
        """Return its parameters; None while they are invalid."""
        return sound(self.family, self.typed)

    @cached_property
    def shown(self) -> FamilyParameters:
        """Return its parameters for display only, whatever was typed."""
        return lenient(self.family, self.typed)

    @cached_property
    def differing(self) -> tuple[str, ...]:
        if self.base is None:
            return ()
        values = self.base.values
        return tuple(name for name in self.sections if self.typed[name] != values[name])

    @cached_property
    def idle(self) -> frozenset[str]:
        return frozenset(
            name
            for name in self.sections
            if name not in self.problems and not words.applies(self.shown, name)
        )

    def typed_as(self, values: Mapping[str, Any]) -> DraftPage:
        """Return the same with other values typed; nothing is stored."""
        return replace(self, typed={**self.typed, **values})

    def in_words(self, name: str) -> str:
        """Return a value in words; an invalid one as it was typed, in quotation marks."""
        return words_of(self.shown, name, self.typed[name])

    def stale(self, clause: Clause, language: str) -> dict[str, Any]:
        return self._former(clause.values_written_for(language))

    def stale_clauses(self, clauses: Iterable[Clause]) -> Iterator[tuple[Clause, dict[str, Any]]]:
        """Yield clauses written for other values in any language, with these values."""
        for clause in clauses:
            former = self._former({**clause.written_for, **clause.written_for_en})
            former |= self._former(clause.written_for)
            if former:
                yield clause, former

    def _former(self, written_for: Mapping[str, Any]) -> dict[str, Any]:
        return {n: v for n, v in written_for.items() if n in self.typed and self.typed[n] != v}

    def differences(self, before: Mapping[str, Any]) -> list[Difference]:
        return [
            self._difference(name, self.typed_as({name: value}).in_words(name))
            for name, value in before.items()
        ]

    def changes(self) -> list[Difference]:
        base = self.base.parameters if self.base else None
        texts = ((name, words.say(base, name, language())) for name in self.differing if base)
        return [self._difference(name, was) for name, was in texts]

    def _difference(self, name: str, was: str) -> Difference:
        return Difference(
            name=name,
            label=words.name_of(self.family, name, language()),
            section=self.sections[name],
            was=was,
            now=self.in_words(name),
        )


def words_of(shown: FamilyParameters, name: str, value: Any) -> str:
    """Describe a value in words, in quotation marks if it is invalid.

    Args:
        shown: the parameters that contain it, as far as it is valid.
        name: of the parameter.
        value: as it was typed.
    """
    section = sections_of(type(shown))[name]
    if _plain(getattr(getattr(shown, section), name)) == value:
        with suppress(UnknownParameterError):  # of the right type, but it names what is not there
            return words.say(shown, name, language())
    return _("“%(text)s”") % {"text": " / ".join(map(str, _flat(value)))}


def _flat(value: object) -> list[object]:
    if isinstance(value, Mapping):
        value = list(value.values())
    return [one for each in value for one in _flat(each)] if isinstance(value, list) else [value]


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value


def draft_page(in_club: ClubRuleSet, draft: RuleVersion, today: date) -> DraftPage:
    """Return a draft beside its source, else the version in force. At most three queries.

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
    """Return versions a draft can be copied from: the one in force, then newest. One query."""
    line = dated_line(
        annotate_moves(in_club.rule_set.versions.all()), club_day(in_club.club), {}, READABLE
    )
    newest = list(reversed(line))
    newest.sort(key=lambda dated: not dated.is_in_force)
    return newest


def find_exported(in_club: ClubRuleSet, label: str, *, drafts: bool) -> RuleVersion | None:
    """Find a version of the set by label; an unpublished one only if asked for. One query."""
    wanted = {*READABLE, *((Status.DRAFT, Status.PENDING) if drafts else ())}
    versions = in_club.rule_set.versions.select_related("rule_set")
    found = versions.filter(status__in=wanted).prefetch_related("sections", "clauses")
    return next((version for version in found if version.label == label), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    who: tuple[str, ...]
    last: datetime | None
    before: Mapping[str, Any]  # by parameter: the value that was read
    about: Mapping[str, Any]  # the same for the title, day and what changed
    clauses: tuple[str, ...]  # codes of clauses and headings that were written or taken out
    headings: tuple[str, ...]  # those of headings alone
    only: int | None = None  # the key of the one user who saved; none where several did


def changes_since(club: Club, draft: RuleVersion, revision: int) -> Since:
    """Return what was saved after a revision, from the trail. One query."""
    events = AuditEvent.objects.for_club(club).filter(
        type__startswith="rule_draft.", object_id=draft.pk
    )
    later = [event for event in events if _revision(event.before) >= revision]
    before: dict[str, Any] = {}
    about: dict[str, Any] = {}
    for event in later:
        read = event.before or {}
        before = {**read.get("values", {}), **before}
        about = {**read.get("about", {}), **about}
    users = {event.actor_id for event in later}
    return Since(
        who=tuple(dict.fromkeys(event.actor_name for event in later)),
        last=later[-1].at if later else None,
        before=before,
        about=about,
        clauses=_codes(later, "clause", "heading"),
        headings=_codes(later, "heading"),
        only=users.pop() if len(users) == 1 else None,
    )


def _revision(before: Mapping[str, Any] | None) -> int:
    """Return the revision that an event superseded; -1 if it superseded none."""
    return int((before or {}).get("revision", -1))


def _codes(events: Iterable[AuditEvent], *kinds: str) -> tuple[str, ...]:
    """Return what was written or removed, by its present or last code, without repeats."""
    found = (_code(event, kinds) for event in events)
    return tuple(dict.fromkeys(filter(None, found)))


def _code(event: AuditEvent, kinds: Iterable[str]) -> str:
    sides = (event.after or {}, event.before or {})
    parts: Iterable[Any] = (side.get(kind) for kind in kinds for side in sides)
    return next((str(part["code"]) for part in parts if part), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    name: str
    version: RuleVersion | None  # what it became; None where it was deleted
    change: RuleChange | None  # by which it came, or is coming, into force
    parameters: Mapping[str, Any]  # as they were last
    who: str
    when: datetime | None


def gone_draft(in_club: ClubRuleSet, draft_id: int) -> Gone | None:
    """Return what became of a draft; None if it never was one. At most two queries."""
    change = change_that_took(in_club, draft_id)
    if change is not None and change.arriving is not None and change.kind in _FROM_DRAFTS:
        return Gone(
            name=change.arriving.title or change.arriving.label,
            version=change.arriving,
            change=change,
            parameters=change.arriving.parameters,
            who=change.created_by_name,
            when=change.created_at,
        )
    deleted = AuditEvent.objects.for_club(in_club.club_id).filter(
        type="rule_draft.deleted", object_id=draft_id
    )
    event = deleted.first()
    before = (event.before or {}) if event else {}
    if event is None or before.get("rule_set") != in_club.slug:
        return None
    return Gone(
        name=str(before.get("title") or ""),
        version=None,
        change=None,
        parameters=before.get("parameters") or {},
        who=event.actor_name,
        when=event.at,
    )
