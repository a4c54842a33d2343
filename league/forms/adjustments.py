"""Forms by which organizers give and take points apart from games."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.days import day_problem
from league.forms.members import day_input
from league.models import Member

_MINUS: Final = re.compile(r"^[▲△▼\-−‐‑‒–—―ー]")
_NUMBER: Final = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,3}))?")
_THOUSAND: Final = 1_000


class ScoreField(forms.CharField):
    """A score as rankings show it: −20.0, ▲20 and +5.5; cleans to points."""

    def __init__(self, *, decimals: int = 1, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)
        self.decimals = decimals

    def clean(self, value: Any) -> Any:
        """The points: −20.0 is −20,000.

        Raises:
            ValidationError: it is no score, or finer than the league counts.
        """
        text = super().clean(value)
        return read_score(text, self.decimals) if text else text


def read_score(text: str, decimals: int) -> int:
    """Read a score as people write it, into points.

    Raises:
        ValidationError: it is no score, or has more decimals than the league shows.
    """
    plain = re.sub(r"[\s,、]", "", unicodedata.normalize("NFKC", text))
    sign = -1 if _MINUS.match(plain) else 1
    found = _NUMBER.fullmatch(_MINUS.sub("", plain).removeprefix("+"))
    if found is None:
        raise forms.ValidationError(gettext("Write a score such as −20.0 or 5."))
    whole, rest = found.groups(default="")
    points = int(whole) * _THOUSAND + int(rest.ljust(3, "0"))
    if points % (_THOUSAND // 10**decimals):
        words = (
            gettext("This league counts in tenths: one figure after the point.")
            if decimals
            else gettext("This league counts whole numbers alone.")
        )
        raise forms.ValidationError(words)
    return sign * points


class AdjustmentForm(forms.Form):
    """To whom, on which day, how much, and why."""

    member = forms.TypedChoiceField(label=_("Member"), coerce=int)
    day = forms.DateField(
        label=_("Day"),
        widget=day_input(),
        help_text=_("Counts in every month, season and stage that has this day."),
    )
    points = ScoreField(
        label=_("Points given or taken"),
        help_text=_("As the ranking shows them: −20.0 takes twenty."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Please say why, so that everybody can follow it."),
            "max_length": _("Please keep it under 200 characters."),
        },
    )

    def __init__(self, *args: Any, members: Iterable[Member], decimals: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field, points = self.fields["member"], self.fields["points"]
        assert isinstance(field, forms.TypedChoiceField)
        assert isinstance(points, ScoreField)
        field.choices = [("", "–"), *((one.pk, one.display_name) for one in members)]
        points.decimals = decimals

    def clean_day(self) -> Any:
        """A day of the calendar that clubs have.

        Raises:
            ValidationError: it is none.
        """
        day = self.cleaned_data["day"]
        if problem := day_problem(day):
            raise forms.ValidationError(problem)
        return day
