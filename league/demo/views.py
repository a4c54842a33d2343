"""Looking around in the demo club, as any of its people, without typing a password."""

from __future__ import annotations

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from league.demo.founding import LOGINS, SLUG
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
    login = Login(user=user, redirect_url=reverse("league:home", args=[SLUG]))
    response: HttpResponse = perform_login(request, login)
    return response


def _played_by(role: str) -> User | None:
    """Return the demo's login of a role; None where it is there no more or opens anything else."""
    names = [login.username for login in LOGINS if login.role == role]
    members = Member.objects.across_clubs().filter(user__username__in=names, user__is_active=True)
    here = members.filter(club__slug=SLUG, club__is_demo=True, role=role, user__is_staff=False)
    member = here.select_related("user").first()
    if member is None or members.exclude(club__is_demo=True).exists():
        return None
    return member.user
