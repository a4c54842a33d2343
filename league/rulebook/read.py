"""A version of a club's rules as its page shows it: the book, tables, departures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from league.core.days import club_day
from league.models import Club, ClubRuleSet
from league.rulebook.compare import DifferenceSection, Side, differences, side_of
from league.rulebook.rulings import DetailedRuling, rulings_by_clause
from league.rulebook.shipped import shipped_name, shipped_on, shipped_set, stored_names
from league.rulebook.timeline import READABLE, SHOWN, DatedVersion, dated_line, departures, moved_on
from league.wording.rules import Line, language, line_of, lines_of, summary
from rules import words
from rules.clauses import ASSUMED, CLUB
from rules.errors import ParametersError
from rules.models import Clause, RuleVersion, Section
from rules.parameters import (
    BooParameters,
    Parameters,
    ZungJungParameters,
    parameter_names,
    parameter_values,
)
from rules.parameters.base import sections_of
from rules.presets import ShippedVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class BookClause:
    clause: Clause
    lines: tuple[Line, ...]  # what it states, worded from the parameters
    text: str  # its prose; empty where that was written for other values
    is_stale: bool  # its prose speaks of values that no longer hold
    is_changed: bool  # new or different since the version before
    rulings: tuple[DetailedRuling, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection:
    code: str  # empty for clauses before the first heading
    title: str
    level: int  # 1 = a chapter
    clauses: tuple[BookClause, ...]

    @property
    def heading(self) -> int:
        return min(self.level, 3) + 1

    @property
    def clause_heading(self) -> int:
        return self.heading + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSection:
    key: str
    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    sections: tuple[BookSection, ...]
    left_open: tuple[OpenSection, ...]
    decided: tuple[OpenSection, ...] = ()  # in no clause, and the club's own choice

    @property
    def stale(self) -> tuple[BookClause, ...]:
        return tuple(each for part in self.sections for each in part.clauses if each.is_stale)


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    values: Mapping[str, Any]
    clauses: Mapping[str, Clause]


def earlier_of(version: RuleVersion, clauses: Iterable[Clause]) -> Earlier:
    """Return what a later version is compared with: only what has a value here. No query.

    Raises:
        ParametersError: its parameters are invalid.
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
    rulings: Mapping[str, Sequence[DetailedRuling]],
) -> Book:
    """Put the book together. No query.

    Args:
        version: whose book it is.
        parameters: its parsed parameters.
        sections: its headings in order; none where it was adopted before headings were kept.
        clauses: its clauses in order.
        shipped: what it was adopted from; lends its headings to a version without any.
        earlier: the version before; None for the first, whose own marks count.
        rulings: those under the set's clauses, by clause code.
    """
    headings, places = _headings(sections, clauses, shipped)
    values = parameter_values(parameters)
    under: dict[str, list[BookClause]] = {code: [] for code in headings}
    for clause in clauses:
        made = _clause(version, parameters, values, clause, earlier)
        of_clause = tuple(rulings.get(clause.code, ()))
        under[places[clause.code]].append(replace(made, rulings=of_clause))
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
    now, was = ((c.title_ja, c.title_en, c.text_ja, c.text_en) for c in (clause, before))
    known = (name for name in names if name in earlier.values)
    return now != was or any(values[name] != earlier.values[name] for name in known)


#: the title and level of each heading by its code, and under which of them each clause stands
Headings = tuple[dict[str, tuple[str, int]], dict[str, str]]


