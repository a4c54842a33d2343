"""Organizers' pages beside the ranking: closed months, points given or taken, prizes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.inputs import VoidForm, carried_out, status_of
from league.core.permissions import Action
from league.games.closings import say_closed
from league.games.tallies import adjustments_of, decimals_of
from league.models import Adjustment, League, Member, MonthClose
from league.rankings.closings import closes_of, frozen_ranking
from league.rankings.figures import prizes_of
from league.rankings.forms import (
    AdjustmentForm,
    CloseForm,
    PrizeRows,
    ReopenForm,
    SeenForm,
    rows_of,
    seen_of,
)
from league.rankings.table_views import EVERY, ranking_table
from league.rankings.write import (
    close_month,
    give_adjustment,
    reopen_month,
    set_prizes,
    withdraw_adjustment,
)


@club_page(Action.MANAGE_LEAGUES, "POST")
def month_close(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    league = visit.league(league_slug)
    form = CloseForm(request.POST)
    if not form.is_valid():
        problems = [str(error) for errors in form.errors.values() for error in errors]
        return _refused(request, visit, league, problems, 422)
    month = form.cleaned_data["month"]
    try:
        close_month(league=league, month=month, actor=visit.actor)
    except LeagueError as error:
        return _refused(request, visit, league, [error.message], 409, f"?month={month:%Y-%m}")
    name = date_format(month, "YEAR_MONTH_FORMAT")
    messages.success(request, _("%(month)s is closed.") % {"month": name})
    return redirect(_ranking_url(visit, league, f"?month={month:%Y-%m}"))


def _refused(
    request: HtmxRequest,
    visit: Visit,
    league: League,
    problems: list[str],
    status: int,
    query: str = "",
) -> HttpResponse:
    context = {"league": league, "problems": problems, "up_url": _ranking_url(visit, league, query)}
    return render_club(
        request, visit, "league/rankings/close.html", context, nav="ranking", status=status
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def month_reopen(
    request: HtmxRequest, visit: Visit, league_slug: str, close_id: int
) -> HttpResponse:
    close = _close(visit, league_slug, close_id)
    form = ReopenForm(request.POST if request.method == "POST" else None)
    if carried_out(form, lambda: reopen_month(close=close, actor=visit.actor, **form.cleaned_data)):
        name = date_format(close.month, "YEAR_MONTH_FORMAT")
        messages.success(request, _("%(month)s is open again.") % {"month": name})
        return redirect(_ranking_url(visit, close.league, f"?month={close.month:%Y-%m}"))
    context, status = {"league": close.league, "close": close, "form": form}, status_of(form)
    return render_club(
        request, visit, "league/rankings/close_reopen.html", context, nav="ranking", status=status
    )


@club_page(Action.READ)
def month_closes(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """List every closing of a league's months, revoked ones included."""
    league = visit.league(league_slug)
    context = {"league": league, "closes": list(closes_of(league).defer("rows"))}
    return render_club(request, visit, "league/rankings/closes.html", context, nav="ranking")


@club_page(Action.READ)
def month_closing(
    request: HtmxRequest, visit: Visit, league_slug: str, close_id: int
) -> HttpResponse:
    """Show a closing with its frozen ranking; an htmx swap gets the table alone."""
    close = _close(visit, league_slug, close_id)
    frozen = frozen_ranking(visit.club, close)
    sort = request.GET.get("sort", "")
    wants_all = request.GET.get(EVERY) == "all"
    table = ranking_table(
        visit.club, frozen, me=visit.member, query={}, sort=sort, wants_all=wants_all
    )
    context = {
        "league": close.league,
        "ranking": frozen,
        "table": table,
        "title": date_format(close.month, "YEAR_MONTH_FORMAT"),
        "close": close,
    }
    swap = request.htmx and not request.htmx.history_restore_request
    template = "league/rankings/_table.html" if swap else "league/rankings/close_page.html"
    status = 200 if table.is_understood else 400
    return render_club(request, visit, template, context, nav="ranking", status=status)


