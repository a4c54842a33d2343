"""Teams of a league: added, changed, deleted, and who plays for which on a day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import day_problem
from league.core.errors import LeagueError
from league.core.letters import nfkc
from league.core.naming import is_readable
from league.games.tallies import raise_revision
from league.models import League, Member, Seat, Team, TeamMembership
from scoring.tenhou.notation import split_team


def teams_of(league: League) -> list[Team]:
    """Return the teams by name, with present and former members. Three queries at most."""
    teams = Team.objects.for_club(league.club_id).filter(league=league)
    return list(teams.prefetch_related("memberships__member"))


def memberships_of(league: League) -> QuerySet[TeamMembership, TeamMembership]:
    """Return who played for which team of the league and when, earliest first."""
    return TeamMembership.objects.for_club(league.club_id).filter(team__league=league)


def overlapping(
    league: League, member: Member | int, first: date, last: date | None
) -> QuerySet[TeamMembership, TeamMembership]:
    """Return the member's memberships sharing a day with these; ``last`` None: open-ended."""
    found = memberships_of(league).filter(member=member).select_related("team", "member")
    found = found.filter(Q(left_on=None) | Q(left_on__gte=first))
    return found if last is None else found.filter(joined_on__lte=last)


class TeamBook:
    def __init__(self, memberships: Iterable[TeamMembership]) -> None:
        self._spans: dict[int, list[tuple[date, date, int]]] = defaultdict(list)
        for each in memberships:
            span = (each.joined_on, each.left_on or date.max, each.team_id)
            self._spans[each.member_id].append(span)

    def team(self, member: int, day: date) -> int | None:
        """Return the key of the team; None for none."""
        spans = self._spans.get(member, ())
        return next((team for first, last, team in spans if first <= day <= last), None)


def team_key(name: str) -> str:
    """Normalize a team's name: widths, case and spaces do not count."""
    return "".join(nfkc(name).casefold().split())


def team_named(league: League, name: str) -> Team | None:
    """Find the league's team by name, however it is spelt. One query."""
    key = team_key(name)
    teams = Team.objects.for_club(league.club_id).filter(league=league)
    return next((team for team in teams if team_key(team.name) == key), None)


def first_days(league: League) -> list[tuple[Member, date]]:
    """Return the league's players with the day of their first game. Two queries."""
    seats = Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league, hanchan__voided_at=None
    )
    rows = seats.order_by().values("member").annotate(first=Min("hanchan__day"))
    first = {row["member"]: row["first"] for row in rows}
    people = Member.objects.for_club(league.club_id).in_bulk(first)
    return sorted(
        ((member, first[key]) for key, member in people.items()),
        key=lambda found: (found[1], found[0].pk),
    )


_LENGTH = 60


@transaction.atomic
def create_team(*, league: League, name: str, actor: Actor) -> Team:
    """Give a league a team.

    Raises:
        LeagueError: the name is invisible, too long, or already a team's (``field`` ``name``).
    """
    raise_revision(league)
    team = Team.objects.create(league=league, name=_checked(league, name))
    after = {"league": league.slug, "name": team.name}
    record_event("team.created", club=league.club, object_id=team.pk, actor=actor, after=after)
    return team


@transaction.atomic
def rename_team(*, team: Team, name: str, actor: Actor) -> Team:
    """Rename a team.

    Raises:
        LeagueError: as in :func:`create_team`.
    """
    league = team.league
    raise_revision(league)
    current = Team.objects.for_club(league.club_id).get(pk=team.pk)
    before, current.name = current.name, _checked(league, name, own=team)
    if current.name != before:
        current.save(update_fields=["name"])
        record_event(
            "team.renamed",
            club=league.club,
            object_id=team.pk,
            actor=actor,
            before={"league": league.slug, "name": before},
            after={"league": league.slug, "name": current.name},
        )
    return current


@transaction.atomic
def remove_team(*, team: Team, actor: Actor) -> None:
    """Remove a team that never had a member.

    Raises:
        LeagueError: it has or had one.
    """
    league = team.league
    raise_revision(league)
    if TeamMembership.objects.for_club(league.club_id).filter(team=team).exists():
        raise LeagueError(_("This team cannot be removed because it has or had members."))
    key = team.pk
    team.delete()
    before = {"league": league.slug, "name": team.name}
    record_event("team.removed", club=league.club, object_id=key, actor=actor, before=before)


