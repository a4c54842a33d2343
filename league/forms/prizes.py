"""The form by which organizers set a league's prizes: a row each, and some empty ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.settings import MOST_GAMES
from league.models import Prize
from league.services.prizes import PrizeEntry

if TYPE_CHECKING:
    _FormSet = forms.BaseFormSet["PrizeForm"]
else:
    _FormSet = forms.BaseFormSet

#: prizes that a league may have, and empty rows below those that it has
MOST, EMPTY = 12, 2


class PrizeForm(forms.Form):
    """One prize."""

    measure = forms.ChoiceField(
        label=_("Given for"), choices=[("", "–"), *Prize.Measure.choices], required=False
    )
    name = forms.CharField(
        label=_("Name of the prize"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    minimum_games = forms.IntegerField(
        label=_("Minimum games"), min_value=0, max_value=MOST_GAMES, initial=0, required=False
    )
    position = forms.IntegerField(
        label=_("Place in the list"), min_value=1, max_value=99, required=False
    )
    is_removed = forms.BooleanField(label=_("Remove"), required=False)

    @property
    def is_given(self) -> bool:
        """Whether it says a prize that is kept."""
        values = self.cleaned_data
        return bool(values.get("measure")) and not values.get("is_removed")

    def clean(self) -> dict[str, Any]:
        """A name alone is no prize."""
        values = super().clean() or {}
        if values.get("name") and not values.get("measure") and not values.get("is_removed"):
            self.add_error("measure", _("Please say what it is given for."))
        return values


class _Rows(_FormSet):
    """All of a league's prizes."""

    def entries(self) -> list[PrizeEntry]:
        """The prizes that are kept, by their order; without a number after those with one."""
        kept = [form.cleaned_data for form in self.forms if form.is_given]
        kept.sort(key=lambda values: values.get("position") or 100)
        return [
            PrizeEntry(
                name=values["name"],
                measure=values["measure"],
                minimum_games=values["minimum_games"] or 0,
            )
            for values in kept
        ]


PrizeRows = forms.formset_factory(
    PrizeForm, formset=_Rows, extra=EMPTY, max_num=MOST, validate_max=True, absolute_max=MOST + 10
)


class SeenForm(forms.Form):
    """Which prizes were there when the page was shown."""

    seen = forms.RegexField(
        regex=r"^(?:[0-9]{1,18}(?:,[0-9]{1,18})*)?\Z", required=False, widget=forms.HiddenInput
    )

    def keys(self) -> list[int]:
        """The prizes' keys."""
        return [int(key) for key in self.cleaned_data["seen"].split(",") if key]


def rows_of(prizes: Sequence[Prize]) -> Any:
    """The rows filled in with what there is."""
    return PrizeRows(
        initial=[
            {
                "measure": prize.measure,
                "name": prize.name,
                "minimum_games": prize.minimum_games,
                "position": at,
            }
            for at, prize in enumerate(prizes, start=1)
        ]
    )


def seen_of(prizes: Sequence[Prize]) -> SeenForm:
    """What a page with these prizes sends along."""
    return SeenForm(initial={"seen": ",".join(str(prize.pk) for prize in prizes)})
