"""Logging in by an account of LINE, Google or Discord, and connecting one to a login.

django-allauth's providers and its guard of the state, with an end of our own: an account that
nobody has connected becomes a login only by an invitation, and no token outlives its request.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.models import Login
from allauth.account.utils import get_next_redirect_url
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal.ratelimit import consume
from allauth.decorators import rate_limit
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal.statekit import unstash_state
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.account_fields import page
from league.clubs.founding_views import is_guessing, plays_in_a_demo, too_many
from league.clubs.invitations import State, accept_invitation, invitation_by_secret, state_of
from league.clubs.providers import (
    PROVIDERS,
    NoAnswerError,
    Provider,
    account_at,
    connect,
    connected,
    give_up,
    known_account,
    set_up,
)
from league.clubs.second_factor import SecondFactorAdapter
from league.core.errors import LeagueError
from league.core.throttles import ask_to_wait, turn_to_compute
from league.members.account_views import proposed_names
from league.models import Invitation, User

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
Page = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def leads_to(response: R, providers: Iterable[Provider]) -> R:
    """Let the forms of a page lead on to providers: browsers ask its policy about redirects too."""
    if sites := [provider.site for provider in providers]:
        cast(Any, response)._csp_update = {"form-action": sites}
    return response


def _provider(key: str) -> Provider:
    """Find a provider that is set up.

    Raises:
        Http404: it is not.
    """
    if key not in settings.LOGIN_PROVIDERS:
        raise Http404
    return PROVIDERS[key]


def _with_any(view: Page[P]) -> Page[P]:
    """Answer 404 where no provider is set up."""

    @wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not settings.LOGIN_PROVIDERS:
            raise Http404
        return view(request, *args, **kwargs)

    return shown


def _send_on(
    request: HttpRequest, provider: Provider, process: str, **data: object
) -> HttpResponse:
    """Send the browser to the provider; what is to happen afterwards waits in its session."""
    asked = get_adapter().get_provider(request, provider.key)
    params = asked.get_auth_params()
    if request.POST.get("again") and provider.key == "line":
        # In a private window LINE's automatic login comes back without its state, time and again.
        params["disable_auto_login"] = "true"
    answer: HttpResponse = asked.redirect(
        request,
        process=process,
        next_url=get_next_redirect_url(request),
        data=data,
        auth_params=params,
    )
    return answer


@require_POST
@never_cache
@rate_limit(action="login")  # type: ignore[untyped-decorator]
def provider_login(request: HttpRequest, provider: str) -> HttpResponseBase:
    """Begin a login, or an answer to an invitation, with an account of a provider."""
    chosen = _provider(provider)
    if request.user.is_authenticated:
        return redirect(get_next_redirect_url(request) or "clubs")
    secret = request.POST.get("invitation", "")
    if secret:
        if is_guessing(request):
            return too_many(request)
        if invitation_by_secret(secret) is None:
            is_guessing(request, missed=True)
            raise Http404
        if consume(request, app="allauth.account", action="signup") is None:
            return too_many(request)
    return _send_on(
        request,
        chosen,
        AuthProcess.LOGIN,
        remember=bool(request.POST.get("remember")),
        # as everywhere, a copy of the database opens no invitation
        invitation=SecondFactorAdapter().encrypt(secret) if secret else "",
    )


@require_safe
@never_cache
def provider_callback(request: HttpRequest, provider: str) -> HttpResponseBase:
    """Take somebody back from a provider, as its protocol has it: by a GET that logs in.

    Only with a state that this browser was given for this provider within ten minutes, and once.
    """
    chosen = _provider(provider)
    # Whoever waits for a provider holds a thread of this process as something costly does.
    with turn_to_compute() as busy:
        if busy:
            answer = _trouble(request, chosen, "busy", 429)
            ask_to_wait(answer, busy)
            return answer
        return _come_back(request, chosen)


def _come_back(request: HttpRequest, provider: Provider) -> HttpResponseBase:
    state = unstash_state(request, provider_id=provider.key, state_id=request.GET.get("state", ""))
    if state is None:
        return _trouble(request, provider, "expired", 400)
    if request.GET.get("error") == "access_denied":
        return _trouble(request, provider, "cancelled", 400)
    if "code" not in request.GET:
        return _trouble(request, provider, "away", 502)
    try:
        account = account_at(request, provider, state.get("pkce_code_verifier"))
    except NoAnswerError:
        return _trouble(request, provider, "away", 502)
    if state["process"] == AuthProcess.CONNECT:
        return _connect(request, provider, account)
    return _log_in(request, provider, account, state)


def _log_in(
    request: HttpRequest, provider: Provider, account: SocialAccount, state: dict[str, Any]
) -> HttpResponseBase:
    onward, data = state.get("next"), state["data"]
    if request.user.is_authenticated:  # in another tab, meanwhile
        return redirect(onward or "clubs")
    invited = SecondFactorAdapter().decrypt(data["invitation"]) if data["invitation"] else ""
    known = known_account(account)
    if known is not None:
        onward = reverse("invitation", args=[invited]) if invited else onward
        return _opened(request, account, Login(user=known.user, redirect_url=onward), data)
    if not invited:
        return _trouble(request, provider, "unknown", 403)
    found = invitation_by_secret(invited)
    if found is None or state_of(found) is not State.OPEN:
        return redirect("invitation", invited)  # which says why
    try:
        user = _joined(account, found)
    except (LeagueError, IntegrityError):  # used, or the name or the account taken, a moment ago
        return redirect("invitation", invited)
    home = reverse("league:home", args=[found.member.club.slug])
    login = Login(user=user, redirect_url=home, signup=True)
    return _opened(request, account, login, {**data, "remember": True})


def _opened(
    request: HttpRequest, account: SocialAccount, login: Login, data: dict[str, Any]
) -> HttpResponseBase:
    """Open the login, or ask for its second step."""
    facts = {"provider": account.provider, "uid": account.uid}
    record_authentication(request, login.user, "socialaccount", **facts)
    response: HttpResponseBase = perform_login(request, login)
    if not data["remember"]:
        request.session.set_expiry(0)
    return response


def _joined(account: SocialAccount, found: Invitation) -> User:
    """Make a login that the account opens, and accept the invitation with it, or neither."""

    def made() -> User:
        name = proposed_names([found.member])[found.member_id]
        user = User(username=name or f"player-{secrets.token_hex(4)}")
        user.set_unusable_password()
        user.save()
        account.user = user
        account.save()
        return user

    return accept_invitation(invitation=found, user_of=made)


def _connect(request: HttpRequest, provider: Provider, account: SocialAccount) -> HttpResponseBase:
    user = request.user
    if not isinstance(user, User):
        return _trouble(request, provider, "expired", 400)
    try:
        connect(user=user, account=account)
    except LeagueError as error:
        return _trouble(request, provider, "taken", 409, why=error.message)
    words = _("From now on your %(provider)s account opens your login.")
    messages.success(request, words % {"provider": provider.name})
    return redirect("connections")


def _trouble(
    request: HttpRequest, provider: Provider, kind: str, status: int, **more: Any
) -> HttpResponse:
    """Say why nothing has come of it, and the ways on."""
    context = {
        "kind": kind,
        "provider": provider,
        "founding_is_open": settings.FOUNDING == "open",
        **more,
    }
    response = TemplateResponse(request, "account/provider_trouble.html", context, status=status)
    return leads_to(response, [provider])


# Connected accounts


@require_safe
@never_cache
@_with_any
@login_required
def connections(request: HttpRequest) -> HttpResponseBase:
    """List the accounts that open one's login."""
    assert isinstance(request.user, User)
    accounts = connected(request.user)
    context = {
        "rows": [(PROVIDERS[each.provider], each) for each in accounts],
        "used": {each.provider for each in accounts},
        "providers": set_up(),
        "is_off": [key for key in PROVIDERS if key not in settings.LOGIN_PROVIDERS],
        "is_of_everybody": plays_in_a_demo(request.user),
    }
    return TemplateResponse(request, "account/connections.html", context)


