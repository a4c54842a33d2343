"""Drafts of rule versions: saved by one organizer after another, thrown away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import ClubRuleSet, RuleChange
from league.selectors.own_values import marked
from league.services.audit import record_event
from league.typed_rules import stored_form, typed_values
from rules.models import RuleVersion
from rules.parameters.base import sections_of
from rules.words.types import FAMILIES

Status = RuleVersion.Status
#: what a draft says of itself, beside its parameters and its book
ABOUT = ("title", "effective_from", "changes_ja", "changes_en")


class DraftChangedError(LeagueError):
    """Somebody else saved the draft since it was read."""

    code = "draft-changed"


class NoDraftError(LeagueError):
    """The version is no draft any more: it is being published, or it was deleted."""

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
    """Store what was typed, sound or not; only what differs is a change.

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
        NoDraftError: it is no draft any more.
    """
    current = current_draft(in_club, draft, revision)
    family = in_club.rule_set.family
    typed = typed_values(family, current.parameters)
    changed = {
        name: value
        for name, value in values.items()
        if name in sections_of(FAMILIES[family]) and not _same(typed[name], value)
    }
    said = {name: about[name] for name in ABOUT if name in about}
    said = {name: value for name, value in said.items() if getattr(current, name) != value}
    if not changed and not said:
        return current
    before = {"values": {n: typed[n] for n in changed}, "about": _plain(current, said)}
    parameters = stored_form(family, {**typed, **changed})
    stated_by = marked(current, changed) if changed else current.stated_by
    raise_revision(current, actor, parameters=parameters, stated_by=stated_by, **said)
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
            "about": _plain(saved, said),
        },
    )
    return saved


@transaction.atomic
def delete_draft(*, in_club: ClubRuleSet, draft: RuleVersion, revision: int, actor: Actor) -> None:
    """Throw a draft away with its text; the trail keeps what its parameters were.

    Changes that were to bring it into force and were given up stay, without it.

    Raises:
        DraftChangedError: somebody saved it since ``revision``.
        NoDraftError: it is no draft any more.
    """
    current = current_draft(in_club, draft, revision)
    before = {
        "revision": revision,
        "rule_set": in_club.slug,
        "title": current.title,
        "parameters": current.parameters,
    }
    raise_revision(current, actor)  # whoever saves or publishes it at this moment comes too late
    given_up = RuleChange.objects.for_club(in_club.club_id).filter(
        arriving=current, state=RuleChange.State.GIVEN_UP
    )
    given_up.update(arriving=None)
    current.delete()
    record_event(
        "rule_draft.deleted", club=in_club.club, object_id=draft.pk, actor=actor, before=before
    )


def raise_revision(current: RuleVersion, actor: Actor, **changes: Any) -> None:
    """Change a draft as it was read a moment ago: compare-and-set, inside a transaction.

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
    """The draft as it is stored, when it is the one that was read.

    Raises:
        DraftChangedError: somebody saved it since ``revision``.
        NoDraftError: it is no draft any more.
    """
    drafts = RuleVersion.objects.filter(rule_set=in_club.rule_set_id, status=Status.DRAFT)
    current = drafts.select_related("rule_set").filter(pk=draft.pk).first()
    if current is None:
        raise NoDraftError(_("This is no draft any more."))
    if current.draft_revision != revision:
        raise DraftChangedError(
            _("This draft was saved a moment ago, in another window or by somebody else.")
        )
    return current


def _same(one: object, other: object) -> bool:
    """Equal, and of one kind: True is no 1."""
    return repr(one) == repr(other)


def _plain(version: RuleVersion, names: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: getattr(version, name) for name in names}
    return {n: v.isoformat() if isinstance(v, date) else v for n, v in values.items()}
