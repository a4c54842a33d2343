"""A league and the days that an address beside its ranking asks for."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from league.access import Visit
from league.days import club_day, month_start
from league.models import League
from league.selectors.league_months import leagues_with_months
from league.views.ranking_period import Period, period_asked


def ranking_asked(request: HttpRequest, visit: Visit, league_slug: str) -> tuple[League, Period]:
    """The league, and the stretch as the ranking page reads it off the address. Two queries.

    Raises:
        Http404: the club has no such league, or the league no such season.
    """
    today = club_day(visit.club)
    leagues = leagues_with_months(visit.club, month_start(today))
    months = next((each for each in leagues if each.league.slug == league_slug), None)
    if months is None:
        raise Http404
    league = months.league
    return league, period_asked(request.GET, months, list(league.seasons.all()), today)
