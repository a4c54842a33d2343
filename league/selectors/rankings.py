"""The ranking of a league over a stretch of days, read from the tallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.db.models import Max, Min, OuterRef, Q, Subquery, Sum

from league.days import month_end, month_start, next_month
from league.models import Club, League, Season, Tally
from rules.models import RuleVersion
from rules.parameters.common import Ranking as RankingRule
from scoring.standings import Record, rank_rows

#: columns that add up; best and worst do not
_SUMMED = (
    *("games", "first", "second", "third", "fourth", "place_halves"),
    *("score", "points", "busts", "chips"),
)


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
class LeagueMonths:
    """A league and the months with games in it, each the first day of a month; None without."""

    league: League
    first: date | None
    last: date | None
    recent: date | None  # the latest that is not in the future


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


def leagues_with_months(club: Club, this_month: date) -> list[LeagueMonths]:
    """The club's leagues, each with the months that have games. One query."""
    months = Tally.objects.for_club(club).filter(league=OuterRef("pk"), span=Tally.Span.MONTH)
    starts = months.order_by("start").values("start")
    latest = months.order_by("-start").values("start")
    leagues = (
        League.objects.for_club(club)
        .select_related("rule_set__rule_set")
        .annotate(
            first_month=Subquery(starts[:1]),
            last_month=Subquery(latest[:1]),
            recent_month=Subquery(latest.filter(start__lte=this_month)[:1]),
        )
    )
    return [
        LeagueMonths(
            league=league,
            first=league.first_month,
            last=league.last_month,
            recent=league.recent_month,
        )
        for league in leagues
    ]


def ranking_of(club: Club, league: League, stretch: Stretch) -> LeagueRanking:
    """Rank a league over a stretch. Two queries, whatever the stretch and the history."""
    versions = tuple(_versions_in(league, stretch))
    parameters = [used.version.value for used in versions]
    players = {value.game.players for value in parameters}
    ranked, short, guests = _placed(_lines(club, league, stretch), league, stretch)
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


def _lines(club: Club, league: League, stretch: Stretch) -> Iterator[Standing]:
    """Everybody who played in the stretch, in no order. One query."""
    sums = {f"{name}_sum": Sum(name) for name in _SUMMED}
    rows = (
        Tally.objects.for_club(club)
        .filter(tallies_between(stretch.first, stretch.last), league=league)
        .order_by()
        .values(
            *("member_id", "member__display_name", "member__full_name"),
            *("member__kana", "member__is_guest"),
        )
        .annotate(**sums, highest=Max("best"), lowest=Min("worst"))
    )
    full_names = club.names_shown == Club.Names.FULL
    for row in rows:
        name = row["member__display_name"]
        yield Standing(
            member_id=row["member_id"],
            name=row["member__full_name"] or name if full_names else name,
            reading=row["member__kana"] or name,
            is_guest=row["member__is_guest"],
            record=Record(
                games=row["games_sum"],
                place_counts=(
                    row["first_sum"],
                    row["second_sum"],
                    row["third_sum"],
                    row["fourth_sum"],
                ),
                place_halves=row["place_halves_sum"],
                score=row["score_sum"],
                points=row["points_sum"],
                best=row["highest"],
                worst=row["lowest"],
                busts=row["busts_sum"],
                chips=row["chips_sum"],
            ),
        )


def _versions_in(league: League, stretch: Stretch) -> Iterator[InForce]:
    """The versions in force on any day of the stretch. One query."""
    published = list(
        league.rule_set.rule_set.versions.filter(
            status=RuleVersion.Status.PUBLISHED, effective_from__lte=stretch.last
        ).order_by("effective_from")
    )
    ends = [version.effective_from - timedelta(days=1) for version in published[1:]]
    # Before the first version there is nothing to pair with the end of the stretch.
    for version, last in zip(published, [*ends, stretch.last], strict=False):
        if last >= stretch.first:
            first = max(version.effective_from, stretch.first)
            yield InForce(version=version, first=first, last=last)


def _placed(
    lines: Iterable[Standing], league: League, stretch: Stretch
) -> tuple[tuple[Standing, ...], tuple[Standing, ...], tuple[Standing, ...]]:
    """Part the lines into ranked, below the minimum, and guests, each by total."""
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
