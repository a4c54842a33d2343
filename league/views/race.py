"""The race of a month: its chart alone for htmx, or as a page."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse

from league.access import HtmxRequest, Visit, render_club
from league.caching import kept_club_page
from league.days import club_day
from league.permissions import Action
from league.selectors.month_closes import closes_of
from league.selectors.race import race_of
from league.selectors.scores_shown import UNKNOWN, scores_by_league
from league.views.ranking_asked import ranking_asked
from league.views.rankings import stretch_name


@kept_club_page(Action.READ)
def race(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """The race of a month, a season or a range of days, as the ranking page understands them."""
    asked = ranking_asked(request, visit, league_slug)
    league, period = asked.league, asked.period
    shown = scores_by_league(visit.club, club_day(visit.club)).get(league.pk, UNKNOWN)
    context = {
        "league": league,
        "race": race_of(visit.club, league, period.stretch, visit.member, decimals=shown.decimals),
        "title": stretch_name(period.stretch),
        "unit": shown.unit,
        "query": urlencode(period.query),
        "error": period.error,
        "is_closed": period.stretch.is_month
        and closes_of(league, period.stretch.first).filter(reopened_at=None).exists(),
    }
    status = period.status
    if request.htmx and not request.htmx.history_restore_request:
        return render_club(request, visit, "league/charts/race.html", context, status=status)
    return render_club(
        request, visit, "league/race/page.html", context, nav="ranking", status=status
    )