def _checked(league: League, name: str, own: Team | None = None) -> str:
    name = name.strip()
    if not is_readable(name):
        raise LeagueError(_("Choose a name with readable characters."), field="name")
    if len(name) > _LENGTH:
        raise LeagueError(_("Use at most 60 characters."), field="name")
    there = team_named(league, name)
    if there is not None and (own is None or there.pk != own.pk):
        raise LeagueError(
            _("There is already a team named “%(name)s”.") % {"name": there.name}, field="name"
        )
    return name


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
        left_on: the last day; None while open-ended.
        leaves_other: whether they leave their present team the day before.
        actor: who does it.

    Raises:
        LeagueError: invalid days, another club's member, or they already play for a team of
            this league in these days (``field`` ``joined_on``, ``left_on`` or ``member``).
    """
    league = team.league
    _check_days(joined_on, left_on)
    if member.club_id != league.club_id:
        raise LeagueError(_("This person is not a member of this club."), field="member")
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
    """Change the days of a membership; this is also how members leave a team.

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
    """Delete a membership entered by mistake; nobody may have played under it.

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
            _("%(name)s has played for the team in this period. Change the dates instead.")
            % {"name": current.member.shown_name(league.club)}
        )
    key, before = current.pk, snapshot(current)
    current.delete()
    current.pk = key
    _record("team.membership_removed", current, actor, before=before)


def snapshot(membership: TeamMembership) -> dict[str, Any]:
    return {
        "league": membership.team.league.slug,
        "team": membership.team.name,
        "member": membership.member_id,
        "joined_on": membership.joined_on,
        "left_on": membership.left_on,
    }


def _leave_other(league: League, member: Member, day: date, actor: Actor) -> None:
    """End the membership in force on ``day`` with the day before."""
    other = overlapping(league, member, day, day).first()
    if other is None:
        return
    if other.joined_on == day:
        raise LeagueError(
            _("%(name)s joined “%(team)s” on the same day. Change that entry instead.")
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
        raise LeagueError(_("The last day is before the first day."), field="left_on")


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
        _("%(name)s plays for “%(team)s” from %(first)s on. Enter their last day there first.")
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
    """Lock the league and re-read the membership."""
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
        club=membership.team.league.club,
        object_id=membership.pk,
        actor=actor,
        before=before,
        after=after,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    joined: int
    unclear: tuple[Member, ...]


def team_in(name: str) -> str:
    """Read the team in a name; empty for none.

    The last @ counts, half or full width; where one side of it is empty there is no team.

    >>> team_in(">_0@杏杏軍團"), team_in("@TTgo")
    ('杏杏軍團', '')
    """
    team = split_team(name)[1]
    return team if team and is_readable(team) and len(team) <= _LENGTH else ""


@transaction.atomic
def join_by_name(
    *, league: League, member: Member, name: str, day: date, actor: Actor
) -> TeamMembership | None:
    """Let a member join the team in their name, from ``day`` on.

    A member already in a team on that day stays there. If they join one later, this lasts until
    the day before; if that is the same team, it now begins on ``day``.
    """
    wanted = team_in(name)
    if not wanted:
        return None
    raise_revision(league)
    own = memberships_of(league).filter(member=member).select_related("team__league")
    spans = list(own.order_by("joined_on"))
    if any(each.joined_on <= day <= (each.left_on or date.max) for each in spans):
        return None
    later = next((each for each in spans if each.joined_on > day), None)
    if later is not None and team_key(later.team.name) == team_key(wanted):
        before, later.joined_on = snapshot(later), day
        later.save(update_fields=["joined_on"])
        _record("team.membership_changed", later, actor, before=before, after=snapshot(later))
        return later
    team = team_named(league, wanted) or create_team(league=league, name=wanted, actor=actor)
    last = later.joined_on - _DAY if later else None
    made = TeamMembership.objects.create(team=team, member=member, joined_on=day, left_on=last)
    _record("team.joined", made, actor, after=snapshot(made))
    return made


@transaction.atomic
def take_teams_from_names(*, league: League, actor: Actor) -> Taken:
    """Let all players join the teams in their names, from their first game.

    Names noted from Tenhou take precedence over the display name. Those with several teams in
    their names are left to the organizers.
    """
    raise_revision(league)
    joined, unclear = 0, []
    for member, day in first_days(league):
        names = {team_key(team_in(n)): n for n in reversed(_names(member)) if team_in(n)}
        if len(names) > 1:
            unclear.append(member)
        for name in names.values() if len(names) == 1 else ():
            made = join_by_name(league=league, member=member, name=name, day=day, actor=actor)
            joined += made is not None
    return Taken(joined=joined, unclear=tuple(unclear))


def _names(member: Member) -> list[str]:
    noted: Iterable[object] = member.tenhou_names
    return [*map(str, noted), member.display_name]
