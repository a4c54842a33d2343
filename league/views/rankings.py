"""Rankings: of a month, a season or any range of days."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.caching import kept_club_page
from league.models import League
from league.permissions import Action
from league.selectors.league_months import LeagueMonths
from league.selectors.rank_moves import with_moves
from league.selectors.rankings import InForce, LeagueRanking, Stretch, ranking_of
from league.views.month_closes import ranking_shown
from league.views.prizes import prizes_shown
from league.views.ranking_asked import ranking_asked
from league.views.ranking_pager import kinds, pager, year_name
from league.views.ranking_table import FIGURES, ranking_table

Link = dict[str, Any]


@club_page(Action.READ)
def ranking_index(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """The club's leagues; with a single one straight to its ranking."""
    leagues = list(League.objects.for_club(visit.club))
    if len(leagues) == 1:
        return redirect("league:ranking", visit.club.slug, leagues[0].slug)
    context = {"leagues": leagues}
    return render_club(request, visit, "league/ranking/index.html", context, nav="ranking")


@kept_club_page(Action.READ)
def ranking(request: HtmxRequest, visit: Visit, league_slug: str) -> TemplateResponse:
    """A league's ranking; an htmx swap gets the table alone."""
    asked = ranking_asked(request, visit, league_slug)
    league, period = asked.league, asked.period
    present = ranking_of(visit.club, league, period.stretch)
    shown = ranking_shown(visit, league, present, wants_live=request.GET.get("live") == "1")
    found = with_moves(shown.ranking, league, year_starts_in=visit.club.year_starts_in)
    table = ranking_table(
        visit.club,
        found,
        me=visit.member,
        query={**period.query, **shown.query},
        sort=request.GET.get("sort", ""),
        beside_total=shown.columns,
        wants_all=request.GET.get(FIGURES) == "all",
    )
    context: dict[str, Any] = {
        "league": league,
        "ranking": found,
        "table": table,
        "title": stretch_name(period.stretch),
    }
    status = period.status if table.is_understood else 400
    if request.htmx and not request.htmx.history_restore_request:
        return render_club(request, visit, "league/ranking/_table.html", context, status=status)
    kept = {**({FIGURES: "all"} if table.shows_all else {}), **_sorted_by(table.sort)}
    context |= {
        "period": period,
        "heading": _heading(period.stretch),
        "about": shown.about,
        "kept": kept,
        "prizes": prizes_shown(league, found, shown.close),
        "what_if_query": urlencode(period.query),
        "shown_query": urlencode({**period.query, **shown.query}),
        "me": _me(visit, found),
        "is_open": asked.today <= period.stretch.last,
        "error": period.error or ("" if table.is_understood else _("There is no such column.")),
        "pager": pager(asked.months, period.stretch, asked.today, kept),
        "kinds": kinds(asked.months, period.stretch, asked.today, kept),
        "season_options": [("", _("Choose a season")), *((s.pk, s.name) for s in asked.seasons)],
        "versions": [_version_link(visit, league, used, found.stretch) for used in found.versions],
        "tabs": _league_tabs(visit, asked.leagues, league) if len(asked.leagues) > 1 else [],
    }
    return render_club(
        request, visit, "league/ranking/page.html", context, nav="ranking", status=status
    )


def _me(visit: Visit, found: LeagueRanking) -> int | None:
    """The reader's key, where the ranking has a line of theirs."""
    if visit.member is None:
        return None
    lines = (*found.ranked, *found.short, *found.guests)
    return next((visit.member.pk for line in lines if line.member_id == visit.member.pk), None)


def _sorted_by(sort: str) -> dict[str, str]:
    return {"sort": sort} if sort else {}


def _heading(stretch: Stretch) -> str:
    if stretch.season is not None:
        return _("Season ranking")
    if stretch.year is not None:
        return _("Yearly ranking")
    if stretch.is_all:
        return _("All-time ranking")
    return _("Monthly ranking") if stretch.is_month else _("Ranking of a period")


def stretch_name(stretch: Stretch) -> str:
    """What the ranked days are called."""
    if stretch.season is not None:
        return stretch.season.name
    if stretch.year is not None:
        return year_name(stretch.year, stretch.first.month)
    if stretch.is_all:
        return _("All time")
    if stretch.is_month:
        return date_format(stretch.first, "YEAR_MONTH_FORMAT")
    if stretch.first == stretch.last:
        return date_format(stretch.first, "DATE_FORMAT")
    return _("%(first)s to %(last)s") % {
        "first": date_format(stretch.first, "DATE_FORMAT"),
        "last": date_format(stretch.last, "DATE_FORMAT"),
    }


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
