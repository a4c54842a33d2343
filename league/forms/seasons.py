"""Forms of a league's seasons and their stages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.members import day_input
from league.forms.options import OptionsForm
from league.models import Season, Stage
from league.selectors.options import OpenOption

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
    """Days, and which games of them count; 0 says nothing."""

    starts_on = forms.DateField(label=_("First day"), widget=day_input())
    ends_on = forms.DateField(label=_("Last day"), widget=day_input())
    minimum_games = _games(
        _("Minimum games"), _("Whoever played fewer is not ranked. 0: everybody is.")
    )
    maximum_games = _games(
        _("Most games that count"), _("Later games of a member do not count. 0: all do.")
    )
    best_games = _games(_("Only the best"), _("So many of a member's games count. 0: all."))
    worst_dropped = _games(_("The worst are dropped"), _("So many games do not count. 0: none."))

    def clean(self) -> dict[str, Any]:
        """What is left empty is 0."""
        values = super().clean() or {}
        for name in ("minimum_games", "maximum_games", "best_games", "worst_dropped"):
            if name in values and values[name] is None:
                values[name] = 0
        first, last = values.get("starts_on"), values.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day lies before the first."))
        return values


class SeasonForm(OptionsForm, CountingForm):
    """A season, both days included, with what it chooses where the rules leave it open."""

    name = forms.CharField(label=_("Name of the season"), max_length=60)
    has_teams = forms.BooleanField(label=_("Teams are ranked"), required=False)

    field_order = ("name", "starts_on", "ends_on")

    @classmethod
    def of(cls, season: Season, offer: Sequence[OpenOption]) -> SeasonForm:
        """The form filled in with a season."""
        initial = {name: getattr(season, name) for name in cls.base_fields}
        return cls(initial=initial, offer=offer, chosen=season.options)


class StageForm(CountingForm):
    """A stage of a season."""

    name = forms.CharField(label=_("Name of the stage"), max_length=60)
    carry = forms.ChoiceField(
        label=_("Points from before"),
        choices=Stage.Carry.choices,
        initial=Stage.Carry.NONE,
        help_text=_("Half of the points is rounded to what the ranking shows, half a unit up."),
    )

    field_order = ("name", "starts_on", "ends_on", "carry")

    @classmethod
    def of(cls, stage: Stage) -> StageForm:
        """The form filled in with a stage."""
        return cls(initial={name: getattr(stage, name) for name in cls.base_fields})
