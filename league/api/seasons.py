"""``/api/v1/clubs/<club>/leagues/<league>/seasons``: seasons and stages, as organizers set them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, ClassVar

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.operations import Answer, among, operation
from league.api.preconditions import check_unchanged, created, tagged
from league.api.requests import Body, Day, Games, Text, checked, keys_of, named_as, read_shape
from league.competitions.season_views import SeasonForm, StageForm, season_of, stage_of
from league.competitions.seasons import (
    add_stage,
    change_season,
    change_stage,
    open_season,
    remove_season,
    remove_stage,
)
from league.core.days import club_day
from league.core.inputs import choice_code
from league.core.permissions import Action
from league.games.tallies import lock_league
from league.models import League, Season, Stage
from league.rulebook.options import OPTION_PREFIX, OpenOption, season_offer
from league.wording.errors import printable

#: what a parameter of the rules may be chosen to be: a word, a number, yes or no, or nothing
Choice = (
    Annotated[bool, Strict()]
    | Annotated[int, Strict(), Field(ge=-1_000_000, le=1_000_000)]
    | Text
    | None
)
Options = Annotated[
    dict[Annotated[str, Strict(), Field(pattern=r"^[a-z0-9_]{1,60}$")], Choice],
    Field(max_length=100),
]


class SpanRequest(Body):
    """What is left out is 0 or nothing for something new, and stays for what is there."""

    name: Text | None = None
    starts_on: Day | None = Field(default=None, alias="from")
    ends_on: Day | None = Field(default=None, alias="to")
    minimum_games: Games | None = None
    maximum_games: Games | None = None
    best_games: Games | None = None
    worst_dropped: Games | None = None


class SeasonRequest(SpanRequest):
    """``options`` are, by parameter, what the season chooses where the rules leave it open."""

    has_teams: Annotated[bool, Strict()] | None = Field(default=None, alias="teams_ranked")
    options: Options | None = None


class StageRequest(SpanRequest):
    carry: Stage.Carry | None = None


class StageAnswer(Answer):
    stage: int
    name: str
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    carry: Annotated[str, among(Stage.Carry.values)]
    minimum_games: int
    maximum_games: int
    best_games: int
    worst_dropped: int


class ListedSeason(Answer):
    season: int
    name: str
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    teams_ranked: bool
    minimum_games: int
    maximum_games: int
    best_games: int
    worst_dropped: int
    options: dict[str, Any]
    stages: list[StageAnswer]


class Seasons(Answer):
    league: str
    seasons: list[ListedSeason]


class SeasonsView(ClubView):
    """Readable by everybody who may read the club."""

    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: Seasons})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List the league's seasons, the latest first."""
        league = self.visit.league(league_slug)
        seasons = Season.objects.for_club(self.visit.club).filter(league=league)
        found = seasons.prefetch_related("stages")
        return Response({"league": league.slug, "seasons": [season_json(each) for each in found]})

    @operation(answers={201: ListedSeason}, body=SeasonRequest, tag="created")
    def post(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """Create a season: 201. It needs a name and both days."""
        league = self.visit.league(league_slug)
        payload = read_shape(SeasonRequest, request.data)
        values = _season_values(league, payload, {}, {})
        with named_as(_season_keys(values["options"])):
            season = open_season(league=league, actor=self.visit.actor, **values)
        address = reverse("api:season-settings", args=[club_slug, league_slug, season.pk])
        body = season_json(season)
        return created(body, address)


class _OneSeasonView(ClubView):
    def locked_season(self, league_slug: str, season_id: int) -> Season:
        """The season, which nobody else changes until commit.

        Raises:
            Http404: the league has no such season.
        """
        lock_league(season_of(self.visit, season_id, league_slug).league)
        return season_of(self.visit, season_id, league_slug)

    def locked_stage(self, league_slug: str, season_id: int, stage_id: int) -> Stage:
        """The stage, which nobody else changes until commit.

        Raises:
            Http404: the season has no such stage.
        """
        lock_league(season_of(self.visit, season_id, league_slug).league)
        return stage_of(self.visit, league_slug, season_id, stage_id)


class SeasonSettingsView(_OneSeasonView):
    action_for: ClassVar = dict.fromkeys(("PATCH", "DELETE"), Action.MANAGE_LEAGUES)

    @operation(answers={200: ListedSeason}, tag="whole")
    def get(
        self, request: Request, club_slug: str, league_slug: str, season_id: int
    ) -> HttpResponseBase:
        """Return a season as it was set, with its stages."""
        return tagged(request, season_json(season_of(self.visit, season_id, league_slug)))

    @operation(answers={200: ListedSeason}, body=SeasonRequest, tag="whole")
    @transaction.atomic
    def patch(
        self, request: Request, club_slug: str, league_slug: str, season_id: int
    ) -> HttpResponseBase:
        """Change what is given."""
        season = self.locked_season(league_slug, season_id)
        check_unchanged(request, season_json(season))
        payload = read_shape(SeasonRequest, request.data)
        there = {name: getattr(season, name) for name in SeasonForm.base_fields}
        values = _season_values(season.league, payload, there, season.options)
        with named_as(_season_keys(values["options"])):
            change_season(season=season, actor=self.visit.actor, **values)
        return tagged(request, season_json(season_of(self.visit, season_id, league_slug)))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(
        self, request: Request, club_slug: str, league_slug: str, season_id: int
    ) -> HttpResponseBase:
        """Remove a season in which nothing was played: 204."""
        season = self.locked_season(league_slug, season_id)
        check_unchanged(request, season_json(season))
        remove_season(season=season, actor=self.visit.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class StagesView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={201: StageAnswer}, body=StageRequest, tag="created")
    def post(self, request: Request, club_slug: str, league_slug: str, season_id: int) -> Response:
        """Create a stage of the season: 201. It needs a name and both days."""
        season = season_of(self.visit, season_id, league_slug)
        payload = read_shape(StageRequest, request.data)
        values = _stage_values(payload, {"carry": Stage.Carry.NONE})
        with named_as(keys_of(StageRequest)):
            stage = add_stage(season=season, actor=self.visit.actor, **values)
        address = reverse("api:stage", args=[club_slug, league_slug, season_id, stage.pk])
        body = _stage_json(stage)
        return created(body, address)


class StageView(_OneSeasonView):
    action_for: ClassVar = dict.fromkeys(("PATCH", "DELETE"), Action.MANAGE_LEAGUES)

    @operation(answers={200: StageAnswer}, tag="whole")
    def get(
        self, request: Request, club_slug: str, league_slug: str, season_id: int, stage_id: int
    ) -> HttpResponseBase:
        """Return a stage as it was set."""
        return tagged(request, _stage_json(stage_of(self.visit, league_slug, season_id, stage_id)))

    @operation(answers={200: StageAnswer}, body=StageRequest, tag="whole")
    @transaction.atomic
    def patch(
        self, request: Request, club_slug: str, league_slug: str, season_id: int, stage_id: int
    ) -> HttpResponseBase:
        """Change what is given."""
        stage = self.locked_stage(league_slug, season_id, stage_id)
        check_unchanged(request, _stage_json(stage))
        payload = read_shape(StageRequest, request.data)
        there = {name: getattr(stage, name) for name in StageForm.base_fields}
        values = _stage_values(payload, there)
        with named_as(keys_of(StageRequest)):
            changed = change_stage(stage=stage, actor=self.visit.actor, **values)
        return tagged(request, _stage_json(changed))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(
        self, request: Request, club_slug: str, league_slug: str, season_id: int, stage_id: int
    ) -> HttpResponseBase:
        """Remove a stage in which nothing was played: 204."""
        stage = self.locked_stage(league_slug, season_id, stage_id)
        check_unchanged(request, _stage_json(stage))
        remove_stage(stage=stage, actor=self.visit.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _season_values(
    league: League, payload: SeasonRequest, there: Mapping[str, Any], chosen: Mapping[str, Any]
) -> dict[str, Any]:
    """What the page's form makes of what was sent, beside what is there."""
    given = payload.model_dump(exclude_unset=True, exclude={"options"})
    if payload.options is None:
        values = checked(SeasonForm({**there, **given}), **keys_of(SeasonRequest))
        return values | {"options": dict(chosen)}
    first = given.get("starts_on") or there.get("starts_on") or club_day(league.club)
    offer = season_offer(league, first)
    typed = {f"{OPTION_PREFIX}{each.name}": _code(each, payload.options) for each in offer}
    form = SeasonForm({**there, **given, **typed}, offer=offer)
    values = checked(form, **_season_keys(payload.options))
    # what nobody offers is refused by the service, in its own words
    offered = {each.name for each in offer}
    others = {name: value for name, value in payload.options.items() if name not in offered}
    return values | {"options": {**values["options"], **others}}


def _code(option: OpenOption, options: Mapping[str, Any]) -> Any:
    """A choice as the form sends it; in quotes, which no choice has, if it is not offered."""
    if option.name not in options:
        return ""
    value = options[option.name]
    if not option.choices:
        return value
    codes = [choice_code(each) for each, _words in option.choices if each == value]
    return choice_code(value) if choice_code(value) in codes else f"“{printable(str(value))}”"


def _season_keys(options: Mapping[str, Any]) -> dict[str, str]:
    """Fields of the form and of the service, by their keys in the body."""
    chosen = {name: f"options.{name}" for name in options}
    return {
        **{f"{OPTION_PREFIX}{name}": key for name, key in chosen.items()},
        **chosen,
        **keys_of(SeasonRequest),
    }


def _stage_values(payload: StageRequest, there: Mapping[str, Any]) -> dict[str, Any]:
    given = payload.model_dump(exclude_unset=True)
    return checked(StageForm({**there, **given}), **keys_of(StageRequest))


def _counting_json(source: Season | Stage) -> dict[str, Any]:
    return picked(source, "minimum_games", "maximum_games", "best_games", "worst_dropped")


def season_json(season: Season) -> dict[str, Any]:
    return {
        "season": season.pk,
        "name": season.name,
        "from": season.starts_on,
        "to": season.ends_on,
        "teams_ranked": season.has_teams,
        **_counting_json(season),
        "options": season.options,
        "stages": [_stage_json(stage) for stage in season.stages.all()],
    }


def _stage_json(stage: Stage) -> dict[str, Any]:
    return {
        "stage": stage.pk,
        "name": stage.name,
        "from": stage.starts_on,
        "to": stage.ends_on,
        "carry": stage.carry,
        **_counting_json(stage),
    }
