"""A version as a book: its headings, its clauses in words, and what the document leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.rule_wording import Line, language, lines_of
from league.selectors.rulings import ToldRuling
from league.selectors.shipped import stored_names
from rules import words
from rules.clauses import ASSUMED, CLUB
from rules.models import Clause, RuleVersion, Section
from rules.parameters import Parameters, parameter_names, parameter_values
from rules.parameters.base import sections_of
from rules.presets import ShippedVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class BookClause:
    """A clause as the book prints it."""

    clause: Clause
    lines: tuple[Line, ...]  # what it states, worded from the parameters
    text: str  # its prose; empty where that was written for other values
    is_stale: bool  # its prose speaks of values that no longer hold
    is_changed: bool  # new or different since the version before
    rulings: tuple[ToldRuling, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection:
    """A heading and the clauses right under it."""

    code: str  # empty for clauses before the first heading
    title: str
    level: int  # 1 = a chapter
    clauses: tuple[BookClause, ...]

    @property
    def heading(self) -> int:
        """The level of its heading on the page, below the page's own."""
        return min(self.level, 3) + 1

    @property
    def clause_heading(self) -> int:
        """The level of its clauses' headings."""
        return self.heading + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSection:
    """Values of one kind on which the document is silent."""

    key: str
    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """All that a version says, in order."""

    sections: tuple[BookSection, ...]
    left_open: tuple[OpenSection, ...]
    decided: tuple[OpenSection, ...] = ()  # in no clause, and the club's own choice

    @property
    def stale(self) -> tuple[BookClause, ...]:
        """The clauses whose prose is to be written anew."""
        return tuple(each for part in self.sections for each in part.clauses if each.is_stale)


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The version before, as far as a book marks what changed since."""

    values: Mapping[str, Any]
    clauses: Mapping[str, Clause]


def earlier_of(version: RuleVersion, clauses: Iterable[Clause]) -> Earlier:
    """What a later version is held against: only what it holds a value of. No query.

    Raises:
        ParametersError: its parameters cannot stand.
    """
    stored = stored_names(version)
    found = parameter_values(version.value).items()
    values = {name: value for name, value in found if name in stored}
    return Earlier(values=values, clauses={clause.code: clause for clause in clauses})


def book_of(
    version: RuleVersion,
    parameters: Parameters,
    *,
    sections: Sequence[Section],
    clauses: Sequence[Clause],
    shipped: ShippedVersion | None,
    earlier: Earlier | None,
    rulings: Mapping[str, Sequence[ToldRuling]],
) -> Book:
    """Put the book together. No query.

    Args:
        version: whose book it is.
        parameters: its parameters, as they were read.
        sections: its headings in order; none where it was adopted before headings were kept.
        clauses: its clauses in order.
        shipped: what it was adopted from; lends its headings to a version without any.
        earlier: the version before; None for the first, whose own marks count.
        rulings: what was decided under the set's clauses, by their codes.
    """
    headings, places = _headings(sections, clauses, shipped)
    values = parameter_values(parameters)
    under: dict[str, list[BookClause]] = {code: [] for code in headings}
    for clause in clauses:
        made = _clause(version, parameters, values, clause, earlier)
        told = tuple(rulings.get(clause.code, ()))
        under[places[clause.code]].append(replace(made, rulings=told))
    return Book(
        sections=tuple(
            BookSection(code=code, title=title, level=level, clauses=tuple(under[code]))
            for code, (title, level) in headings.items()
            if code or under[code]
        ),
        left_open=_in_no_clause(version, parameters, clauses, ASSUMED),
        decided=_in_no_clause(version, parameters, clauses, CLUB),
    )


def stated_names(version: RuleVersion, clause: Clause) -> list[str]:
    """The parameters that a clause states: those it names, then those that name it."""
    more = (name for name, code in version.stated_by.items() if code == clause.code)
    return list(dict.fromkeys([*clause.states, *more]))


def _clause(
    version: RuleVersion,
    parameters: Parameters,
    values: Mapping[str, Any],
    clause: Clause,
    earlier: Earlier | None,
) -> BookClause:
    known = [name for name in stated_names(version, clause) if name in values]
    written_for = clause.values_read.items()
    is_stale = any(values.get(name) != value for name, value in written_for)
    own = dict.fromkeys(known, clause.code)  # beside its own words no clause names another
    return BookClause(
        clause=clause,
        lines=lines_of(parameters, known, own),
        text="" if is_stale else clause.text,
        is_stale=is_stale,
        is_changed=clause.is_changed
        if earlier is None
        else _differs(clause, known, values, earlier),
        rulings=(),
    )


def _differs(
    clause: Clause, names: Iterable[str], values: Mapping[str, Any], earlier: Earlier
) -> bool:
    before = earlier.clauses.get(clause.code)
    if before is None:
        return True
    said, was = ((c.title_ja, c.title_en, c.text_ja, c.text_en) for c in (clause, before))
    known = (name for name in names if name in earlier.values)
    return said != was or any(values[name] != earlier.values[name] for name in known)


#: the title and level of each heading by its code, and under which of them each clause stands
Headings = tuple[dict[str, tuple[str, int]], dict[str, str]]


def _headings(
    sections: Sequence[Section], clauses: Sequence[Clause], shipped: ShippedVersion | None
) -> Headings:
    """A clause without a known heading stays with the one before it."""
    if sections or shipped is None:
        titles = {each.code: (each.title, each.level) for each in sections}
        wanted = {clause.code: clause.section for clause in clauses}
    else:
        japanese = language() == "ja"
        titles = {
            each.code: (each.title_ja if japanese else each.title_en, each.level)
            for each in shipped.sections
        }
        wanted = {clause.code: clause.section for clause in shipped.clauses}
    places, last = {}, ""
    for clause in clauses:
        code = wanted.get(clause.code, "")
        places[clause.code] = last = code if code in titles else last
    return {"": ("", 1), **titles}, places


def _in_no_clause(
    version: RuleVersion, parameters: Parameters, clauses: Sequence[Clause], mark: str
) -> tuple[OpenSection, ...]:
    """What no clause of this version states, though it has a value: assumed, or the club's own.

    A version stored before a parameter existed says nothing of it, not even as an assumption.
    """
    lang = language()
    stated = {name for clause in clauses for name in stated_names(version, clause)}
    stored = stored_names(version)
    open_names = [
        name
        for name in parameter_names(type(parameters))
        if name in stored
        and name not in stated
        and (version.stated_by.get(name) == CLUB) == (mark == CLUB)
    ]
    grouped: dict[str, list[str]] = {}
    for name in open_names:
        grouped.setdefault(sections_of(type(parameters))[name], []).append(name)
    marked = dict.fromkeys(open_names, mark)
    found = (
        OpenSection(
            key=section,
            name=words.section_name(parameters.family, section, lang),
            lines=lines_of(parameters, names, marked),
        )
        for section, names in grouped.items()
    )
    return tuple(each for each in found if each.lines)
