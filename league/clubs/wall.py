"""The screen in the club's room: this month's rankings, tonight's tables, latest results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from league.clubs.views import latest_games
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import Period, club_day, month_end, month_start
from league.core.errors import NoVersionError
from league.core.permissions import Action
from league.live.game import LiveGame, offers_of, replayed
from league.live.read import seats_now
from league.live.tables import live_tables, names_at
from league.models import Club, Hanchan, League, LiveTable
from league.rankings.table import ranking_of
from league.rulebook.options import rule_of
from league.rulebook.versions import scores_by_league, version_for
from league.wording.hands import at_text
from rules.parameters import Parameters

#: so many leagues take turns, so many tables and games stand beside them
LEAGUES, TABLES, GAMES = 6, 12, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class WallState:
    """What the screen is made of, read before drawing; ``tag`` differs after every change."""

    leagues: tuple[League, ...]
    tag: str


def wall_state(club: Club, slugs: Sequence[str], day: date) -> WallState:
    """Return the screen's leagues and a tag of their state. Two queries.

    Args:
        club: whose screen.
        slugs: the leagues asked for; without any, all active ones.
        day: the club's day.
    """
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    known = [slug for slug in slugs if "\0" not in slug]  # PostgreSQL takes no NUL
    chosen = leagues.filter(slug__in=known) if slugs else leagues.filter(is_active=True)
    found = tuple(chosen.order_by("position", "pk"))
    shown = found[:LEAGUES]
    state = [
        *(club.name, club.names_shown, day.isoformat(), get_language()),
        *([league.pk, league.revision, league.name] for league in found),
        *([league.minimum_games, league.guests_ranked] for league in found),
        *(list(row) for row in _open(club, found, day).values_list("pk", "revision", "state")),
    ]
    digest = hashlib.sha256(json.dumps(state).encode()).hexdigest()
    for league in shown:
        league.club = club
    return WallState(leagues=shown, tag=f'"{digest[:32]}"')


def wall_of(club: Club, leagues: Sequence[League], day: date) -> dict[str, Any]:
    """Return the screen's contents.

    Three queries per league, one or two more for each with open tables, and eight in all,
    however many games, members and tables there are.
    """
    games = Hanchan.objects.for_club(club).filter(voided_at=None, league__in=list(leagues))
    latest = latest_games(games, GAMES, scores_by_league(club, day))
    tonight = [game for game in latest if game["hanchan"].day == day]
    last = latest[0]["hanchan"].day if latest else None
    return {
        "day": day,
        "rankings": [_ranking(club, league, day) for league in leagues],
        "tables": _tables(club, leagues, day),
        "games": tonight or [game for game in latest if game["hanchan"].day == last],
        "is_tonight": bool(tonight),
    }


def _ranking(club: Club, league: League, day: date) -> dict[str, Any]:
    """A league's month: the ranked, then who will be after more games; no guests."""
    period = Period(first=month_start(day), last=month_end(day), minimum_games=league.minimum_games)
    found = ranking_of(club, league, period)
    return {"league": league, "ranking": found, "lines": (*found.ranked, *found.short)}


def _open(club: Club, leagues: Iterable[League], day: date) -> QuerySet[LiveTable, LiveTable]:
    return (
        live_tables(club)
        .filter(state=LiveTable.State.OPEN, session__day=day, league__in=list(leagues))
        .order_by("table", "number", "pk")
    )


def _tables(club: Club, leagues: Sequence[League], day: date) -> list[dict[str, Any]]:
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
            continue  # the day is before the rules by now; the table's own page says so
        # a game that is being corrected has options of its own
        key = live.league_id, live.session_id, live.hanchan_id
        if key not in rules:
            version = versions[live.league_id]
            rules[key] = rule_of(live.league, version, live.session, day, game=live.hanchan)
        found.append(_table(live, replayed(rules[key], live.hands)))
    return found


def _table(live: LiveTable, game: LiveGame) -> dict[str, Any]:
    """A table that is kept live: who holds what at this moment, the highest points first."""
    seats = seats_now(live, game, tuple(names_at(live)), offers_of(game))
    return {
        "live": live,
        "at": at_text(game.state.round, game.state.dealer),
        "honba": game.state.honba,
        "is_over": game.is_over,
        "seats": sorted(seats, key=lambda seat: seat.place),
    }


@club_page(Action.READ)
def wall(request: HtmxRequest, visit: Visit) -> HttpResponse:
    day = club_day(visit.club)
    state = _state(request, visit)
    context = {
        "wall": wall_of(visit.club, state.leagues, day),
        "tag": state.tag,
        "query": request.GET.urlencode(),
        "choices": _choices(visit, state, request.GET.getlist("league")),
    }
    return render_club(request, visit, "league/clubs/wall/page.html", context)


@club_page(Action.READ)
def wall_board(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Return the moving part; 304 while the browser has the present state."""
    state = _state(request, visit)
    unchanged = get_conditional_response(request, etag=state.tag)
    if unchanged is not None:
        response: HttpResponse = unchanged
    else:
        context = {"wall": wall_of(visit.club, state.leagues, club_day(visit.club))}
        response = render_club(request, visit, "league/clubs/wall/_board.html", context)
    response["ETag"] = state.tag
    response["Cache-Control"] = "private, no-cache"
    return response


def _state(request: HtmxRequest, visit: Visit) -> WallState:
    """Read the state before drawing: a later change is seen the next time.

    Raises:
        Http404: the club has no such league.
    """
    slugs = request.GET.getlist("league")
    state = wall_state(visit.club, slugs, club_day(visit.club))
    if slugs and not state.leagues:
        raise Http404
    return state


def _choices(visit: Visit, state: WallState, asked: list[str]) -> list[dict[str, Any]]:
    """List the club's leagues to choose from; empty if there is no choice."""
    leagues = list(League.objects.for_club(visit.club).filter(is_active=True))
    shown = {league.pk for league in state.leagues}
    if len(leagues) < 2 and not asked:
        return []
    return [
        {"slug": each.slug, "name": each.name, "is_shown": each.pk in shown} for each in leagues
    ]
