"""Evenings: opened, described, with who came."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import day_problem
from league.errors import LeagueError
from league.models import Club, Member, Session
from league.services.audit import record_event
from league.services.members import add_member


def open_session(
    *, club: Club, day: date, actor: Actor, title: str = "", place: str = "", note: str = ""
) -> Session:
    """Open an evening on a club day.

    Raises:
        LeagueError: there is one of that title on that day, or no calendar has the day.
    """
    if problem := day_problem(day):
        raise LeagueError(problem, field="day")
    try:
        with transaction.atomic():
            session = Session.objects.create(
                club=club, day=day, title=title.strip(), place=place.strip(), note=note
            )
            record_event(
                "session.opened",
                club=club,
                object_id=session.pk,
                actor=actor,
                after={"day": day.isoformat(), "title": session.title},
            )
    except IntegrityError as error:
        raise LeagueError(
            _("There is an evening of that title on that day already."), field="title"
        ) from error
    return session


@transaction.atomic
def set_attendance(*, session: Session, members: Iterable[Member], actor: Actor) -> None:
    """Note who came; whoever sat at a table of the evening stays on the list.

    Members of other clubs are left out.
    """
    chosen = {member.pk for member in members if member.club_id == session.club_id}
    seated = set(
        Member.objects.for_club(session.club_id)
        .filter(seats__hanchan__session=session, seats__hanchan__voided_at=None)
        .values_list("pk", flat=True)
    )
    before = sorted(session.attendants.values_list("pk", flat=True))
    after = sorted(chosen | seated)
    if before == after:
        return
    session.attendants.set(after)
    record_event(
        "session.attendance_changed",
        club=session.club,
        object_id=session.pk,
        actor=actor,
        before={"members": before},
        after={"members": after},
    )


@transaction.atomic
def welcome_guest(*, session: Session, name: str, also: Iterable[Member], actor: Actor) -> Member:
    """Put a new guest on the club's list, and on the evening's beside ``also``.

    Raises:
        LeagueError: somebody goes by that name already.
    """
    guest = add_member(
        club=session.club,
        values={"display_name": name.strip(), "is_guest": True, "joined_on": session.day},
        actor=actor,
    )
    set_attendance(session=session, members=[*also, guest], actor=actor)
    return guest
