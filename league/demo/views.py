"""Looking around in the demo club, as any of its people, without typing a password."""

from __future__ import annotations

from contextlib import suppress

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login as Entry
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from league.core.audit import system
from league.core.errors import LeagueError
from league.demo.founding import LOGINS, SLUG, Login
from league.members.write import change_member, set_role
from league.models import Member, User


@require_POST
def demo_login(request: HttpRequest) -> HttpResponse:
    """Log in as one of the demo's people, whose passwords ``make run`` prints for everybody.

    Raises:
        Http404: this server lets nobody in so, or the demo has no such person.
    """
    user = _played_by(request.POST.get("role", "")) if settings.DEMO_LOGINS else None
    if user is None:
        raise Http404
    entry = Entry(user=user, redirect_url=reverse("league:home", args=[SLUG]))
    response: HttpResponse = perform_login(request, entry)
    return response


def _played_by(role: str) -> User | None:
    """Return the demo's login of a role, as it was before others played with it.

    None where it is there no more, was closed, or opens anything but a demo.
    """
    login = next((each for each in LOGINS if each.role == role), None)
    members = Member.objects.across_clubs().select_related("user", "club")
    own = members.filter(user__username=login.username) if login else members.none()
    member = own.filter(club__slug=SLUG, club__is_demo=True).first()
    if login is None or member is None or own.exclude(club__is_demo=True).exists():
        return None
    user = member.user
    if user is None or user.is_staff or not user.is_active:
        return None
    _put_back(login, member, user)
    return user


def _put_back(login: Login, member: Member, user: User) -> None:
    """Undo what a visitor may have done to a login that the next one is to use."""
    actor = system("demo")
    if member.left_on is not None:
        change_member(member=member, values={"left_on": None}, actor=actor)
    with suppress(LeagueError):  # the only owner there is stays one until the owner comes back
        set_role(member=member, role=login.role, actor=actor)
    Authenticator.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    if not user.check_password(login.password):
        user.set_password(login.password)
        user.save(update_fields=["password"])
