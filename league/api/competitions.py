"""``GET /api/v1/clubs/<club>/seasons/<id>``: a season as a competition, whole points throughout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.operations import Answer, operation
from league.api.seasons import ListedSeason, season_json
from league.competitions.read import Competition, StageTable, competition_of, find_season
from league.core.days import club_day
from scoring.competition import Line, Place, Share


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
                **season_json(season),
                "league": season.league.slug,
                "score_name": found.rule.score_name,
                "score_decimals": found.rule.score_decimals,
                "results_outside_stages": found.outside,
                "standing": _places_json(found, found.members, found.playing_for),
                "team_standing": _places_json(found, found.teams),
                "tables": [_table_json(found, stage) for stage in found.stages],
            }
        )


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
