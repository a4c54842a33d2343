"""Teams that stand in names: ``foo@bar`` plays for the team ``bar`` of a league that says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction

from league.actors import Actor
from league.models import League, Member, Team, TeamMembership
from league.naming import is_readable
from league.selectors.teams import first_days, memberships_of, team_key, team_named
from league.services.audit import record_event
from league.services.tallies import raise_revision
from league.services.team_members import snapshot
from league.services.teams import create_team
from scoring.tenhou.lobby_lines import split_team

_LENGTH = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What came of taking teams from names: how many joined, and who stands for several teams."""

    joined: int
    unclear: tuple[Member, ...]


def team_in(name: str) -> str:
    """The team that a name tells, empty for none.

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
    """Let a member join the team that their name tells, from ``day`` on.

    Whoever plays for a team on that day stays there. Where they join one later, this lasts until
    the day before; if that is the same team, it now begins on ``day``.
    """
    told = team_in(name)
    if not told:
        return None
    raise_revision(league)
    own = memberships_of(league).filter(member=member).select_related("team__league")
    spans = list(own.order_by("joined_on"))
    if any(each.joined_on <= day and not _is_over(each, day) for each in spans):
        return None
    later = next((each for each in spans if each.joined_on > day), None)
    if later is not None and team_key(later.team.name) == team_key(told):
        return _begin_earlier(later, day, actor)
    team = team_named(league, told) or create_team(league=league, name=told, actor=actor)
    return _join(team, member, day, later, actor)


@transaction.atomic
def take_teams_from_names(*, league: League, actor: Actor) -> Taken:
    """Let everybody who played in the league join the team of their names, from their first game.

    Names noted from Tenhou count before the display name. Whose names tell several teams is left
    to the organizers.
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


def _is_over(membership: TeamMembership, day: date) -> bool:
    return membership.left_on is not None and membership.left_on < day


def _join(
    team: Team, member: Member, day: date, later: TeamMembership | None, actor: Actor
) -> TeamMembership:
    made = TeamMembership.objects.create(
        team=team,
        member=member,
        joined_on=day,
        left_on=later.joined_on - timedelta(days=1) if later else None,
    )
    record_event(
        "team.joined",
        club=team.league.club,
        object_id=made.pk,
        actor=actor,
        after=snapshot(made),
    )
    return made


def _begin_earlier(membership: TeamMembership, day: date, actor: Actor) -> TeamMembership:
    before = snapshot(membership)
    membership.joined_on = day
    membership.save(update_fields=["joined_on"])
    record_event(
        "team.membership_changed",
        club=membership.team.league.club,
        object_id=membership.pk,
        actor=actor,
        before=before,
        after=snapshot(membership),
    )
    return membership
