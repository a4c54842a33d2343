"""``/api/v1/clubs/<club>/leagues/<league>/teams``: teams, and who plays for them and when."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, ClassVar

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.http import HttpResponseBase
from django.urls import reverse
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView
from league.api.operations import Answer, operation
from league.api.preconditions import check_unchanged, created, tagged
from league.api.requests import (
    Body,
    Day,
    EmptyRequest,
    Key,
    Text,
    checked,
    keys_of,
    named_as,
    read_shape,
)
from league.competitions.team_views import (
    MembershipForm,
    TeamForm,
    join_form,
    membership_of,
    team_of,
)
from league.core.access import Visit
from league.core.days import club_day
from league.core.permissions import Action
from league.games.tallies import lock_league
from league.members.teams import (
    change_membership,
    create_team,
    join_team,
    remove_membership,
    remove_team,
    rename_team,
    take_teams_from_names,
    teams_of,
)
from league.models import Club, Member, Team, TeamMembership


class TeamRequest(Body):
    name: Text | None = None


class JoinRequest(Body):
    """Without ``from`` they play from the club's present day on, without ``to`` until further."""

    member: Key
    joined_on: Day | None = Field(default=None, alias="from")
    left_on: Day | None = Field(default=None, alias="to")
    leaves_other: Annotated[bool, Strict()] = False


class MembershipRequest(Body):
    """What is left out stays."""

    joined_on: Day | None = Field(default=None, alias="from")
    left_on: Day | None = Field(default=None, alias="to")


class TeamMember(Answer):
    membership: int
    member: int
    name: str
    first: date = Field(alias="from")
    last: date | None = Field(alias="to")


class MembershipAnswer(TeamMember):
    team: int


class TeamAnswer(Answer):
    team: int
    name: str
    members: list[TeamMember]


class Teams(Answer):
    league: str
    teams: list[TeamAnswer]


class NamedMember(Answer):
    member: int
    name: str


class TeamsFromNames(Answer):
    """How many joined the team in their name, and who has several in their names."""

    joined: int
    unclear: list[NamedMember]


