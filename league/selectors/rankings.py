"""The ranking of a league over a stretch of days, read from the tallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Q

from league.days import month_end, month_start, next_month
from league.models import Club, League, Season, Tally
from league.selectors.records import SUMMED_UP, TALLY_COLUMNS
from league.selectors.rule_state import rule_state
from rules.models import RuleVersion
from rules.parameters.common import Ranking as RankingRule
from scoring.standings import Record, rank_rows, record_of_totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Days that are ranked as one, both ends included, and the games that it takes to be ranked."""

    first: date
    last: date
    minimum_games: int = 0
    season: Season | None = None

    @property
    def is_month(self) -> bool:
        """Whether it is one whole month, chosen as such."""
        return self.season is None and (self.first, self.last) == (
            month_start(self.last),
            month_end(self.first),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of the ranking: a person and what they did in the stretch."""

    member_id: int
    name: str  # as the club shows it
    reading: str  # what the name is sorted by
    is_guest: bool
    record: Record
    rank: int | None = None  # None: counted, but not ranked
    is_tied: bool = False  # whether somebody else has the same rank
    missing: int = 0  # games short of the minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """A rule version and the days of the stretch that it settles, both ends included."""

    version: RuleVersion
    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRanking:
    """A league's ranking: who is ranked, who played too little, and guests apart."""

    stretch: Stretch
    ranked: tuple[Standing, ...]  # best first
    short: tuple[Standing, ...]  # below the minimum, by total
    guests: tuple[Standing, ...]  # not ranked, by total
    versions: tuple[InForce, ...]  # oldest first
    rule: RankingRule  # how scores are named and shown, by the newest of the versions
    players: int | None  # seats at a table; None when versions of the stretch differ

    @property
    def family(self) -> str:
        """How the games were played, by the newest of the versions; empty before the first."""
        newest = self.versions[-1].version if self.versions else None
        return str(newest.parameters.get("family", "")) if newest else ""

    @property
    def people(self) -> int:
        """How many played."""
        return len(self.ranked) + len(self.short) + len(self.guests)

    @property
    def games(self) -> int | None:
        """How many games were played; None when tables were of different sizes."""
        if self.players is None:
            return None
        everybody = (*self.ranked, *self.short, *self.guests)
        return sum(line.record.games for line in everybody) // self.players


def ranking_of(club: Club, league: League, stretch: Stretch) -> LeagueRanking:
    """Rank a league over a stretch. Two queries, whatever the stretch and the history.

    When a rule change comes in force between the two, both are asked again: nobody sees the totals
    of one state of the rules under the names of another.
    """
    while True:
        versions, state = _versions_in(league, stretch)
        lines, state_of_lines = _lines(club, league, stretch)
        if not lines or not versions or state == state_of_lines:
            break
    parameters = [used.version.value for used in versions]
    players = {value.game.players for value in parameters}
    ranked, short, guests = placed(lines, league, stretch)
    return LeagueRanking(
        stretch=stretch,
        ranked=ranked,
        short=short,
        guests=guests,
        versions=versions,
        rule=parameters[-1].ranking if parameters else RankingRule(),
        players=players.pop() if len(players) == 1 else None,
    )


def tallies_between(first: date, last: date) -> Q:
    """The tallies that make up the days from ``first`` to ``last``: whole months and edge days."""
    months_from = first if first.day == 1 else next_month(first)
    after = last + timedelta(days=1)
    months_until = after if after.day == 1 else month_start(last)  # not included itself
    if months_from >= months_until:
        return _days(first, after)
    found = Q(span=Tally.Span.MONTH, start__gte=months_from, start__lt=months_until)
    if first < months_from:
        found |= _days(first, months_from)
    if months_until < after:
        found |= _days(months_until, after)
    return found


def _days(first: date, until: date) -> Q:
    return Q(span=Tally.Span.DAY, start__gte=first, start__lt=until)


def _lines(club: Club, league: League, stretch: Stretch) -> tuple[list[Standing], int]:
    """Everybody who played in the stretch, in no order, and the rules' state. One query."""
    rows = (
        Tally.objects.for_club(club)
        .filter(
            tallies_between(stretch.first, stretch.last), page__league=league, page__counts=True
        )
        .order_by()
        .values(
            *("member_id", "member__display_name", "member__full_name"),
            *("member__kana", "member__is_guest"),
        )
        .annotate(**SUMMED_UP, rule_state=rule_state(league))
    )
    full_names = club.names_shown == Club.Names.FULL
    lines = [_line(row, full_names=full_names) for row in rows]
    return lines, rows[0]["rule_state"] if lines else 0


def _line(row: Mapping[str, Any], *, full_names: bool) -> Standing:
    name = row["member__display_name"]
    return Standing(
        member_id=row["member_id"],
        name=row["member__full_name"] or name if full_names else name,
        reading=row["member__kana"] or name,
        is_guest=row["member__is_guest"],
        record=record_of_totals([row[name] for name in TALLY_COLUMNS]),
    )


def _versions_in(league: League, stretch: Stretch) -> tuple[tuple[InForce, ...], int]:
    """The versions in force on any day of the stretch, and the rules' state. One query."""
    published = list(
        league.rule_set.rule_set.versions.filter(
            status=RuleVersion.Status.PUBLISHED, effective_from__lte=stretch.last
        )
        .order_by("effective_from")
        .annotate(rule_state=rule_state(league))
    )
    ends = [version.first_day - timedelta(days=1) for version in published[1:]]
    found = tuple(
        InForce(version=version, first=max(version.first_day, stretch.first), last=last)
        # before the first version there is nothing to pair with the end of the stretch
        for version, last in zip(published, [*ends, stretch.last], strict=False)
        if last >= stretch.first
    )
    return found, published[0].rule_state if published else 0


def placed(
    lines: Iterable[Standing], league: League, stretch: Stretch
) -> tuple[tuple[Standing, ...], tuple[Standing, ...], tuple[Standing, ...]]:
    """Part lines into ranked, below the minimum, and guests, each by total."""
    ranked: list[Standing] = []
    short: list[Standing] = []
    guests: list[Standing] = []
    for line in sorted(lines, key=lambda line: (-line.record.score, line.reading, line.member_id)):
        missing = max(stretch.minimum_games - line.record.games, 0)
        if line.is_guest and not league.guests_ranked:
            guests.append(line)
        elif missing:
            short.append(replace(line, missing=missing))
        else:
            ranked.append(line)
    return tuple(_with_ranks(ranked)), tuple(short), tuple(guests)


def _with_ranks(lines: list[Standing]) -> Iterator[Standing]:
    ranked = rank_rows(lines, key=lambda line: -line.record.score)
    shared = Counter(rank for rank, _line in ranked)
    for rank, line in ranked:
        yield replace(line, rank=rank, is_tied=shared[rank] > 1)
