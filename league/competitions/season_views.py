"""Pages and forms by which organizers add, change and delete seasons and stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.competitions.read import find_season
from league.competitions.seasons import (
    add_stage,
    change_season,
    change_stage,
    open_season,
    remove_season,
    remove_stage,
)
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.inputs import add_service_error, day_input
from league.core.permissions import Action
from league.models import Season, Stage
from league.rulebook.options import OpenOption, OptionsForm, season_offer

Made = TypeVar("Made")

MOST_GAMES = 999


def _games(label: Any, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MOST_GAMES,
        initial=0,
        required=False,
        help_text=help_text,
    )


class CountingForm(forms.Form):
    """Days, and which games of them count; 0 means no limit."""

    starts_on = forms.DateField(label=_("First day"), widget=day_input())
    ends_on = forms.DateField(label=_("Last day"), widget=day_input())
    minimum_games = _games(
        _("Minimum games"), _("Members with fewer games are not ranked. 0: everyone is ranked.")
    )
    maximum_games = _games(
        _("Maximum games that count"), _("A member's later games do not count. 0: all games count.")
    )
    best_games = _games(
        _("Count only the best"), _("How many of each member's best games count. 0: all.")
    )
    worst_dropped = _games(
        _("Drop the worst"), _("How many of each member's worst games do not count. 0: none.")
    )

    def clean(self) -> dict[str, Any]:
        """Turn empty numbers into 0."""
        values = super().clean() or {}
        for name in ("minimum_games", "maximum_games", "best_games", "worst_dropped"):
            if name in values and values[name] is None:
                values[name] = 0
        first, last = values.get("starts_on"), values.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first day."))
        return values


class SeasonForm(OptionsForm, CountingForm):
    """A season, both days included, with its choices where the rules leave options open."""

    name = forms.CharField(label=_("Name of the season"), max_length=60)
    has_teams = forms.BooleanField(label=_("Teams are ranked"), required=False)

    field_order = ("name", "starts_on", "ends_on")

    @classmethod
    def of(cls, season: Season, offer: Sequence[OpenOption]) -> SeasonForm:
        initial = {name: getattr(season, name) for name in cls.base_fields}
        return cls(initial=initial, offer=offer, chosen=season.options)


class StageForm(CountingForm):
    name = forms.CharField(label=_("Name of the stage"), max_length=60)
    carry = forms.ChoiceField(
        label=_("Points carried over"),
        choices=Stage.Carry.choices,
        initial=Stage.Carry.NONE,
        help_text=_(
            "Half of the points is rounded to the digits that the ranking shows, with "
            "halves rounded away from zero."
        ),
    )

    field_order = ("name", "starts_on", "ends_on", "carry")

    @classmethod
    def of(cls, stage: Stage) -> StageForm:
        return cls(initial={name: getattr(stage, name) for name in cls.base_fields})


def season_of(visit: Visit, season_id: int, league_slug: str | None = None) -> Season:
    """Find a season of the visited club.

    Raises:
        Http404: the club, or the league of that address, has no such season.
    """
    found = find_season(visit.club, season_id)
    if found is None or league_slug not in (None, found.league.slug):
        raise Http404
    return found


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def season_new(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    league = visit.league(league_slug)
    offer = season_offer(league, club_day(visit.club))
    form = SeasonForm(request.POST if request.method == "POST" else None, offer=offer)
    if season := carried_out(form, open_season, league=league, actor=visit.actor):
        messages.success(
            request, gettext("The season “%(name)s” was created.") % {"name": season.name}
        )
        return redirect("league:season-edit", visit.club.slug, league.slug, season.pk)
    return settings_page(request, visit, "season", {"form": form, "league": league})


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def season_edit(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int
) -> HttpResponseBase:
    season = season_of(visit, season_id, league_slug)
    offer = season_offer(season.league, season.starts_on)
    posted = request.method == "POST"
    form = SeasonForm(request.POST, offer=offer) if posted else SeasonForm.of(season, offer)
    if carried_out(form, change_season, season=season, actor=visit.actor):
        messages.success(request, gettext("Saved."))
        return redirect("league:season-edit", visit.club.slug, league_slug, season.pk)
    stages = Stage.objects.for_club(visit.club).filter(season=season)
    context = {"form": form, "league": season.league, "season": season, "stages": stages}
    return settings_page(request, visit, "season", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
def season_remove(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int
) -> HttpResponse:
    season = season_of(visit, season_id, league_slug)
    words = gettext("The season “%(name)s” was removed.") % {"name": season.name}
    if removed(request, words, remove_season, season=season, actor=visit.actor):
        return redirect("league:league-settings", visit.club.slug, league_slug)
    return redirect("league:season-edit", visit.club.slug, league_slug, season.pk)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def stage_new(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int
) -> HttpResponseBase:
    season = season_of(visit, season_id, league_slug)
    last = Stage.objects.for_club(visit.club).filter(season=season).last()
    form = StageForm(request.POST if request.method == "POST" else None)
    if stage := carried_out(form, add_stage, season=season, actor=visit.actor):
        messages.success(
            request, gettext("The stage “%(name)s” was created.") % {"name": stage.name}
        )
        return redirect("league:season-edit", visit.club.slug, league_slug, season.pk)
    context = {"form": form, "league": season.league, "season": season, "last": last}
    return settings_page(request, visit, "stage", context)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def stage_edit(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int, stage_id: int
) -> HttpResponseBase:
    stage = stage_of(visit, league_slug, season_id, stage_id)
    form = StageForm(request.POST) if request.method == "POST" else StageForm.of(stage)
    if carried_out(form, change_stage, stage=stage, actor=visit.actor):
        messages.success(request, gettext("Saved."))
        return redirect("league:season-edit", visit.club.slug, league_slug, season_id)
    context = {"form": form, "league": stage.season.league, "season": stage.season, "stage": stage}
    return settings_page(request, visit, "stage", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
def stage_remove(
    request: HtmxRequest, visit: Visit, league_slug: str, season_id: int, stage_id: int
) -> HttpResponse:
    stage = stage_of(visit, league_slug, season_id, stage_id)
    words = gettext("The stage “%(name)s” was removed.") % {"name": stage.name}
    removed(request, words, remove_stage, stage=stage, actor=visit.actor)
    return redirect("league:season-edit", visit.club.slug, league_slug, season_id)


def stage_of(visit: Visit, league_slug: str, season_id: int, stage_id: int) -> Stage:
    """Find a stage of a season of the visited club.

    Raises:
        Http404: there is none.
    """
    season = season_of(visit, season_id, league_slug)
    found = Stage.objects.for_club(visit.club).filter(season=season, pk=stage_id).first()
    if found is None:
        raise Http404
    found.season = season
    return found


def settings_page(
    request: HtmxRequest,
    visit: Visit,
    name: str,
    context: dict[str, Any],
    *,
    failed: bool | None = None,
) -> HttpResponseBase:
    """A page of this room below the settings: 422 where a form was refused."""
    bad = context["form"].is_bound if failed is None else failed
    template, status = f"league/competitions/{name}.html", 422 if bad else 200
    return render_club(request, visit, template, context, nav="settings", status=status)


def carried_out(form: forms.Form, service: Callable[..., Made], **given: Any) -> Made | None:
    """What a service made of a form; None where one of them refuses it, or nothing was sent."""
    if not form.is_valid():
        return None
    try:
        return service(**given, **form.cleaned_data)
    except LeagueError as error:
        refuse = form.refuse if isinstance(form, OptionsForm) else partial(add_service_error, form)
        refuse(error)
        return None


def removed(request: HtmxRequest, words: str, service: Callable[..., object], **given: Any) -> bool:
    """Whether a service removed something; says so in ``words``, or why not."""
    try:
        service(**given)
    except LeagueError as error:
        messages.error(request, error.message)
        return False
    messages.success(request, words)
    return True
