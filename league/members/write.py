"""The club's list of people: added, changed, leaving, given a login and a role."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.people import FIELDS, _name_taken, add_member, check_list_room, check_readable
from league.core.permissions import Action, Role, may
from league.core.revisions import raise_all
from league.members.pasted import Pasted
from league.models import AuditEvent, Club, Invitation, Member, User


def add_people(*, club: Club, people: Sequence[Pasted], is_guest: bool, actor: Actor) -> int:
    """Add all of them to the club's list, or nobody; return how many.

    Raises:
        LeagueError: one's display name is taken, or has no visible characters, or there is no
            room for all of them.
    """
    with transaction.atomic():
        check_list_room(club, actor, len(people))
        for who in people:
            add_member(club=club, values={**who.values, "is_guest": is_guest}, actor=actor)
    return len(people)


def change_member(*, member: Member, values: dict[str, Any], actor: Actor) -> Member:
    """Change a member's entry.

    Raises:
        LeagueError: the display name is taken, or the member who would leave or come back
            outranks the actor, or is the last owner.
    """
    wanted = {f: values[f] for f in FIELDS if f in values and values[f] != getattr(member, f)}
    if not wanted:
        return member
    check_readable(wanted.get("display_name", member.display_name))
    try:
        with transaction.atomic():
            _hold_people(member.club_id)
            # Role, login and leaving may have changed since it was loaded: they stay as they are.
            member.refresh_from_db()
            changed = {f: value for f, value in wanted.items() if value != getattr(member, f)}
            if changed:
                _change(member, changed, actor)
    except IntegrityError as error:
        raise _name_taken(wanted.get("display_name", member.display_name)) from error
    return member


def _change(member: Member, changed: dict[str, Any], actor: Actor) -> None:
    if changed.get("left_on") is not None:
        check_leave(member, actor)
    elif "left_on" in changed:
        check_rank(member, actor)
    before = {name: getattr(member, name) for name in changed}
    for name, value in changed.items():
        setattr(member, name, value)
    member.save(update_fields=[*changed, "search"])
    if changed.get("left_on") is not None:
        _end_links_of(member, actor)
    record_event(
        "member.changed",
        club=member.club,
        object_id=member.pk,
        actor=actor,
        before=before,
        after=changed,
    )


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: Actor) -> None:
    """End an invitation: its link opens nothing any more. Repeating it changes nothing."""
    club = invitation.member.club
    waiting = Invitation.objects.for_club(club).filter(
        pk=invitation.pk, accepted_at=None, revoked_at=None
    )
    if waiting.update(revoked_at=timezone.now()):
        record_event(
            "invitation.revoked",
            club=club,
            object_id=invitation.pk,
            actor=actor,
            before={"member": invitation.member_id},
        )


def _end_links_of(member: Member, actor: Actor) -> None:
    """End what somebody gave out who keeps the list no more: open invitations, password links."""
    if member.user_id is None:
        return
    waiting = Invitation.objects.for_club(member.club_id).filter(
        created_by=member.user_id, accepted_at=None, revoked_at=None
    )
    for invitation in waiting.select_related("member__club"):
        revoke_invitation(invitation=invitation, actor=actor)
    end_password_links(member)


def end_password_links(member: Member) -> None:
    """End the password links that a member made for others of the club and that are still good."""
    made = AuditEvent.objects.for_club(member.club_id).filter(
        type="member.password_link_issued",
        actor=member.user_id,
        at__gt=timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
    )
    people = Member.objects.for_club(member.club_id).filter(pk__in=made.values("object_id"))
    User.objects.filter(pk__in=people.values("user")).update(links_made=F("links_made") + 1)


def _hold_people(club: int) -> None:
    """Lock the club's leagues and its row until commit: roles and leaving change one at a time."""
    raise_all(club)
    Club.objects.select_for_update().get(pk=club)


def _rank(actor: Actor) -> Role:
    """Return the actor's role as it is now: it may have been taken since the request began."""
    if actor.member is None:
        return actor.role
    here = Member.objects.for_club(actor.member.club_id).filter(
        pk=actor.member.pk, left_on=None, merged_into=None
    )
    role = here.values_list("role", flat=True).first()
    return Role.VISITOR if role is None else min(actor.role, Role[role.upper()])


@transaction.atomic
def hide_name(*, member: Member, hides: bool, actor: Actor) -> None:
    """Show those outside of the club a neutral name in place of a member's, or their own again.

    Repeating it changes nothing.

    Raises:
        LeagueError: it is not the actor's own entry, and they do not keep the list.
    """
    if member != actor.member and not may(actor.role, Action.MANAGE_MEMBERS):
        raise LeagueError(_("Only organizers can decide about the names of others."))
    raise_all(member.club_id)
    people = Member.objects.for_club(member.club_id).filter(pk=member.pk, hides_name=not hides)
    if people.update(hides_name=hides):
        record_event(
            "member.name_hidden" if hides else "member.name_shown",
            club=member.club,
            object_id=member.pk,
            actor=actor,
            after={"hides_name": hides},
        )


