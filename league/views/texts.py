"""Texts to paste into a chat: an evening, and a ranking."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.urls import reverse

from league.access import HtmxRequest, Visit, club_page, render_club
from league.exports.texts import ranking_text, session_text
from league.permissions import Action
from league.selectors.session_sheet import session_sheets
from league.views.exports import ranking_taken
from league.views.rankings import stretch_name
from league.views.sessions import find_session


@club_page(Action.READ)
def session_as_text(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponseBase:
    """An evening, ready to be copied or shared."""
    session = find_session(visit, session_id)
    context = {
        "text": session_text(visit.club, session, session_sheets(session)),
        "up_url": reverse("league:session", args=[visit.club.slug, session.pk]),
        "session": session,
    }
    return render_club(request, visit, "league/exports/text.html", context, nav="sessions")


@club_page(Action.READ)
def ranking_as_text(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """A ranking, ready to be copied or shared."""
    league, ranking = ranking_taken(request, visit, league_slug)
    name = stretch_name(ranking.stretch)
    url = reverse("league:ranking", args=[visit.club.slug, league.slug])
    asked = request.GET.urlencode()
    context = {
        "text": ranking_text(visit.club, league, ranking, name),
        "up_url": f"{url}?{asked}" if asked else url,
        "league": league,
        "name": name,
    }
    return render_club(request, visit, "league/exports/text.html", context, nav="ranking")
