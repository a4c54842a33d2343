"""The forms of the practice page: which hand, and what somebody takes it for."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms.calculator_fields import CountField
from league.practice_answers import Question, field_names
from scoring.practice.hands import MOST_SEEDS
from scoring.practice.levels import LEVELS, Level

_TYPING: Final = {"inputmode": "numeric", "autocomplete": "off"}
_MOST_COUNTED: Final = 999
_MOST_POINTS: Final = 9_999_999


def level_of(typed: str) -> Level:
    """The level of an address; easy where it names none."""
    return next((level for level in LEVELS if level == typed), LEVELS[0])


class SeedForm(forms.Form):
    """Which of the hands."""

    seed = CountField(
        label=_("Hand no."),
        required=False,
        min_value=1,
        max_value=MOST_SEEDS,
        widget=forms.NumberInput(attrs={**_TYPING, "min": 1, "max": MOST_SEEDS}),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            format_lazy(_("Please enter a number from 1 to {most}."), most=f"{MOST_SEEDS:,}"),
        ),
    )

    def __init__(self, given: QueryDict, *, otherwise: int) -> None:
        is_asked = bool(given.get("seed", "").strip())
        super().__init__(
            given if is_asked else None,
            initial={"seed": otherwise},
            use_required_attribute=False,
        )
        self._otherwise = otherwise

    @property
    def chosen(self) -> int:
        """The seed that was asked for; another where there is no such."""
        found = self.cleaned_data.get("seed") if self.is_valid() else None
        return found if isinstance(found, int) else self._otherwise


class GuessForm(forms.Form):
    """What somebody takes the hand for."""

    def __init__(self, given: QueryDict, *, question: Question) -> None:
        is_sent = any(key in given for key in question.asks)
        super().__init__(given if is_sent else None, use_required_attribute=False)
        names = field_names()
        for key in question.asks:
            self.fields[key] = _guess_field(key, names[key])

    @property
    def hint(self) -> str:
        """How the greatest hands are counted; empty where none are counted in han."""
        if "fu" in self.fields:
            return gettext(
                "A yakuman counts 13 han, a double one 26. Fu are not needed from a mangan on."
            )
        if "han" in self.fields:
            return gettext("A yakuman counts 13 han, a double one 26.")
        return ""


def _guess_field(key: str, name: str) -> CountField:
    most = _MOST_COUNTED if key in ("han", "fu") else _MOST_POINTS
    wrong = format_lazy(_("Please enter a number from 0 to {most}."), most=f"{most:,}")
    attrs: dict[str, Any] = {**_TYPING, "min": 0, "max": most}
    return CountField(
        label=name,
        required=key != "fu",
        min_value=0,
        max_value=most,
        widget=forms.NumberInput(attrs=attrs),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
    )
