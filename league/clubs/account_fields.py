"""What the forms and pages of a login have in common."""

from __future__ import annotations

from django import forms
from django.forms import Form
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

page = require_http_methods(["GET", "HEAD", "POST"])


def plain(field: forms.Field, label: object, autocomplete: str) -> None:
    # A placeholder that repeats the label only hides what is typed.
    field.label = str(label)
    field.help_text = ""
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs["autocomplete"] = autocomplete


def new_password(form: forms.Form) -> None:
    plain(form.fields["password1"], _("New password"), "new-password")
    form.fields["password1"].help_text = _("At least 8 characters. Common words are not allowed.")
    plain(form.fields["password2"], _("Repeat new password"), "new-password")


class Refusing422:
    """Answer 422 to a refused form, as everywhere in Jancho."""

    def form_invalid(self, form: Form) -> HttpResponse:
        """Show the page again, with everything typed except passwords."""
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 422
        return response
