"""A rule version as a file: one JSON document that goes out, is checked, and comes in again.

The document names every parameter. A file of an earlier release, which could not know the newer
ones, says ``"complete": false``; what it leaves out then has the family's default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError

from league.core.days import day_problem, written_day
from league.core.inputs import has_too_many_entries
from league.rulebook.prose import Changes, Code, CodeOrNone, Key, Name, Text, Title, shown
from league.rulebook.typed import problems_of, stored_form, typed_values
from league.wording.errors import shape_words
from league.wording.rules import language
from rules.clauses import ASSUMED, MARKS
from rules.models import Clause, RuleVersion
from rules.parameters import FAMILIES, Parameters, parse_parameters
from rules.parameters.base import sections_of
from rules.words import name_of

#: a file is no larger, in bytes
LARGEST: Final = 1_000_000
#: a document needs four levels
_DEEPEST: Final = 12
#: problems that are listed one by one; of the others it is said how many they are
MOST_LISTED: Final = 20

#: a text or a bracket. A text that nothing ends runs to the end of the file and nothing of it is
#: tried again, so that every character is looked at once
TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{\]}]', re.DOTALL)
_NAME: Final = re.compile(r'("(?:[^"\\]++|\\.)*+"?)(\s*+:)?', re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    message: str
    line: int = 0  # 0 where it has no place in the file
    field: str = ""  # the key of the file that it is about, where a form has a field for it


class RuleFileError(Exception):
    """A file that is not a rule version; ``problems`` says why.

    There are ``MOST_LISTED`` at most, and then one more that counts the others.
    """

    code = "bad-rule-file"

    def __init__(self, problems: Sequence[FileProblem], untold: int = 0) -> None:
        """Keep the first problems; ``untold`` counts those already left out."""
        listed, untold = tuple(problems[:MOST_LISTED]), untold + max(len(problems) - MOST_LISTED, 0)
        if untold:
            words = ngettext(
                "%(count)s more problem was found.", "%(count)s more problems were found.", untold
            )
            listed = (*listed, FileProblem(message=words % {"count": f"{untold:,}"}))
        super().__init__("; ".join(problem.message for problem in listed))
        self.problems = listed


def refusal(message: str, line: int = 0, *, field: str = "") -> RuleFileError:
    return RuleFileError([FileProblem(message=message, line=line, field=field)])


def decoded(content: str | bytes) -> str:
    """Decode a file.

    Raises:
        RuleFileError: it is too large, or not UTF-8.
    """
    size = len(content.encode("utf-8", "replace")) if isinstance(content, str) else len(content)
    if size > LARGEST:
        raise refusal(_("The file is too large for a rule file (1 MB at most)."))
    try:
        return content if isinstance(content, str) else content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refusal(_("The file is not encoded in UTF-8.")) from error


def parsed(text: str) -> dict[str, Any]:
    """Parse a text as a document.

    Raises:
        RuleFileError: no JSON, nested too deeply, a duplicate name, NaN, no object, or one of
            more entries than any has.
    """
    if _depth(text) > _DEEPEST:
        raise refusal(_("The file is nested too deeply."))
    try:
        data = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_once, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        raise refusal(_("The file is not valid JSON."), error.lineno) from error
    except _Twice as error:
        line = Lines(text).last(error.name)
        words = _("“%(name)s” appears twice in the same place.") % {"name": shown(error.name, 40)}
        raise refusal(words, line) from error
    except ValueError as error:  # NaN and Infinity, or a number longer than Python reads
        raise refusal(_("The file contains an invalid number.")) from error
    if not isinstance(data, dict) or has_too_many_entries(data):
        raise refusal(_("This is not a Jancho rule file."))
    return data


def _depth(text: str) -> int:
    """Return how deep brackets are nested; those in strings do not count."""
    deepest = depth = 0
    for found in TOKEN.finditer(text):
        bracket = text[found.start()]
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in "]}":
            depth -= 1
    return deepest


class _Twice(Exception):  # noqa: N818, never leaves this module
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


class Lines:
    """The line numbers, from 1, of names before a colon; all are found in one pass."""

    def __init__(self, text: str) -> None:
        self._text = text

    def first(self, name: str) -> int:
        """Return the first line of a name; 0 where there is none."""
        return self._lines.get(name, (0, 0))[0]

    def last(self, name: str) -> int:
        """Return the last line of a name; 0 where there is none."""
        return self._lines.get(name, (0, 0))[1]

    @cached_property
    def _lines(self) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        line, counted = 1, 0
        for match in _NAME.finditer(self._text):
            if match[2] is None:
                continue
            line += self._text.count("\n", counted, match.start())
            counted = match.start()
            name = _plain_name(match[1])
            found[name] = (found.get(name, (line, line))[0], line)
        return found


def _plain_name(quoted: str) -> str:
    try:
        return str(json.loads(quoted))
    except ValueError:  # beyond the place at which a file was given up
        return quoted


FORMAT: Final = "jancho-rules-1"

#: parameters that one clause can be about; no family has as many
_MOST_STATES: Final = 500
_WrittenFor = Annotated[dict[str, Any], Field(max_length=_MOST_STATES)]


class Entry(BaseModel):
    """Accepts only its own keys, each of its own type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SectionEntry(Entry):
    code: Code
    level: Annotated[int, Field(ge=1, le=9)] = 1
    title_ja: Title
    title_en: Title


