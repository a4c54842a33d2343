"""Links by which a login's owner chooses a password, issued by an organizer or a command."""

from __future__ import annotations

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Member
from league.services.audit import record_event
from league.services.members import may_reset


def password_link(user: User) -> str:
    """The path that lets whoever opens it choose this login's password.

    It is dead once used, after any other login or change of password, once the login is trusted
    with more (``league.password_tokens``), and after three days.
    """
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)


def issue_password_link(*, member: Member, actor: Actor) -> str:
    """Make such a link for a member, and note who did.

    Raises:
        LeagueError: no login, somebody of the actor's rank or above, or a member of another club.
    """
    if member.user is None or not may_reset(member=member, actor=actor):
        raise LeagueError(_("You cannot issue a link for this login."))
    record_event("member.password_link_issued", club=member.club, object_id=member.pk, actor=actor)
    return password_link(member.user)
