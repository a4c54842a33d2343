"""The ranking of a league over a period of days, read from the tallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from django.db.models import Sum

from league.core.days import EARLIEST, LATEST, Period
from league.core.naming import on_page
from league.games.tallies import (
    Person,
    adjusted_between,
    adjusted_people,
    records_in,
    rule_state,
    tallies_in,
)
from league.models import Club, League, MonthClose
from rules.models import RuleVersion
from rules.parameters import Parameters, RiichiParameters
from rules.parameters.base import Ranking as RankingRule
from scoring.standings import Record, rank_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    member_id: int
    name: str  # as the club shows it
    reading: str  # what the name is sorted by
    is_guest: bool
    record: Record
    adjusted: int = 0  # points given or taken apart from any game
    rank: int | None = None  # None: counted, but not ranked
    is_tied: bool = False  # whether somebody else has the same rank
    missing: int = 0  # games short of the minimum
    rank_before: int | None = None  # in the period before; None: was not ranked in it
    romaji: str = ""

    @property
    def shown_name(self) -> str:
        """Return the name for a page: romaji in English, where they are stored."""
        return on_page(self.name, self.romaji)

    @property
    def total(self) -> int:
        """Return what is ranked: the scores of the games plus adjustments."""
        return self.record.score + self.adjusted


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """A rule version and its days in the period, both ends included."""

    version: RuleVersion
    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the versions of a period have in common; None where they differ."""

    rule: RankingRule = field(default_factory=RankingRule)  # by the newest of them
    players: int | None = None  # seats at a table
    start_points: int | None = None  # held by everybody at the start of a game
    plays_chips: bool = False  # by the newest of them


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRanking:
    period: Period
    ranked: tuple[Standing, ...]  # best first
    short: tuple[Standing, ...]  # below the minimum, by total
    guests: tuple[Standing, ...]  # not ranked, by total
    versions: tuple[InForce, ...]  # oldest first
    terms: Terms
    before: Period | None = None  # whose ranks these are held against; None: nobody's

    @property
    def lines(self) -> tuple[Standing, ...]:
        return (*self.ranked, *self.short, *self.guests)

    @property
    def rule(self) -> RankingRule:
        """Return how scores are named and shown, by the newest of the versions."""
        return self.terms.rule

    @property
    def players(self) -> int | None:
        """Return the table size; None when versions of the period differ."""
        return self.terms.players

    @property
    def family(self) -> str:
        """Return the newest version's family; empty before the first version."""
        newest = self.versions[-1].version if self.versions else None
        return str(newest.parameters.get("family", "")) if newest else ""

    @property
    def people(self) -> int:
        return sum(1 for line in self.lines if line.record.games)

    @property
    def games(self) -> int | None:
        """Return how many games were played; None when tables were of different sizes."""
        if self.players is None:
            return None
        return sum(line.record.games for line in self.lines) // self.players


def ranking_of(club: Club, league: League, period: Period) -> LeagueRanking:
    """Rank a league over a period. Three queries, whatever the period and the history.

    If a rule change comes into force between reading versions and lines, both are read again:
    nobody sees the totals of one state of the rules under the names of another.
    """
    first, last = (EARLIEST, LATEST) if period.is_all else (period.first, period.last)
    adjusted = adjusted_people(league, first, last)
    while True:
        versions, state = _versions_in(league, period)
        found, state_of_lines = records_in(league, period.first, period.last)
        if not found or not versions or state == state_of_lines:
            break
    ranked, short, guests = placed(_lines(club, found, adjusted), league, period)
    return LeagueRanking(
        period=period,
        ranked=ranked,
        short=short,
        guests=guests,
        versions=versions,
        terms=terms_of([used.version.value for used in versions]),
    )


def terms_of(parameters: Sequence[Parameters]) -> Terms:
    if not parameters:
        return Terms()
    newest = parameters[-1]
    players = {value.game.players for value in parameters}
    starts = {value.game.start_points for value in parameters}
    return Terms(
        rule=newest.ranking,
        players=players.pop() if len(players) == 1 else None,
        start_points=starts.pop() if len(starts) == 1 else None,
        plays_chips=isinstance(newest, RiichiParameters) and newest.plays_chips,
    )


