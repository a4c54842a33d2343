"""Links that let somebody in: made, found by their secret, accepted once, revoked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.permissions import Role
from league.core.revisions import raise_all
from league.models import Club, FoundingLink, Invitation, Member, User
from league.models.scoped import ClubQuerySet

#: days for which an invitation or a founding link may be good; the first is proposed
DAYS: Final = (14, 3, 7, 30)


class State(StrEnum):
    """What an invitation still does."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REVOKED = "revoked"
    EXPIRED = "expired"
    NOT_NEEDED = "not needed"  # the member got an account in another way
    GONE = "gone"  # the member has left the club


def state_of(invitation: Invitation) -> State:
    member = invitation.member
    if invitation.accepted_at is not None:
        return State.ACCEPTED
    if invitation.revoked_at is not None:
        return State.REVOKED
    if member.user_id is not None:
        return State.NOT_NEEDED
    if member.left_on is not None or member.merged_into_id is not None:
        return State.GONE
    return State.EXPIRED if invitation.expires_at <= timezone.now() else State.OPEN


def open_invitations(club: Club) -> list[Invitation]:
    """Return the invitations that can still be accepted, newest first. One query."""
    found = Invitation.objects.for_club(club).select_related("member", "created_by")
    waiting = found.filter(accepted_at=None, revoked_at=None, expires_at__gt=timezone.now())
    return [each for each in waiting if state_of(each) is State.OPEN]


def invitation_by_secret(secret: str) -> Invitation | None:
    """Find the invitation of a link, in force or not. One query."""
    found = Invitation.objects.across_clubs().select_related("member__club", "member__user")
    return found.filter(digest=_digest(secret)).first()


@transaction.atomic
def invite(
    *, club: Club, people: Sequence[Member], days: int, actor: Actor
) -> list[tuple[Member, str]]:
    """Make an invitation for each of several members; an earlier one of theirs is revoked.

    Args:
        club: whose members they are.
        people: whom to invite.
        days: how long the links are good.
        actor: who invites.

    Returns:
        Each with the secret of their link, which can be shown this once.

    Raises:
        LeagueError: one of them has an account, has left, or would get more rights than the actor.
    """
    now = timezone.now()
    made = []
    # The members' rows are the lock: of two who invite one member, the later revokes the earlier.
    found = Member.objects.for_club(club).select_for_update().filter(pk__in=[p.pk for p in people])
    for member in found.order_by("pk"):
        _check_invitable(member, actor)
        earlier = Invitation.objects.for_club(club).filter(member=member)
        earlier.filter(accepted_at=None, revoked_at=None).update(revoked_at=now)
        secret = secrets.token_urlsafe(24)
        invitation = Invitation.objects.create(
            member=member,
            digest=_digest(secret),
            created_by=actor.user,
            expires_at=now + timedelta(days=days),
        )
        record_event(
            "invitation.made",
            club=club,
            object_id=invitation.pk,
            actor=actor,
            after={"member": member.pk, "days": days},
        )
        made.append((member, secret))
    return made


def _check_invitable(member: Member, actor: Actor) -> None:
    if member.user_id is not None:
        raise LeagueError(_("%(name)s already has an account.") % {"name": member.display_name})
    if member.left_on is not None or member.merged_into_id is not None:
        words = _("%(name)s is no longer on the list of members.")
        raise LeagueError(words % {"name": member.display_name})
    if member.role != Member.Role.MEMBER and Role[member.role.upper()] >= actor.role:
        raise LeagueError(_("You cannot issue a link for this account."))


def accept_invitation(*, invitation: Invitation, user_of: Callable[[], User]) -> User:
    """Tie a login to the invited member.

    Args:
        invitation: as it was found by its secret.
        user_of: gives the login; one that it creates is undone with everything else.

    Raises:
        LeagueError: the invitation has ended, or the login is somebody else's in this club.
        IntegrityError: somebody was given the new login's name a moment ago.
    """
    member = invitation.member
    club = member.club
    with transaction.atomic():
        raise_all(club)
        now = timezone.now()
        waiting = Invitation.objects.for_club(club).filter(
            pk=invitation.pk, accepted_at=None, revoked_at=None, expires_at__gt=now
        )
        if not waiting.update(accepted_at=now):
            raise LeagueError(_("This invitation has just been used or has ended."))
        user = user_of()
        # one that was deleted a moment ago (clubs/deletion.py) ties nobody any more
        if User.objects.select_for_update().filter(pk=user.pk, is_active=True).first() is None:
            raise LeagueError(_("This invitation has just been used or has ended."))
        here = Member.objects.for_club(club).filter(user=user).first()
        if here is not None:
            words = _("Your account already belongs to %(name)s in this club.")
            raise LeagueError(words % {"name": here.display_name})
        free = Member.objects.for_club(club).filter(
            pk=member.pk, user=None, left_on=None, merged_into=None
        )
        _tie(free, user)
        record_event(
            "invitation.accepted",
            club=club,
            object_id=invitation.pk,
            actor=Actor(name=member.display_name, role=Role.MEMBER, user=user, member=member),
            after={"member": member.pk, "username": user.get_username()},
        )
    return user


def _tie(free: ClubQuerySet[Member], user: User) -> None:
    """Give the member their login.

    Raises:
        LeagueError: the member or the login is taken since it was looked at.
    """
    try:
        with transaction.atomic():
            tied = free.update(user=user)
    except IntegrityError as error:  # by another invitation, a moment ago
        raise LeagueError(_("Your account already belongs to this club.")) from error
    if not tied:
        raise LeagueError(_("This invitation has just been used or has ended."))


# Founding links


def founding_link(*, days: int, note: str, actor: User | None) -> tuple[FoundingLink, str]:
    """Make a link by which one club can be founded, and its secret, which can be shown this once.

    Args:
        days: how long it is good.
        note: for whom it is; operators alone see it.
        actor: the operator; None for a command.
    """
    secret = secrets.token_urlsafe(24)
    link = FoundingLink.objects.create(
        digest=_digest(secret),
        note=note,
        created_by=actor,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return link, secret


def founding_link_by_secret(secret: str) -> FoundingLink | None:
    """Find a founding link that can still be used. One query."""
    now = timezone.now()
    waiting = FoundingLink.objects.filter(club=None, revoked_at=None, expires_at__gt=now)
    return waiting.filter(digest=_digest(secret)).first()


def use_founding_link(*, link: FoundingLink, club: Club) -> None:
    """Tie a link to the club that was founded by it, in the club's own transaction.

    Raises:
        LeagueError: it was used or has ended since it was looked at.
    """
    waiting = FoundingLink.objects.filter(pk=link.pk, club=None, revoked_at=None)
    if not waiting.filter(expires_at__gt=timezone.now()).update(club=club):
        raise LeagueError(_("This invitation has just been used or has ended."))


def revoke_founding_link(*, link: FoundingLink) -> bool:
    """End a link that was not used; return whether it was still open."""
    waiting = FoundingLink.objects.filter(pk=link.pk, club=None, revoked_at=None)
    return bool(waiting.update(revoked_at=timezone.now()))


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
