"""Logging in and out, and choosing a password: django-allauth's views, as few as are needed.

There is no reset by mail: organizers give logins and links, in ``league/members``; whoever creates
a club makes an account on the way (``founding_views``).
"""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account import views
from allauth.decorators import rate_limit
from django import forms
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs import deletion_views, own_views, passkey_views, provider_views
from league.clubs import second_factor_views as second_factor
from league.clubs.account_fields import Refusing422, new_password, page, plain
from league.clubs.providers import set_up
from league.core.letters import nfkc
from league.models import User


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self.fields["login"], _("Login name or e-mail"), "username")
        self.fields["login"].widget.attrs["autocapitalize"] = "none"
        plain(self.fields["password"], _("Password"), "current-password")
        self.fields["remember"].label = _("Stay logged in on this device")

    def clean_login(self) -> str:
        """Read wide letters, as Japanese keyboards type them, as those that are stored."""
        return nfkc(super().clean_login())

    def user_credentials(self) -> dict[str, Any]:
        """Treat the entry as a name alone: the backend tries it as an e-mail address too.

        Asked for both, it would hash the password twice for an address that it knows, and timing
        would reveal which addresses those are.
        """
        credentials: dict[str, Any] = super().user_credentials()
        credentials.pop("email", None)
        return credentials


class ChangePasswordForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self.fields["oldpassword"], _("Current password"), "current-password")
        new_password(self)


class _NewPassword:
    """A form that asks for a new password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert isinstance(self, forms.Form)
        new_password(self)


class SetPasswordForm(_NewPassword, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """A first password, twice."""


class PasswordLinkForm(_NewPassword, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The password that a link lets one choose, twice."""


class LoginView(Refusing422, views.LoginView):  # type: ignore[misc]
    form_class = LoginForm

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponseBase:
        providers = set_up()
        context = {**context, "providers": providers}
        page: HttpResponseBase = super().render_to_response(context, **kwargs)
        return provider_views.leads_to(page, providers)


class PasswordChangeView(Refusing422, views.PasswordChangeView):  # type: ignore[misc]
    """Change the password; every other browser is logged out by it."""

    form_class = ChangePasswordForm


class PasswordSetView(Refusing422, views.PasswordSetView):  # type: ignore[misc]
    """Set a first password, for a login that has none yet."""

    form_class = SetPasswordForm


@method_decorator(rate_limit(action="reset_password_from_key"), name="dispatch")
@method_decorator(sensitive_post_parameters("password1", "password2"), name="dispatch")
@method_decorator(never_cache, name="dispatch")
class PasswordLinkView(Refusing422, views.PasswordResetFromKeyView):  # type: ignore[misc]
    """Set a password by the link that an organizer issued, and log in with it.

    allauth's own view stores the link's key in the visitor's session and logs others out at
    once; here a GET writes nothing. The Referrer-Policy keeps the address on this site, and the
    key is dead once it is used.
    """

    form_class = PasswordLinkForm

    def dispatch(
        self, request: HttpRequest, uidb36: str, key: str, **kwargs: Any
    ) -> HttpResponseBase:
        self.request, self.key = request, key
        self.reset_user = _owner_of_link(uidb36, key)
        if request.method != "POST" or self.reset_user is None:
            return self._answer(uidb36, **kwargs)
        with transaction.atomic():
            # Of several who send it at once one chooses the password: the others wait here, and
            # then the link is used.
            User.objects.select_for_update(no_key=True).get(pk=self.reset_user.pk)
            self.reset_user = _owner_of_link(uidb36, key)
            return self._answer(uidb36, **kwargs)

    def _answer(self, uidb36: str, **kwargs: Any) -> HttpResponseBase:
        if self.reset_user is None:
            context = self.get_context_data(token_fail=True)
            refusal: HttpResponseBase = self.render_to_response(context, status=404)
            return refusal
        # Past allauth's dispatch, to the plain form view's.
        response: HttpResponseBase = super(views.PasswordResetFromKeyView, self).dispatch(
            self.request, uidb36, self.key, **kwargs
        )
        return response

    def form_valid(self, form: Form) -> HttpResponse:
        """Log out anybody else in this browser before logging in the link's owner."""
        if self.request.user.is_authenticated and self.request.user != self.reset_user:
            self.logout()
        response: HttpResponse = super().form_valid(form)
        return response


def _owner_of_link(uidb36: str, key: str) -> User | None:
    """Return whose password a link sets, as it is now; None for one that opens nothing."""
    token = allauth_forms.UserTokenForm(data={"uidb36": uidb36, "key": key})
    # allauth reads the user off its field even when that refused a NUL.
    is_genuine = "\0" not in uidb36 and token.is_valid()
    return token.reset_user if is_genuine else None


urlpatterns = [
    path("", own_views.account, name="account"),
    path("delete/", deletion_views.account_delete, name="account-delete"),
    path("login/", page(LoginView.as_view()), name="account_login"),
    path("logout/", require_POST(views.LogoutView.as_view()), name="account_logout"),
    path(
        "inactive/",
        require_http_methods(["GET", "HEAD"])(views.AccountInactiveView.as_view()),
        name="account_inactive",
    ),
    path("password/", page(PasswordChangeView.as_view()), name="account_change_password"),
    path("password/first/", page(PasswordSetView.as_view()), name="account_set_password"),
    path(
        "password/link/<str:uidb36>/<str:key>/",
        page(PasswordLinkView.as_view()),
        name="account_reset_password_from_key",
    ),
    *second_factor.urlpatterns,
    *passkey_views.urlpatterns,
    *provider_views.urlpatterns,
]
