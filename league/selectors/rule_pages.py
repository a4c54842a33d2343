"""Reading one version of a club's rules for its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from league.days import club_day
from league.models import Club, ClubRuleSet
from league.rule_tables import VictoryRow, patterns, victory_points
from league.rule_wording import Line, summary
from league.selectors.rule_book import Book, Earlier, book_of, earlier_of
from league.selectors.rule_departures import Departures, departures_of
from league.selectors.rule_timeline import (
    READABLE,
    SHOWN,
    DatedVersion,
    dated_line,
    departures,
    moved_on,
)
from league.selectors.rulings import rulings_by_clause
from league.selectors.shipped import shipped_on
from rules.errors import ParametersError
from rules.models import RuleVersion
from rules.parameters import Parameters

Status = RuleVersion.Status
#: what organizers read beside what everybody may
UNDER_WORK = frozenset({Status.DRAFT, Status.PENDING})
#: was published, and settles no game any more
COUNTS_NO_MORE = frozenset({Status.SUPERSEDED, Status.WITHDRAWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPage:
    """One version as a book, with its neighbours in time."""

    in_club: ClubRuleSet
    dated: DatedVersion
    before: RuleVersion | None
    after: RuleVersion | None
    summary: tuple[Line, ...]
    victory_points: tuple[VictoryRow, ...]
    patterns: tuple[Line, ...]
    book: Book | None  # None where its values contradict each other: a draft can
    departures: Departures | None
    never_counted: bool  # it left before its first day came

    @property
    def version(self) -> RuleVersion:
        """The version itself."""
        return self.dated.version

    @property
    def counts_no_more(self) -> bool:
        """Whether it was published once and settles no game any more."""
        return self.version.status in COUNTS_NO_MORE

    @property
    def is_under_work(self) -> bool:
        """Whether it is not in force on any day yet."""
        return self.version.status in UNDER_WORK


def version_page(
    club: Club, set_slug: str, label: str, today: date, *, for_organizer: bool
) -> VersionPage | None:
    """One version by the label in its address, or None.

    Nine queries at most; ten for one that counts no more.
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
        victory_points=victory_points(parameters, version.stated_by) if parameters else (),
        patterns=patterns(parameters, version.stated_by) if parameters else (),
        book=_book(in_club, version, parameters, read[before.pk] if before else None, today),
        departures=departures_of(version, clauses, today),
        never_counted=closed is not None and club_day(club, closed) < version.first_day,
    )


Found = tuple[ClubRuleSet, list[DatedVersion], DatedVersion]


def find_version(
    club: Club, set_slug: str, label: str, today: date, *, for_organizer: bool
) -> Found | None:
    """A version by its label, in its set and its line, without its values. Two queries.

    Drafts, and what is about to come into force, are for organizers and stand in no line; nor
    does what was withdrawn or moved away, which everybody can still read.
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
    """The versions with all they hold, by key. Three queries."""
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
        earlier=_earlier(before),
        rulings=rulings_by_clause(in_club),
    )


def readable(version: RuleVersion) -> Parameters | None:
    """A version's parameters; None where they contradict each other."""
    try:
        return version.value
    except ParametersError:
        return None


def _earlier(version: RuleVersion | None) -> Earlier | None:
    if version is None or readable(version) is None:
        return None
    return earlier_of(version, version.clauses.all())


def _held_against(version: RuleVersion, line: Sequence[DatedVersion]) -> RuleVersion | None:
    """The version since which a reader wants to know what changed: the one in force before it.

    A draft without a day is held against what it was copied from, if that can still be read.
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
