"""Inputs and fields that forms of several rooms share."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.errors import LeagueError


def day_input() -> forms.DateInput:
    """A date as browsers pick it; ISO, whatever the language."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


MOST_GAMES = 999


class VoidForm(forms.Form):
    """Why a ruling is taken back."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Please say why, so that everybody can follow it."),
            "max_length": _("Please keep it under 200 characters."),
        },
    )


#: stands in a form for "no value"; an empty text would be nothing chosen
NONE_CODE: Final = "-"


def choice_code(value: object) -> str:
    """Write a value to choose from as a form sends it."""
    if value is None:
        return NONE_CODE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def told(form: forms.Form, error: LeagueError) -> None:
    """Say what a service refused beside its field, or above the form."""
    form.add_error(error.field if error.field in form.fields else None, error.message)
