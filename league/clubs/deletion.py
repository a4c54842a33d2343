"""Deleting one's login: what is personal goes; members, games and the trail stay (adr/0030)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.invitations import revoke_founding_link
from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.permissions import Role
from league.core.revisions import raise_all
from league.core.tokens import revoke_token
from league.members.write import end_password_links, revoke_invitation
from league.models import ApiToken, Club, FoundingLink, Invitation, Member, User
from league.models.scoped import ClubQuerySet

#: what the names of emptied logins begin with
DELETED: Final = "deleted-"


def what_holds(user: User) -> list[str]:
    """Say what must be done before a login can be deleted; nothing if it can be. A few queries."""
    if user.is_staff or user.is_superuser:
        words = _(
            "This account is an operator’s. End that on the server first: create_operator "
            "%(login)s --end"
        )
        return [words % {"login": user.get_username()}]
    words = _(
        "You are the only owner of %(club)s. Make someone else an owner there first: the club "
        "would have nobody who can decide about it."
    )
    return [words % {"club": club.name} for club in _clubs_held_alone(user)]


def _clubs_held_alone(user: User) -> list[Club]:
    """Return the clubs whose only owner this is, though others there have an account.

    Where nobody else has one, nobody could be made an owner: the club is left to the operators.
    """
    found = []
    for member in memberships(user).filter(role=Member.Role.OWNER, left_on=None):
        others = Member.objects.for_club(member.club_id).filter(user__isnull=False, left_on=None)
        others = others.exclude(pk=member.pk)
        if others.exists() and not others.filter(role=Member.Role.OWNER).exists():
            found.append(member.club)
    return found


def memberships(user: User) -> ClubQuerySet[Member]:
    mine = Member.objects.across_clubs().filter(user=user)
    return mine.select_related("club").order_by("club", "pk")


@transaction.atomic
def delete_login(*, user: User) -> None:
    """Delete a login, with all that is its own; their members stay, without an account.

    The row itself stays, emptied, because the trail names it and cannot be changed: nobody can
    log in with it, and its name is free.

    Raises:
        LeagueError: it holds a club alone, administers the server, or is gone already.
    """
    clubs = {member.club_id for member in memberships(user)}
    for club in sorted(clubs):
        raise_all(club)
    # as in set_role: two owners may not leave at once
    list(Club.objects.select_for_update().filter(pk__in=clubs).order_by("pk").values_list("pk"))
    user = User.objects.select_for_update().get(pk=user.pk)
    members = list(memberships(user))
    if not user.is_active or {member.club_id for member in members} != clubs:
        raise LeagueError(_("Your account has changed just now. Please try again."))
    if problems := what_holds(user):
        raise LeagueError(" ".join(problems))
    for member in members:
        _part(member, user)
    _end_links(user, members)
    _delete_what_is_its_own(user)
    _empty(user)


def _part(member: Member, user: User) -> None:
    """Take the login from a member: no role and no token of it waits for whoever gets the next."""
    actor = Actor(
        name=member.display_name, role=Role[member.role.upper()], user=user, member=member
    )
    for token in ApiToken.objects.for_club(member.club_id).filter(member=member, revoked_at=None):
        revoke_token(token=token, actor=actor)
    end_password_links(member)
    role, member.user, member.role = member.role, None, Member.Role.MEMBER
    member.save(update_fields=["user", "role"])
    record_event(
        "member.login_deleted",
        club=member.club,
        object_id=member.pk,
        actor=actor,
        before={"role": role},
    )


def _end_links(user: User, members: Sequence[Member]) -> None:
    """End the invitations that they made and nobody has used."""
    names = {member.club_id: member.display_name for member in members}
    waiting = Invitation.objects.across_clubs().filter(created_by=user, accepted_at=None)
    for invitation in waiting.filter(revoked_at=None).select_related("member__club"):
        # without a name in a club whose list they are no longer on
        name = names.get(invitation.member.club_id, "")
        actor = Actor(name=name, role=Role.VISITOR, user=user)
        revoke_invitation(invitation=invitation, actor=actor)
    for link in FoundingLink.objects.filter(created_by=user, club=None, revoked_at=None):
        revoke_founding_link(link=link)


def _delete_what_is_its_own(user: User) -> None:
    """Delete what would go with the row: sessions, second factors, files, what was read."""
    for relation in User._meta.get_fields(include_hidden=True):
        if relation.auto_created and getattr(relation, "on_delete", None) is models.CASCADE:
            rows = relation.related_model._base_manager  # type: ignore[union-attr]
            rows.filter(**{relation.field.name: user}).delete()  # type: ignore[union-attr]


def _empty(user: User) -> None:
    """Leave nothing in the row by which anybody is known, or gets in."""
    user.username = f"{DELETED}{secrets.token_hex(16)}"
    user.first_name = user.last_name = user.email = ""
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.date_joined = timezone.now()  # when it was emptied; since when it was used goes
    user.links_made = 0
    user.save()
