"""Forms of a club's settings, its leagues and their seasons."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from league.forms.members import day_input
from league.models import Club, League
from league.models.club import validate_time_zone

MOST_GAMES = 999


class ClubForm(forms.Form):
    """What the owner sets for the whole club."""

    name = forms.CharField(label=_("Name of the club"), max_length=60)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=40,
        validators=[validate_time_zone],
        help_text=_("Type part of it, for example Tokyo."),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
    )
    day_turns_at = forms.TypedChoiceField(
        label=_("The day turns at"),
        coerce=int,
        choices=[(hour, f"{hour}:00") for hour in range(13)],
        help_text=_("A game that ends before this hour belongs to the evening before."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    visibility = forms.ChoiceField(
        label=_("Who may read"), choices=Club.Visibility.choices, widget=forms.RadioSelect
    )
    names_shown = forms.ChoiceField(
        label=_("Names shown"), choices=Club.Names.choices, widget=forms.RadioSelect
    )

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """The form filled in with a club."""
        return cls(initial={name: getattr(club, name) for name in cls.base_fields})


class LeagueForm(forms.Form):
    """What organizers set for a league."""

    name = forms.CharField(label=_("Name of the league"), max_length=60)
    minimum_games = forms.IntegerField(
        label=_("Minimum games a month"),
        min_value=0,
        max_value=MOST_GAMES,
        help_text=_("Members with fewer games are listed below, without a rank."),
    )
    guests_ranked = forms.BooleanField(label=_("Guests are ranked"), required=False)
    is_active = forms.BooleanField(
        label=_("In play"),
        required=False,
        help_text=_("When off, the league takes no new games; games and rankings stay."),
    )

    @classmethod
    def of(cls, league: League) -> LeagueForm:
        """The form filled in with a league."""
        return cls(initial={name: getattr(league, name) for name in cls.base_fields})


class SeasonForm(forms.Form):
    """A new season, both days included."""

    name = forms.CharField(label=_("Name of the season"), max_length=60)
    starts_on = forms.DateField(label=_("First day"), widget=day_input())
    ends_on = forms.DateField(label=_("Last day"), widget=day_input())
    minimum_games = forms.IntegerField(
        label=_("Minimum games"), min_value=0, max_value=MOST_GAMES, initial=0
    )

    def clean(self) -> dict[str, Any] | None:
        """A season ends after it starts."""
        values = super().clean() or {}
        first, last = values.get("starts_on"), values.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day lies before the first."))
        return values