def _headings(
    sections: Sequence[Section], clauses: Sequence[Clause], shipped: ShippedVersion | None
) -> Headings:
    """Group clauses; one without a known heading stays with the one before it."""
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
    """Return values that no clause of this version states: assumed, or the club's own.

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


#: what a top makes, and how many it leaves sunk; the right to double is about the first again
_MADE: Final = (("double_maru_a", 3), ("maru_a", 3), ("maru_b", 2), ("maru_c", 1))


def victory_points(parameters: Parameters, stated_by: Mapping[str, str]) -> list[dict[str, Any]]:
    """What each result of a Boo game pays, best first; nothing for other families.

    In points of score: 1,000 are a victory point.
    """
    if not isinstance(parameters, BooParameters):
        return []
    rows: list[dict[str, Any]] = []
    for name, sunk in _MADE:
        amount: int = getattr(parameters.settlement, name)
        paid = {"top": sunk * amount, "floating": 0, "sunk": -amount, "sunk_players": sunk}
        rows.append({"line": line_of(parameters, name, stated_by), **paid})
    return rows


def patterns(parameters: Parameters, stated_by: Mapping[str, str]) -> tuple[Line, ...]:
    if not isinstance(parameters, ZungJungParameters):
        return ()
    names = (name for name in type(parameters.patterns).model_fields if name.startswith("worth_"))
    return tuple(line_of(parameters, name, stated_by) for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departures:
    source: str  # the shipped version's name
    shipped: ShippedVersion
    key: str
    sections: tuple[DifferenceSection, ...]
    own_clauses: tuple[Clause, ...]  # added or reworded by the club

    @property
    def is_none(self) -> bool:
        return not (self.sections or self.own_clauses)


def departures_of(
    version: RuleVersion, clauses: Iterable[Clause], today: date
) -> Departures | None:
    """Return departures from the shipped version of the same day. No query.

    Args:
        version: with its rule set.
        clauses: its clauses.
        today: used for a draft without a day.

    Returns:
        None for a set of the club's own making, and for values that contradict each other.
    """
    day = version.effective_from or today
    source = shipped_set(version.rule_set.adopted_from)
    shipped = shipped_on(version.rule_set, day)
    if source is None or shipped is None:
        return None
    try:
        here = side_of(version, (), today)
    except ParametersError:
        return None
    there = Side(
        name=shipped_name(source, shipped),
        url="",
        parameters=shipped.parameters,
        stated_by=shipped.stated_by,
        clauses=(),
        lineage=source.key,
    )
    return Departures(
        source=there.name,
        shipped=shipped,
        key=source.key,
        sections=differences(here, there),
        own_clauses=tuple(clause for clause in clauses if clause.is_own),
    )


Status = RuleVersion.Status
#: what organizers read beside what everybody may
UNDER_WORK = frozenset({Status.DRAFT, Status.PENDING})
#: was published, and settles no game any more
COUNTS_NO_MORE = frozenset({Status.SUPERSEDED, Status.WITHDRAWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPage:
    in_club: ClubRuleSet
    dated: DatedVersion
    before: RuleVersion | None
    after: RuleVersion | None
    summary: tuple[Line, ...]
    victory_points: list[dict[str, Any]]
    patterns: tuple[Line, ...]
    book: Book | None  # None where its values contradict each other: a draft can
    departures: Departures | None
    never_counted: bool  # it left before its first day came

    @property
    def version(self) -> RuleVersion:
        return self.dated.version

    @property
    def counts_no_more(self) -> bool:
        return self.version.status in COUNTS_NO_MORE

    @property
    def is_under_work(self) -> bool:
        return self.version.status in UNDER_WORK


def version_page(
    club: Club, set_slug: str, label: str, today: date, *, for_organizer: bool
) -> VersionPage | None:
    """Find a version by the label in its address, or None.

    Nine queries at most; ten for one that no longer counts.
    """
    found = find_version(club, set_slug, label, today, for_organizer=for_organizer)
    if found is None:
        return None
    in_club, line, dated = found
    at = line.index(dated) if dated in line else None
    before = _held_against(dated.version, line)
    read = _read([dated.version, *([before] if before else [])])
    version = read[dated.version.pk]
    parameters = readable(version)
    clauses = tuple(version.clauses.all())
    gone = departures(in_club) if version.status in COUNTS_NO_MORE else {}
    left = gone.get(version.pk)
    closed = left.closed_at if left else None
    return VersionPage(
        in_club=in_club,
        dated=replace(dated, version=version, left=left, then=moved_on(gone, version)),
        before=line[at - 1].version if at else None,
        after=line[at + 1].version if at is not None and at + 1 < len(line) else None,
        summary=summary(parameters, version.stated_by) if parameters else (),
        victory_points=victory_points(parameters, version.stated_by) if parameters else [],
        patterns=patterns(parameters, version.stated_by) if parameters else (),
        book=_book(in_club, version, parameters, read[before.pk] if before else None, today),
        departures=departures_of(version, clauses, today),
        never_counted=closed is not None and club_day(club, closed) < version.first_day,
    )


Found = tuple[ClubRuleSet, list[DatedVersion], DatedVersion]


def find_version(
    club: Club, set_slug: str, label: str, today: date, *, for_organizer: bool
) -> Found | None:
    """Find a version by its label, in its set and line, without values. Two queries.

    Drafts, and versions about to come into force, are for organizers and are in no line; nor are
    those withdrawn or moved away, which everybody can still read.
    """
    sets = ClubRuleSet.objects.for_club(club).select_related("rule_set")
    in_club = sets.filter(slug=set_slug).first()
    if in_club is None:
        return None
    versions = list(in_club.rule_set.versions.defer("parameters", "stated_by"))
    line = dated_line(versions, today, {}, SHOWN)
    beside = {*(READABLE - SHOWN), *(UNDER_WORK if for_organizer else ())}
    others = [
        DatedVersion(version=version, is_in_force=False, is_to_come=False)
        for version in versions
        if version.status in beside
    ]
    dated = next((each for each in (*line, *others) if each.version.label == label), None)
    return None if dated is None else (in_club, line, dated)


def _read(versions: Iterable[RuleVersion]) -> dict[int, RuleVersion]:
    """Return the versions with all their contents, by key. Three queries."""
    whole = RuleVersion.objects.filter(pk__in=[version.pk for version in versions])
    found = whole.select_related("rule_set").prefetch_related("clauses", "sections")
    return {version.pk: version for version in found}


def _book(
    in_club: ClubRuleSet,
    version: RuleVersion,
    parameters: Parameters | None,
    before: RuleVersion | None,
    today: date,
) -> Book | None:
    if parameters is None:
        return None
    return book_of(
        version,
        parameters,
        sections=tuple(version.sections.all()),
        clauses=tuple(version.clauses.all()),
        shipped=shipped_on(version.rule_set, version.effective_from or today),
        earlier=earlier_of(before, before.clauses.all()) if before and readable(before) else None,
        rulings=rulings_by_clause(in_club),
    )


def readable(version: RuleVersion) -> Parameters | None:
    """Return a version's parameters; None where they contradict each other."""
    try:
        return version.value
    except ParametersError:
        return None


def _held_against(version: RuleVersion, line: Sequence[DatedVersion]) -> RuleVersion | None:
    """Return the version to mark changes against: the one in force before.

    A draft without a day is compared with what it was copied from, if that is still readable.
    """
    day = version.effective_from
    if day is None:
        return next((d.version for d in line if d.version.pk == version.based_on_id), None)
    before = [
        dated.version
        for dated in line
        if dated.version.status == Status.PUBLISHED and dated.version.first_day < day
    ]
    return before[-1] if before else None
