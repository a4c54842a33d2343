"""Evenings: opened, described, with who came."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import day_problem
from league.core.errors import LeagueError
from league.core.people import add_member
from league.core.revisions import raise_all
from league.games.evening import is_empty
from league.models import Club, Member, Session


def open_session(
    *, club: Club, day: date, actor: Actor, title: str = "", place: str = "", note: str = ""
) -> Session:
    """Open an evening on a club day; one of that title that is off the list comes back.

    Raises:
        LeagueError: there is one of that title on that day, or no calendar has the day.
    """
    if problem := day_problem(day):
        raise LeagueError(problem, field="day")
    try:
        with transaction.atomic():
            session = _opened(club, day, title.strip(), place=place.strip(), note=note)
            record_event(
                "session.opened",
                club=club,
                object_id=session.pk,
                actor=actor,
                after={"day": day.isoformat(), "title": session.title},
            )
    except IntegrityError as error:
        raise _is_there_already() from error
    return session


def _opened(club: Club, day: date, title: str, **said: str) -> Session:
    same = Session.objects.for_club(club).filter(day=day, title=title, is_off_list=True)
    hidden = same.select_for_update().first()
    if hidden is None or not is_empty(hidden):
        return Session.objects.create(club=club, day=day, title=title, **said)
    for name, text in said.items():
        setattr(hidden, name, text)
    hidden.is_off_list = False
    hidden.save(update_fields=[*said, "is_off_list"])
    return hidden


def describe_session(
    *, session: Session, title: str, place: str, note: str, actor: Actor
) -> Session:
    """Give an evening another title, place or note; its day stays, as games hang on it.

    Returns:
        The evening as it is stored now.

    Raises:
        LeagueError: there is another one of that title on that day.
    """
    said = {"title": title.strip(), "place": place.strip(), "note": note}
    try:
        with transaction.atomic():
            raise_all(session.club_id)  # wherever its games are shown, its title is
            current = Session.objects.for_club(session.club_id).get(pk=session.pk)
            before = {name: getattr(current, name) for name in said}
            for name, text in said.items():
                setattr(current, name, text)
            current.is_off_list = False  # whoever describes it wants it
            current.save(update_fields=[*said, "is_off_list"])
            if before != said:
                record_event(
                    "session.described",
                    club=session.club,
                    object_id=session.pk,
                    actor=actor,
                    before=before,
                    after=said,
                )
    except IntegrityError as error:
        raise _is_there_already() from error
    return current


def _is_there_already() -> LeagueError:
    return LeagueError(_("There is an evening of that title on that day already."), field="title")


@transaction.atomic
def take_off_list(*, session: Session, actor: Actor) -> None:
    """Show an evening nowhere that was opened by mistake; once more changes nothing.

    It stays in the database: whoever is just typing a result for it loses nothing, and with
    the first thing that belongs to it, it is on the list again.

    Raises:
        LeagueError: it has games, voided ones too, live tables, evening passes or rulings.
    """
    if not is_empty(session):
        raise LeagueError(
            _("This evening stays: games, live tables, evening passes or rulings belong to it.")
        )
    # what it chose for its games, and who was ticked, would be wrong of an evening on the same day
    if _set_off_list(session, "session.removed", actor, is_off_list=True, options={}):
        session.attendants.clear()


@transaction.atomic
def put_on_list(*, session: Session, actor: Actor) -> None:
    """Show an evening again that was taken off the list; once more changes nothing."""
    _set_off_list(session, "session.restored", actor, is_off_list=False)


def _set_off_list(
    session: Session, event: str, actor: Actor, *, is_off_list: bool, **more: Any
) -> bool:
    same = Session.objects.for_club(session.club_id).filter(pk=session.pk)
    if not same.filter(is_off_list=not is_off_list).update(is_off_list=is_off_list, **more):
        return False
    told = {"day": session.day.isoformat(), "title": session.title, "options": session.options}
    record_event(event, club=session.club, object_id=session.pk, actor=actor, before=told)
    return True


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
    Session.objects.for_club(session.club_id).filter(pk=session.pk).update(is_off_list=False)
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
