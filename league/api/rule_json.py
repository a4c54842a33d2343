"""Rule sets, versions, books and comparisons as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse

from league.models import ClubRuleSet
from league.parameter_problems import problems_of
from league.rule_files import dump_version
from league.rule_wording import Line
from league.selectors.rule_book import Book, BookClause, OpenSection
from league.selectors.rule_compare import Comparison, DifferenceSection, Prose, Said
from league.selectors.rule_timeline import DatedVersion, Timeline
from league.selectors.shipped import can_settle
from league.typed_rules import stored_form, typed_values
from rules.models import RuleVersion
from rules.parameters import parameter_values
from rules.presets import ShippedSet

Json = dict[str, Any]


def shipped_json(shipped: ShippedSet) -> Json:
    """A shipped set with its versions, oldest first."""
    return {
        "key": shipped.key,
        "family": shipped.family,
        "name_ja": shipped.name_ja,
        "name_en": shipped.name_en,
        "source_ja": shipped.source_ja,
        "source_en": shipped.source_en,
        "players": shipped.versions[-1].parameters.game.players,
        "versions": [
            {
                "label": version.label,
                "effective_from": version.effective_from,
                "changes_ja": version.changes_ja,
                "changes_en": version.changes_en,
                "can_settle": can_settle(version.parameters),
            }
            for version in shipped.versions
        ],
    }


def set_json(line: Timeline) -> Json:
    """A set of the club in short."""
    in_club, in_force = line.in_club, line.in_force
    return {
        "slug": in_club.slug,
        "name_ja": in_club.rule_set.name_ja,
        "name_en": in_club.rule_set.name_en,
        "family": in_club.rule_set.family,
        "adopted_from": in_club.rule_set.adopted_from,
        "in_force": in_force.label if in_force else None,
        "leagues": [league.slug for league in line.leagues],
        "url": reverse("league:rule-set", args=[in_club.club.slug, in_club.slug]),
    }


def line_json(line: Timeline) -> Json:
    """A set with its line of versions, newest first."""
    return {**set_json(line), "versions": [_dated_json(dated) for dated in line.versions]}


def _dated_json(dated: DatedVersion) -> Json:
    version, left = dated.version, dated.left
    return {
        "label": version.label,
        "effective_from": version.effective_from,
        "status": version.status,
        "in_force": dated.is_in_force,
        "changes_ja": version.changes_ja,
        "changes_en": version.changes_en,
        "published_at": version.published_at,
        "based_on": version.based_on.label if version.based_on else None,
        "left_by": left.pk if left else None,
    }


def draft_json(draft: RuleVersion) -> Json:
    """A draft in short."""
    return {
        "id": draft.pk,
        "label": draft.label,
        "title": draft.title,
        "draft_revision": draft.draft_revision,
        "effective_from": draft.effective_from,
        "based_on": draft.based_on.label if draft.based_on else None,
        "edited_at": draft.edited_at,
        "edited_by": draft.edited_by,
    }


def whole_draft_json(in_club: ClubRuleSet, draft: RuleVersion) -> Json:
    """A draft, its rule file, and what keeps it from standing."""
    return {
        **draft_json(draft),
        "problems": draft_problems(draft),
        "url": reverse("league:rule-version", args=[in_club.club.slug, in_club.slug, draft.label]),
        "rules": dump_version(draft),
    }


def draft_problems(draft: RuleVersion) -> dict[str, list[str]]:
    """What keeps a version from standing, by parameter; empty when it is sound."""
    family = draft.rule_set.family
    return problems_of(family, stored_form(family, typed_values(family, draft.parameters)))


def book_json(book: Book) -> Json:
    """A version as a book, in the reader's language."""
    return {
        "sections": [
            {
                "code": section.code,
                "title": section.title,
                "level": section.level,
                "clauses": [_clause_json(clause) for clause in section.clauses],
            }
            for section in book.sections
        ],
        "decided": _open_json(book.decided),
        "left_open": _open_json(book.left_open),
    }


def _open_json(sections: Iterable[OpenSection]) -> list[Json]:
    return [
        {"section": part.key, "name": part.name, "lines": _lines_json(part.lines)}
        for part in sections
    ]


def _clause_json(found: BookClause) -> Json:
    """A clause; one whose text speaks of values that no longer hold has lines and no text."""
    return {
        "code": found.clause.code,
        "title": found.clause.title,
        "text": found.text,
        "stale": found.is_stale,
        "changed": found.is_changed,
        "own": found.clause.is_own,
        "lines": _lines_json(found.lines),
    }


def _lines_json(lines: Iterable[Line]) -> list[Json]:
    return [
        {
            "parameter": line.parameter,
            "name": line.name,
            "said": line.value,
            "clause": line.clause or None,
            "assumed": line.is_assumed,
            "club": line.is_club,
        }
        for line in lines
    ]


def comparison_json(found: Comparison) -> Json:
    """Two versions side by side; only what differs."""
    return {
        "here": found.here.name,
        "there": found.there.name,
        "differences": differences_json(
            found.sections,
            parameter_values(found.here.parameters),
            parameter_values(found.there.parameters),
        ),
        "texts": [
            {"code": text.code, "here": _prose_json(text.here), "there": _prose_json(text.there)}
            for text in found.texts
        ],
    }


def differences_json(
    sections: Iterable[DifferenceSection], here: Mapping[str, Any], there: Mapping[str, Any]
) -> list[Json]:
    """The parameters on which two versions differ: both values, as JSON and in words."""
    return [
        {
            "parameter": row.parameter,
            "name": row.name,
            "section": section.key,
            "here": _said_json(here[row.parameter], row.here),
            "there": _said_json(there[row.parameter], row.there),
        }
        for section in sections
        for row in section.rows
    ]


def _said_json(value: object, said: Said) -> Json:
    """A value; without words where it means nothing beside the side's other values."""
    return {
        "value": value,
        "said": said.value or None,
        "clause": said.clause or None,
        "assumed": said.is_assumed,
        "club": said.is_club,
    }


def _prose_json(prose: Prose | None) -> Json | None:
    return None if prose is None else {"title": prose.title, "text": prose.text}
