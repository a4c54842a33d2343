"""The fields of the calculator's form: tiles in writing, and counts."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from league.typed_numbers import whole_number

_TYPING: Final = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
_COUNT: Final = {"inputmode": "numeric", "autocomplete": "off", "min": 0, "placeholder": "0"}


class CountField(forms.IntegerField):
    """A whole number as people write it; what only Python reads as one, like ``1_0``, is none."""

    def to_python(self, value: Any) -> int | None:
        """Read the number; None where nothing was typed.

        Raises:
            ValidationError: it is no number.
        """
        if value in self.empty_values:
            return None
        found = whole_number(str(value))
        if not isinstance(found, int):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return found


def tiles_field(label: Any, help_text: Any = "") -> forms.CharField:
    """A field for tiles in their notation."""
    attrs = {**_TYPING, "data-tiles": ""}
    return forms.CharField(
        label=label, help_text=help_text, required=False, widget=forms.TextInput(attrs=attrs)
    )


def count_field(label: Any, most: int) -> CountField:
    """A field for a number from 0 to ``most``; it may stay empty."""
    wrong = format_lazy(_("Please enter a number from 0 to {most}."), most=f"{most:,}")
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), wrong)
    return CountField(
        label=label,
        required=False,
        min_value=0,
        max_value=most,
        widget=forms.NumberInput(attrs={**_COUNT, "max": most}),
        error_messages=messages,
    )
