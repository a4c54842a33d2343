"""The screen in the club's room: its page, and the part of it that is asked for again and again."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.models import League
from league.permissions import Action
from league.selectors.wall import WallState, wall_of, wall_state


@club_page(Action.READ)
def wall(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """The whole screen, in a frame of its own."""
    day = club_day(visit.club)
    state = _state(request, visit)
    context = {
        "wall": wall_of(visit.club, state.leagues, day),
        "tag": state.tag,
        "query": request.GET.urlencode(),
        "choices": _choices(visit, state, request.GET.getlist("league")),
    }
    return render_club(request, visit, "league/wall/page.html", context)


@club_page(Action.READ)
def wall_board(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """The moving part; nothing (304) while the state is the one that the browser names."""
    state = _state(request, visit)
    unchanged = get_conditional_response(request, etag=state.tag)
    if unchanged is not None:
        response: HttpResponse = unchanged
    else:
        context = {"wall": wall_of(visit.club, state.leagues, club_day(visit.club))}
        response = render_club(request, visit, "league/wall/_board.html", context)
    response["ETag"] = state.tag
    response["Cache-Control"] = "private, no-cache"
    return response


def _state(request: HtmxRequest, visit: Visit) -> WallState:
    """What is to be shown, read before it is drawn: a change in between is seen the next time.

    Raises:
        Http404: a league is asked for that the club has not.
    """
    slugs = request.GET.getlist("league")
    state = wall_state(visit.club, slugs, club_day(visit.club))
    if slugs and not state.leagues:
        raise Http404
    return state


def _choices(visit: Visit, state: WallState, asked: list[str]) -> list[dict[str, Any]]:
    """The club's leagues to choose from, when there is anything to choose."""
    leagues = list(League.objects.for_club(visit.club).filter(is_active=True))
    shown = {league.pk for league in state.leagues}
    if len(leagues) < 2 and not asked:
        return []
    return [
        {"slug": each.slug, "name": each.name, "is_shown": each.pk in shown} for each in leagues
    ]
