"""Organizers open, change and remove seasons and their stages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.errors import LeagueError
from league.forms.seasons import SeasonForm, StageForm
from league.models import Season, Stage
from league.permissions import Action
from league.selectors.competitions import find_season
from league.selectors.options import season_offer
from league.services.seasons import change_season, open_season, remove_season
from league.services.stages import add_stage, change_stage, remove_stage


def season_of(visit: Visit, season_id: int, league_slug: str | None = None) -> Season:
    """A season of the visited club.

    Raises:
        Http404: the club, or the league of that address, has none of that number.
    """
    found = find_season(visit.club, season_id)
    if found is None or league_slug not in (None, found.league.slug):
        raise Http404
    return found


def told(form: forms.Form, error: LeagueError) -> None:
    """Say what a service refused beside its field, or above the form."""
    form.add_error(error.field if error.field in form.fields else None, error.message)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def season_new(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """Give a league a season."""
    league = visit.league(league_slug)
    offer = season_offer(league, club_day(visit.club))
    form = SeasonForm(request.POST if request.method == "POST" else None, offer=offer)
    if form.is_bound and form.is_valid():
        try:
            season = open_season(league=league, actor=visit.actor, **form.cleaned_data)
        except LeagueError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The season “%(name)s” is set.") % {"name": season.name})
            return redirect("league:season-edit", visit.club.slug, league.slug, season.pk)
    return _page(request, visit, "season", {"form": form, "league": league})


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def season_edit(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int
) -> HttpResponseBase:
    """A season's name, days and games, its stages, and its end."""
    season = season_of(visit, season_id, league_slug)
    offer = season_offer(season.league, season.starts_on)
    posted = request.method == "POST"
    form = SeasonForm(request.POST, offer=offer) if posted else SeasonForm.of(season, offer)
    if form.is_bound and form.is_valid():
        try:
            change_season(season=season, actor=visit.actor, **form.cleaned_data)
        except LeagueError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("league:season-edit", visit.club.slug, league_slug, season.pk)
    stages = Stage.objects.for_club(visit.club).filter(season=season)
    context = {"form": form, "league": season.league, "season": season, "stages": stages}
    return _page(request, visit, "season", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
def season_remove(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int
) -> HttpResponse:
    """Remove a season in which nothing was played."""
    season = season_of(visit, season_id, league_slug)
    try:
        remove_season(season=season, actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
        return redirect("league:season-edit", visit.club.slug, league_slug, season.pk)
    messages.success(request, _("The season “%(name)s” is removed.") % {"name": season.name})
    return redirect("league:league-settings", visit.club.slug, league_slug)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def stage_new(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int
) -> HttpResponseBase:
    """Give a season a stage."""
    season = season_of(visit, season_id, league_slug)
    last = Stage.objects.for_club(visit.club).filter(season=season).last()
    form = StageForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            stage = add_stage(season=season, actor=visit.actor, **form.cleaned_data)
        except LeagueError as error:
            told(form, error)
        else:
            messages.success(request, _("The stage “%(name)s” is set.") % {"name": stage.name})
            return redirect("league:season-edit", visit.club.slug, league_slug, season.pk)
    context = {"form": form, "league": season.league, "season": season, "last": last}
    return _page(request, visit, "stage", context)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def stage_edit(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int, stage_id: int
) -> HttpResponseBase:
    """A stage's name, days, games, and what it begins with."""
    stage = _stage(visit, league_slug, season_id, stage_id)
    form = StageForm(request.POST) if request.method == "POST" else StageForm.of(stage)
    if form.is_bound and form.is_valid():
        try:
            change_stage(stage=stage, actor=visit.actor, **form.cleaned_data)
        except LeagueError as error:
            told(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("league:season-edit", visit.club.slug, league_slug, season_id)
    context = {"form": form, "league": stage.season.league, "season": stage.season, "stage": stage}
    return _page(request, visit, "stage", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
def stage_remove(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int, stage_id: int
) -> HttpResponse:
    """Remove a stage in which nothing was played."""
    stage = _stage(visit, league_slug, season_id, stage_id)
    back = redirect("league:season-edit", visit.club.slug, league_slug, season_id)
    try:
        remove_stage(stage=stage, actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The stage “%(name)s” is removed.") % {"name": stage.name})
    return back


def _stage(visit: Visit, league_slug: str, season_id: int, stage_id: int) -> Stage:
    """A stage of a season of the visited club.

    Raises:
        Http404: there is none.
    """
    season = season_of(visit, season_id, league_slug)
    found = Stage.objects.for_club(visit.club).filter(season=season, pk=stage_id).first()
    if found is None:
        raise Http404
    found.season = season
    return found


def _page(
    request: HtmxRequest, visit: Visit, name: str, context: dict[str, Any]
) -> HttpResponseBase:
    status = 422 if context["form"].is_bound else 200
    return render_club(
        request, visit, f"league/settings/{name}.html", context, nav="settings", status=status
    )
