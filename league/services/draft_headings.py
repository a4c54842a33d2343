"""The headings of a draft: added, named anew, put elsewhere and taken out by organizers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import ClubRuleSet
from league.services.audit import record_event
from league.services.drafts import current_draft, raise_revision
from rules.models import Clause, RuleVersion, Section

_TEXTS = ("code", "level", "title_ja", "title_en")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingText:
    """A heading as an organizer writes it; where one language is empty the other stands for it."""

    code: str
    level: int
    title_ja: str
    title_en: str
    after: str  # code of the heading that it comes after; empty puts it first

    def whole(self) -> dict[str, Any]:
        """What is stored of it, with both languages filled."""
        return {
            "code": self.code,
            "level": self.level,
            "title_ja": self.title_ja or self.title_en,
            "title_en": self.title_en or self.title_ja,
        }


@transaction.atomic
def write_heading(
    *,
    in_club: ClubRuleSet,
    draft: RuleVersion,
    revision: int,
    heading: Section | None,
    text: HeadingText,
    actor: Actor,
) -> Section:
    """Add a heading, or name one anew; the clauses under it come along.

    Args:
        in_club: the set that the draft belongs to.
        draft: whose heading it is.
        revision: of the draft, as it was read.
        heading: which is written anew; None adds one.
        text: what it says, and where it stands.
        actor: who writes it.

    Raises:
        LeagueError: another heading has the code, or there is none to come after.
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no draft any more.
    """
    current = current_draft(in_club, draft, revision)
    others = [each for each in current.sections.all() if heading is None or each.pk != heading.pk]
    codes = [each.code for each in others]
    if text.code in codes:
        raise LeagueError(_("Another heading has this code already."), field="code")
    if text.after and text.after not in codes:
        raise LeagueError(_("There is no such heading in this draft."), field="after")
    before = _plain(heading) if heading else None
    written = heading or Section(version=current)
    raise_revision(current, actor)
    for name, value in text.whole().items():
        setattr(written, name, value)
    at = codes.index(text.after) + 1 if text.after else 0
    for position, each in enumerate([*others[:at], written, *others[at:]]):
        each.position = position
    written.save()
    Section.objects.bulk_update(others, ["position"])
    if before and before["code"] != text.code:
        current.clauses.filter(section=before["code"]).update(section=text.code)
    put_in_order(current)
    _said("rule_draft.heading_written", in_club, current, actor, before, _plain(written))
    return written


@transaction.atomic
def remove_heading(
    *, in_club: ClubRuleSet, draft: RuleVersion, revision: int, heading: Section, actor: Actor
) -> str:
    """Take a heading out; the clauses under it stay, under the heading before it.

    Returns:
        The code of the heading under which they stand now; empty where there is none before it.

    Raises:
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no draft any more.
    """
    current = current_draft(in_club, draft, revision)
    raise_revision(current, actor)
    earlier = current.sections.filter(position__lt=heading.position).order_by("position").last()
    to = earlier.code if earlier else ""
    before = _plain(heading)
    current.clauses.filter(section=heading.code).update(section=to)
    heading.delete()
    put_in_order(current)
    _said("rule_draft.heading_removed", in_club, current, actor, before, None)
    return to


def put_in_order(draft: RuleVersion) -> None:
    """Let the clauses follow their headings; those under none come first. Three queries."""
    place = {code: at for at, code in enumerate(draft.sections.values_list("code", flat=True))}
    clauses = sorted(
        draft.clauses.order_by("position"), key=lambda clause: place.get(clause.section, -1)
    )
    moved = []
    for position, clause in enumerate(clauses):
        if clause.position != position:
            clause.position = position
            moved.append(clause)
    Clause.objects.bulk_update(moved, ["position"])


def _plain(heading: Section) -> dict[str, Any]:
    return {name: getattr(heading, name) for name in _TEXTS}


def _said(
    type_: str,
    in_club: ClubRuleSet,
    draft: RuleVersion,
    actor: Actor,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> None:
    record_event(
        type_,
        club=in_club.club,
        object_id=draft.pk,
        actor=actor,
        before={"revision": draft.draft_revision, "heading": before},
        after={"revision": draft.draft_revision + 1, "heading": after},
    )
