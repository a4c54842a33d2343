"""What can be wrong with a rule file before its values are looked at: shape, family and names."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

from django.utils.translation import gettext as _
from pydantic import ValidationError

from league.rule_file_shape import Document
from league.rule_file_text import MOST_TOLD, FileProblem, Lines, RuleFileError, refusal
from league.rule_prose import shown
from league.shape_words import shape_words
from league.typed_rules import spoken
from rules.clauses import MARKS
from rules.parameters.base import sections_of
from rules.words import name_of
from rules.words.types import FAMILIES

#: names in a whole file; a sound one has some hundreds
MOST_NAMES: Final = 2_000
#: unknown names for which the one that may be meant is looked for
MOST_GUESSES: Final = 20


def misshapen(error: ValidationError, lines: Lines) -> RuleFileError:
    """The error for what pydantic found wrong with the shape of a file."""
    found = error.errors(include_url=False, include_input=False, include_context=True)
    told = [_misshapen(each, lines) for each in found[:MOST_TOLD]]
    return RuleFileError(told, untold=len(found) - len(told))


def _misshapen(error: Any, lines: Lines) -> FileProblem:
    """What is wrong at one place of a file; places in lists are counted from 1."""
    place = ".".join(str(step + 1 if isinstance(step, int) else step) for step in error["loc"])
    name = next((str(s) for s in reversed(error["loc"]) if isinstance(s, str)), "")
    words = shape_words(error["type"], error.get("ctx", {}))
    if error["type"] == "extra_forbidden":
        words = _("“%(place)s” has no meaning in a rule file.")
    return FileProblem(message=words % {"place": shown(place, 80)}, line=lines.first(name))


def check_family(found: str, wanted: str, lines: Lines) -> None:
    """See that a file is of a family that there is, and of the one that is wanted, if any is.

    Raises:
        RuleFileError: it is not.
    """
    if found not in FAMILIES:
        words = _("There is no family of rules “%(family)s”.") % {"family": shown(found, 40)}
        raise refusal(words, lines.first("family"))
    if wanted and found != wanted:
        words = _("The file is of the family “%(found)s”, these rules are “%(wanted)s”.")
        raise refusal(words % {"found": found, "wanted": wanted}, lines.first("family"))


def check_names(document: Document, lines: Lines) -> None:
    """See that every name is a parameter in its own section, and that none is missing.

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
        raise refusal(_("The file names far more parameters than there are."))
    found = [
        FileProblem(message=words, line=lines.first(name))
        for name, words in _unknown(document, known)
    ]
    there = {name for values in document.parameters.values() for name in values}
    if document.complete:
        found += [
            FileProblem(
                message=_("The parameter “%(label)s” (%(name)s) is missing.")
                % {"label": name_of(document.family, name, spoken()), "name": name},
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
            words = _("“%(name)s” cannot be stated by “%(code)s”.")
            found.append((name, words % {"name": shown(name, 40), "code": code}))
    found += [
        (name, _("There is no parameter “%(name)s”.") % {"name": shown(name, 40)})
        for clause in document.clauses
        for name in {*clause.states, *clause.written_for, *clause.written_for_en}
        if name not in known
    ]
    for codes_of in (document.sections, document.clauses):
        listed = [each.code for each in codes_of]
        found += [
            (code, _("“%(name)s” stands twice in one place.") % {"name": code})
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
        words = _("There is no parameter “%(name)s” in “%(section)s”. Is “%(near)s” meant?")
        return words % {**facts, "near": near[0]}
    return _("There is no parameter “%(name)s” in “%(section)s”.") % facts
