"""Closed months: what the ranking page shows of them, closing, reopening, the list of closings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import LeagueError
from league.core.permissions import Action
from league.models import League, MonthClose
from league.rankings.closings import Difference, closed_month, closes_of, frozen_ranking, has_ended
from league.rankings.figures import SCORE, Cell, Facts, Figure
from league.rankings.forms import CloseForm, ReopenForm
from league.rankings.table import LeagueRanking, Standing
from league.rankings.table_views import EVERY, ranking_table
from league.rankings.write import close_month, reopen_month

_NEW, _UNRANKED = -1, 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Which ranking a reader gets, and what stands above it."""

    ranking: LeagueRanking
    query: Mapping[str, str]  # the address's words that keep it so
    columns: tuple[Figure, ...]  # beside the total
    about: dict[str, Any]  # for ranking/_closed.html
    close: MonthClose | None = None  # of a frozen ranking


def ranking_shown(
    visit: Visit, league: League, present: LeagueRanking, *, wants_live: bool
) -> Shown:
    """The frozen ranking of a closed month, unless the present one is asked for.

    No query for anything but a month; one for a month, two for a closed one.
    """
    if not present.period.is_month:
        return Shown(ranking=present, query={}, columns=(), about={})
    month = present.period.first
    league.club = visit.club
    closes = list(closes_of(league, month))
    for close in closes:
        close.league = league
    close_now = next((close for close in closes if close.reopened_at is None), None)
    about: dict[str, Any] = {
        "month_word": f"{month:%Y-%m}",
        "has_closes": bool(closes),
        "may_close": close_now is None
        and bool(present.people)
        and visit.may(Action.MANAGE_LEAGUES)
        and has_ended(league, month),
    }
    if close_now is None:
        return Shown(ranking=present, query={}, columns=(), about=about)
    closed = closed_month(visit.club, close_now, present)
    about |= {"closed": closed, "is_live": wants_live}
    if not wants_live:
        return Shown(ranking=closed.frozen, query={}, columns=(), about=about, close=close_now)
    about["gone"] = [each for each in closed.differences if each.now is None]
    return Shown(
        ranking=present, query={"live": "1"}, columns=_marking(closed.differences), about=about
    )


def _marking(differences: tuple[Difference, ...]) -> tuple[Figure, ...]:
    """Figures that mark every line which is another than when the month was closed."""
    was = {each.member_id: each.was for each in differences}

    def rank(line: Standing, _facts: Facts) -> int:
        if line.member_id not in was:
            return 0
        then = was[line.member_id]
        return _NEW if then is None else then.rank or _UNRANKED

    def since(line: Standing, _facts: Facts) -> int:
        then = was.get(line.member_id)
        return line.total - then.total if then else 0

    if not differences:
        return ()
    return (
        Figure(
            "was",
            gettext_lazy("closed at"),
            rank,
            is_best_high=False,
            has_mean=False,
            write=_rank_then,
        ),
        Figure(
            "since",
            gettext_lazy("since then"),
            since,
            SCORE,
            is_blank_at_0=True,
            has_mean=False,
            write=lambda value, decimals: SCORE.cell(value, decimals)._replace(css="is-marked"),
        ),
    )


def _rank_then(rank: int, _decimals: int) -> Cell:
    words = {0: "–", _NEW: _("not in it"), _UNRANKED: _("unranked")}
    return Cell(words.get(rank) or str(rank), "is-none" if rank == 0 else "is-marked")


@club_page(Action.MANAGE_LEAGUES, "POST")
def month_close(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """Close a month that has ended."""
    league = visit.league(league_slug)
    form = CloseForm(request.POST)
    if not form.is_valid():
        told = [str(error) for errors in form.errors.values() for error in errors]
        return _refused(request, visit, league, told, 422)
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
    told: list[str],
    status: int,
    query: str = "",
) -> HttpResponse:
    context = {"league": league, "told": told, "up_url": _ranking_url(visit, league, query)}
    return render_club(
        request, visit, "league/rankings/close.html", context, nav="ranking", status=status
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def month_reopen(
    request: HtmxRequest, visit: Visit, league_slug: str, close_id: int
) -> HttpResponse:
    """Open a closed month again, for a reason."""
    close = _close(visit, league_slug, close_id)
    form = ReopenForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            reopen_month(close=close, reason=form.cleaned_data["reason"], actor=visit.actor)
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
            status = 422 if error.field else 409
        else:
            name = date_format(close.month, "YEAR_MONTH_FORMAT")
            messages.success(request, _("%(month)s is open again.") % {"month": name})
            return redirect(_ranking_url(visit, close.league, f"?month={close.month:%Y-%m}"))
    context = {"league": close.league, "close": close, "form": form}
    return render_club(
        request, visit, "league/rankings/close_reopen.html", context, nav="ranking", status=status
    )


@club_page(Action.READ)
def month_closes(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """Every closing of a league's months, those taken back too."""
    league = visit.league(league_slug)
    context = {"league": league, "closes": list(closes_of(league).defer("rows"))}
    return render_club(request, visit, "league/rankings/closes.html", context, nav="ranking")


@club_page(Action.READ)
def month_closing(
    request: HtmxRequest, visit: Visit, league_slug: str, close_id: int
) -> HttpResponse:
    """One closing with the ranking that it froze; an htmx swap gets the table alone."""
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
    """A closing of a league of the visited club.

    Raises:
        Http404: there is none.
    """
    league = visit.league(league_slug)
    close = closes_of(league).select_related("last_game").filter(pk=close_id).first()
    if close is None:
        raise Http404
    close.league = league
    return close
