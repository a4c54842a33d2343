"""The screen in the club's room: this month's rankings, tonight's tables, latest results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from league.clubs.views import latest_games
from league.core.access import (
    HtmxRequest,
    Visit,
    club_page,
    pass_of_tonight,
    pass_token,
    render_club,
)
from league.core.days import Period, club_day, month_end, month_start
from league.core.errors import NoVersionError
from league.core.permissions import Action
from league.core.qr import qr_source
from league.live.game import LiveGame, offers_of, replayed
from league.live.read import seats_now
from league.live.tables import live_tables, names_at
from league.models import Club, EveningPass, Hanchan, League, LiveTable
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


def wall_state(
    club: Club, slugs: Sequence[str], day: date, held: EveningPass | None = None
) -> WallState:
    """Return the screen's leagues and a tag of their state. Two queries.

    Args:
        club: whose screen.
        slugs: the leagues asked for; without any, all active ones.
        day: the club's day.
        held: the evening pass that it shows, if any.
    """
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    known = [slug for slug in slugs if "\0" not in slug]  # PostgreSQL takes no NUL
    chosen = leagues.filter(slug__in=known) if slugs else leagues.filter(is_active=True)
    found = tuple(chosen.order_by("position", "pk"))
    shown = found[:LEAGUES]
    state = [
        *(club.name, club.names_shown, day.isoformat(), get_language(), held and held.pk),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What a request asks of the screen, of a club that it may read."""

    club: Club
    day: date
    state: WallState
    evening_pass: EveningPass | None  # shown for anybody in the room to scan
    asked: tuple[str, ...]  # the leagues of the address

    def context(self, request: HttpRequest) -> dict[str, Any]:
        """Return what the moving part is drawn from."""
        return {
            "club": self.club,
            "wall": wall_of(self.club, self.state.leagues, self.day),
            "tag": self.state.tag,
            "pass_code": _pass_code(request, self.evening_pass),
        }

    def choices(self) -> list[dict[str, Any]]:
        """List the club's leagues to choose from; empty if there is no choice."""
        leagues = list(League.objects.for_club(self.club).filter(is_active=True))
        shown = {league.pk for league in self.state.leagues}
        if len(leagues) < 2 and not self.asked:
            return []
        return [
            {"slug": each.slug, "name": each.name, "is_shown": each.pk in shown} for each in leagues
        ]


def screen_of(request: HttpRequest, club: Club, *, shows_pass: bool) -> Screen:
    """Read the state before drawing: a later change is seen the next time.

    Raises:
        Http404: the club has no such league.
    """
    slugs, day = request.GET.getlist("league"), club_day(club)
    held = pass_of_tonight(club, day) if shows_pass else None
    state = wall_state(club, slugs, day, held)
    if slugs and not state.leagues:
        raise Http404
    return Screen(club=club, day=day, state=state, evening_pass=held, asked=tuple(slugs))


def _pass_code(request: HttpRequest, held: EveningPass | None) -> str:
    if held is None:
        return ""
    link = request.build_absolute_uri(reverse("use-pass", args=[pass_token(held)]))
    return qr_source(link, scale=8)


def _screen(request: HtmxRequest, visit: Visit) -> Screen:
    """The screen of somebody who came by the club; the pass only for whoever could issue it."""
    wants_pass = request.GET.get("pass") == "1" and visit.may(Action.ISSUE_PASS)
    return screen_of(request, visit.club, shows_pass=wants_pass)


@club_page(Action.READ)
def wall(request: HtmxRequest, visit: Visit) -> HttpResponse:
    screen = _screen(request, visit)
    context = screen.context(request) | {
        "query": request.GET.urlencode(),
        "choices": screen.choices(),
        "home_url": reverse("league:home", args=[visit.club.slug]),
        "board_url": reverse("league:wall-board", args=[visit.club.slug]),
    }
    return render_club(request, visit, "league/clubs/wall/page.html", context)


@club_page(Action.READ)
def wall_board(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Return the moving part; 304 while the browser has the present state."""
    screen = _screen(request, visit)

    def drawn() -> HttpResponse:
        context = screen.context(request)
        return render_club(request, visit, "league/clubs/wall/_board.html", context)

    return board_answer(request, screen, drawn)


def board_answer(
    request: HttpRequest, screen: Screen, drawn: Callable[[], HttpResponse]
) -> HttpResponse:
    response: HttpResponse | None = get_conditional_response(request, etag=screen.state.tag)
    response = drawn() if response is None else response
    response["ETag"] = screen.state.tag
    response["Cache-Control"] = "private, no-cache"
    return response