def set_role(*, member: Member, role: Member.Role, actor: Actor) -> Member:
    """Change the role of a member with a login.

    Raises:
        LeagueError: no login, or the club would be left without an owner, or the actor is no
            longer an owner.
    """
    with transaction.atomic():
        _hold_people(member.club_id)  # two owners may not resign at once
        if not may(_rank(actor), Action.MANAGE_CLUB):
            raise LeagueError(_("Only an owner can change roles."), field="role")
        member = Member.objects.for_club(member.club_id).select_related("club").get(pk=member.pk)
        if member.role == role:
            return member
        if member.user_id is None:
            raise LeagueError(_("Only a member with an account can have this role."), field="role")
        if _is_last_owner(member):
            raise LeagueError(
                _("A club needs an owner. Make someone else an owner first."), field="role"
            )
        before, member.role = member.role, role
        member.save(update_fields=["role"])
        if not may(Role[str(role).upper()], Action.MANAGE_MEMBERS):
            _end_links_of(member, actor)
        record_event(
            "member.role_changed",
            club=member.club,
            object_id=member.pk,
            actor=actor,
            before={"role": before},
            after={"role": str(role)},
        )
    return member


def give_login(*, member: Member, username: str, email: str, actor: Actor) -> User:
    """Create a member's login; they set the password by a link.

    Raises:
        LeagueError: they have one, or the name or address is taken.
    """
    has_one = LeagueError(_("This member already has an account."), field="username")
    if member.user_id is not None:
        raise has_one
    if User.objects.filter(username__iexact=username).exists():
        raise LeagueError(_("This login name is taken."), field="username")
    if email and User.objects.filter(email__iexact=email).exists():
        raise LeagueError(_("This e-mail address is taken."), field="email")
    try:
        with transaction.atomic():
            raise_all(member.club_id)
            # Lower-cased, because logging in by e-mail looks for it so.
            user = User.objects.create_user(username=username, email=email.lower())
            people = Member.objects.for_club(member.club_id).filter(pk=member.pk)
            if not people.filter(user__isnull=True).update(user=user):
                raise has_one
            member.user = user
            record_event(
                "member.login_given",
                club=member.club,
                object_id=member.pk,
                actor=actor,
                after={"username": username},
            )
    except IntegrityError as error:  # somebody else was given the name a moment ago
        raise LeagueError(_("This login name is taken."), field="username") from error
    return user


def give_logins(
    *, wanted: Sequence[tuple[Member, str]], actor: Actor
) -> tuple[list[User], dict[int, LeagueError]]:
    """Create logins for several members, or for none of them if one is refused.

    Args:
        wanted: members of one club, each with their login name.
        actor: who gives them.

    Returns:
        The logins in that order, and by a member's key why they cannot have theirs.
    """
    users, refused = [], {}
    with transaction.atomic():
        for member, username in wanted:
            try:
                users.append(give_login(member=member, username=username, email="", actor=actor))
            except LeagueError as error:
                refused[member.pk] = error
        if refused:
            transaction.set_rollback(True)
    return ([] if refused else users), refused


def may_reset(*, member: Member, actor: Actor) -> bool:
    """Return whether ``actor`` may issue a link that sets this member's password.

    Only for a lower rank, only when this is the member's only club, and for no operator: otherwise
    an organizer of one club could take over a login that another club or the whole server trusts.
    """
    if member.user_id is None or Role[member.role.upper()] >= _rank(actor):
        return False
    trusted = Member.objects.across_clubs().filter(user=member.user_id)
    return not trusted.exclude(club=member.club_id, user__is_staff=False).exists()


def _is_last_owner(member: Member) -> bool:
    owners = Member.objects.for_club(member.club_id).filter(
        role=Member.Role.OWNER, user__isnull=False, left_on__isnull=True
    )
    return member.role == Member.Role.OWNER and not owners.exclude(pk=member.pk).exists()


def check_rank(member: Member, actor: Actor) -> None:
    """Refuse to let an actor open the club again to a login of a higher rank."""
    if member.user_id is not None and Role[member.role.upper()] > _rank(actor):
        raise LeagueError(
            _("Only an owner can decide about the account of an owner."), field="left_on"
        )


def check_leave(member: Member, actor: Actor) -> None:
    """Refuse to let an actor remove somebody of a higher rank."""
    if Role[member.role.upper()] > _rank(actor):
        raise LeagueError(_("You cannot end an owner's membership."), field="left_on")
    if _is_last_owner(member):
        raise LeagueError(
            _("A club needs an owner. Make someone else an owner first."), field="left_on"
        )


def password_link(user: User) -> str:
    """Return the path at which its holder can set this login's password.

    It is invalid once used, after a younger one, after any other login or change of password,
    once the login gains rights (``league.clubs.accounts``), and after three days.
    """
    User.objects.filter(pk=user.pk).update(links_made=F("links_made") + 1)
    user.refresh_from_db(fields=["links_made"])
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)


@transaction.atomic
def issue_password_link(*, member: Member, actor: Actor) -> str:
    """Make a password link for a member, and record who did.

    Whether the actor may is asked once more after the link was made. What the login gained before
    that is seen then; what it gains later ends the link (``league.clubs.accounts``).

    Raises:
        LeagueError: no login, somebody of the actor's rank or above, a member of another club,
            or an operator.
    """
    user = member.user
    refused = LeagueError(_("You cannot issue a link for this account."))
    if user is None or not may_reset(member=member, actor=actor):
        raise refused
    link = password_link(user)
    now = Member.objects.for_club(member.club_id).filter(user=user, pk=member.pk).first()
    if now is None or not may_reset(member=now, actor=actor):
        raise refused
    record_event("member.password_link_issued", club=member.club, object_id=member.pk, actor=actor)
    return link
