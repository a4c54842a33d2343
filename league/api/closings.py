"""``/api/v1/clubs/<club>/leagues/<league>/closings`` and ``prizes``: what organizers settle."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any, ClassVar

from django.db import transaction
from django.http import Http404, HttpResponseBase
from pydantic import BeforeValidator, Field, Strict, WithJsonSchema
from pydantic_core import PydanticCustomError
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.operations import Answer, operation
from league.api.preconditions import check_unchanged, tagged
from league.api.requests import Body, Text, read_shape
from league.core.inputs import MOST_GAMES
from league.core.permissions import Action
from league.games.tallies import lock_league
from league.models import League, MonthClose, Prize
from league.rankings.closings import closes_of
from league.rankings.figures import prizes_of
from league.rankings.forms import MOST
from league.rankings.write import PrizeEntry, close_month, reopen_month, set_prizes

_MONTH = re.compile("[0-9]{4}-(0[1-9]|1[0-2])")


def _first_of_month(value: object) -> object:
    if isinstance(value, str) and _MONTH.fullmatch(value):
        return f"{value}-01"
    raise PydanticCustomError("month", "no month")


class CloseRequest(Body):
    month: Annotated[
        date,
        BeforeValidator(_first_of_month),
        WithJsonSchema({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"}),
    ]


class ReopenRequest(Body):
    reason: Text


class PrizeRequest(Body):
    measure: Prize.Measure
    name: Annotated[str, Strict(), Field(max_length=40)] = ""
    minimum_games: Annotated[int, Strict(), Field(ge=0, le=MOST_GAMES)] = 0


class PrizesRequest(Body):
    prizes: Annotated[tuple[PrizeRequest, ...], Field(max_length=MOST)]


class Closing(Answer):
    id: int
    month: str
    games: int
    versions: list[str]
    closed_at: datetime
    closed_by: str
    reopened_at: datetime | None
    reopened_by: str
    reason: str


class Closings(Answer):
    league: str
    closings: list[Closing]


class PrizeAnswer(Answer):
    measure: str
    name: str
    minimum_games: int


class Prizes(Answer):
    league: str
    prizes: list[PrizeAnswer]


class ClosingsView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: Closings})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List the closings of the league's months, reopened ones too, latest month first."""
        league = self.visit.league(league_slug)
        closings = [_close_json(each) for each in closes_of(league).defer("rows")]
        return Response({"league": league.slug, "closings": closings})

    @operation(answers={201: Closing}, body=CloseRequest)
    def post(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """Close a month: 201. Its ranking is frozen."""
        league = self.visit.league(league_slug)
        payload = read_shape(CloseRequest, request.data)
        close = close_month(league=league, month=payload.month, actor=self.visit.actor)
        return Response(_close_json(close), status.HTTP_201_CREATED)


class ReopenView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: Closing}, body=ReopenRequest)
    def post(self, request: Request, club_slug: str, league_slug: str, close_id: int) -> Response:
        """Open a closed month again, for a reason."""
        league = self.visit.league(league_slug)
        close = closes_of(league).filter(pk=close_id).select_related("league__club").first()
        if close is None:
            raise Http404
        payload = read_shape(ReopenRequest, request.data)
        reopened = reopen_month(close=close, reason=payload.reason, actor=self.visit.actor)
        return Response(_close_json(reopened))


class PrizesView(ClubView):
    action_for: ClassVar = {"PUT": Action.MANAGE_LEAGUES}

    @operation(answers={200: Prizes}, tag="whole")
    def get(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """List the league's prizes in their order."""
        league = self.visit.league(league_slug)
        return tagged(request, _prizes_json(league, prizes_of(league)))

    @operation(answers={200: Prizes}, body=PrizesRequest, tag="whole")
    @transaction.atomic
    def put(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """Replace them all."""
        league = self.visit.league(league_slug)
        lock_league(league)
        there = prizes_of(league)
        check_unchanged(request, _prizes_json(league, there))
        payload = read_shape(PrizesRequest, request.data)
        wanted = [PrizeEntry(**each.model_dump(mode="json")) for each in payload.prizes]
        seen = [each.pk for each in there]
        stored = set_prizes(league=league, prizes=wanted, seen=seen, actor=self.visit.actor)
        return tagged(request, _prizes_json(league, stored))


def _prizes_json(league: League, prizes: list[Prize]) -> dict[str, Any]:
    rows = [picked(each, "measure", "name", "minimum_games") for each in prizes]
    return {"league": league.slug, "prizes": rows}


def _close_json(close: MonthClose) -> dict[str, Any]:
    return {
        "id": close.pk,
        "month": f"{close.month:%Y-%m}",
        **picked(close, "games", "versions", "closed_at"),
        "closed_by": close.closed_by_name,
        "reopened_at": close.reopened_at,
        "reopened_by": close.reopened_by_name,
        "reason": close.reopen_reason,
    }
