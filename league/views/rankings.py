"""Rankings: of a month, a season or any range of days."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day, month_start, next_month
from league.models import League
from league.permissions import Action
from league.selectors.league_months import LeagueMonths, leagues_with_months
from league.selectors.rankings import InForce, Stretch, ranking_of
from league.views.month_closes import ranking_shown
from league.views.ranking_period import period_asked
from league.views.ranking_table import ranking_table

Link = dict[str, Any]


@club_page(Action.READ)
def ranking_index(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """The club's leagues; with a single one straight to its ranking."""
    leagues = list(League.objects.for_club(visit.club))
    if len(leagues) == 1:
        return redirect("league:ranking", visit.club.slug, leagues[0].slug)
    context = {"leagues": leagues}
    return render_club(request, visit, "league/ranking/index.html", context, nav="ranking")


@club_page(Action.READ)
def ranking(request: HtmxRequest, visit: Visit, league_slug: str) -> TemplateResponse:
    """A league's ranking; an htmx swap gets the table alone."""
    today = club_day(visit.club)
    leagues = leagues_with_months(visit.club, month_start(today))
    months = next((each for each in leagues if each.league.slug == league_slug), None)
    if months is None:
        raise Http404
    league = months.league
    seasons = list(league.seasons.all())
    period = period_asked(request.GET, months, seasons, today)
    present = ranking_of(visit.club, league, period.stretch)
    shown = ranking_shown(visit, league, present, wants_live=request.GET.get("live") == "1")
    found, sort = shown.ranking, request.GET.get("sort", "")
    table = ranking_table(
        visit.club,
        found,
        me=visit.member,
        query={**period.query, **shown.query},
        sort=sort,
        beside_total=shown.columns,
    )
    context = {
        "league": league,
        "ranking": found,
        "table": table,
        "title": stretch_name(period.stretch),
    }
    status = period.status if table.is_understood else 400
    if request.htmx and not request.htmx.history_restore_request:
        return render_club(request, visit, "league/ranking/_table.html", context, status=status)
    context |= {
        "period": period,
        "heading": _heading(period.stretch),
        "about": shown.about,
        "sort": table.sort,
        "what_if_query": urlencode(period.query),
        "error": period.error or ("" if table.is_understood else _("There is no such column.")),
        "pager": _pager(months, period.stretch, today, table.sort),
        "season_options": [("", _("Choose a season")), *((s.pk, s.name) for s in seasons)],
        "versions": [_version_link(visit, league, used, found.stretch) for used in found.versions],
        "tabs": _league_tabs(visit, leagues, league) if len(leagues) > 1 else [],
    }
    return render_club(
        request, visit, "league/ranking/page.html", context, nav="ranking", status=status
    )


def _heading(stretch: Stretch) -> str:
    if stretch.season is not None:
        return _("Season ranking")
    return _("Monthly ranking") if stretch.is_month else _("Ranking of a period")


def stretch_name(stretch: Stretch) -> str:
    """What the ranked days are called."""
    if stretch.season is not None:
        return stretch.season.name
    if stretch.is_month:
        return date_format(stretch.first, "YEAR_MONTH_FORMAT")
    return _("%(first)s to %(last)s") % {
        "first": date_format(stretch.first, "DATE_FORMAT"),
        "last": date_format(stretch.last, "DATE_FORMAT"),
    }


def _pager(months: LeagueMonths, stretch: Stretch, today: date, sort: str) -> Link:
    """The months before and after, within those with games and the present one."""
    if not stretch.is_month:
        return {}
    present = month_start(today)
    first = min(months.first or present, present)
    last = max(months.last or present, present)
    month = stretch.first
    before = month_start(date.fromordinal(month.toordinal() - 1))
    return {
        "previous": _month_link(min(before, last), sort) if month > first else {},
        "next": _month_link(max(next_month(month), first), sort) if month < last else {},
        "present": _month_link(present, sort) if month != present else {},
    }


def _month_link(month: date, sort: str) -> Link:
    url = f"?month={month:%Y-%m}" + (f"&sort={sort}" if sort else "")
    return {"url": url, "label": date_format(month, "YEAR_MONTH_FORMAT")}


def _version_link(visit: Visit, league: League, used: InForce, stretch: Stretch) -> Link:
    """A version's badge with its days, said only where it does not settle the whole stretch."""
    one_year = stretch.first.year == stretch.last.year
    days = {
        "first": date_format(used.first, "MONTH_DAY_FORMAT" if one_year else "DATE_FORMAT"),
        "last": date_format(used.last, "MONTH_DAY_FORMAT" if one_year else "DATE_FORMAT"),
    }
    begins, ends = used.first == stretch.first, used.last == stretch.last
    when = ""
    if not begins and not ends:
        when = _("%(first)s to %(last)s") % days
    elif not begins:
        when = _("from %(first)s") % days
    elif not ends:
        when = _("until %(last)s") % days
    args = [visit.club.slug, league.rule_set.slug, used.version.label]
    return {
        "when": when,
        "label": used.version.label,
        "url": reverse("league:rule-version", args=args),
    }


def _league_tabs(visit: Visit, leagues: list[LeagueMonths], shown: League) -> list[Link]:
    return [
        {
            "url": reverse("league:ranking", args=[visit.club.slug, each.league.slug]),
            "label": each.league.name,
            "current": each.league.pk == shown.pk,
        }
        for each in leagues
        if each.league.is_active or each.league.pk == shown.pk
    ]
