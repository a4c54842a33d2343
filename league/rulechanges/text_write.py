"""The text of a draft: its headings and clauses written and taken out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.models import ClubRuleSet
from league.rulebook.typed import Typed, typed_values
from league.rulechanges.draft_write import current_draft, raise_revision
from rules.clauses import ASSUMED, MARKS
from rules.models import Clause, RuleVersion, Section
from rules.parameters import FAMILIES
from rules.parameters.base import sections_of

LANGUAGES: Final = ("ja", "en")
_OF_HEADINGS = ("code", "level", "title_ja", "title_en")
_OF_CLAUSES = ("code", "section", "title_ja", "title_en", "text_ja", "text_en")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingText:
    """A heading as an organizer writes it; where one language is empty the other is used."""

    code: str
    level: int
    title_ja: str
    title_en: str
    after: str  # code of the heading that it comes after; empty puts it first

    def whole(self) -> dict[str, Any]:
        """Return what is stored of it, with both languages filled."""
        return _in_both_languages({name: getattr(self, name) for name in _OF_HEADINGS})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseText:
    """A clause as an organizer writes it; where one language is empty the other is used."""

    code: str
    section: str
    title_ja: str
    title_en: str
    text_ja: str
    text_en: str
    states: Sequence[str] = ()
    #: languages whose text is said to fit the values of now, whether rewritten or not
    fits: Collection[str] = ()

    def whole(self) -> dict[str, Any]:
        return _in_both_languages({name: getattr(self, name) for name in _OF_CLAUSES})


def _in_both_languages(values: dict[str, Any]) -> dict[str, Any]:
    """Where a text is empty in one language, the other's stands for it."""
    for name in [name.removesuffix("_ja") for name in values if name.endswith("_ja")]:
        ja, en = values[f"{name}_ja"], values[f"{name}_en"]
        values |= {f"{name}_ja": ja or en, f"{name}_en": en or ja}
    return values


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
    """Add or rewrite a heading; the clauses under it move with it.

    Args:
        in_club: the set that the draft belongs to.
        draft: whose heading it is.
        revision: of the draft, as it was read.
        heading: which is rewritten; None adds one.
        text: what it says, and its position.
        actor: who writes it.

    Raises:
        LeagueError: another heading has the code, or there is none to follow.
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no longer a draft.
    """
    current = current_draft(in_club, draft, revision)
    others = [each for each in current.sections.all() if heading is None or each.pk != heading.pk]
    codes = [each.code for each in others]
    if text.code in codes:
        raise LeagueError(_("Another heading already has this code."), field="code")
    if text.after and text.after not in codes:
        raise LeagueError(_("There is no such heading in this draft."), field="after")
    before = _plain(heading)
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
    _put_in_order(current)
    _record("rule_draft.heading_written", in_club, current, actor, before, _plain(written))
    return written


@transaction.atomic
def remove_heading(
    *, in_club: ClubRuleSet, draft: RuleVersion, revision: int, heading: Section, actor: Actor
) -> str:
    """Delete a heading; the clauses under it move to the heading before it.

    Returns:
        The code of the heading they are under now; empty where there is none before it.

    Raises:
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no longer a draft.
    """
    current = current_draft(in_club, draft, revision)
    raise_revision(current, actor)
    earlier = current.sections.filter(position__lt=heading.position).order_by("position").last()
    to = earlier.code if earlier else ""
    before = _plain(heading)
    current.clauses.filter(section=heading.code).update(section=to)
    heading.delete()
    _put_in_order(current)
    _record("rule_draft.heading_removed", in_club, current, actor, before, None)
    return to


