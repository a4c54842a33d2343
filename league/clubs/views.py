"""The first page, a club's home page, and adopting a built-in rule set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from league.clubs.founding_views import Founding, may_found
from league.clubs.guide import guide_of, put_guide_away
from league.clubs.troubles import troubles
from league.clubs.write import adopt_and_open
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day, month_start
from league.core.errors import LeagueError
from league.core.permissions import Action
from league.games.evening import listed
from league.games.tallies import with_scores
from league.models import Club, Hanchan, League, Member, Tally, User
from league.rulebook.library import adoption_page
from league.rulebook.shipped import (
    LONGEST_QUERY,
    grouped,
    shipped_choices,
)
from league.rulebook.versions import UNKNOWN, ScoreShown, scores_by_league
from league.rulebook.write import adopt_rule_set
from scoring.standings import rank_rows

#: rows of a league's short table, and games in the list below
TOP = 5
LATEST = 5
#: public clubs on the first page
PUBLIC_SHOWN = 50


def my_clubs(user: User) -> list[Member]:
    """Return the user's memberships with their clubs, by the club's name. One query."""
    return list(
        Member.objects.across_clubs()
        .filter(user=user, left_on__isnull=True, merged_into__isnull=True)
        .select_related("club")
        .order_by("club__name", "club__pk")
    )


def public_clubs() -> list[Club]:
    """Return public clubs, a demo first, then by name. One query."""
    public = Club.objects.filter(visibility=Club.Visibility.PUBLIC)
    return list(public.order_by("-is_demo", "name", "pk")[:PUBLIC_SHOWN])


def club_home(club: Club, day: date) -> dict[str, Any]:
    """Read a club's first page on a club day. Eight queries, however many games there are."""
    shown = scores_by_league(club, day)
    tonight = listed(club).filter(day=day)
    played = Count("hanchan", filter=Q(hanchan__voided_at=None), distinct=True)
    return {
        "day": day,
        "sessions": list(tonight.annotate(game_count=played).order_by("pk")),
        "tops": _tops(club, month_start(day), shown),
        "latest": _latest(club, shown),
    }


def _tops(club: Club, month: date, shown: Mapping[int, ScoreShown]) -> list[dict[str, Any]]:
    """The best of the month in each league that is in play.

    Who they are is asked for the best alone: a club may have hundreds of people.
    """
    leagues = list(League.objects.for_club(club).filter(is_active=True))
    rows = Tally.objects.for_club(club).filter(
        page__league__in=leagues, page__counts=True, span=Tally.Span.MONTH, start=month
    )
    by_league: dict[int, list[_Top]] = {league.pk: [] for league in leagues}
    for league_id, *row in rows.values_list("page__league", *_TOP_COLUMNS):
        by_league[league_id].append(_Top(*row))
    tops = {league.pk: _ranked(league, by_league[league.pk]) for league in leagues}
    best = {row.member for ranked in tops.values() for _rank, row in ranked}
    people = Member.objects.for_club(club).in_bulk(best)
    return [
        {
            "league": league,
            "rows": [(rank, people[row.member], row) for rank, row in tops[league.pk]],
            "shown": shown.get(league.pk, UNKNOWN),
        }
        for league in leagues
    ]


class _Top(NamedTuple):
    member: int
    is_guest: bool
    kana: str
    display_name: str
    score: int
    games: int


_TOP_COLUMNS = (
    *("member", "member__is_guest", "member__kana", "member__display_name"),
    *("score", "games"),
)


def _ranked(league: League, rows: Iterable[_Top]) -> list[tuple[int, _Top]]:
    """Return the top five of the ranked; equal scores share a rank."""
    ranked = [
        row
        for row in sorted(rows, key=lambda row: (row.kana or row.display_name, row.member))
        if row.games >= league.minimum_games and (league.guests_ranked or not row.is_guest)
    ]
    return rank_rows(ranked, key=lambda row: -row.score)[:TOP]


def _latest(club: Club, shown: Mapping[int, ScoreShown]) -> list[dict[str, Any]]:
    games = Hanchan.objects.for_club(club).filter(voided_at=None)
    return latest_games(games, LATEST, shown)


