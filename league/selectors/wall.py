"""What the screen in the club's room shows: rankings of the month, tonight's tables, results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.translation import get_language

from league.days import month_end, month_start
from league.errors import NoVersionError
from league.live_game import LiveGame, replayed
from league.live_texts import at_text
from league.models import Club, Hanchan, League, LiveTable
from league.selectors.counted import with_settlements
from league.selectors.home import LatestGame, latest_games
from league.selectors.live import SeatNow, seats_now
from league.selectors.live_tables import live_tables, names_at
from league.selectors.options import rule_of
from league.selectors.rankings import LeagueRanking, Standing, Stretch, ranking_of
from league.selectors.rule_versions import version_for
from league.selectors.scores_shown import scores_by_league
from rules.parameters import Parameters

#: so many leagues take turns, so many tables and games stand beside them
LEAGUES, TABLES, GAMES = 6, 12, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class WallRanking:
    """A league's month."""

    league: League
    ranking: LeagueRanking

    @property
    def lines(self) -> tuple[Standing, ...]:
        """The ranked, then who will be after more games; no guests."""
        return (*self.ranking.ranked, *self.ranking.short)


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTable:
    """A table that is kept live: who holds what at this moment."""

    live: LiveTable
    at: str  # East 1
    honba: int
    is_over: bool
    seats: tuple[SeatNow, ...]  # the highest points first


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """Everything on the screen."""

    day: date
    rankings: tuple[WallRanking, ...]
    tables: tuple[WallTable, ...]
    games: tuple[LatestGame, ...]  # the latest first
    is_tonight: bool  # whether the games are of this evening


@dataclass(frozen=True, slots=True, kw_only=True)
class WallState:
    """What the screen is made of, read before it is drawn; ``tag`` differs after every change."""

    leagues: tuple[League, ...]
    tag: str


def wall_state(club: Club, slugs: Sequence[str], day: date) -> WallState:
    """The leagues of the screen and what tells one state of it from another. Two queries.

    Args:
        club: whose screen.
        slugs: the leagues asked for; without any, all that are in play.
        day: the club's day.
    """
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    asked = leagues.filter(slug__in=slugs) if slugs else leagues.filter(is_active=True)
    found = tuple(asked.order_by("position", "pk"))
    shown = found[:LEAGUES]
    told = [
        *(club.name, club.names_shown, day.isoformat(), get_language()),
        *([league.pk, league.revision, league.name] for league in found),
        *([league.minimum_games, league.guests_ranked] for league in found),
        *(list(row) for row in _open(club, found, day).values_list("pk", "revision", "state")),
    ]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
    for league in shown:
        league.club = club
    return WallState(leagues=shown, tag=f'"{digest[:32]}"')


def wall_of(club: Club, leagues: Sequence[League], day: date) -> Wall:
    """The screen's contents.

    Three queries a league, one or two more for each with open tables, and nine: however many
    games, members and tables there are.
    """
    shown = scores_by_league(club, day)
    games = (
        Hanchan.objects.for_club(club)
        .filter(voided_at=None, league__in=list(leagues))
        .select_related("league", "session")
        .prefetch_related("seats__member")
        .order_by("-day", "-pk")[:GAMES]
    )
    latest = latest_games(with_settlements(games), shown)
    tonight = tuple(game for game in latest if game.hanchan.day == day)
    last = latest[0].hanchan.day if latest else None
    return Wall(
        day=day,
        rankings=tuple(
            WallRanking(league=league, ranking=ranking_of(club, league, _month(league, day)))
            for league in leagues
        ),
        tables=_tables(club, leagues, day),
        games=tonight or tuple(game for game in latest if game.hanchan.day == last),
        is_tonight=bool(tonight),
    )


def _month(league: League, day: date) -> Stretch:
    return Stretch(first=month_start(day), last=month_end(day), minimum_games=league.minimum_games)


def _open(club: Club, leagues: Iterable[League], day: date) -> QuerySet[LiveTable, LiveTable]:
    return (
        live_tables(club)
        .filter(state=LiveTable.State.OPEN, session__day=day, league__in=list(leagues))
        .order_by("table", "number", "pk")
    )


def _tables(club: Club, leagues: Sequence[League], day: date) -> tuple[WallTable, ...]:
    by_key = {league.pk: league for league in leagues}
    versions: dict[int, Parameters] = {}
    rules: dict[tuple[int, int, int | None], Parameters] = {}
    found = []
    for live in _open(club, leagues, day)[:TABLES]:
        live.club, live.league = club, by_key[live.league_id]
        try:
            if live.league_id not in versions:
                versions[live.league_id] = version_for(live.league, day).value
        except NoVersionError:
            continue  # the day lies before the rules by now; the table's own page says so
        # a game that is being corrected has options of its own
        key = live.league_id, live.session_id, live.hanchan_id
        if key not in rules:
            version = versions[live.league_id]
            rules[key] = rule_of(live.league, version, live.session, day, game=live.hanchan)
        found.append(_table(live, replayed(rules[key], live.hands)))
    return tuple(found)


def _table(live: LiveTable, game: LiveGame) -> WallTable:
    seats = seats_now(live, game, tuple(names_at(live)))
    return WallTable(
        live=live,
        at=at_text(game.state.round, game.state.dealer),
        honba=game.state.honba,
        is_over=game.is_over,
        seats=tuple(sorted(seats, key=lambda seat: seat.place)),
    )
