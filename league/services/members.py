"""The club's list of people: added, changed, leaving, given a login and a role."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import club_day
from league.errors import LeagueError
from league.models import Club, Member
from league.naming import is_one_line, is_readable
from league.permissions import Role
from league.services.audit import record_event
from league.services.revisions import raise_all

FIELDS = (
    *("display_name", "full_name", "kana", "romaji", "aliases", "tenhou_names"),
    *("is_guest", "joined_on", "left_on"),
)


def add_member(*, club: Club, values: dict[str, Any], actor: Actor) -> Member:
    """Put a person on the list.

    Args:
        club: whose list.
        values: any of ``FIELDS``; a display name is needed.
        actor: who adds them.

    Raises:
        LeagueError: somebody goes by that display name already, or it shows nothing.
    """
    values = {name: values[name] for name in FIELDS if name in values}
    _check_readable(values["display_name"])
    values.setdefault("joined_on", club_day(club))
    try:
        with transaction.atomic():
            member = Member.objects.create(club=club, **values)
            record_event(
                "member.added", club=club, object_id=member.pk, actor=actor, after=_plain(values)
            )
    except IntegrityError as error:
        raise _name_taken(values["display_name"]) from error
    return member


def change_member(*, member: Member, values: dict[str, Any], actor: Actor) -> Member:
    """Change what the list says of a person.

    Raises:
        LeagueError: somebody else goes by that display name, or the member who would leave stands
            above the actor or is the last owner.
    """
    changed = {f: values[f] for f in FIELDS if f in values and values[f] != getattr(member, f)}
    if not changed:
        return member
    _check_readable(changed.get("display_name", member.display_name))
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
                before=_plain(before),
                after=_plain(changed),
            )
    except IntegrityError as error:
        raise _name_taken(member.display_name) from error
    return member


def set_role(*, member: Member, role: Member.Role, actor: Actor) -> Member:
    """Give a member with a login another role.

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
            raise LeagueError(_("Only a member with a login can have this role."), field="role")
        if _is_last_owner(member):
            raise LeagueError(_("A club needs an owner; name another first."), field="role")
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
    """Make a login for a member; they choose the password by the link that goes with it.

    Raises:
        LeagueError: they have one, or the name or address is taken.
    """
    has_one = LeagueError(_("This member has a login already."), field="username")
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


def may_reset(*, member: Member, actor: Actor) -> bool:
    """Whether ``actor`` may issue a link that sets this member's password.

    Only over somebody weaker, and only when every club they belong to is this one: otherwise an
    organizer of one club could take over a login that another club trusts.
    """
    if member.user_id is None or Role[member.role.upper()] >= actor.role:
        return False
    elsewhere = Member.objects.across_clubs().filter(user=member.user_id)
    return not elsewhere.exclude(club=member.club_id).exists()


def _is_last_owner(member: Member) -> bool:
    owners = Member.objects.for_club(member.club_id).filter(
        role=Member.Role.OWNER, user__isnull=False, left_on__isnull=True
    )
    return member.role == Member.Role.OWNER and not owners.exclude(pk=member.pk).exists()


def _check_leave(member: Member, actor: Actor) -> None:
    """Leaving ends a member's rights, so nobody puts out somebody above them."""
    if Role[member.role.upper()] > actor.role:
        raise LeagueError(_("You cannot let an owner leave."), field="left_on")
    if _is_last_owner(member):
        raise LeagueError(_("A club needs an owner; name another first."), field="left_on")


def _check_readable(name: str) -> None:
    if not is_readable(name):
        raise LeagueError(_("This name shows nothing that one could read."), field="display_name")
    if not is_one_line(name):
        raise LeagueError(
            _("A name is one line, without marks that turn the writing around."),
            field="display_name",
        )


def _name_taken(name: str) -> LeagueError:
    return LeagueError(
        _("Somebody on the list goes by “%(name)s” already.") % {"name": name},
        field="display_name",
    )


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", None, [])}
