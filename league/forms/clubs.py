"""Founding a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.selectors.shipped import settleable_sets


class ClubNewForm(forms.Form):
    """Name, address, rules and the first league."""

    name = forms.CharField(label=_("Name of the club"), max_length=60)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=40,
        help_text=_("The last part of your pages' address: small letters, figures and hyphens."),
        error_messages={"invalid": _("Only Latin letters, figures and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    league_name = forms.CharField(
        label=_("First league"), max_length=60, initial=_("Monthly league")
    )
    rule_key = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["rule_key"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(shipped.key, shipped) for shipped in settleable_sets()]

    def clean_slug(self) -> str:
        """Addresses are small letters."""
        slug: str = self.cleaned_data["slug"]
        return slug.lower()
