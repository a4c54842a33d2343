"""The club's list of people: added, changed, leaving, given a login and a role."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.people import FIELDS, _name_taken, add_member, check_readable
from league.core.permissions import Role
from league.core.revisions import raise_all
from league.members.pasted import Pasted
from league.models import Club, Member, User


def add_people(*, club: Club, people: Sequence[Pasted], is_guest: bool, actor: Actor) -> int:
    """Add all of them to the club's list, or nobody; return how many.

    Raises:
        LeagueError: one's display name is taken, or has no visible characters.
    """
    with transaction.atomic():
        for who in people:
            add_member(club=club, values={**who.values, "is_guest": is_guest}, actor=actor)
    return len(people)


def change_member(*, member: Member, values: dict[str, Any], actor: Actor) -> Member:
    """Change a member's entry.

    Raises:
        LeagueError: the display name is taken, or the member who would leave outranks the
            actor or is the last owner.
    """
    changed = {f: values[f] for f in FIELDS if f in values and values[f] != getattr(member, f)}
    if not changed:
        return member
    check_readable(changed.get("display_name", member.display_name))
    if changed.get("left_on") is not None:
        _check_leave(member, actor)
    before = {name: getattr(member, name) for name in changed}
    for name, value in changed.items():
        setattr(member, name, value)
    try:
        with transaction.atomic():
            raise_all(member.club_id)
            member.save()
            record_event(
                "member.changed",
                club=member.club,
                object_id=member.pk,
                actor=actor,
                before=before,
                after=changed,
            )
    except IntegrityError as error:
        raise _name_taken(member.display_name) from error
    return member


def set_role(*, member: Member, role: Member.Role, actor: Actor) -> Member:
    """Change the role of a member with a login.

    Raises:
        LeagueError: no login, or the club would be left without an owner.
    """
    with transaction.atomic():
        raise_all(member.club_id)
        # The club's row is the lock: two owners may not resign at once.
        Club.objects.select_for_update().get(pk=member.club_id)
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
    if member.user_id is None or Role[member.role.upper()] >= actor.role:
        return False
    trusted = Member.objects.across_clubs().filter(user=member.user_id)
    return not trusted.exclude(club=member.club_id, user__is_staff=False).exists()


def _is_last_owner(member: Member) -> bool:
    owners = Member.objects.for_club(member.club_id).filter(
        role=Member.Role.OWNER, user__isnull=False, left_on__isnull=True
    )
    return member.role == Member.Role.OWNER and not owners.exclude(pk=member.pk).exists()


def _check_leave(member: Member, actor: Actor) -> None:
    """Refuse to let an actor remove somebody of a higher rank."""
    if Role[member.role.upper()] > actor.role:
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


def issue_password_link(*, member: Member, actor: Actor) -> str:
    """Make a password link for a member, and record who did.

    Raises:
        LeagueError: no login, somebody of the actor's rank or above, a member of another club,
            or an operator.
    """
    if member.user is None or not may_reset(member=member, actor=actor):
        raise LeagueError(_("You cannot issue a link for this account."))
    record_event("member.password_link_issued", club=member.club, object_id=member.pk, actor=actor)
    return password_link(member.user)
