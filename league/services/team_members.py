"""Members join and leave teams; on any day a member plays for one team of a league at most."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import day_problem
from league.errors import LeagueError
from league.models import League, Member, Seat, Team, TeamMembership
from league.selectors.teams import overlapping
from league.services.audit import record_event
from league.services.tallies import raise_revision

_DAY = timedelta(days=1)


@transaction.atomic
def join_team(
    *,
    team: Team,
    member: Member,
    joined_on: date,
    left_on: date | None = None,
    leaves_other: bool = False,
    actor: Actor,
) -> TeamMembership:
    """Let a member play for a team from a day on.

    Args:
        team: which.
        member: somebody of the club.
        joined_on: the first day.
        left_on: the last day; None while there is none.
        leaves_other: whether they leave the team that they play for then, the day before.
        actor: who says so.

    Raises:
        LeagueError: no such days, another club's member, or they play for a team of this league
            in these days already (``field`` ``joined_on``, ``left_on`` or ``member``).
    """
    league = team.league
    _check_days(joined_on, left_on)
    if member.club_id != league.club_id:
        raise LeagueError(_("This is nobody of this club."), field="member")
    raise_revision(league)
    if leaves_other:
        _leave_other(league, member, joined_on, actor)
    _check_free(league, member, joined_on, left_on)
    made = TeamMembership.objects.create(
        team=team, member=member, joined_on=joined_on, left_on=left_on
    )
    _record("team.joined", made, actor, after=snapshot(made))
    return made


@transaction.atomic
def change_membership(
    *, membership: TeamMembership, joined_on: date, left_on: date | None, actor: Actor
) -> TeamMembership:
    """Say from when to when somebody plays for a team; this is also how they leave it.

    Raises:
        LeagueError: as in :func:`join_team`.
    """
    league = membership.team.league
    _check_days(joined_on, left_on)
    raise_revision(league)
    current = _current(membership)
    _check_free(league, current.member, joined_on, left_on, own=current)
    before = snapshot(current)
    current.joined_on, current.left_on = joined_on, left_on
    if snapshot(current) != before:
        current.save(update_fields=["joined_on", "left_on"])
        _record("team.membership_changed", current, actor, before=before, after=snapshot(current))
    return current


@transaction.atomic
def remove_membership(*, membership: TeamMembership, actor: Actor) -> None:
    """Take out what was entered by mistake: nobody played for the team by it.

    Raises:
        LeagueError: the member played in the league in these days.
    """
    league = membership.team.league
    raise_revision(league)
    current = _current(membership)
    seats = Seat.objects.for_club(league.club_id).filter(
        member=current.member_id,
        hanchan__league=league,
        hanchan__day__range=(current.joined_on, current.left_on or date.max),
    )
    if seats.exists():
        raise LeagueError(
            _("%(name)s played for the team in these days. Change the days instead.")
            % {"name": current.member.shown_name(league.club)}
        )
    key, before = current.pk, snapshot(current)
    current.delete()
    current.pk = key
    _record("team.membership_removed", current, actor, before=before)


def snapshot(membership: TeamMembership) -> dict[str, Any]:
    """A membership as the trail keeps it."""
    return {
        "league": membership.team.league.slug,
        "team": membership.team.name,
        "member": membership.member_id,
        "joined_on": membership.joined_on,
        "left_on": membership.left_on,
    }


def _leave_other(league: League, member: Member, day: date, actor: Actor) -> None:
    """End what the member plays for on ``day`` with the day before."""
    other = overlapping(league, member, day, day).first()
    if other is None:
        return
    if other.joined_on == day:
        raise LeagueError(
            _("%(name)s joined “%(team)s” on this very day. Change that entry instead.")
            % _facts(other),
            field="joined_on",
        )
    before = snapshot(other)
    other.left_on = day - _DAY
    other.save(update_fields=["left_on"])
    _record("team.left", other, actor, before=before, after=snapshot(other))


def _check_days(joined_on: date, left_on: date | None) -> None:
    for field, day in (("joined_on", joined_on), ("left_on", left_on)):
        if day is not None and (problem := day_problem(day)):
            raise LeagueError(problem, field=field)
    if left_on is not None and left_on < joined_on:
        raise LeagueError(_("The last day lies before the first."), field="left_on")


def _check_free(
    league: League,
    member: Member,
    joined_on: date,
    left_on: date | None,
    own: TeamMembership | None = None,
) -> None:
    others = overlapping(league, member, joined_on, left_on)
    if own is not None:
        others = others.exclude(pk=own.pk)
    other = others.first()
    if other is None:
        return
    words = (
        _("%(name)s plays for “%(team)s” from %(first)s on. Let them leave there first.")
        if other.left_on is None
        else _("%(name)s plays for “%(team)s” from %(first)s to %(last)s.")
    )
    field = "left_on" if other.joined_on > joined_on else "joined_on"
    raise LeagueError(words % _facts(other), field=field)


def _facts(membership: TeamMembership) -> dict[str, str]:
    last = membership.left_on
    return {
        "name": membership.member.display_name,
        "team": membership.team.name,
        "first": date_format(membership.joined_on, "DATE_FORMAT"),
        "last": date_format(last, "DATE_FORMAT") if last else "",
    }


def _current(membership: TeamMembership) -> TeamMembership:
    """The membership as it is under the league's lock."""
    rows = TeamMembership.objects.for_club(membership.team.league.club_id)
    return rows.select_related("team__league__club", "member").get(pk=membership.pk)


def _record(
    type_: str,
    membership: TeamMembership,
    actor: Actor,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    record_event(
        type_,
        club=membership.member.club,
        object_id=membership.pk,
        actor=actor,
        before=before,
        after=after,
    )
