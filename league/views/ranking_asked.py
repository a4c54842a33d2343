"""A league and the days that the address of its ranking, or of a page beside it, asks for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest

from league.access import Visit
from league.days import club_day, month_start
from league.models import League, Season
from league.selectors.league_months import LeagueMonths, leagues_with_months
from league.views.ranking_period import Period, period_asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an address asks for."""

    months: LeagueMonths  # the league and the months that it has games in
    seasons: list[Season]  # of the league
    period: Period
    leagues: list[LeagueMonths]  # all of the club
    today: date

    @property
    def league(self) -> League:
        """Whose ranking."""
        return self.months.league


def ranking_asked(request: HttpRequest, visit: Visit, league_slug: str) -> Asked:
    """The league, and the stretch as it is read off the address. Two queries.

    Raises:
        Http404: the club has no such league, or the league no such season.
    """
    today = club_day(visit.club)
    leagues = leagues_with_months(visit.club, month_start(today))
    months = next((each for each in leagues if each.league.slug == league_slug), None)
    if months is None:
        raise Http404
    seasons = list(months.league.seasons.all())
    period = period_asked(request.GET, months, seasons, today)
    return Asked(months=months, seasons=seasons, period=period, leagues=leagues, today=today)