def _ranking_url(visit: Visit, league: League, query: str) -> str:
    return reverse("league:ranking", args=[visit.club.slug, league.slug]) + query


def _close(visit: Visit, league_slug: str, close_id: int) -> MonthClose:
    """Find a closing of a league of the visited club.

    Raises:
        Http404: there is none.
    """
    league = visit.league(league_slug)
    close = get_object_or_404(closes_of(league).select_related("last_game"), pk=close_id)
    close.league = league
    return close


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def prizes(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    league = visit.league(league_slug)
    there = prizes_of(league)
    posted = request.method == "POST"
    rows: Any = PrizeRows(request.POST) if posted else rows_of(there)
    seen = SeenForm(request.POST) if posted else seen_of(there)
    status, problem = (422, "") if posted else (200, "")
    if posted and rows.is_valid() and seen.is_valid():
        try:
            set_prizes(league=league, prizes=rows.entries(), seen=seen.keys(), actor=visit.actor)
        except LeagueError as error:
            status, problem = 409, error.message
        else:
            messages.success(request, _("Saved."))
            return redirect("league:prizes", visit.club.slug, league.slug)
    context = {"league": league, "rows": rows, "seen": seen, "problem": problem}
    return render_club(
        request, visit, "league/rankings/prizes.html", context, nav="settings", status=status
    )


@club_page(Action.READ)
def adjustments(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    league = visit.league(league_slug)
    rows = adjustments_of(league).select_related("member")
    context = {
        "league": league,
        "rows": [{"adjustment": each, "name": each.member.shown_name(visit.club)} for each in rows],
        "decimals": decimals_of(league),
    }
    return render_club(
        request, visit, "league/rankings/adjustments/list.html", context, nav="ranking"
    )


def adjustment_form(visit: Visit, league: League, data: Any = None) -> AdjustmentForm:
    return AdjustmentForm(
        data,
        members=Member.objects.for_club(visit.club).filter(merged_into=None),
        decimals=decimals_of(league),
        initial={"day": club_day(visit.club)},
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adjustment_new(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    league = visit.league(league_slug)
    form = adjustment_form(visit, league, request.POST if request.method == "POST" else None)

    def give() -> Adjustment:
        values = dict(form.cleaned_data)
        member = Member.objects.for_club(visit.club).get(pk=values.pop("member"))
        return give_adjustment(league=league, member=member, actor=visit.actor, **values)

    if given := carried_out(form, give):
        messages.success(request, _("Saved."))
        say_closed(request, visit.club, [league], given.day)
        return redirect("league:adjustments", visit.club.slug, league.slug)
    context, status = {"form": form, "league": league}, 422 if form.is_bound else 200
    template = "league/rankings/adjustments/new.html"
    return render_club(request, visit, template, context, nav="ranking", status=status)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adjustment_withdraw(
    request: HtmxRequest, visit: Visit, league_slug: str, adjustment_id: int
) -> HttpResponseBase:
    league = visit.league(league_slug)
    found = get_object_or_404(adjustments_of(league).select_related("member"), pk=adjustment_id)
    found.league = league
    form = VoidForm(request.POST if request.method == "POST" else None)
    if carried_out(
        form,
        lambda: withdraw_adjustment(adjustment=found, actor=visit.actor, **form.cleaned_data),
    ):
        messages.success(request, _("The adjustment has been voided and no longer counts."))
        say_closed(request, visit.club, [league], found.day)
        return redirect("league:adjustments", visit.club.slug, league.slug)
    context = {
        "form": form,
        "league": league,
        "row": {"adjustment": found, "name": found.member.shown_name(visit.club)},
        "decimals": decimals_of(league),
    }
    template = "league/rankings/adjustments/withdraw.html"
    return render_club(request, visit, template, context, nav="ranking", status=status_of(form))
