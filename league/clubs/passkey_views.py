"""Passkeys: to log in by a face, a finger or a device's PIN, and as the second step of a login.

django-allauth's flows. Its pages put a challenge into the session while they are only read; here
the browser's script asks for it by a POST, to the same address as the answer.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from typing import Any, Final

from allauth.account.views import BaseReauthenticateView
from allauth.decorators import rate_limit
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn import forms as passkey_forms
from allauth.mfa.webauthn import views as passkey_views
from allauth.mfa.webauthn.internal import auth
from cryptography.exceptions import InvalidSignature
from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from league.clubs.account_fields import Refusing422, page, plain
from league.clubs.browsers import browser_words
from league.clubs.providers import give_up
from league.core.errors import LeagueError
from league.models import User

_NAME_LENGTH = 40
#: of one account
MOST_PASSKEYS: Final = 20
_BASE64 = re.compile(r"[\w=-]+", re.ASCII)
#: characters of an answer: browsers send less than two thousand
_ANSWER_LENGTH = 20_000
_NO_ANSWER = _("This passkey was not accepted. Try again.")
#: what an answer that somebody made up can break in its readers
_UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError, struct.error)


def _as_json(value: Any) -> Any:
    """Turn fido2's mappings into those that JSON knows."""
    if isinstance(value, Mapping):
        return {key: _as_json(value[key]) for key in value if value[key] is not None}
    if isinstance(value, (list, tuple)):
        return [_as_json(each) for each in value]
    return value


def challenge(options: Mapping[str, Any]) -> JsonResponse:
    return JsonResponse(_as_json(options))


class _CredentialField(forms.JSONField):
    """A browser's answer. What is unreadable is a wrong answer: only scripts fill the field."""

    widget = forms.HiddenInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(error_messages={"required": _NO_ANSWER, "invalid": _NO_ANSWER}, **kwargs)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > _ANSWER_LENGTH:
            raise forms.ValidationError(_NO_ANSWER)
        try:
            return super().to_python(value)
        except RecursionError as error:
            raise forms.ValidationError(_NO_ANSWER) from error


class _AnswerForm:
    def clean_credential(self) -> Authenticator:
        try:
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        except forms.ValidationError as error:
            # Which login has which passkey is nobody's business; only waiting is worth a word.
            code = error.code if error.code == "too_many_login_attempts" else "incorrect_code"
            text = error.message if code != "incorrect_code" else _NO_ANSWER
            raise forms.ValidationError(text, code=code) from error
        except (*_UNREADABLE, InvalidSignature) as error:
            raise forms.ValidationError(_NO_ANSWER, code="incorrect_code") from error
        return found


class PasskeyLoginForm(_AnswerForm, passkey_forms.LoginWebAuthnForm):  # type: ignore[misc]
    credential = _CredentialField()


