"""A club's settings, its leagues and seasons, and the check of the standings."""

from __future__ import annotations

from functools import cache
from typing import Literal
from zoneinfo import available_timezones

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.settings import ClubForm, LeagueForm, LeagueNewForm
from league.models import ClubRuleSet, Job, League, Season
from league.permissions import Action
from league.selectors.shipped import shipped_choices
from league.services.clubs import update_club, update_league
from league.services.jobs import request_job
from league.services.leagues import move_league, open_league


@cache
def _time_zones() -> tuple[str, ...]:
    """The zones that people know by a city; ``Etc/GMT+3`` and the like can still be typed."""
    regions = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    return tuple(sorted(n for n in available_timezones() if n.partition("/")[0] in regions))


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def club_settings(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """What can be set: the club by its owner, leagues and the check by organizers.

    Raises:
        PermissionDenied: somebody but an owner posts the club's own settings.
    """
    posted = request.method == "POST"
    if posted and not visit.may(Action.MANAGE_CLUB):
        raise PermissionDenied
    form = ClubForm(request.POST) if posted else ClubForm.of(visit.club)
    if posted and form.is_valid():
        update_club(club=visit.club, values=form.cleaned_data, actor=visit.actor)
        messages.success(request, _("Saved."))
        return redirect("league:settings", visit.club.slug)
    checks = Job.objects.for_club(visit.club).filter(kind=Job.Kind.VERIFY_STANDINGS)
    context = {
        "form": form,
        "time_zones": _time_zones(),
        "leagues": League.objects.for_club(visit.club).select_related("rule_set__rule_set"),
        "last_check": checks.first(),
    }
    status = 422 if posted else 200
    return render_club(
        request, visit, "league/settings/page.html", context, nav="settings", status=status
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def league_settings(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """A league's name, minimum games, whether guests are ranked, and its seasons."""
    league = visit.league(league_slug)
    posted = request.method == "POST"
    form = LeagueForm(request.POST) if posted else LeagueForm.of(league)
    if posted and form.is_valid():
        update_league(league=league, values=form.cleaned_data, actor=visit.actor)
        messages.success(request, _("Saved."))
        return redirect("league:league-settings", visit.club.slug, league.slug)
    seasons = Season.objects.for_club(visit.club).filter(league=league)
    context = {"form": form, "league": league, "seasons": seasons}
    status = 422 if posted else 200
    return render_club(
        request, visit, "league/settings/league.html", context, nav="settings", status=status
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def league_new(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Open a further league; ``?rules=<set>`` chooses the set beforehand."""
    form = LeagueNewForm(
        request.POST if request.method == "POST" else None,
        own=ClubRuleSet.objects.for_club(visit.club).select_related("rule_set"),
        shipped=[each for each in shipped_choices(visit.club) if each.can_settle],
        initial={"rule_set": request.GET.get("rules", "")},
    )
    if form.is_bound and form.is_valid():
        try:
            league = open_league(club=visit.club, actor=visit.actor, **form.cleaned_data)
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
        else:
            messages.success(request, _("The league “%(name)s” is open.") % {"name": league.name})
            return redirect("league:league-settings", visit.club.slug, league.slug)
    status = 422 if form.is_bound else 200
    return render_club(
        request,
        visit,
        "league/settings/league_new.html",
        {"form": form},
        nav="settings",
        status=status,
    )


@club_page(Action.MANAGE_LEAGUES, "POST")
def league_move(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """List a league one place higher, or with ``to=down`` lower."""
    to: Literal["up", "down"] = "down" if request.POST.get("to") == "down" else "up"
    move_league(league=visit.league(league_slug), to=to, actor=visit.actor)
    return redirect(f"{reverse('league:settings', args=[visit.club.slug])}#leagues")


@club_page(Action.CHECK_STANDINGS, "POST")
def check_standings(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Have every settlement and tally computed again and compared; a worker does it."""
    request_job(club=visit.club, kind=Job.Kind.VERIFY_STANDINGS)
    return redirect("league:settings", visit.club.slug)