class ClauseEntry(Entry):
    code: Code
    section: CodeOrNone = ""
    title_ja: Title
    title_en: Title
    text_ja: Text
    text_en: Text
    states: Annotated[
        list[Annotated[str, Field(max_length=60)]], Field(max_length=_MOST_STATES)
    ] = []
    written_for: _WrittenFor = {}
    written_for_en: _WrittenFor = {}  # of the English text alone, where it is another
    is_own: bool = False
    is_changed: bool = False


class Document(Entry):
    format: Literal["jancho-rules-1"]
    family: str
    name_ja: Name = ""
    name_en: Name = ""
    adopted_from: Key = ""
    effective_from: str | None = None
    changes_ja: Changes = ""
    changes_en: Changes = ""
    complete: StrictBool = True
    parameters: dict[str, dict[str, Any]]
    stated_by: dict[str, Code] = {}
    sections: Annotated[list[SectionEntry], Field(max_length=500)] = []
    clauses: Annotated[list[ClauseEntry], Field(max_length=1_000)] = []


#: names in a whole file; a sound one has some hundreds
MOST_NAMES: Final = 2_000
#: unknown names for which the one that may be meant is looked for
MOST_GUESSES: Final = 20


def misshapen(error: ValidationError, lines: Lines) -> RuleFileError:
    found = error.errors(include_url=False, include_input=False, include_context=True)
    listed = [_misshapen(each, lines) for each in found[:MOST_LISTED]]
    return RuleFileError(listed, untold=len(found) - len(listed))


def _misshapen(error: Any, lines: Lines) -> FileProblem:
    """Describe an error at one place of a file; places in lists are counted from 1."""
    place = ".".join(str(step + 1 if isinstance(step, int) else step) for step in error["loc"])
    name = next((str(s) for s in reversed(error["loc"]) if isinstance(s, str)), "")
    words = shape_words(error["type"], error.get("ctx", {}))
    if error["type"] == "extra_forbidden":
        words = _("“%(place)s” is not a valid entry in a rule file.")
    return FileProblem(message=words % {"place": shown(place, 80)}, line=lines.first(name))


def check_family(found: str, wanted: str, lines: Lines) -> None:
    """Check that a file's family exists, and is the wanted one, if any.

    Raises:
        RuleFileError: it does not, or is not.
    """
    if found not in FAMILIES:
        words = _("There is no rule family “%(family)s”.") % {"family": shown(found, 40)}
        raise refusal(words, lines.first("family"))
    if wanted and found != wanted:
        words = _("The file is for the family “%(found)s”, but these rules are “%(wanted)s”.")
        raise refusal(words % {"found": found, "wanted": wanted}, lines.first("family"))


