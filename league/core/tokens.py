"""API tokens: made, found by their secret, and what whoever sends one may do."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.access import Visit
from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.permissions import Role, Scope
from league.models import ApiToken, Club, Member, User

#: how every secret begins, so that one that leaked is recognised
PREFIX = "jancho_"
_SHOWN = len(PREFIX) + 4


def tokens_in_force(club: Club) -> QuerySet[ApiToken, ApiToken]:
    """The tokens that open something now; a member who left, or whose login is closed, has none."""
    return _in_force(ApiToken.objects.for_club(club))


def _in_force(tokens: QuerySet[ApiToken, ApiToken]) -> QuerySet[ApiToken, ApiToken]:
    held = Q(member=None) | Q(
        member__left_on=None, member__merged_into=None, member__user__is_active=True
    )
    return tokens.filter(held, revoked_at=None, expires_at__gt=timezone.now())


@transaction.atomic
def issue_token(
    *,
    club: Club,
    member: Member | None,
    name: str,
    scopes: Iterable[Scope],
    days: int,
    actor: Actor,
) -> tuple[ApiToken, str]:
    """Make a token, and its secret, which can be shown this once.

    Args:
        club: where it is good.
        member: on whose behalf; None for the club itself.
        name: what it is for.
        scopes: what it may do beside reading, as far as the member's role may.
        days: how long.
        actor: who makes it. Their login is held until commit: it may be deleted at this moment.

    Raises:
        LeagueError: the login is closed by now.
    """
    logins = User.objects.select_for_update(no_key=True).filter(is_active=True)
    if actor.user is not None and not logins.filter(pk=actor.user.pk).exists():
        raise LeagueError(_("Your account has changed just now. Please try again."))
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        club=club,
        member=member,
        name=name,
        digest=_digest(secret),
        beginning=secret[:_SHOWN],
        scopes=sorted(scopes),
        created_by=actor.user,
        expires_at=timezone.now() + timedelta(days=days),
    )
    after = _plain(token) | {"days": days}
    record_event("api_token.issued", club=club, object_id=token.pk, actor=actor, after=after)
    return token, secret


@transaction.atomic
def revoke_token(*, token: ApiToken, actor: Actor) -> None:
    """End a token: the next call with it is refused. Repeating it changes nothing."""
    tokens = ApiToken.objects.for_club(token.club_id)
    ended = tokens.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    if ended:
        record_event(
            "api_token.revoked",
            club=token.club,
            object_id=token.pk,
            actor=actor,
            before=_plain(token),
        )


def _plain(token: ApiToken) -> dict[str, Any]:
    return {"name": token.name, "member": token.member_id, "scopes": token.scopes}


def visit_by_secret(secret: str, club_slug: str) -> Visit | None:
    """The visit of whoever sends this secret; None for one that opens nothing in the club.

    One query, and a second for the first call of a day, which is noted.
    """
    here = ApiToken.objects.across_clubs().filter(club__slug=club_slug, digest=_digest(secret))
    token = _in_force(here).select_related("club", "member__user").first()
    if token is None:
        return None
    _note_use(token)
    member = token.member
    role = Role[member.role.upper()] if member else Role.ORGANIZER
    name = f"{member.display_name} ({token.name})" if member else token.name
    actor = Actor(name=name, role=role, user=member.user if member else None, member=member)
    return Visit(
        club=token.club,
        role=role,
        member=member,
        evening_pass=None,
        actor=actor,
        scopes=frozenset(token.scopes),
    )


def _note_use(token: ApiToken) -> None:
    today = timezone.now().date()
    if token.last_used_on != today:
        ApiToken.objects.for_club(token.club_id).filter(pk=token.pk).update(last_used_on=today)


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
