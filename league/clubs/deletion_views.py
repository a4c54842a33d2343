"""The page on which somebody deletes their own login."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.core.ratelimit import consume_or_429
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from league.clubs.account_fields import page
from league.clubs.deletion import delete_login, memberships, what_holds
from league.clubs.founding_views import plays_in_a_demo
from league.clubs.providers import set_up
from league.clubs.second_factor_views import PasswordAgainForm
from league.core.errors import LeagueError
from league.models import User


class DeletionForm(PasswordAgainForm):
    """The password once more, and that it is meant."""

    is_meant = forms.BooleanField(label=_("I want to delete my account. I cannot get it back."))

    field_order = ("is_meant", "password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.user.has_usable_password():
            del self.fields["password"]  # allauth has asked for what they have instead


def _has_no_password(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not request.user.has_usable_password()


@page
@never_cache
@sensitive_post_parameters("password")
@login_required
@reauthentication_required(allow_get=True, enabled=_has_no_password)  # type: ignore[untyped-decorator]
def account_delete(request: HttpRequest) -> HttpResponse:
    """Say what goes and what stays; a post with the password deletes the login."""
    user = request.user
    assert isinstance(user, User)
    is_posted = request.method == "POST"
    form = DeletionForm(request.POST if is_posted else None, user=user)
    problems = _problems(user)
    if is_posted and not problems:
        limited: HttpResponse | None = consume_or_429(request, action="reauthenticate", user=user)
        if limited is not None:
            return limited
        if form.is_valid() and _deleted(user, form):
            logout(request)
            messages.success(request, gettext("Your account is deleted."))
            return redirect("clubs")
    context = {"form": form, "problems": problems, "members": memberships(user)}
    context["providers"] = set_up()
    status = 422 if is_posted else 200
    return TemplateResponse(request, "account/delete.html", context, status=status)


def _problems(user: User) -> list[str]:
    if plays_in_a_demo(user):
        return [gettext("Everybody uses the demo’s accounts, so they cannot be deleted.")]
    return what_holds(user)


def _deleted(user: User, form: DeletionForm) -> bool:
    try:
        delete_login(user=user)
    except LeagueError as error:
        form.add_error(None, error.message)
        return False
    return True