def latest_games(
    games: QuerySet[Hanchan, Hanchan], most: int, shown: Mapping[int, ScoreShown]
) -> list[dict[str, Any]]:
    """The latest of some games with their people by place, for short lists. Three queries.

    Args:
        games: of one club, none of them voided.
        most: how many are shown.
        shown: how each league's scores are shown.
    """
    details = games.select_related("league", "session").prefetch_related("seats__member")
    return [
        {
            "hanchan": game,
            "results": _results(game),
            "shown": shown.get(game.league_id, UNKNOWN),
        }
        for game in with_scores(details.order_by("-day", "-pk")[:most])
    ]


def _results(game: Hanchan) -> list[dict[str, Any]]:
    """Who sat there, by place."""
    settled = game.settlement
    assert settled is not None
    results: list[dict[str, Any]] = [
        {
            "member": seat.member,
            "place": settled.places[seat.seat],
            "score": settled.scores[seat.seat],
        }
        for seat in game.seats.all()
    ]
    return sorted(results, key=lambda result: result["place"])


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """List my clubs; a single one opens by itself unless ``?all=1`` asks for the list."""
    user = request.user
    if not isinstance(user, User):
        clubs = public_clubs()
        context = {
            "public_clubs": [club for club in clubs if not club.is_demo],
            "demo": next((club for club in clubs if club.is_demo), None),
            "demo_roles": Member.Role.choices[::-1] if settings.DEMO_LOGINS else [],
            "may_found": settings.FOUNDING == Founding.OPEN,
        }
        response = render(request, "league/clubs/landing.html", context)
    else:
        mine = my_clubs(user)
        if len(mine) == 1 and not request.GET.get("all"):
            return redirect("league:home", mine[0].club.slug)
        listed_clubs = {"memberships": mine, "may_found": may_found(user)}
        response = render(request, "league/clubs/list.html", listed_clubs)
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie"
    return response


@club_page(Action.READ)
def home(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    context = {
        "board": club_home(visit.club, club_day(visit.club)),
        "guide": guide_of(visit.club) if visit.may(Action.MANAGE_MEMBERS) else None,
        "troubles": troubles(visit.club) if visit.may(Action.CHECK_STANDINGS) else [],
    }
    return render_club(request, visit, "league/clubs/home/page.html", context, nav="home")


@club_page(Action.MANAGE_MEMBERS, "POST")
def put_away(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    put_guide_away(club=visit.club, actor=visit.actor)
    return redirect("league:home", visit.club.slug)


@club_page(Action.MANAGE_LEAGUES)
def adopt_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    context = {"groups": grouped(shipped_choices(visit.club), query), "query": query}
    return render_club(request, visit, "league/rulebook/adopt.html", context, nav="rules")


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adopt_set(request: HtmxRequest, visit: Visit, shipped_key: str) -> HttpResponseBase:
    """Show a shipped set, and adopt it on POST.

    The form sends the key under which the set is to be used (``slug``), as the page offered it:
    a second click finds it taken and adopts nothing twice.

    Raises:
        Http404: nothing is shipped under that key.
    """
    page = adoption_page(visit.club, shipped_key)
    if page is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            return _adopt(request, visit, shipped_key)
        except LeagueError as refused:
            error = refused.message
    context = {"page": page, "error": error}
    status = 422 if error else 200
    return render_club(
        request, visit, "league/rulebook/adopt_set.html", context, nav="rules", status=status
    )


def _adopt(request: HtmxRequest, visit: Visit, key: str) -> HttpResponseBase:
    """Adopt the set, and open a league too if asked for.

    Raises:
        LeagueError: the page cannot have offered that key, or it has been taken since.
    """
    slug = request.POST.get("slug", "")
    if re.fullmatch(rf"{re.escape(key)}(-[1-9][0-9]{{0,2}})?", slug) is None:
        raise LeagueError(gettext("Please reload the page."))
    if request.POST.get("do") == "open":
        league = adopt_and_open(club=visit.club, key=key, slug=slug, actor=visit.actor)
        words = gettext(
            "The rules have been adopted and the league “%(name)s” has been created. You "
            "can rename it here."
        )
        messages.success(request, words % {"name": league.name})
        return redirect("league:league-settings", visit.club.slug, league.slug)
    in_club = adopt_rule_set(club=visit.club, key=key, slug=slug, actor=visit.actor)
    messages.success(request, gettext("Adopted: %(name)s") % {"name": in_club.rule_set.name})
    return redirect("league:rule-set", visit.club.slug, in_club.slug)
