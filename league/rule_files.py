"""A rule version as a file: one JSON document that goes out, is checked, and comes in again.

The document names every parameter. A file of an earlier release, which could not know the newer
ones, says ``"complete": false``; what it leaves out then has the family's default.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from pydantic import ValidationError

from league.days import day_problem, written_day
from league.parameter_problems import problems_of
from league.rule_file_checks import check_family, check_names, misshapen
from league.rule_file_shape import FORMAT, ClauseEntry, Document, Entry, SectionEntry
from league.rule_file_text import FileProblem, Lines, RuleFileError, decoded, parsed, refusal
from league.typed_rules import spoken, stored_form, typed_values
from rules.clauses import ASSUMED
from rules.models import Clause, RuleVersion
from rules.parameters import Parameters, parse_parameters
from rules.parameters.base import sections_of
from rules.words import name_of
from rules.words.types import FAMILIES

__all__ = ["FORMAT", "FileProblem", "RuleFile", "RuleFileError", "dump_version", "load_version"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFile:
    """What a sound file says."""

    family: str
    parameters: Parameters
    stated_by: Mapping[str, str] = field(default_factory=dict)
    sections: tuple[SectionEntry, ...] = ()
    clauses: tuple[ClauseEntry, ...] = ()
    name_ja: str = ""
    name_en: str = ""
    adopted_from: str = ""
    effective_from: date | None = None
    changes_ja: str = ""
    changes_en: str = ""


def dump_version(version: RuleVersion) -> dict[str, Any]:
    """A version with its book as plain JSON; a draft as it was typed. At most three queries."""
    rule_set, day = version.rule_set, version.effective_from
    stored = stored_form(rule_set.family, typed_values(rule_set.family, version.parameters))
    return {
        "format": FORMAT,
        "family": stored.pop("family"),
        "name_ja": rule_set.name_ja,
        "name_en": rule_set.name_en,
        "adopted_from": rule_set.adopted_from,
        "effective_from": day.isoformat() if day else None,
        "changes_ja": version.changes_ja,
        "changes_en": version.changes_en,
        "parameters": stored,
        "stated_by": dict(version.stated_by),
        "sections": [_plain(each, SectionEntry) for each in version.sections.all()],
        "clauses": [_clause(each) for each in version.clauses.all()],
    }


def load_version(content: str | bytes | Mapping[str, Any], *, family: str = "") -> RuleFile:
    """Read a file that somebody hands in, and check all of it.

    Args:
        content: the file; or its document, where it has been read as part of another.
        family: which the file must be of; empty for any.

    Raises:
        RuleFileError: too large, no JSON, another format or family, a name that stands twice, a
            parameter that is unknown, missing, out of range or contradicts the rest, a day that
            no club has.
    """
    text = "" if isinstance(content, Mapping) else decoded(content)
    data = dict(content) if isinstance(content, Mapping) else parsed(text)
    lines = Lines(text)
    document = _document(data, lines)
    check_family(document.family, family, lines)
    check_names(document, lines)
    stored = {"family": document.family, **document.parameters}
    problems = problems_of(document.family, stored)
    if problems:
        raise RuleFileError(
            [
                FileProblem(message=_named(document.family, name, said), line=lines.first(name))
                for name, sentences in problems.items()
                for said in sentences
            ]
        )
    return _rule_file(document, parse_parameters(stored), _day(document, lines))


def _plain(row: Any, shape: type[Entry]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in shape.model_fields}


def _clause(clause: Clause) -> dict[str, Any]:
    plain = _plain(clause, ClauseEntry)
    return {n: value for n, value in plain.items() if value or n != "written_for_en"}


def _document(data: Mapping[str, Any], lines: Lines) -> Document:
    if data.get("format") != FORMAT:
        words = _("This is no rule file of Jancho: its format is not “%(format)s”.")
        raise refusal(words % {"format": FORMAT}, lines.first("format"))
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        if "\\u0000" in json.dumps(data):
            raise ValueError
        return Document.model_validate(data)
    except ValidationError as error:
        raise misshapen(error, lines) from error
    except ValueError as error:  # half of a surrogate pair, NUL: no database keeps them
        raise refusal(_("The file holds a character or a number that is none.")) from error


def _day(document: Document, lines: Lines) -> date | None:
    if document.effective_from is None:
        return None
    line = lines.first("effective_from")
    try:
        day = written_day(document.effective_from)
    except ValueError as error:
        raise refusal(_("This is no day."), line, field="effective_from") from error
    if problem := day_problem(day):
        raise refusal(problem, line, field="effective_from")
    return day


def _named(family: str, name: str, said: str) -> str:
    return f"{name_of(family, name, spoken())} ({name}): {said}" if name else said


def _rule_file(document: Document, parameters: Parameters, day: date | None) -> RuleFile:
    return RuleFile(
        family=document.family,
        parameters=parameters,
        stated_by={
            name: document.stated_by.get(name, ASSUMED)
            for name in sections_of(FAMILIES[document.family])
        },
        sections=tuple(document.sections),
        clauses=tuple(document.clauses),
        name_ja=document.name_ja,
        name_en=document.name_en,
        adopted_from=document.adopted_from,
        effective_from=day,
        changes_ja=document.changes_ja,
        changes_en=document.changes_en,
    )
