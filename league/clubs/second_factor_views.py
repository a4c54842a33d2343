"""A second factor for one's login: codes of an authenticator app, and recovery codes for its loss.

django-allauth's flows, with pages that write nothing while they are only read.
"""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account_forms
from allauth.account import views as account_views
from allauth.account.internal.flows.login import record_authentication
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.core.internal.httpkit import authenticated_user
from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.base import views as mfa_views
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.totp import views as totp_views
from allauth.mfa.totp.internal.auth import generate_totp_secret
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn.internal.auth import begin_authentication
from django import forms
from django.core.cache import cache
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import path, reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from league.clubs.account_fields import Refusing422, page, plain
from league.clubs.passkey_views import PasskeyStepForm, challenge, has_passkey
from league.core.letters import nfkc
from league.models import User

#: seconds in which the code of an app that was just set up has to be typed
_SET_UP_WITHIN = 60 * 60
#: seconds from the first moment at which a code is taken to the last
_CODE_GOOD_FOR = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)


class _CodeForm:
    """A form that asks for a code; digits of a Japanese keyboard are digits too."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert isinstance(self, forms.Form)
        plain(self.fields["code"], pgettext_lazy("login", "Code"), "one-time-code")
        self.fields["code"].widget.attrs["autocapitalize"] = "none"

    def clean_code(self) -> str:
        """Check the code, and that it was not taken before.

        allauth forgets after half a minute which codes were used; one is good for longer.

        Raises:
            ValidationError: it is wrong or was used.
        """
        assert isinstance(self, forms.Form)
        self.cleaned_data["code"] = nfkc(self.cleaned_data["code"])
        code: str = super().clean_code()  # type: ignore[misc]
        used = f"jancho.code-used:{self.user.pk}:{normalize_user_code(code)}"
        if not cache.add(used, 1, _CODE_GOOD_FOR):
            raise get_adapter().validation_error("incorrect_code")
        return code


class AuthenticateForm(_CodeForm, mfa_forms.AuthenticateForm):  # type: ignore[misc]
    """The code that a login asks for after the password."""


class ReauthenticateForm(_CodeForm, mfa_forms.ReauthenticateForm):  # type: ignore[misc]
    """The code that is asked for once more before something that matters."""


class PasswordAgainForm(account_forms.ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self.fields["password"], _("Password"), "current-password")


class SetUpForm(_CodeForm, totp_forms.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of an app. Its secret travels in the form, signed for this login.

    allauth keeps it in the session, which a page that is only read would have to write.
    """

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.signer = TimestampSigner(salt=f"jancho.second-factor:{user.pk}")
        self.user = user
        forms.Form.__init__(self, *args, **kwargs)  # past allauth's own
        plain(self.fields["code"], _("Code that the app shows"), "one-time-code")
        self.secret = self._sent_secret() or generate_totp_secret()
        self.signed_secret = self.signer.sign(self.secret)

    def _sent_secret(self) -> str:
        try:
            return self.signer.unsign(self.data.get("secret", ""), max_age=_SET_UP_WITHIN)
        except BadSignature:
            return ""


class CodeView(mfa_views.AuthenticateView):  # type: ignore[misc]
    """The second step of a login: a code, or a passkey."""

    form_class = AuthenticateForm
    webauthn_form_class = PasskeyStepForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "begin" in request.POST:
            return challenge(begin_authentication(self.stage.login.user))
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # Past allauth's own, which begins with a passkey while the page is only read.
        context = super(mfa_views.AuthenticateView, self).get_context_data(**kwargs)
        user = self.stage.login.user
        shown = {"form": self.auth_form, "passkey_form": self.webauthn_form}
        return {**context, **shown, "has_app": _has_app(user), "has_passkey": has_passkey(user)}

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response


class CodeAgainView(Refusing422, mfa_views.ReauthenticateView):  # type: ignore[misc]
    form_class = ReauthenticateForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "has_passkey": has_passkey(authenticated_user(self.request))}


class PasswordAgainView(Refusing422, account_views.ReauthenticateView):  # type: ignore[misc]
    form_class = PasswordAgainForm


class SetUpView(Refusing422, totp_views.ActivateTOTPView):  # type: ignore[misc]
    """Set an app up. Whoever sends its first code twice sees the recovery codes all the same."""

    form_class = SetUpForm
    success_url = reverse_lazy("mfa_view_recovery_codes")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send whoever has an app on; allauth would offer to remove it."""
        on = self.get_success_url() if request.method == "POST" else reverse("mfa_index")
        if request.user.is_authenticated and _has_app(request.user):
            return HttpResponseRedirect(on)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if response.headers.get("Location") == reverse("mfa_deactivate_totp"):
            return HttpResponseRedirect(on)  # set up since it was looked for
        return response

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Take one code at a time of each login."""
        user = authenticated_user(request)
        with transaction.atomic():
            User.objects.select_for_update().filter(pk=user.pk).values_list("pk").first()
            if _has_app(user):  # set up by the same code a moment ago
                return HttpResponseRedirect(self.get_success_url())
            response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # Past allauth's own, which draws the code by a second package.
        context: dict[str, Any] = super(totp_views.ActivateTOTPView, self).get_context_data(
            **kwargs
        )
        adapter = get_adapter()
        url = adapter.build_totp_url(authenticated_user(self.request), context["form"].secret)
        return {**context, "app_link": url, "code_source": adapter.code_source(url)}

    def get_success_url(self) -> str:
        return str(self.success_url)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        # A code was typed just now: the operator's tool need not ask for another.
        record_authentication(self.request, self.request.user, "mfa", type="totp")
        return response


class RemoveView(totp_views.DeactivateTOTPView):  # type: ignore[misc]
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "has_passkey": has_passkey(authenticated_user(self.request))}


def _has_app(user: User) -> bool:
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))


@method_decorator(never_cache, name="dispatch")
class RecoveryCodesView(Refusing422, GenerateRecoveryCodesView):  # type: ignore[misc]
    """Show the recovery codes that are left; POST replaces all of them."""

    template_name = "mfa/recovery_codes/index.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        user = authenticated_user(self.request)
        found = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES)
        codes = found.first()
        if codes is None:
            raise Http404
        return {**context, "codes": codes.wrap().get_unused_codes()}


_secret = method_decorator(sensitive_post_parameters("code", "secret", "password"), "dispatch")

urlpatterns = [
    path(
        "password/again/", page(_secret(PasswordAgainView).as_view()), name="account_reauthenticate"
    ),
    path("second-factor/", require_safe(mfa_views.IndexView.as_view()), name="mfa_index"),
    path("second-factor/code/", page(_secret(CodeView).as_view()), name="mfa_authenticate"),
    path("second-factor/again/", page(_secret(CodeAgainView).as_view()), name="mfa_reauthenticate"),
    path("second-factor/app/", page(_secret(SetUpView).as_view()), name="mfa_activate_totp"),
    path(
        "second-factor/app/remove/",
        page(RemoveView.as_view()),
        name="mfa_deactivate_totp",
    ),
    path(
        "second-factor/recovery-codes/",
        page(RecoveryCodesView.as_view()),
        name="mfa_view_recovery_codes",
    ),
]
