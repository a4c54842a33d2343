"""The text of a draft: clauses added, written anew and taken out by organizers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import ClubRuleSet
from league.services.audit import record_event
from league.services.draft_headings import put_in_order
from league.services.drafts import current_draft, raise_revision
from league.typed_rules import Typed, typed_values
from rules.clauses import ASSUMED, MARKS
from rules.models import Clause, RuleVersion
from rules.parameters.base import sections_of
from rules.words.types import FAMILIES

_TEXTS = ("code", "section", "title_ja", "title_en", "text_ja", "text_en")
LANGUAGES: Final = ("ja", "en")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseText:
    """A clause as an organizer writes it; where one language is empty the other stands for it."""

    code: str
    section: str
    title_ja: str
    title_en: str
    text_ja: str
    text_en: str
    states: Sequence[str] = ()
    #: languages whose text is said to fit the values of now, whether written anew or not
    fits: Collection[str] = ()

    def whole(self) -> dict[str, str]:
        """Its texts, with both languages filled."""
        return {
            "code": self.code,
            "section": self.section,
            "title_ja": self.title_ja or self.title_en,
            "title_en": self.title_en or self.title_ja,
            "text_ja": self.text_ja or self.text_en,
            "text_en": self.text_en or self.text_ja,
        }


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
    """Add a clause, or write one anew; one that is worded otherwise is the club's own.

    A text that was written anew, or that is said to fit, is taken to be written for the values
    that its parameters have now; the text of the other language stays with those it had.

    Args:
        in_club: the set that the draft belongs to.
        draft: whose clause it is.
        revision: of the draft, as it was read.
        clause: which is written anew; None adds one below the last of its section.
        text: what it says.
        actor: who writes it.

    Raises:
        LeagueError: another clause has the code, or there is no such section.
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no draft any more.
    """
    current = current_draft(in_club, draft, revision)
    _check(current, clause, text)
    typed = typed_values(in_club.rule_set.family, current.parameters)
    known = sections_of(FAMILIES[in_club.rule_set.family])
    states = [name for name in dict.fromkeys(text.states) if name in known]
    before = _plain(clause) if clause else None
    written = clause or Clause(version=current, position=_last(current) + 1)
    whole = text.whole()
    values = {
        language: _written_for(clause, language, whole, text.fits, {n: typed[n] for n in states})
        for language in LANGUAGES
    }
    if before is None or any(before[name] != whole[name] for name in _TEXTS):
        written.is_own = written.is_changed = True
    for name, value in whole.items():
        setattr(written, name, value)
    written.states = states
    written.written_for = values["ja"]
    written.written_for_en = {n: v for n, v in values["en"].items() if v != values["ja"][n]}
    stated_by = _stated_by(current, states, text.code, before["code"] if before else "")
    raise_revision(current, actor, stated_by=stated_by)
    written.save()
    put_in_order(current)
    _said("rule_draft.clause_written", in_club, current, actor, before, _plain(written))
    return written


def _written_for(
    clause: Clause | None,
    language: str,
    whole: Mapping[str, str],
    fits: Collection[str],
    now: Typed,
) -> Typed:
    """The values for which a language's text is written, once the clause says what it says now."""
    name = f"text_{language}"
    if clause is None or language in fits or getattr(clause, name) != whole[name]:
        return now
    return {**now, **{n: v for n, v in clause.values_written_for(language).items() if n in now}}


@transaction.atomic
def remove_clause(
    *, in_club: ClubRuleSet, draft: RuleVersion, revision: int, clause: Clause, actor: Actor
) -> None:
    """Take a clause out of a draft; what it alone stated is stated by none.

    Raises:
        DraftChangedError: somebody saved the draft since ``revision``.
        NoDraftError: it is no draft any more.
    """
    current = current_draft(in_club, draft, revision)
    before = _plain(clause)
    raise_revision(current, actor, stated_by=_stated_by(current, [], "", clause.code))
    clause.delete()
    _said("rule_draft.clause_removed", in_club, current, actor, before, None)


def _check(draft: RuleVersion, clause: Clause | None, text: ClauseText) -> None:
    others = draft.clauses.exclude(pk=clause.pk) if clause else draft.clauses.all()
    if others.filter(code=text.code).exists():
        raise LeagueError(_("Another clause has this code already."), field="code")
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
    """Where each parameter is stated once the clause says what it does now."""
    others = {
        name: clause.code
        for clause in draft.clauses.exclude(code=old_code)
        for name in clause.states
    }
    found = {}
    for name, stated in draft.stated_by.items():
        found[name] = others.get(name, ASSUMED) if old_code and stated == old_code else stated
    return {**found, **dict.fromkeys(states, code)}


def _plain(clause: Clause) -> dict[str, Any]:
    return {**{name: getattr(clause, name) for name in _TEXTS}, "states": list(clause.states)}


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
        before={"revision": draft.draft_revision, "clause": before},
        after={"revision": draft.draft_revision + 1, "clause": after},
    )