@transaction.atomic
def write_clause(
    *,
    in_club: ClubRuleSet,
    draft: RuleVersion,
    revision: int,
    clause: Clause | None,
    text: ClauseText,
    actor: Actor,
) -> Clause:
    """Add or rewrite a clause; a reworded one becomes the club's own.

    A text that was rewritten or confirmed as fitting counts as written for the present values of
    its parameters; the text of the other language stays with those it had.

    Args:
        in_club: the set that the draft belongs to.
        draft: whose clause it is.
        revision: of the draft, as it was read.
        clause: which is rewritten; None adds one below the last of its section.
        text: what it says.
        actor: who writes it.

    Raises:
        LeagueError: another clause has the code, or there is no such section.
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no longer a draft.
    """
    current = current_draft(in_club, draft, revision)
    _check(current, clause, text)
    typed = typed_values(in_club.rule_set.family, current.parameters)
    known = sections_of(FAMILIES[in_club.rule_set.family])
    states = [name for name in dict.fromkeys(text.states) if name in known]
    before = _plain(clause)
    written = clause or Clause(version=current, position=_last(current) + 1)
    whole = text.whole()
    values = {
        language: _written_for(clause, language, whole, text.fits, {n: typed[n] for n in states})
        for language in LANGUAGES
    }
    if before is None or any(before[name] != whole[name] for name in _OF_CLAUSES):
        written.is_own = written.is_changed = True
    for name, value in whole.items():
        setattr(written, name, value)
    written.states = states
    written.written_for = values["ja"]
    written.written_for_en = {n: v for n, v in values["en"].items() if v != values["ja"][n]}
    stated_by = _stated_by(current, states, text.code, before["code"] if before else "")
    raise_revision(current, actor, stated_by=stated_by)
    written.save()
    _put_in_order(current)
    _record("rule_draft.clause_written", in_club, current, actor, before, _plain(written))
    return written


@transaction.atomic
def remove_clause(
    *, in_club: ClubRuleSet, draft: RuleVersion, revision: int, clause: Clause, actor: Actor
) -> None:
    """Delete a clause of a draft; what only it stated is then stated by none.

    Raises:
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no longer a draft.
    """
    current = current_draft(in_club, draft, revision)
    before = _plain(clause)
    raise_revision(current, actor, stated_by=_stated_by(current, [], "", clause.code))
    clause.delete()
    _record("rule_draft.clause_removed", in_club, current, actor, before, None)


def _written_for(
    clause: Clause | None,
    language: str,
    whole: Mapping[str, str],
    fits: Collection[str],
    now: Typed,
) -> Typed:
    name = f"text_{language}"
    if clause is None or language in fits or getattr(clause, name) != whole[name]:
        return now
    return {**now, **{n: v for n, v in clause.values_written_for(language).items() if n in now}}


def _check(draft: RuleVersion, clause: Clause | None, text: ClauseText) -> None:
    others = draft.clauses.exclude(pk=clause.pk) if clause else draft.clauses.all()
    if others.filter(code=text.code).exists():
        raise LeagueError(_("Another clause already has this code."), field="code")
    if text.code in MARKS:
        raise LeagueError(_("Please choose another code."), field="code")
    if text.section and not draft.sections.filter(code=text.section).exists():
        raise LeagueError(_("There is no such heading in this draft."), field="section")


def _last(draft: RuleVersion) -> int:
    last = draft.clauses.aggregate(last=Max("position"))["last"]
    return -1 if last is None else int(last)


def _stated_by(
    draft: RuleVersion, states: Sequence[str], code: str, old_code: str
) -> dict[str, str]:
    others = {
        name: clause.code
        for clause in draft.clauses.exclude(code=old_code)
        for name in clause.states
    }
    found = {}
    for name, stated in draft.stated_by.items():
        found[name] = others.get(name, ASSUMED) if old_code and stated == old_code else stated
    return {**found, **dict.fromkeys(states, code)}


def _put_in_order(draft: RuleVersion) -> None:
    """Order clauses by their headings; those under none come first. Three queries."""
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


def _plain(written: Section | Clause | None) -> dict[str, Any] | None:
    """Return a heading or clause for the trail; None for a new one's former state."""
    if written is None:
        return None
    if isinstance(written, Section):
        return {name: getattr(written, name) for name in _OF_HEADINGS}
    texts = {name: getattr(written, name) for name in _OF_CLAUSES}
    return {**texts, "states": list(written.states)}


def _record(
    type_: str,
    in_club: ClubRuleSet,
    draft: RuleVersion,
    actor: Actor,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> None:
    kind = type_.removeprefix("rule_draft.").partition("_")[0]
    record_event(
        type_,
        club=in_club.club,
        object_id=draft.pk,
        actor=actor,
        before={"revision": draft.draft_revision, kind: before},
        after={"revision": draft.draft_revision + 1, kind: after},
    )
