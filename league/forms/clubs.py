"""Founding a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from league.selectors.shipped import settleable_sets

#: bytes of an archive that are taken in the browser; bigger ones by ``manage.py load_archive``
MOST_BYTES = 100_000_000


class ArchiveForm(forms.Form):
    """A club from its archive."""

    file = forms.FileField(
        label=_("Archive"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    archive_slug = forms.SlugField(
        label=_("Another address"),
        max_length=40,
        required=False,
        help_text=_("Left empty: the address that the club had."),
        error_messages={"invalid": _("Only Latin letters, figures and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )

    def clean_file(self) -> UploadedFile[Any]:
        """No bigger than a server reads in one go."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            most = MOST_BYTES // 1_000_000
            raise forms.ValidationError(
                _("The file is too big: at most %(most)s MB."), params={"most": most}
            )
        return file

    def clean_archive_slug(self) -> str:
        """Addresses are small letters."""
        slug: str = self.cleaned_data["archive_slug"]
        return slug.lower()


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
