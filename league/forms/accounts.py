"""Login and password forms: allauth's, in our words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.utils.translation import gettext_lazy as _


def _plain(field: forms.Field, label: object, autocomplete: str) -> None:
    # A placeholder that repeats the label only hides what is typed.
    field.label = str(label)
    field.help_text = ""
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs["autocomplete"] = autocomplete


def _new_password(form: forms.Form) -> None:
    _plain(form.fields["password1"], _("New password"), "new-password")
    form.fields["password1"].help_text = _("At least 8 characters, not an everyday word.")
    _plain(form.fields["password2"], _("New password once more"), "new-password")


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    """Name or e-mail, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["login"], _("Login name or e-mail"), "username")
        self.fields["login"].widget.attrs["autocapitalize"] = "none"
        _plain(self.fields["password"], _("Password"), "current-password")
        self.fields["remember"].label = _("Stay logged in on this device")

    def user_credentials(self) -> dict[str, Any]:
        """What was typed, as a name alone: the backend looks for an address of that kind as well.

        Asked for both, it would hash the password twice for an address that it knows, and whoever
        has a clock would learn which addresses those are.
        """
        credentials: dict[str, Any] = super().user_credentials()
        credentials.pop("email", None)
        return credentials


class ChangePasswordForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The present password, and a new one twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["oldpassword"], _("Present password"), "current-password")
        _new_password(self)


class SetPasswordForm(allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """A first password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _new_password(self)


class PasswordLinkForm(allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The password that a link lets one choose, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _new_password(self)
