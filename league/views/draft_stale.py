"""Texts of a draft that were written for values that are others now, language by language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.selectors.drafts import DraftPage, stale_names
from league.services.draft_clauses import LANGUAGES
from league.typed_rules import spoken
from league.views.draft_words import typed_words
from rules import words
from rules.models import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A parameter that is another since a text was written, in words."""

    label: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """A text that speaks of former values: of one language, or of both alike."""

    languages: tuple[str, ...]
    whose: str  # which text, in words; empty for both
    badge: str
    turned: tuple[Turned, ...]

    @property
    def key(self) -> str:
        """What a form says of which texts fit."""
        return " ".join(self.languages)


def stale_languages(page: DraftPage, clause: Clause) -> tuple[str, ...]:
    """The languages in which a clause speaks of former values. No query."""
    return tuple(each for each in LANGUAGES if stale_names(clause, page.typed, each))


def asked_languages(page: DraftPage, clause: Clause) -> tuple[str, ...]:
    """The languages of which a form asks whether the text fits; once where both are one text."""
    found = stale_languages(page, clause)
    return found[:1] if clause.text_ja == clause.text_en else found


def languages_of(codes: Iterable[str]) -> str:
    """Languages by name, one beside the other."""
    names = {"ja": _("Japanese"), "en": _("English")}
    return " / ".join(names[code] for code in codes)


def stale_of(page: DraftPage, clause: Clause) -> list[Stale]:
    """What a clause's texts were written for that is other now. No query.

    One where both languages stand alike, else one for each that is behind.
    """
    found = {each: _turned(page, clause, each) for each in stale_languages(page, clause)}
    if len(set(found.values())) == 1 and len(found) == len(LANGUAGES):
        turned = next(iter(found.values()))
        badge = _("text out of date")
        return [Stale(languages=LANGUAGES, whose="", badge=badge, turned=turned)]
    whose = {"ja": _("The Japanese text"), "en": _("The English text")}
    badges = {"ja": _("Japanese out of date"), "en": _("English out of date")}
    return [
        Stale(languages=(each,), whose=whose[each], badge=badges[each], turned=turned)
        for each, turned in found.items()
    ]


def _turned(page: DraftPage, clause: Clause, language: str) -> tuple[Turned, ...]:
    """In the reader's words, whichever language the text is of."""
    former = clause.values_written_for(language)
    return tuple(
        Turned(
            label=words.name_of(page.family, name, spoken()),
            was=typed_words(page.typed_as({name: former[name]}), name),
            now=typed_words(page, name),
        )
        for name in stale_names(clause, page.typed, language)
    )
