"""Forms by which organizers close a month and open it again."""

from __future__ import annotations

from datetime import date

from django import forms
from django.utils.translation import gettext_lazy as _

from league.days import day_problem


class CloseForm(forms.Form):
    """Which month is closed; cleans to its first day."""

    month = forms.RegexField(
        regex=r"^[0-9]{4}-(?:0[1-9]|1[0-2])\Z",
        widget=forms.HiddenInput,
        error_messages={
            "required": _("A month looks like 2026-11."),
            "invalid": _("A month looks like 2026-11."),
        },
    )

    def clean_month(self) -> date:
        """The first day of a month that clubs have."""
        try:
            first = date.fromisoformat(f"{self.cleaned_data['month']}-01")
        except ValueError as error:
            raise forms.ValidationError(_("A month looks like 2026-11.")) from error
        if problem := day_problem(first):
            raise forms.ValidationError(problem)
        return first


class ReopenForm(forms.Form):
    """Why a month is opened again."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Everybody can read it beside the closing."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Please say why, so that everybody can follow it."),
            "max_length": _("Please keep it under 200 characters."),
        },
    )