class TeamsView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: Teams})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List the league's teams with their members."""
        league = self.visit.league(league_slug)
        teams = [_team_json(self.visit.club, team) for team in teams_of(league)]
        return Response({"league": league.slug, "teams": teams})

    @operation(answers={201: TeamAnswer}, body=TeamRequest, tag="created")
    def post(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """Create a team: 201. It needs a name, and no other team's."""
        league = self.visit.league(league_slug)
        payload = read_shape(TeamRequest, request.data)
        values = checked(TeamForm(payload.model_dump()))
        team = create_team(league=league, actor=self.visit.actor, **values)
        address = reverse("api:team", args=[club_slug, league_slug, team.pk])
        body = _one_json(self.visit.club, team)
        return created(body, address)


class TeamNamesView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: TeamsFromNames}, body=EmptyRequest)
    def post(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """Let all who have played join the team in their name (name@team), created if need be."""
        league = self.visit.league(league_slug)
        read_shape(EmptyRequest, request.data)
        taken = take_teams_from_names(league=league, actor=self.visit.actor)
        club = self.visit.club
        unclear = [{"member": each.pk, "name": each.name_in(club)} for each in taken.unclear]
        return Response({"joined": taken.joined, "unclear": unclear})


class _TeamsOfLeagueView(ClubView):
    """A call to one team or membership, which nobody else changes until it has changed it."""

    def locked_team(self, league_slug: str, team_id: int) -> Team:
        lock_league(self.visit.league(league_slug))
        return team_of(self.visit, league_slug, team_id)

    def locked_membership(self, league_slug: str, membership_id: int) -> TeamMembership:
        lock_league(self.visit.league(league_slug))
        return membership_of(self.visit, league_slug, membership_id)


class TeamView(_TeamsOfLeagueView):
    action_for: ClassVar = dict.fromkeys(("PATCH", "DELETE"), Action.MANAGE_LEAGUES)

    @operation(answers={200: TeamAnswer}, tag="whole")
    def get(
        self, request: Request, club_slug: str, league_slug: str, team_id: int
    ) -> HttpResponseBase:
        """Return a team with its members, former ones too."""
        team = team_of(self.visit, league_slug, team_id)
        return tagged(request, _one_json(self.visit.club, team))

    @operation(answers={200: TeamAnswer}, body=TeamRequest, tag="whole")
    @transaction.atomic
    def patch(
        self, request: Request, club_slug: str, league_slug: str, team_id: int
    ) -> HttpResponseBase:
        """Change the team's name."""
        team = self.locked_team(league_slug, team_id)
        check_unchanged(request, _one_json(self.visit.club, team))
        payload = read_shape(TeamRequest, request.data)
        values = checked(TeamForm({"name": team.name} | payload.model_dump(exclude_unset=True)))
        changed = rename_team(team=team, actor=self.visit.actor, **values)
        return tagged(request, _one_json(self.visit.club, changed))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(
        self, request: Request, club_slug: str, league_slug: str, team_id: int
    ) -> HttpResponseBase:
        """Remove a team that never had a member: 204."""
        team = self.locked_team(league_slug, team_id)
        check_unchanged(request, _one_json(self.visit.club, team))
        remove_team(team=team, actor=self.visit.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TeamMembersView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={201: MembershipAnswer}, body=JoinRequest, tag="created")
    def post(self, request: Request, club_slug: str, league_slug: str, team_id: int) -> Response:
        """Let a member play for the team: 201.

        With ``leaves_other`` they leave their present team the day before.
        """
        team = team_of(self.visit, league_slug, team_id)
        payload = read_shape(JoinRequest, request.data)
        sent = payload.model_dump()
        sent["joined_on"] = payload.joined_on or club_day(self.visit.club)
        values = checked(join_form(self.visit, sent), **keys_of(JoinRequest))
        member = Member.objects.for_club(self.visit.club).get(pk=values.pop("member"))
        with named_as(keys_of(JoinRequest)):
            joined = join_team(team=team, member=member, actor=self.visit.actor, **values)
        address = reverse("api:membership", args=[club_slug, league_slug, joined.pk])
        body = _membership_json(self.visit, joined)
        return created(body, address)


class MembershipView(_TeamsOfLeagueView):
    action_for: ClassVar = dict.fromkeys(("PATCH", "DELETE"), Action.MANAGE_LEAGUES)

    @operation(answers={200: MembershipAnswer}, tag="whole")
    def get(
        self, request: Request, club_slug: str, league_slug: str, membership_id: int
    ) -> HttpResponseBase:
        """Return from when to when somebody plays for a team."""
        found = membership_of(self.visit, league_slug, membership_id)
        return tagged(request, _membership_json(self.visit, found))

    @operation(answers={200: MembershipAnswer}, body=MembershipRequest, tag="whole")
    @transaction.atomic
    def patch(
        self, request: Request, club_slug: str, league_slug: str, membership_id: int
    ) -> HttpResponseBase:
        """Change the days that are given; this is also how members leave a team."""
        found = self.locked_membership(league_slug, membership_id)
        check_unchanged(request, _membership_json(self.visit, found))
        payload = read_shape(MembershipRequest, request.data)
        there = {"joined_on": found.joined_on, "left_on": found.left_on}
        form = MembershipForm(there | payload.model_dump(exclude_unset=True))
        values = checked(form, **keys_of(MembershipRequest))
        with named_as(keys_of(MembershipRequest)):
            changed = change_membership(membership=found, actor=self.visit.actor, **values)
        return tagged(request, _membership_json(self.visit, changed))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(
        self, request: Request, club_slug: str, league_slug: str, membership_id: int
    ) -> HttpResponseBase:
        """Remove a membership under which nobody has played: 204."""
        found = self.locked_membership(league_slug, membership_id)
        check_unchanged(request, _membership_json(self.visit, found))
        remove_membership(membership=found, actor=self.visit.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _one_json(club: Club, team: Team) -> dict[str, Any]:
    prefetch_related_objects([team], "memberships__member")
    return _team_json(club, team)


def _team_json(club: Club, team: Team) -> dict[str, Any]:
    return {
        "team": team.pk,
        "name": team.name,
        "members": [_member_json(club, each) for each in team.memberships.all()],
    }


def _member_json(club: Club, membership: TeamMembership) -> dict[str, Any]:
    return {
        "membership": membership.pk,
        "member": membership.member_id,
        "name": membership.member.name_in(club),
        "from": membership.joined_on,
        "to": membership.left_on,
    }


def _membership_json(visit: Visit, membership: TeamMembership) -> dict[str, Any]:
    return {**_member_json(visit.club, membership), "team": membership.team_id}
