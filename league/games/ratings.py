"""Ratings: computed game by game, a league's table, and one member's history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from league.games.tallies import latest_settlement
from league.models import Club, Job, League, Member, RatingPoint, RatingRun, Seat
from scoring.standings import rank_rows

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFullRating


#: a point of strength is so many points of the rating that people read
SCALE: Final = 40
#: what is shown to members who have not played: the cautious value begins here
BEGINS_AT: Final = 1_500
#: so many times the uncertainty is taken off
CAUTION: Final = 3

_THOUSAND: Final = 1_000


class Rated(NamedTuple):
    """A player's strength after some games, in thousandths of openskill's points."""

    games: int
    mean: int
    deviation: int

    @property
    def rating(self) -> int:
        """Return what is shown and ranked: the strength less three times its uncertainty."""
        return BEGINS_AT + _scaled(self.mean - CAUTION * self.deviation)

    @property
    def strength(self) -> int:
        """Return the strength itself, on the rating's scale; see ``spread`` for its accuracy."""
        return BEGINS_AT + _scaled(self.mean)

    @property
    def spread(self) -> int:
        return _scaled(self.deviation)


class Ladder:
    """Everybody's strength while games are played one after another.

    BradleyTerryFull treats each pair of a table as a game of two and equal places as a draw of
    that pair; of openskill's models it is the one that treats shared places alike.
    """

    def __init__(self) -> None:
        from openskill.models import BradleyTerryFull  # only workers rate, web processes show

        self._model = BradleyTerryFull()
        self._held: dict[int, BradleyTerryFullRating] = {}
        self._games: Counter[int] = Counter()

    def play(self, members: Sequence[int], places: Sequence[int]) -> None:
        """Rate a game: its members and their places, equal where they are shared."""
        before = [[self._held.get(member) or self._model.rating()] for member in members]
        after = self._model.rate(before, ranks=[float(place) for place in places])
        for member, (held,) in zip(members, after, strict=True):
            self._held[member] = held
            self._games[member] += 1

    def of(self, member: int) -> Rated:
        held = self._held.get(member) or self._model.rating()
        return Rated(self._games[member], round(held.mu * _THOUSAND), round(held.sigma * _THOUSAND))


def _scaled(thousandths: int) -> int:
    """Convert thousandths to rating points, rounding halves up."""
    return (thousandths * SCALE * 2 + _THOUSAND) // (2 * _THOUSAND)


#: after a job that was stopped or failed none is owed by itself for so long
LEFT_ALONE: Final = timedelta(hours=1)
#: days of a member's way that are drawn
DAYS_SHOWN: Final = 120

_PLACES = tuple(f"hanchan__settlements__place_{seat}" for seat in range(4))


class PlayedGame(NamedTuple):
    day: date
    members: tuple[int, ...]  # by seat
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingLine:
    rank: int | None  # None: a guest where guests are not ranked
    member: Member
    rated: Rated
    last_day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTable:
    run: RatingRun
    ranked: tuple[RatingLine, ...]
    guests: tuple[RatingLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRating:
    """One member's rating in a league, and the days on the way to it, oldest first."""

    run: RatingRun
    rated: Rated
    way: tuple[tuple[date, Rated], ...]


def games_in_order(league: League) -> Iterator[PlayedGame]:
    """Yield the league's counted games, in the order of play. One query, streamed."""
    seats = Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league,
        hanchan__voided_at=None,
        hanchan__settlements=latest_settlement("hanchan"),
    )
    order = ("day", "number", "table", "id")
    rows = seats.order_by(*(f"hanchan__{name}" for name in order), "seat").values_list(
        "hanchan", "hanchan__day", "seat", "member", *_PLACES
    )
    for _game, chairs in groupby(rows.iterator(2000), key=itemgetter(0)):
        at_table = list(chairs)
        yield PlayedGame(
            at_table[0][1],
            tuple(member for _id, _day, _seat, member, *_rest in at_table),
            tuple(places[seat] for _id, _day, seat, _member, *places in at_table),
        )


def rating_table(league: League) -> RatingTable | None:
    """Return everybody's rating, best first; None before the first computation. Two queries."""
    runs = RatingRun.objects.for_club(league.club_id)
    run = runs.filter(league=league, is_current=True).first()
    if run is None:
        return None
    points = (
        RatingPoint.objects.for_club(league.club_id)
        .filter(run=run, is_latest=True)
        .select_related("member")
    )
    lines = [
        RatingLine(rank=None, member=each.member, rated=_rated(each), last_day=each.day)
        for each in points
    ]
    counted = [line for line in lines if league.guests_ranked or not line.member.is_guest]
    ranked = rank_rows(counted, key=lambda line: -line.rated.rating)
    apart = [line for line in lines if line not in counted]
    return RatingTable(
        run=run,
        ranked=tuple(
            RatingLine(rank=rank, member=line.member, rated=line.rated, last_day=line.last_day)
            for rank, line in ranked
        ),
        guests=tuple(sorted(apart, key=lambda line: -line.rated.rating)),
    )


def member_rating(league: League, member: Member) -> MemberRating | None:
    """Return a member's rating and its latest days; None without any. One query."""
    points = (
        RatingPoint.objects.for_club(league.club_id)
        .filter(run__league=league, run__is_current=True, member=member)
        .select_related("run")
        .order_by("-day")[:DAYS_SHOWN]
    )
    way = [(each.day, _rated(each), each.run) for each in points]
    if not way:
        return None
    return MemberRating(
        run=way[0][2],
        rated=way[0][1],
        way=tuple((day, rated) for day, rated, _run in reversed(way)),
    )


def leagues_behind(leagues: QuerySet[League, League]) -> QuerySet[League, League]:
    up_to_date = RatingRun.objects.across_clubs().filter(
        league=OuterRef("pk"), is_current=True, revision=OuterRef("revision")
    )
    return leagues.filter(~Exists(up_to_date), revision__gt=0)


def clubs_behind() -> list[Club]:
    """Return clubs with outdated ratings and no open or recently failed job. One query."""
    behind = leagues_behind(League.objects.across_clubs())
    left_alone = Q(state__in=[Job.State.STOPPED, Job.State.FAILED]) & Q(
        created_at__gt=timezone.now() - LEFT_ALONE
    )
    busy = Job.objects.across_clubs().filter(
        Q(state__in=[Job.State.WAITING, Job.State.RUNNING]) | left_alone,
        club=OuterRef("pk"),
        kind=Job.Kind.RATING,
    )
    return list(Club.objects.filter(~Exists(busy), leagues__in=behind).distinct())


def _rated(point: RatingPoint) -> Rated:
    return Rated(point.games, point.mean, point.deviation)
