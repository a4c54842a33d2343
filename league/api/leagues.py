"""``/api/v1/clubs/<club>/leagues``: the club's leagues, their settings and their order."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from pydantic import Field, Strict
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.operations import Answer, among, operation
from league.api.preconditions import check_unchanged, created, tagged
from league.api.requests import Body, Games, Text, checked, keys_of, read_shape
from league.clubs.settings_views import LeagueForm, league_new_form
from league.clubs.write import move_league, open_league, update_league
from league.core.access import Visit
from league.core.permissions import Action
from league.core.revisions import hold_all
from league.games.tallies import lock_league
from league.models import League


class NewLeagueRequest(Body):
    """``rule_set`` is one of the club's, or ``shipped:`` and the key of one to adopt with it."""

    slug: Text
    name: Text
    rule_set: Text
    minimum_games: Games = 0
    guests_ranked: Annotated[bool, Strict()] = False


class LeagueRequest(Body):
    """What is left out stays."""

    name: Text | None = None
    minimum_games: Games | None = None
    guests_ranked: Annotated[bool, Strict()] | None = None
    record_scores: League.RecordScores | None = None
    teams_from_names: Annotated[bool, Strict()] | None = None
    is_active: Annotated[bool, Strict()] | None = Field(default=None, alias="active")


class LeagueMoveRequest(Body):
    to: Literal["up", "down"]


class LeagueAnswer(Answer):
    league: str
    url: str
    name: str
    rule_set: str
    minimum_games: int
    guests_ranked: bool
    record_scores: Annotated[str, among(League.RecordScores.values)]
    teams_from_names: bool
    active: bool


class Leagues(Answer):
    leagues: list[LeagueAnswer]


class LeaguesView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: Leagues}, tag="whole")
    def get(self, request: Request, club_slug: str) -> HttpResponseBase:
        """List the club's leagues in their order."""
        return tagged(request, _leagues_json(self.visit))

    @operation(answers={201: LeagueAnswer}, body=NewLeagueRequest, tag="created")
    def post(self, request: Request, club_slug: str) -> Response:
        """Create a league below the others: 201."""
        payload = read_shape(NewLeagueRequest, request.data)
        values = checked(league_new_form(self.visit.club, payload.model_dump()))
        made = open_league(club=self.visit.club, actor=self.visit.actor, **values)
        body = _league_json(self.visit, self.visit.league(made.slug))
        address = reverse("api:league", args=[club_slug, made.slug])
        return created(body, address)


class LeagueView(ClubView):
    action_for: ClassVar = {"PATCH": Action.MANAGE_LEAGUES}

    @operation(answers={200: LeagueAnswer}, tag="whole")
    def get(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """Return a league with its settings."""
        return tagged(request, _league_json(self.visit, self.visit.league(league_slug)))

    @operation(answers={200: LeagueAnswer}, body=LeagueRequest, tag="whole")
    @transaction.atomic
    def patch(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """Change the settings that are given."""
        lock_league(self.visit.league(league_slug))
        league = self.visit.league(league_slug)
        check_unchanged(request, _league_json(self.visit, league))
        payload = read_shape(LeagueRequest, request.data)
        there = {name: getattr(league, name) for name in LeagueForm.base_fields}
        form = LeagueForm(there | payload.model_dump(exclude_unset=True))
        values = checked(form, **keys_of(LeagueRequest))
        changed = update_league(league=league, values=values, actor=self.visit.actor)
        return tagged(request, _league_json(self.visit, changed))


class LeagueMoveView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: Leagues}, body=LeagueMoveRequest, tag="whole")
    @transaction.atomic
    def post(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """Move a league one place up or down; the tag is that of the list."""
        league = self.visit.league(league_slug)
        hold_all(self.visit.club)
        check_unchanged(request, _leagues_json(self.visit))
        payload = read_shape(LeagueMoveRequest, request.data)
        move_league(league=league, to=payload.to, actor=self.visit.actor)
        return tagged(request, _leagues_json(self.visit))


def _leagues_json(visit: Visit) -> dict[str, Any]:
    leagues = League.objects.for_club(visit.club).select_related("rule_set")
    return {"leagues": [_league_json(visit, each) for each in leagues]}


def _league_json(visit: Visit, league: League) -> dict[str, Any]:
    return {
        "league": league.slug,
        "url": reverse("league:ranking", args=[visit.club.slug, league.slug]),
        "name": league.name,
        "rule_set": league.rule_set.slug,
        **picked(league, "minimum_games", "guests_ranked", "record_scores", "teams_from_names"),
        "active": league.is_active,
    }
