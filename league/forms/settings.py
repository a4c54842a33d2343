"""Forms of a club's settings, its leagues and their seasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _

from league.models import Club, ClubRuleSet, League
from league.models.club import validate_time_zone
from league.selectors.shipped import ShippedChoice

MOST_GAMES = 999
_SHIPPED = "shipped:"  # no address of a set holds a colon


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
    year_starts_in = forms.TypedChoiceField(
        label=_("The year begins in"),
        coerce=int,
        choices=list(MONTHS.items()),
        required=False,
        empty_value=None,
        help_text=_("For rankings of a year. In January: calendar years."),
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

    def clean(self) -> dict[str, Any]:
        """What is not said of years stays as it is."""
        values = super().clean() or {}
        if values.get("year_starts_in") is None:
            values.pop("year_starts_in", None)
        return values


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
    record_scores = forms.ChoiceField(
        label=_("Imported records count"),
        choices=League.RecordScores.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Points and the record's own scores are both kept. Holds for later imports."),
    )
    teams_from_names = forms.BooleanField(
        label=_("Names tell teams"),
        required=False,
        help_text=_("On import foo@bar plays for the team bar, from the day of the game."),
    )
    is_active = forms.BooleanField(
        label=_("In play"),
        required=False,
        help_text=_("When off, the league takes no new games; games and rankings stay."),
    )

    @classmethod
    def of(cls, league: League) -> LeagueForm:
        """The form filled in with a league."""
        return cls(initial={name: getattr(league, name) for name in cls.base_fields})

    def clean(self) -> dict[str, Any]:
        """What is not said of imported records stays as it is."""
        values = super().clean() or {}
        if not values.get("record_scores"):
            values.pop("record_scores", None)
        return values


class LeagueNewForm(forms.Form):
    """A further league: what it is called, its address, its rules."""

    name = forms.CharField(label=_("Name of the league"), max_length=60)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=40,
        help_text=_("The last part of its ranking's address: small letters, figures and hyphens."),
        error_messages={"invalid": _("Only Latin letters, figures and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    rule_set = forms.ChoiceField(label=_("Rules"))
    minimum_games = forms.IntegerField(
        label=_("Minimum games a month"),
        min_value=0,
        max_value=MOST_GAMES,
        initial=0,
        help_text=_("Members with fewer games are listed below, without a rank."),
    )
    guests_ranked = forms.BooleanField(label=_("Guests are ranked"), required=False)

    def __init__(
        self,
        *args: Any,
        own: Iterable[ClubRuleSet],
        shipped: Iterable[ShippedChoice],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._own = {in_club.slug: in_club for in_club in own}
        field = self.fields["rule_set"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (_("Rules of the club"), [(k, each.rule_set.name) for k, each in self._own.items()]),
            (
                _("Taken over along with the league"),
                [(f"{_SHIPPED}{each.key}", each.name) for each in shipped if not each.in_use],
            ),
        ]

    def clean_slug(self) -> str:
        """Addresses are small letters; one is the address of the page with this form."""
        slug: str = self.cleaned_data["slug"].lower()
        if slug == "new":
            raise forms.ValidationError(_("This address is taken."))
        return slug

    def clean_rule_set(self) -> ClubRuleSet | str:
        """One of the club's sets, or the key of a shipped one."""
        chosen: str = self.cleaned_data["rule_set"]
        return self._own.get(chosen) or chosen.removeprefix(_SHIPPED)
