"""Drafts of rule versions: begun, saved by one organizer after another, thrown away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.models import ClubRuleSet, RuleChange
from league.rulebook.files import RuleFile
from league.rulebook.shipped import Filled, filled, shipped_on
from league.rulebook.typed import stored_form, typed_values
from league.rulebook.write import copy_book, store_book
from rules.clauses import ASSUMED, CLUB, MARKS
from rules.errors import ParametersError
from rules.models import Clause, RuleVersion, Section
from rules.parameters import FAMILIES, parameter_values
from rules.parameters.base import sections_of
from rules.presets import ShippedVersion

Status = RuleVersion.Status
#: what a draft says of itself, beside its parameters and its book
ABOUT = ("title", "effective_from", "changes_ja", "changes_en")


class DraftChangedError(LeagueError):
    code = "draft-changed"


class NoDraftError(LeagueError):
    code = "no-draft"


@transaction.atomic
def save_draft(
    *,
    in_club: ClubRuleSet,
    draft: RuleVersion,
    revision: int,
    values: Mapping[str, Any],
    about: Mapping[str, Any],
    actor: Actor,
) -> RuleVersion:
    """Store what was typed, valid or not; only what differs is a change.

    Args:
        in_club: the set that the draft belongs to.
        draft: which.
        revision: of the draft, as it was read.
        values: typed values by parameter; others stay.
        about: of ``ABOUT``, as far as given.
        actor: who saves it.

    Returns:
        The draft as it is now.

    Raises:
        DraftChangedError: somebody saved it since ``revision``.
        NoDraftError: it is no longer a draft.
    """
    current = current_draft(in_club, draft, revision)
    family = in_club.rule_set.family
    typed = typed_values(family, current.parameters)
    changed = {
        name: value
        for name, value in values.items()
        if name in sections_of(FAMILIES[family])
        and repr(typed[name]) != repr(value)  # True is no 1
    }
    details = {name: about[name] for name in ABOUT if name in about}
    details = {name: value for name, value in details.items() if getattr(current, name) != value}
    if not changed and not details:
        return current
    before = {"values": {n: typed[n] for n in changed}, "about": _plain(current, details)}
    parameters = stored_form(family, {**typed, **changed})
    stated_by = marked(current, changed) if changed else current.stated_by
    raise_revision(current, actor, parameters=parameters, stated_by=stated_by, **details)
    saved = RuleVersion.objects.select_related("rule_set").get(pk=current.pk)
    record_event(
        "rule_draft.changed",
        club=in_club.club,
        object_id=draft.pk,
        actor=actor,
        before={"revision": revision, **before},
        after={
            "revision": saved.draft_revision,
            "values": changed,
            "about": _plain(saved, details),
        },
    )
    return saved


@transaction.atomic
def delete_draft(*, in_club: ClubRuleSet, draft: RuleVersion, revision: int, actor: Actor) -> None:
    """Delete a draft with its text; the trail keeps its parameters.

    Changes that would have brought it into force and were given up stay, without it.

    Raises:
        DraftChangedError: somebody saved it since ``revision``.
        NoDraftError: it is no longer a draft.
    """
    current = current_draft(in_club, draft, revision)
    before = {
        "revision": revision,
        "rule_set": in_club.slug,
        "title": current.title,
        "parameters": current.parameters,
    }
    raise_revision(current, actor)  # saving or publishing it at this moment comes too late
    given_up = RuleChange.objects.for_club(in_club.club_id).filter(
        arriving=current, state=RuleChange.State.GIVEN_UP
    )
    given_up.update(arriving=None)
    current.delete()
    record_event(
        "rule_draft.deleted", club=in_club.club, object_id=draft.pk, actor=actor, before=before
    )


def raise_revision(current: RuleVersion, actor: Actor, **changes: Any) -> None:
    """Change a draft by compare-and-set, inside a transaction.

    Raises:
        DraftChangedError: somebody else was faster.
    """
    drafts = RuleVersion.objects.filter(
        pk=current.pk, status=Status.DRAFT, draft_revision=current.draft_revision
    )
    changed = drafts.update(
        draft_revision=current.draft_revision + 1,
        edited_at=timezone.now(),
        edited_by=actor.name[:80],
        **changes,
    )
    if changed != 1:
        raise DraftChangedError(
            _("This draft was saved a moment ago, in another window or by somebody else.")
        )


def current_draft(in_club: ClubRuleSet, draft: RuleVersion, revision: int) -> RuleVersion:
    """Return the draft as stored, if it is still the one that was read.

    Raises:
        DraftChangedError: somebody saved it since ``revision``.
        NoDraftError: it is no longer a draft.
    """
    drafts = RuleVersion.objects.filter(rule_set=in_club.rule_set_id, status=Status.DRAFT)
    current = drafts.select_related("rule_set").filter(pk=draft.pk).first()
    if current is None:
        raise NoDraftError(_("This is no longer a draft."))
    if current.draft_revision != revision:
        raise DraftChangedError(
            _("This draft was saved a moment ago, in another window or by somebody else.")
        )
    return current


def _plain(version: RuleVersion, names: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: getattr(version, name) for name in names}
    return {n: v.isoformat() if isinstance(v, date) else v for n, v in values.items()}


@transaction.atomic
def begin_draft(
    *,
    in_club: ClubRuleSet,
    source: RuleVersion | ShippedVersion,
    title: str,
    day: date | None,
    actor: Actor,
) -> RuleVersion:
    """Start a draft as a copy of a version of the set, or of a shipped one of its family.

    Args:
        in_club: the set that the draft is for.
        source: what is copied, with headings, clauses and where each parameter is stated.
        title: the draft's title; may be empty.
        day: the planned first day in force; None leaves it open.
        actor: who starts it.

    Raises:
        ParametersError: the version of the set is invalid.
    """
    copied = _copied(in_club, source)
    draft = _created(
        in_club,
        actor,
        copied,
        title=title,
        effective_from=day,
        based_on=source if isinstance(source, RuleVersion) else None,
    )
    if isinstance(source, RuleVersion):
        copy_book(source, draft)
    else:
        store_book(draft, source.sections, source.clauses)
    after = {"draft": draft.pk, "rule_set": in_club.slug, "title": title, "from": source.label}
    record_event(
        "rule_draft.created", club=in_club.club, object_id=draft.pk, actor=actor, after=after
    )
    return draft


def _copied(in_club: ClubRuleSet, source: RuleVersion | ShippedVersion) -> Filled:
    """Return the initial parameters; for an old version including newer parameters."""
    if isinstance(source, RuleVersion):
        return filled(source, shipped_on(in_club.rule_set, source.effective_from or date.max))
    return Filled(parameters=source.parameters, stated_by=source.stated_by)


@transaction.atomic
def import_draft(
    *, in_club: ClubRuleSet, file: RuleFile, title: str, based_on: RuleVersion | None, actor: Actor
) -> RuleVersion:
    """Make a draft of a validated file.

    Args:
        in_club: the set that the draft is for; its family is the file's.
        file: what the file says.
        title: the draft's title.
        based_on: the version that the draft is shown beside.
        actor: who imports it.

    Raises:
        LeagueError: the file is of another family.
    """
    if file.family != in_club.rule_set.family:
        raise LeagueError(_("The file is for a different family of rules."), field="file")
    draft = _created(
        in_club,
        actor,
        file,
        title=title,
        effective_from=file.effective_from,
        changes_ja=file.changes_ja,
        changes_en=file.changes_en,
        based_on=based_on,
    )
    Section.objects.bulk_create(
        Section(version=draft, position=at, **each.model_dump())
        for at, each in enumerate(file.sections)
    )
    Clause.objects.bulk_create(
        Clause(version=draft, position=at, **each.model_dump())
        for at, each in enumerate(file.clauses)
    )
    after = {"draft": draft.pk, "rule_set": in_club.slug, "title": title, "from": file.adopted_from}
    record_event(
        "rule_draft.imported", club=in_club.club, object_id=draft.pk, actor=actor, after=after
    )
    return draft


def _created(
    in_club: ClubRuleSet, actor: Actor, rules: Filled | RuleFile, **values: Any
) -> RuleVersion:
    return RuleVersion.objects.create(
        rule_set=in_club.rule_set,
        status=RuleVersion.Status.DRAFT,
        number=0,
        parameters=rules.parameters.model_dump(mode="json"),
        stated_by=dict(rules.stated_by),
        edited_at=timezone.now(),
        edited_by=actor.name[:80],
        **values,
    )


def marked(draft: RuleVersion, changed: Mapping[str, Any]) -> dict[str, str]:
    """Return where each parameter is stated after changes to a draft. At most one query.

    A value that no clause states becomes the club's own; one that is reset to that of the shipped
    document or the version before gets the mark that it has there.

    Args:
        draft: with its rule set, as it was before.
        changed: typed values by parameter, only what differs.
    """
    origins = [(parameter_values(each.parameters), each.stated_by) for each in _origins(draft)]
    stated_by: dict[str, str] = dict(draft.stated_by)
    for name, value in changed.items():
        if stated_by.get(name, ASSUMED) in MARKS:
            marks = (by.get(name, ASSUMED) for values, by in origins if values.get(name) == value)
            stated_by[name] = next((mark for mark in marks if mark in MARKS), CLUB)
    return stated_by


def _origins(draft: RuleVersion) -> list[Filled]:
    """Return the shipped version of the draft's day, then the version it was copied from."""
    found = []
    shipped = shipped_on(draft.rule_set, draft.effective_from or date.max)
    if shipped is not None:
        found.append(Filled(parameters=shipped.parameters, stated_by=shipped.stated_by))
    if draft.based_on is not None:
        try:
            found.append(filled(draft.based_on, shipped))
        except ParametersError:
            return found  # what cannot be read is no measure
    return found