def check_names(document: Document, lines: Lines) -> None:
    """Check that every name is a parameter in its own section, and that none is missing.

    Raises:
        RuleFileError: says which names are wrong.
    """
    known = sections_of(FAMILIES[document.family])
    names = sum(len(values) for values in document.parameters.values())
    names += len(document.stated_by)
    names += sum(
        len(clause.states) + len(clause.written_for) + len(clause.written_for_en)
        for clause in document.clauses
    )
    if names > MOST_NAMES:
        raise refusal(_("The file contains far too many parameters."))
    found = [
        FileProblem(message=words, line=lines.first(name))
        for name, words in _unknown(document, known)
    ]
    there = {name for values in document.parameters.values() for name in values}
    if document.complete:
        found += [
            FileProblem(
                message=_("The parameter “%(label)s” (%(name)s) is missing.")
                % {"label": name_of(document.family, name, language()), "name": name},
                line=lines.first(section),
            )
            for name, section in known.items()
            if name not in there
        ]
    if found:
        raise RuleFileError(found)


def _unknown(document: Document, known: Mapping[str, str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for section, values in document.parameters.items():
        for name in values:
            if known.get(name) != section:
                words = _misplaced(name, section, known, guess=len(found) < MOST_GUESSES)
                found.append((name, words))
    codes = {clause.code for clause in document.clauses} | MARKS
    for name, code in document.stated_by.items():
        if name not in known or code not in codes:
            words = _("“%(code)s” cannot be given as the clause for “%(name)s”.")
            found.append((name, words % {"name": shown(name, 40), "code": code}))
    found += [
        (name, _("There is no setting “%(name)s”.") % {"name": shown(name, 40)})
        for clause in document.clauses
        for name in {*clause.states, *clause.written_for, *clause.written_for_en}
        if name not in known
    ]
    for codes_of in (document.sections, document.clauses):
        listed = [each.code for each in codes_of]
        found += [
            (code, _("“%(name)s” appears twice in the same place.") % {"name": code})
            for code in sorted({code for code in listed if listed.count(code) > 1})
        ]
    return found


def _misplaced(name: str, section: str, known: Mapping[str, str], *, guess: bool) -> str:
    facts = {"name": shown(name, 40), "section": shown(section, 40)}
    if name in known:
        words = _("The parameter “%(name)s” belongs in “%(right)s”, not in “%(section)s”.")
        return words % {**facts, "right": known[name]}
    near = get_close_matches(name, known, 1) if guess else []
    if near:
        words = _("There is no parameter “%(name)s” in “%(section)s”. Did you mean “%(near)s”?")
        return words % {**facts, "near": near[0]}
    return _("There is no parameter “%(name)s” in “%(section)s”.") % facts


__all__ = ["FORMAT", "FileProblem", "RuleFile", "RuleFileError", "dump_version", "load_version"]


#: what a file says beside its rules and its book
_TEXTS: Final = ("name_ja", "name_en", "adopted_from", "changes_ja", "changes_en")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFile:
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
    """Dump a version with its book as plain JSON; a draft as typed. At most three queries."""
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
    """Read a submitted file, and check all of it.

    Args:
        content: the file; or its document, if it was read as part of another.
        family: which the file must be of; empty for any.

    Raises:
        RuleFileError: too large, no JSON, another format or family, a duplicate name, a
            parameter that is unknown, missing, out of range or contradicts the rest, a day
            outside the supported calendar.
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
                FileProblem(message=_named(document.family, name, sentence), line=lines.first(name))
                for name, sentences in problems.items()
                for sentence in sentences
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
        words = _("This is not a Jancho rule file: its format is not “%(format)s”.")
        raise refusal(words % {"format": FORMAT}, lines.first("format"))
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        if "\\u0000" in json.dumps(data):
            raise ValueError
        return Document.model_validate(data)
    except ValidationError as error:
        raise misshapen(error, lines) from error
    except ValueError as error:  # half of a surrogate pair, NUL: no database keeps them
        raise refusal(_("The file contains an invalid character or number.")) from error


def _day(document: Document, lines: Lines) -> date | None:
    if document.effective_from is None:
        return None
    line = lines.first("effective_from")
    try:
        day = written_day(document.effective_from)
    except ValueError as error:
        raise refusal(_("This is not a date."), line, field="effective_from") from error
    if problem := day_problem(day):
        raise refusal(problem, line, field="effective_from")
    return day


def _named(family: str, name: str, sentence: str) -> str:
    return f"{name_of(family, name, language())} ({name}): {sentence}" if name else sentence


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
        effective_from=day,
        **{name: getattr(document, name) for name in _TEXTS},
    )
