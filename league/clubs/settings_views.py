"""Pages and forms of a club's settings, its leagues, and the check of the standings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dates import MONTHS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.verification import last_check
from league.clubs.write import move_league, open_league, update_club, update_league
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.inputs import MOST_GAMES, carried_out, set_choices
from league.core.jobs import request_job
from league.core.permissions import Action
from league.models import Club, ClubRuleSet, Job, League, Season
from league.models.club import validate_time_zone
from league.rulebook.shipped import ShippedChoice, shipped_choices

_SHIPPED = "shipped:"  # no address of a set holds a colon


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Name of the club"), max_length=60)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=40,
        validators=[validate_time_zone],
        help_text=_("Type part of it, for example Tokyo."),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
    )
    day_turns_at = forms.TypedChoiceField(
        label=_("Day starts at"),
        coerce=int,
        choices=[(hour, f"{hour}:00") for hour in range(13)],
        help_text=_(
            "A game that ends before this hour belongs to the session of the previous day."
        ),
    )
    year_starts_in = forms.TypedChoiceField(
        label=_("Year starts in"),
        coerce=int,
        choices=list(MONTHS.items()),
        required=False,
        empty_value=None,
        help_text=_("Used for yearly rankings. January means calendar years."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    visibility = forms.ChoiceField(
        label=_("Who can view"),
        choices=Club.Visibility.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "Rankings for everyone: nothing else is public. Everyone: sessions, games, members' "
            "records and rules too."
        ),
    )
    names_shown = forms.ChoiceField(
        label=_("Names shown"), choices=Club.Names.choices, widget=forms.RadioSelect
    )

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        return cls(initial={name: getattr(club, name) for name in cls.base_fields})

    def clean(self) -> dict[str, Any]:
        """Leave out absent year settings, so that they stay as they are."""
        values = super().clean() or {}
        if values.get("year_starts_in") is None:
            values.pop("year_starts_in", None)
        return values


class _LeagueForm(forms.Form):
    """What is set for a league, new or not."""

    name = forms.CharField(label=_("Name of the league"), max_length=60)
    minimum_games = forms.IntegerField(
        label=_("Minimum games a month"),
        min_value=0,
        max_value=MOST_GAMES,
        initial=0,
        help_text=_("Members with fewer games are listed below, without a rank."),
    )
    guests_ranked = forms.BooleanField(label=_("Guests are ranked"), required=False)


class LeagueForm(_LeagueForm):
    record_scores = forms.ChoiceField(
        label=_("Scores of imported records"),
        choices=League.RecordScores.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "Both the points and the record's own scores are stored. Applies to later imports."
        ),
    )
    teams_from_names = forms.BooleanField(
        label=_("Set teams from names"),
        required=False,
        help_text=_("When importing, foo@bar plays for the team bar from the day of the game."),
    )
    is_active = forms.BooleanField(
        label=_("In progress"),
        required=False,
        help_text=_(
            "When off, no new games can be entered in the league; its games and rankings stay."
        ),
    )

    @classmethod
    def of(cls, league: League) -> LeagueForm:
        return cls(initial={name: getattr(league, name) for name in cls.base_fields})

    def clean(self) -> dict[str, Any]:
        """Leave out absent settings for imported records, so that they stay as they are."""
        values = super().clean() or {}
        if not values.get("record_scores"):
            values.pop("record_scores", None)
        return values


class LeagueNewForm(_LeagueForm):
    field_order = ("name", "slug", "rule_set")

    slug = forms.SlugField(
        label=_("Address"),
        max_length=40,
        help_text=_(
            "The last part of the ranking's address: lowercase letters, digits and hyphens."
        ),
        error_messages={"invalid": _("Use only Latin letters, digits and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    rule_set = forms.ChoiceField(label=_("Rules"))

    def __init__(
        self,
        *args: Any,
        own: Iterable[ClubRuleSet],
        shipped: Iterable[ShippedChoice],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._own = {in_club.slug: in_club for in_club in own}
        choices = [
            (
                _("Rules of the club"),
                [(k, each.rule_set.name) for k, each in self._own.items()],
            ),
            (
                _("Adopted together with the league"),
                [(f"{_SHIPPED}{each.key}", each.name) for each in shipped if not each.in_use],
            ),
        ]
        set_choices(self, "rule_set", choices)

    def clean_slug(self) -> str:
        """Lower-case the address; refuse that of the page with this form."""
        slug: str = self.cleaned_data["slug"].lower()
        if slug == "new":
            raise forms.ValidationError(_("This address is already taken."))
        return slug

    def clean_rule_set(self) -> ClubRuleSet | str:
        chosen: str = self.cleaned_data["rule_set"]
        return self._own.get(chosen) or chosen.removeprefix(_SHIPPED)


@cache
def _time_zones() -> tuple[str, ...]:
    """List zones named after a city; ``Etc/GMT+3`` and the like can still be typed."""
    regions = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    return tuple(sorted(n for n in available_timezones() if n.partition("/")[0] in regions))


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def club_settings(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Show settings: the club's for its owner, leagues and the check for organizers.

    Raises:
        PermissionDenied: somebody but an owner posts the club's own settings.
    """
    posted = request.method == "POST"
    if posted and not visit.may(Action.MANAGE_CLUB):
        raise PermissionDenied
    form = ClubForm(request.POST) if posted else ClubForm.of(visit.club)
    if posted and form.is_valid():
        update_club(club=visit.club, values=form.cleaned_data, actor=visit.actor)
        messages.success(request, gettext("Saved."))
        return redirect("league:settings", visit.club.slug)
    context = {
        "form": form,
        "time_zones": _time_zones(),
        "leagues": League.objects.for_club(visit.club).select_related("rule_set__rule_set"),
        "last_check": last_check(visit.club),
    }
    return _page(request, visit, "page", context)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def league_settings(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    league = visit.league(league_slug)
    posted = request.method == "POST"
    form = LeagueForm(request.POST) if posted else LeagueForm.of(league)
    if posted and form.is_valid():
        update_league(league=league, values=form.cleaned_data, actor=visit.actor)
        messages.success(request, gettext("Saved."))
        return redirect("league:league-settings", visit.club.slug, league.slug)
    seasons = Season.objects.for_club(visit.club).filter(league=league)
    context = {"form": form, "league": league, "seasons": seasons}
    return _page(request, visit, "league", context)


def league_new_form(club: Club, data: Any = None) -> LeagueNewForm:
    return LeagueNewForm(
        data,
        own=ClubRuleSet.objects.for_club(club).select_related("rule_set"),
        shipped=[each for each in shipped_choices(club) if each.can_settle],
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def league_new(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Open a further league; ``?rules=<set>`` preselects the rule set."""
    form = league_new_form(visit.club, request.POST if request.method == "POST" else None)
    form.initial = {"rule_set": request.GET.get("rules", "")}

    def open_new() -> League:
        return open_league(club=visit.club, actor=visit.actor, **form.cleaned_data)

    if league := carried_out(form, open_new):
        words = gettext("The league “%(name)s” has been created.") % {"name": league.name}
        messages.success(request, words)
        return redirect("league:league-settings", visit.club.slug, league.slug)
    return _page(request, visit, "league_new", {"form": form})


def _page(
    request: HtmxRequest, visit: Visit, name: str, context: dict[str, Any]
) -> HttpResponseBase:
    """A page with a form: 422 where that was refused."""
    template, status = (
        f"league/clubs/settings/{name}.html",
        422 if context["form"].is_bound else 200,
    )
    return render_club(request, visit, template, context, nav="settings", status=status)


@club_page(Action.MANAGE_LEAGUES, "POST")
def league_move(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    to: Literal["up", "down"] = "down" if request.POST.get("to") == "down" else "up"
    move_league(league=visit.league(league_slug), to=to, actor=visit.actor)
    return redirect(f"{reverse('league:settings', args=[visit.club.slug])}#leagues")


@club_page(Action.CHECK_STANDINGS, "POST")
def check_standings(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    request_job(club=visit.club, kind=Job.Kind.VERIFY_STANDINGS)
    return redirect("league:settings", visit.club.slug)
