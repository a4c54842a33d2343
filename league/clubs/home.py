"""What the first pages show: a person's clubs, and a club's evening, tops and latest games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from league.core.days import month_start
from league.games.counted import with_settlements
from league.games.evening import listed
from league.models import Club, Hanchan, League, Member, Session, Tally, User
from league.rulebook.versions import UNKNOWN, ScoreShown, scores_by_league
from scoring.standings import rank_rows

#: rows of a league's short table, and games in the list below
TOP = 5
LATEST = 5
#: public clubs on the first page
PUBLIC_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class TopRow:
    """A place in a league's short table."""

    rank: int
    member: Member
    games: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTop:
    """The best of the month in one league."""

    league: League
    rows: tuple[TopRow, ...]
    shown: ScoreShown


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """One person in one of the latest games."""

    member: Member
    place: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestGame:
    """One of the latest games, its people by place."""

    hanchan: Hanchan
    results: tuple[SeatResult, ...]
    shown: ScoreShown


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubHome:
    """Everything that a club's first page shows."""

    day: date
    sessions: tuple[Session, ...]  # tonight's, each with ``game_count``
    tops: tuple[LeagueTop, ...]
    latest: tuple[LatestGame, ...]


def my_clubs(user: User) -> list[Member]:
    """The user's memberships with their clubs, by the club's name. One query."""
    return list(
        Member.objects.across_clubs()
        .filter(user=user, left_on__isnull=True, merged_into__isnull=True)
        .select_related("club")
        .order_by("club__name", "club__pk")
    )


def public_clubs() -> list[Club]:
    """Clubs that everybody may read, by name. One query."""
    public = Club.objects.filter(visibility=Club.Visibility.PUBLIC)
    return list(public.order_by("name", "pk")[:PUBLIC_SHOWN])


def club_home(club: Club, day: date) -> ClubHome:
    """A club's first page on a club day. Eight queries, however many games there are."""
    shown = scores_by_league(club, day)
    leagues = list(League.objects.for_club(club).filter(is_active=True))
    return ClubHome(
        day=day,
        sessions=tuple(
            listed(club)
            .filter(day=day)
            .annotate(game_count=Count("hanchan", filter=Q(hanchan__voided_at=None), distinct=True))
            .order_by("pk")
        ),
        tops=_tops(club, leagues, month_start(day), shown),
        latest=_latest(club, shown),
    )


def _tops(
    club: Club, leagues: Iterable[League], month: date, shown: Mapping[int, ScoreShown]
) -> tuple[LeagueTop, ...]:
    rows = (
        Tally.objects.for_club(club)
        .filter(
            page__league__in=list(leagues),
            page__counts=True,
            span=Tally.Span.MONTH,
            start=month,
        )
        .select_related("member", "page")
        .order_by("-score", "member__kana", "member_id")
    )
    by_league: dict[int, list[Tally]] = {league.pk: [] for league in leagues}
    for row in rows:
        by_league[row.page.league_id].append(row)
    return tuple(
        LeagueTop(
            league=league,
            rows=_ranked(league, by_league[league.pk]),
            shown=shown.get(league.pk, UNKNOWN),
        )
        for league in leagues
    )


def _ranked(league: League, rows: Iterable[Tally]) -> tuple[TopRow, ...]:
    """The first five of those whom the league ranks; equal scores share a rank."""
    ranked = [
        row
        for row in rows
        if row.games >= league.minimum_games and (league.guests_ranked or not row.member.is_guest)
    ]
    return tuple(
        TopRow(rank=rank, member=row.member, games=row.games, score=row.score)
        for rank, row in rank_rows(ranked, key=lambda row: -row.score)[:TOP]
    )


def _latest(club: Club, shown: Mapping[int, ScoreShown]) -> tuple[LatestGame, ...]:
    games = (
        Hanchan.objects.for_club(club)
        .filter(voided_at=None)
        .select_related("league", "session")
        .prefetch_related("seats__member")
        .order_by("-day", "-pk")[:LATEST]
    )
    return latest_games(with_settlements(games), shown)


def latest_games(
    games: Iterable[Hanchan], shown: Mapping[int, ScoreShown]
) -> tuple[LatestGame, ...]:
    """Games with their people by place, as short lists show them.

    Args:
        games: with their seats, members and what counts of them.
        shown: how each league's scores are shown.
    """
    return tuple(
        LatestGame(hanchan=game, results=_results(game), shown=shown.get(game.league_id, UNKNOWN))
        for game in games
    )


def _results(game: Hanchan) -> tuple[SeatResult, ...]:
    settled = game.settlement
    assert settled is not None
    results = (
        SeatResult(
            member=seat.member, place=settled.places[seat.seat], score=settled.scores[seat.seat]
        )
        for seat in game.seats.all()
    )
    return tuple(sorted(results, key=lambda result: result.place))
