"""What others did to a draft, from the trail: saved since somebody read it, published, deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.models import AuditEvent, Club, ClubRuleSet, RuleChange
from league.selectors.change_pages import change_that_took
from rules.models import RuleVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """What others have saved in a draft since somebody read it."""

    who: tuple[str, ...]
    last: datetime | None
    before: Mapping[str, Any]  # by parameter: the value that was read
    about: Mapping[str, Any]  # the same for the title, day and what changed
    clauses: tuple[str, ...]  # codes of clauses and headings that were written or taken out
    headings: tuple[str, ...]  # those of headings alone
    only: int | None = None  # the key of the one user who saved; none where several did


def changes_since(club: Club, draft: RuleVersion, revision: int) -> Since:
    """What was saved after a revision, from the trail. One query."""
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
    """The revision that an event made another of; -1 for one that made none."""
    return int((before or {}).get("revision", -1))


def _codes(events: Iterable[AuditEvent], *kinds: str) -> tuple[str, ...]:
    """What was written or taken out, by the code that it has now or had last; each once."""
    found = (_code(event, kinds) for event in events)
    return tuple(dict.fromkeys(filter(None, found)))


def _code(event: AuditEvent, kinds: Iterable[str]) -> str:
    sides = (event.after or {}, event.before or {})
    parts: Iterable[Any] = (side.get(kind) for kind in kinds for side in sides)
    return next((str(part["code"]) for part in parts if part), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A draft that is none any more: it was published, is being published, or was deleted."""

    name: str
    version: RuleVersion | None  # what it became; None where it was deleted
    change: RuleChange | None  # by which it came, or is coming, into force
    parameters: Mapping[str, Any]  # as they were last
    who: str
    when: datetime | None


def gone_draft(in_club: ClubRuleSet, draft_id: int) -> Gone | None:
    """What became of a draft of the set; None of what never was one. Two queries at most."""
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


_FROM_DRAFTS = (RuleChange.Kind.PUBLISH, RuleChange.Kind.CORRECT)
