"""Forms of organizers beside the ranking: points given or taken, prizes, closed months."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.days import day_in, day_problem
from league.core.inputs import MOST_GAMES, DayField, reason_field, set_choices
from league.core.letters import nfkc
from league.models import Member, Prize
from league.rankings.write import PrizeEntry

if TYPE_CHECKING:
    _FormSet = forms.BaseFormSet["PrizeForm"]
else:
    _FormSet = forms.BaseFormSet

_MINUS: Final = re.compile(r"^[▲△▼\-−‐‑‒–—―ー]")
_NUMBER: Final = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,3}))?")
_THOUSAND: Final = 1_000


class ScoreField(forms.CharField):
    """A score as rankings show it: −20.0, ▲20 and +5.5; cleans to points."""

    def __init__(self, *, decimals: int = 1, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)
        self.decimals = decimals

    def clean(self, value: Any) -> Any:
        """Return points: −20.0 is −20,000.

        Raises:
            ValidationError: it is not a score, or finer than the league counts.
        """
        text = super().clean(value)
        return read_score(text, self.decimals) if text else text


def read_score(text: str, decimals: int) -> int:
    """Read a score as people write it, into points.

    Raises:
        ValidationError: it is not a score, or has more decimals than the league shows.
    """
    plain = re.sub(r"[\s,、]", "", nfkc(text))
    sign = -1 if _MINUS.match(plain) else 1
    found = _NUMBER.fullmatch(_MINUS.sub("", plain).removeprefix("+"))
    if found is None:
        raise forms.ValidationError(gettext("Enter a score such as −20.0 or 5."))
    whole, rest = found.groups(default="")
    points = int(whole) * _THOUSAND + int(rest.ljust(3, "0"))
    if points % (_THOUSAND // 10**decimals):
        words = (
            gettext("This league counts in tenths: use at most one decimal place.")
            if decimals
            else gettext("This league counts whole numbers only.")
        )
        raise forms.ValidationError(words)
    return sign * points


def written_score(points: int) -> str:
    """Points as :func:`read_score` reads them: −20,000 is −20.000."""
    whole, rest = divmod(abs(points), _THOUSAND)
    return f"{'-' if points < 0 else ''}{whole}.{rest:03}"


class AdjustmentForm(forms.Form):
    member = forms.TypedChoiceField(label=_("Member"), coerce=int)
    day = DayField(
        label=_("Day"),
        help_text=_("Counts in every month, season and stage that includes this day."),
    )
    points = ScoreField(
        label=_("Points added or deducted"),
        help_text=_("In the same unit as the ranking: −20.0 deducts 20 points."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = reason_field(_("Everyone can read this."))

    def __init__(self, *args: Any, members: Iterable[Member], decimals: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        points = self.fields["points"]
        assert isinstance(points, ScoreField)
        set_choices(self, "member", [("", "–"), *((one.pk, one.display_name) for one in members)])
        points.decimals = decimals


#: prizes that a league may have, and empty rows below those that it has
MOST, EMPTY = 12, 2


class PrizeForm(forms.Form):
    measure = forms.ChoiceField(
        label=_("Awarded for"), choices=[("", "–"), *Prize.Measure.choices], required=False
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
        label=_("Position in the list"), min_value=1, max_value=99, required=False
    )
    is_removed = forms.BooleanField(label=_("Remove"), required=False)

    @property
    def is_given(self) -> bool:
        values = self.cleaned_data
        return bool(values.get("measure")) and not values.get("is_removed")

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("name") and not values.get("measure") and not values.get("is_removed"):
            self.add_error("measure", _("Choose what the prize is awarded for."))
        return values


class _Rows(_FormSet):
    def entries(self) -> list[PrizeEntry]:
        """Return the prizes kept, by number; those without a number come last."""
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
    seen = forms.RegexField(
        regex=r"^(?:[0-9]{1,18}(?:,[0-9]{1,18})*)?\Z", required=False, widget=forms.HiddenInput
    )

    def keys(self) -> list[int]:
        return [int(key) for key in self.cleaned_data["seen"].split(",") if key]


def rows_of(prizes: Sequence[Prize]) -> Any:
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
    return SeenForm(initial={"seen": ",".join(str(prize.pk) for prize in prizes)})


class CloseForm(forms.Form):
    """The month to close; cleans to its first day."""

    month = forms.RegexField(
        regex=r"^[0-9]{4}-(?:0[1-9]|1[0-2])\Z",
        widget=forms.HiddenInput,
        error_messages={
            "required": _("Enter the month like this: 2026-11."),
            "invalid": _("Enter the month like this: 2026-11."),
        },
    )

    def clean_month(self) -> date:
        first = day_in(f"{self.cleaned_data['month']}-01")
        if first is None:
            raise forms.ValidationError(_("Enter the month like this: 2026-11."))
        if problem := day_problem(first):
            raise forms.ValidationError(problem)
        return first


class ReopenForm(forms.Form):
    reason = reason_field(_("Shown with the closing; everyone can read it."))
