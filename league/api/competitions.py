"""Seasons, competitions, teams and adjustments as data; whole points throughout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.operations import Answer, operation
from league.competitions.read import Competition, StageTable, competition_of, find_season
from league.core.days import club_day
from league.games.tallies import adjustments_of
from league.members.teams import teams_of
from league.models import Season, Stage
from scoring.competition import Line, Place, Share


class StageAnswer(Answer):
    stage: int
    name: str
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    carry: str
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
    stages: list[StageAnswer]


class Seasons(Answer):
    league: str
    seasons: list[ListedSeason]


class MemberPlace(Answer):
    rank: int | None
    member: int
    name: str
    guest: bool
    team: int | None
    total: int
    games: int
    ranked_in: str | None
    games_short: int


class TeamPlace(Answer):
    rank: int | None
    team: int
    name: str
    total: int
    games: int
    ranked_in: str | None
    games_short: int


class MemberRow(Answer):
    rank: int | None
    member: int
    name: str
    guest: bool
    team: int | None
    total: int
    carried: int
    games: int
    counted: int
    points: int
    adjusted: int
    games_short: int


class TeamRow(Answer):
    rank: int | None
    team: int
    name: str
    total: int
    carried: int
    games: int
    counted: int
    points: int
    adjusted: int
    games_short: int


class Contribution(Answer):
    team: int
    member: int
    games: int
    counted: int
    points: int
    adjusted: int


class StageTableAnswer(Answer):
    name: str
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    members: list[MemberRow]
    teams: list[TeamRow]
    contributions: list[Contribution]


class SeasonAnswer(ListedSeason):
    league: str
    score_name: str
    score_decimals: int
    results_outside_stages: int
    standing: list[MemberPlace]
    team_standing: list[TeamPlace]
    tables: list[StageTableAnswer]


class TeamMember(Answer):
    member: int
    name: str
    first: date = Field(alias="from")
    last: date | None = Field(alias="to")


class TeamAnswer(Answer):
    team: int
    name: str
    members: list[TeamMember]


class Teams(Answer):
    league: str
    teams: list[TeamAnswer]


class AdjustmentAnswer(Answer):
    id: int
    member: int
    name: str
    day: date
    points: int
    reason: str
    made_at: datetime
    made_by: str
    counts: bool
    withdrawn_at: datetime | None
    withdrawn_by: str
    withdraw_reason: str


class Adjustments(Answer):
    league: str
    adjustments: list[AdjustmentAnswer]


class SeasonsView(ClubView):
    """Readable by everybody who may read the club."""

    @operation(answers={200: Seasons})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List the league's seasons, the latest first."""
        league = self.visit.league(league_slug)
        seasons = Season.objects.for_club(self.visit.club).filter(league=league)
        found = seasons.prefetch_related("stages")
        return Response({"league": league.slug, "seasons": [_season_json(each) for each in found]})


class SeasonView(ClubView):
    @operation(answers={200: SeasonAnswer})
    def get(self, request: Request, club_slug: str, season_id: int) -> Response:
        """Return the season as a competition, stage by stage."""
        season = find_season(self.visit.club, season_id)
        if season is None:
            raise Http404
        found = competition_of(season, today=club_day(self.visit.club))
        return Response(
            {
                **_season_json(season),
                "league": season.league.slug,
                "score_name": found.rule.score_name,
                "score_decimals": found.rule.score_decimals,
                "results_outside_stages": found.outside,
                "standing": _places_json(found, found.members, found.playing_for),
                "team_standing": _places_json(found, found.teams),
                "tables": [_table_json(found, stage) for stage in found.stages],
            }
        )


class TeamsView(ClubView):
    @operation(answers={200: Teams})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List the league's teams with their members."""
        league = self.visit.league(league_slug)
        teams = [
            {
                "team": team.pk,
                "name": team.name,
                "members": [
                    {
                        "member": each.member_id,
                        "name": each.member.name_in(self.visit.club),
                        "from": each.joined_on,
                        "to": each.left_on,
                    }
                    for each in team.memberships.all()
                ],
            }
            for team in teams_of(league)
        ]
        return Response({"league": league.slug, "teams": teams})


class AdjustmentsView(ClubView):
    @operation(answers={200: Adjustments})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List the league's adjustments, revoked ones included, latest day first."""
        league = self.visit.league(league_slug)
        rows = [
            {
                "id": each.pk,
                "member": each.member_id,
                "name": each.member.name_in(self.visit.club),
                **picked(each, "day", "points", "reason", "made_at"),
                "made_by": each.made_by_name,
                "counts": each.withdrawn_at is None,
                "withdrawn_at": each.withdrawn_at,
                "withdrawn_by": each.withdrawn_by_name,
                "withdraw_reason": each.withdraw_reason,
            }
            for each in adjustments_of(league).select_related("member")
        ]
        return Response({"league": league.slug, "adjustments": rows})


def _counting_json(source: Season | Stage) -> dict[str, Any]:
    return {
        **picked(source, "minimum_games", "maximum_games", "best_games", "worst_dropped"),
    }


def _season_json(season: Season) -> dict[str, Any]:
    return {
        "season": season.pk,
        "name": season.name,
        "from": season.starts_on,
        "to": season.ends_on,
        "teams_ranked": season.has_teams,
        **_counting_json(season),
        "stages": [
            {
                "stage": stage.pk,
                "name": stage.name,
                "from": stage.starts_on,
                "to": stage.ends_on,
                "carry": stage.carry,
                **_counting_json(stage),
            }
            for stage in season.stages.all()
        ],
    }


def _who_json(
    found: Competition, who: int, playing_for: Mapping[int, int] | None
) -> dict[str, Any]:
    if playing_for is None:
        return {"team": who, "name": found.team_names[who]}
    person = found.people[who]
    team = playing_for.get(who)
    return {"member": who, "name": person.name, "guest": person.is_guest, "team": team}


def _places_json(
    found: Competition, places: Iterable[Place], playing_for: Mapping[int, int] | None = None
) -> list[dict[str, Any]]:
    return [
        {
            "rank": place.rank,
            **_who_json(found, place.who, playing_for),
            "total": place.total,
            "games": place.games,
            "ranked_in": None if place.stage is None else found.stages[place.stage].name,
            "games_short": place.missing,
        }
        for place in places
    ]


def _share_json(share: Share) -> dict[str, int]:
    return {
        "games": share.played,
        **picked(share, "counted", "points", "adjusted"),
    }


def _lines_json(
    found: Competition, lines: Iterable[Line], playing_for: Mapping[int, int] | None = None
) -> list[dict[str, Any]]:
    return [
        {
            "rank": line.rank,
            **_who_json(found, line.who, playing_for),
            "total": line.total,
            "carried": line.carried,
            **_share_json(line.share),
            "games_short": line.missing,
        }
        for line in lines
    ]


def _table_json(found: Competition, stage: StageTable) -> dict[str, Any]:
    return {
        "name": stage.name,
        "from": stage.first,
        "to": stage.last,
        "members": _lines_json(found, stage.members, stage.playing_for),
        "teams": _lines_json(found, stage.teams),
        "contributions": [
            {"team": team, "member": member, **_share_json(share)}
            for (member, team), share in sorted(
                stage.shares.items(), key=lambda each: (each[0][1] or 0, each[0][0])
            )
            if team is not None
        ],
    }