def _lines(
    club: Club, found: Iterable[tuple[Person, Record]], adjusted: Mapping[Person, int]
) -> Iterator[Standing]:
    """Yield every player with their adjustments, and those with adjustments but no game."""
    points = {person[0]: by for person, by in adjusted.items()}
    played = set()
    for person, record in found:
        played.add(person[0])
        yield _line(club, person, record, points.get(person[0], 0))
    for person, by in adjusted.items():
        if person[0] not in played:
            yield _line(club, person, Record(), by)


def _line(club: Club, person: Person, record: Record, adjusted: int) -> Standing:
    member, name, full_name, romaji, kana, is_guest = person
    return Standing(
        member_id=member,
        name=club.name_of(name, full_name),
        romaji=club.romaji_of(name, full_name, romaji),
        reading=kana or name,
        is_guest=is_guest,
        record=record,
        adjusted=adjusted,
    )


def _versions_in(league: League, period: Period) -> tuple[tuple[InForce, ...], int]:
    """Return the versions in force in the period, and the rules' state. One query."""
    published = list(
        league.rule_set.rule_set.versions.filter(
            status=RuleVersion.Status.PUBLISHED, effective_from__lte=period.last
        )
        .order_by("effective_from")
        .annotate(rule_state=rule_state(league))
    )
    ends = [version.first_day - timedelta(days=1) for version in published[1:]]
    found = tuple(
        InForce(version=version, first=max(version.first_day, period.first), last=last)
        # before the first version there is nothing to pair with the end of the period
        for version, last in zip(published, [*ends, period.last], strict=False)
        if last >= period.first
    )
    return found, published[0].rule_state if published else 0


def placed(
    lines: Iterable[Standing], league: League, period: Period
) -> tuple[tuple[Standing, ...], tuple[Standing, ...], tuple[Standing, ...]]:
    """Split lines into ranked, below the minimum, and guests, each by total."""
    ranked: list[Standing] = []
    short: list[Standing] = []
    guests: list[Standing] = []
    # without a game nobody is ranked, whatever the minimum
    minimum = max(period.minimum_games, 1)
    for line in sorted(lines, key=lambda line: (-line.total, line.reading, line.member_id)):
        missing = max(minimum - line.record.games, 0)
        if line.is_guest and not league.guests_ranked:
            guests.append(line)
        elif missing:
            short.append(replace(line, missing=missing))
        else:
            ranked.append(line)
    with_ranks = rank_rows(ranked, key=lambda line: -line.total)
    shared = Counter(rank for rank, _line in with_ranks)
    return (
        tuple(replace(line, rank=at, is_tied=shared[at] > 1) for at, line in with_ranks),
        tuple(short),
        tuple(guests),
    )


def with_moves(found: LeagueRanking, league: League, *, year_starts_in: int = 1) -> LeagueRanking:
    """Add everybody's rank of the month or year before.

    None where there was no ranking before; seasons and other periods have no predecessor. One query
    where the month before is closed, three otherwise.
    """
    before = found.period.before(year_starts_in)
    ranks = {} if before is None else _ranks_in(league, before)
    if not ranks:
        return found
    ranked = (replace(line, rank_before=ranks.get(line.member_id)) for line in found.ranked)
    return replace(found, ranked=tuple(ranked), before=before)


def _ranks_in(league: League, period: Period) -> dict[int, int]:
    """Return each ranked member's rank; a closed month's as it was closed."""
    if period.is_month:
        closes = MonthClose.objects.for_club(league.club_id).filter(
            league=league, month=period.first, reopened_at=None
        )
        for rows in closes.values_list("rows", flat=True):
            return {row["member"]: row["rank"] for row in rows if row["rank"]}
    ranked, _short, _guests = placed(_sums(league, period), league, period)
    return {line.member_id: line.rank for line in ranked if line.rank}


def _sums(league: League, period: Period) -> list[Standing]:
    """Return lines with only what a rank depends on. Two queries."""
    adjusted = adjusted_between(league, period.first, period.last)
    rows = tallies_in(league, period.first, period.last).order_by()
    sums = rows.values_list("member_id", "member__is_guest").annotate(Sum("games"), Sum("score"))
    return [
        Standing(
            member_id=member,
            name="",
            reading="",
            is_guest=is_guest,
            record=Record(games=games, score=score),
            adjusted=adjusted.get(member, 0),
        )
        for member, is_guest, games, score in sums
    ]