class PasskeyStepForm(_AnswerForm, passkey_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey as the second step, after the password."""

    credential = _CredentialField()


class PasskeyAgainForm(_AnswerForm, passkey_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey once more, before something that matters."""

    credential = _CredentialField()


class AddPasskeyForm(passkey_forms.AddWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(required=False, max_length=_NAME_LENGTH)
    credential = _CredentialField()
    passwordless = None  # each of ours opens a login by itself

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self.fields["name"], pgettext_lazy("passkey", "Name"), "off")

    def clean(self) -> dict[str, Any]:
        """Check the answer, and keep of it only what a login needs."""
        kept = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if kept.count() >= MOST_PASSKEYS:
            words = _(
                "You have %(most)d passkeys, as many as an account can have. Remove one first."
            )
            raise forms.ValidationError(words % {"most": MOST_PASSKEYS})
        try:
            cleaned: dict[str, Any] = super().clean()
            if "credential" in cleaned:
                cleaned["credential"] = _kept(cleaned["credential"])
        except forms.ValidationError as error:
            raise forms.ValidationError(_NO_ANSWER) from error
        except _UNREADABLE as error:
            raise forms.ValidationError(_NO_ANSWER) from error
        return cleaned


def _kept(answer: Mapping[str, Any]) -> dict[str, Any]:
    response = {key: answer["response"][key] for key in ("clientDataJSON", "attestationObject")}
    # Readers of base64 skip what is none, and a database stores no NUL.
    if not all(
        _BASE64.fullmatch(part) for part in (answer["id"], answer["rawId"], *response.values())
    ):
        raise ValueError
    return {
        "id": answer["id"],
        "rawId": answer["rawId"],
        "type": "public-key",
        "response": response,
        "clientExtensionResults": {"credProps": {"rk": True}},
    }


class RenamePasskeyForm(passkey_forms.EditWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(max_length=_NAME_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self.fields["name"], pgettext_lazy("passkey", "Name"), "off")


class _Beginning:
    """Answer a POST with ``begin`` with a challenge, any other by the form."""

    request: HttpRequest
    begin: Callable[[], Mapping[str, Any]]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "begin" in request.POST:
            return challenge(self.begin())
        response: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return response


class AddPasskeyView(_Beginning, Refusing422, passkey_views.AddWebAuthnView):  # type: ignore[misc]
    form_class = AddPasskeyForm

    def begin(self) -> Mapping[str, Any]:
        options: Mapping[str, Any] = auth.begin_registration(self.request.user, True)
        return options

    def get_initial(self) -> dict[str, Any]:
        return {
            "name": str(browser_words(self.request.headers.get("User-Agent", "")))[:_NAME_LENGTH]
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # Past allauth's own, which begins at once.
        context: dict[str, Any] = super(passkey_views.AddWebAuthnView, self).get_context_data(
            **kwargs
        )
        return context

    def get_success_url(self) -> str:
        if self.did_generate_recovery_codes:
            return str(super().get_success_url())
        return reverse("mfa_list_webauthn")


@method_decorator(rate_limit(action="login"), name="dispatch")
class PasskeyLoginView(_Beginning, passkey_views.LoginWebAuthnView):  # type: ignore[misc]
    """Log in by a passkey alone: it asks for a face, a finger or a PIN, which are two factors."""

    form_class = PasskeyLoginForm

    def begin(self) -> Mapping[str, Any]:
        options: Mapping[str, Any] = auth.begin_authentication(user=None)
        return options

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Go back to the page of logins, which says what was wrong, and still knows where to."""
        response: HttpResponse = super().form_invalid(form)
        following = urlencode({"next": self.request.POST.get("next", "")})
        return redirect(f"{response.headers['Location']}?{following}")

    def form_valid(self, form: forms.Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        if not self.request.POST.get("remember"):
            self.request.session.set_expiry(0)
        return response


class PasskeyAgainView(_Beginning, passkey_views.ReauthenticateWebAuthnView):  # type: ignore[misc]
    form_class = PasskeyAgainForm

    def begin(self) -> Mapping[str, Any]:
        options: Mapping[str, Any] = auth.begin_authentication(self.request.user)
        return options

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        response = self.render_to_response(self.get_context_data(form=form), status=422)
        assert isinstance(response, HttpResponse)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # Past allauth's own, which begins at once.
        context: dict[str, Any] = BaseReauthenticateView.get_context_data(self, **kwargs)
        return context


def has_passkey(user: User) -> bool:
    return bool(is_mfa_enabled(user, [Authenticator.Type.WEBAUTHN]))


class ListPasskeysView(passkey_views.ListWebAuthnView):  # type: ignore[misc]
    def get_queryset(self) -> Any:
        return super().get_queryset().order_by("pk")


class RenamePasskeyView(Refusing422, passkey_views.EditWebAuthnView):  # type: ignore[misc]
    form_class = RenamePasskeyForm


class RemovePasskeyView(Refusing422, passkey_views.RemoveWebAuthnView):  # type: ignore[misc]
    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Remove it, unless the login would not open any more."""
        remove, user = super().form_valid, self.request.user
        try:
            removed: HttpResponse = give_up(user=user, way=self.object, end=lambda: remove(form))
        except LeagueError as error:
            form.add_error(None, error.message)
            return self.form_invalid(form)
        return removed


urlpatterns = [
    path("passkeys/", require_safe(ListPasskeysView.as_view()), name="mfa_list_webauthn"),
    path("passkeys/add/", page(AddPasskeyView.as_view()), name="mfa_add_webauthn"),
    path("passkeys/login/", require_POST(PasskeyLoginView.as_view()), name="mfa_login_webauthn"),
    path("passkeys/again/", page(PasskeyAgainView.as_view()), name="mfa_reauthenticate_webauthn"),
    path("passkeys/<int:pk>/", page(RenamePasskeyView.as_view()), name="mfa_edit_webauthn"),
    path(
        "passkeys/<int:pk>/remove/",
        page(RemovePasskeyView.as_view()),
        name="mfa_remove_webauthn",
    ),
]
