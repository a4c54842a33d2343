"""What is said beside a change that somebody has in mind: contradictions, texts, other hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from league.models import ClubRuleSet
from league.parameter_problems import problems_of
from league.selectors.draft_history import Since, changes_since
from league.selectors.drafts import DraftPage, stale_names
from league.typed_rules import spoken
from league.views.draft_words import Difference, typed_words
from rules import words
from rules.models import Clause, RuleVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """What keeps a value from standing, and where in the draft it is to be mended."""

    label: str  # the parameter; empty where it is about none in particular
    url: str  # its field in the draft's editor; empty for a version that is no draft
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRewrite:
    """A clause of a draft whose text was written for values that are others now."""

    clause: Clause
    url: str  # where it is written
    values: tuple[Difference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftChanged:
    """What others saved in a draft since its preview was shown."""

    since: Since
    values: tuple[Difference, ...]
    about: bool  # whether its name, day or note on the changes was saved


def contradictions_of(page: DraftPage, club_slug: str) -> list[Contradiction]:
    """Everything that keeps a draft from standing, each with the way to its field."""
    lang = spoken()
    url = _draft_url("league:draft", page, club_slug)
    return [
        Contradiction(
            label=words.name_of(page.family, name, lang) if name else "",
            url=f"{url}?{urlencode({'section': page.sections[name]})}#row-{name}" if name else url,
            words=sentence,
        )
        for name, sentences in page.problems.items()
        for sentence in sentences
    ]


def contradictions_in(in_club: ClubRuleSet, version: RuleVersion) -> list[Contradiction]:
    """The same of a version that is no draft: there is no field to lead to."""
    family = in_club.rule_set.family
    return [
        Contradiction(
            label=words.name_of(family, name, spoken()) if name else "", url="", words=sentence
        )
        for name, sentences in problems_of(family, version.parameters).items()
        for sentence in sentences
    ]


def clauses_to_rewrite(page: DraftPage, club_slug: str) -> list[ToRewrite]:
    """The draft's clauses that need another text, in either language. One query."""
    url = _draft_url("league:draft-clauses", page, club_slug)
    return [
        ToRewrite(
            clause=clause, url=f"{url}?edit={clause.pk}", values=tuple(_differences(page, was))
        )
        for clause in page.draft.clauses.all()
        if (was := _written_for(clause, page))
    ]


def draft_changed(page: DraftPage, revision: int) -> DraftChanged:
    """Who saved the draft after that revision, and what is another now. One query."""
    since = changes_since(page.in_club.club, page.draft, revision)
    before = {name: value for name, value in since.before.items() if name in page.typed}
    others = {name: value for name, value in before.items() if page.typed[name] != value}
    return DraftChanged(
        since=since, values=tuple(_differences(page, others)), about=bool(since.about)
    )


def _written_for(clause: Clause, page: DraftPage) -> dict[str, Any]:
    """The values that a clause's texts were written for, as far as they are others now."""
    return {
        name: clause.values_written_for(language)[name]
        for language in ("en", "ja")
        for name in stale_names(clause, page.typed, language)
    }


def _differences(page: DraftPage, before: Mapping[str, Any]) -> list[Difference]:
    """Values as they were beside those of the draft, in words."""
    return [
        Difference(
            name=name,
            label=words.name_of(page.family, name, spoken()),
            section=page.sections[name],
            was=typed_words(page.typed_as({name: value}), name),
            now=typed_words(page, name),
        )
        for name, value in before.items()
    ]


def _draft_url(name: str, page: DraftPage, club_slug: str) -> str:
    return reverse(name, args=[club_slug, page.in_club.slug, page.draft.pk])