@page
@never_cache
@_with_any
@login_required
def connection_add(request: HttpRequest, provider: str) -> HttpResponseBase:
    """Say what connecting does; a post begins it.

    Raises:
        ReauthenticationRequired: it is long since they proved who they are.
    """
    chosen = _provider(provider)
    user = request.user
    assert isinstance(user, User)
    if plays_in_a_demo(user):
        return redirect("connections")
    if not did_recently_reauthenticate(request):
        if request.method == "POST":
            # Taken up from the page of the password it would be stopped by that page's policy.
            return redirect(request.path)
        raise ReauthenticationRequired
    if request.method == "POST":
        return _send_on(request, chosen, AuthProcess.CONNECT)
    context = {"provider": chosen}
    return leads_to(TemplateResponse(request, "account/connection_add.html", context), [chosen])


@page
@never_cache
@_with_any
@login_required
def connection_remove(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Ask whether an account is no longer to open one's login; a post ends it.

    Raises:
        Http404: it is not one of theirs.
        ReauthenticationRequired: it is long since they proved who they are.
    """
    user = request.user
    assert isinstance(user, User)
    if not did_recently_reauthenticate(request):
        raise ReauthenticationRequired
    account = get_object_or_404(SocialAccount, pk=pk, user=user)
    context: dict[str, Any] = {"provider": PROVIDERS[account.provider], "account": account}
    if request.method == "POST":
        try:
            give_up(user=user, way=account, end=account.delete)
        except LeagueError as error:
            context["problem"] = error.message
        else:
            words = _("This %(provider)s account no longer opens your login.")
            messages.success(request, words % {"provider": context["provider"].name})
            return redirect("connections")
    status = 422 if "problem" in context else 200
    return TemplateResponse(request, "account/connection_remove.html", context, status=status)


urlpatterns = [
    path("connections/", connections, name="connections"),
    path("connections/<int:pk>/remove/", connection_remove, name="connection-remove"),
    path("connections/<slug:provider>/", connection_add, name="connection-add"),
    path("with/<slug:provider>/", provider_login, name="provider-login"),
    # allauth looks for these by their names
    *(
        path(f"with/{key}/callback/", provider_callback, {"provider": key}, name=f"{key}_callback")
        for key in PROVIDERS
    ),
]
