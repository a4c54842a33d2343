"""Points given and taken apart from games: read by everybody, made and taken back by organizers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.inputs import VoidForm, told
from league.core.permissions import Action
from league.games.closings import say_closed
from league.games.records import adjustments_of, decimals_of
from league.models import Adjustment, Club, Member
from league.rankings.forms import AdjustmentForm
from league.rankings.write import give_adjustment, withdraw_adjustment


@club_page(Action.READ)
def adjustments(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """Every adjustment of a league, those taken back too."""
    league = visit.league(league_slug)
    rows = adjustments_of(league).select_related("member")
    context = {
        "league": league,
        "rows": [_told(each, visit.club) for each in rows],
        "decimals": decimals_of(league),
    }
    return render_club(
        request, visit, "league/rankings/adjustments/list.html", context, nav="ranking"
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adjustment_new(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """Give a member points, or take them."""
    league = visit.league(league_slug)
    form = AdjustmentForm(
        request.POST if request.method == "POST" else None,
        members=Member.objects.for_club(visit.club).filter(merged_into=None),
        decimals=decimals_of(league),
        initial={"day": club_day(visit.club)},
    )
    if form.is_bound and form.is_valid():
        values = dict(form.cleaned_data)
        member = Member.objects.for_club(visit.club).get(pk=values.pop("member"))
        try:
            give_adjustment(league=league, member=member, actor=visit.actor, **values)
        except LeagueError as error:
            told(form, error)
        else:
            messages.success(request, _("Saved."))
            say_closed(request, visit.club, [league], values["day"])
            return redirect("league:adjustments", visit.club.slug, league.slug)
    context = {"form": form, "league": league}
    return render_club(
        request,
        visit,
        "league/rankings/adjustments/new.html",
        context,
        nav="ranking",
        status=422 if form.is_bound else 200,
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adjustment_withdraw(
    request: HtmxRequest, visit: Visit, league_slug: str, adjustment_id: int
) -> HttpResponseBase:
    """Take an adjustment back, for a reason."""
    league = visit.league(league_slug)
    found = adjustments_of(league).select_related("member").filter(pk=adjustment_id).first()
    if found is None:
        raise Http404
    found.league = league
    form = VoidForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            withdraw_adjustment(adjustment=found, actor=visit.actor, **form.cleaned_data)
        except LeagueError as error:
            told(form, error)
            status = 422 if error.field else 409
        else:
            messages.success(request, _("The adjustment is taken back and counts no more."))
            say_closed(request, visit.club, [league], found.day)
            return redirect("league:adjustments", visit.club.slug, league.slug)
    context = {
        "form": form,
        "league": league,
        "row": _told(found, visit.club),
        "decimals": decimals_of(league),
    }
    return render_club(
        request,
        visit,
        "league/rankings/adjustments/withdraw.html",
        context,
        nav="ranking",
        status=status,
    )


def _told(adjustment: Adjustment, club: Club) -> dict[str, Any]:
    return {"adjustment": adjustment, "name": adjustment.member.shown_name(club)}
