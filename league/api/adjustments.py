"""``/api/v1/clubs/<club>/leagues/<league>/adjustments``: points apart from those of games."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, ClassVar

from django.http import Http404
from django.urls import reverse
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.hanchan import WarningAnswer, closed_json
from league.api.operations import Answer, operation
from league.api.requests import Body, Day, Key, Text, checked, read_shape
from league.core.access import Visit
from league.core.days import club_day
from league.core.inputs import VoidForm
from league.core.permissions import Action
from league.games.tallies import adjustments_of
from league.models import Adjustment, League, Member
from league.rankings.forms import written_score
from league.rankings.organizer_views import adjustment_form
from league.rankings.write import MOST, give_adjustment, withdraw_adjustment


class AdjustmentRequest(Body):
    """``points`` are whole points, below 0 to take them; without ``day`` the present day."""

    member: Key
    day: Day | None = None
    points: Annotated[int, Strict(), Field(ge=-MOST, le=MOST)]
    reason: Text


class AdjustmentWithdrawRequest(Body):
    reason: Text


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


class OneAdjustment(AdjustmentAnswer):
    """``warnings`` says whether the ranking of its month is closed."""

    warnings: list[WarningAnswer]


class AdjustmentsView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: Adjustments})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List the league's adjustments, revoked ones included, latest day first."""
        league = self.visit.league(league_slug)
        found = adjustments_of(league).select_related("member")
        rows = [_adjustment_json(self.visit, each) for each in found]
        return Response({"league": league.slug, "adjustments": rows})

    @operation(answers={201: OneAdjustment}, body=AdjustmentRequest)
    def post(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """Give somebody points, or take them, for a reason: 201.

        The very same again changes nothing, and is answered with what is there.
        """
        league = self.visit.league(league_slug)
        payload = read_shape(AdjustmentRequest, request.data)
        sent = {
            **picked(payload, "member", "reason"),
            "day": payload.day or club_day(self.visit.club),
            "points": written_score(payload.points),
        }
        values = checked(adjustment_form(self.visit, league, sent))
        member = Member.objects.for_club(self.visit.club).get(pk=values.pop("member"))
        given = give_adjustment(league=league, member=member, actor=self.visit.actor, **values)
        address = reverse("api:adjustment", args=[club_slug, league_slug, given.pk])
        body = _one_json(self.visit, league, given)
        return Response(body, status.HTTP_201_CREATED, headers={"Location": address})


class AdjustmentView(ClubView):
    @operation(answers={200: OneAdjustment})
    def get(
        self, request: Request, club_slug: str, league_slug: str, adjustment_id: int
    ) -> Response:
        """Return an adjustment, whether it counts or was withdrawn."""
        league = self.visit.league(league_slug)
        return Response(_one_json(self.visit, league, _found(league, adjustment_id)))


class AdjustmentWithdrawView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    @operation(answers={200: OneAdjustment}, body=AdjustmentWithdrawRequest)
    def post(
        self, request: Request, club_slug: str, league_slug: str, adjustment_id: int
    ) -> Response:
        """Withdraw an adjustment, for a reason: it stays readable and counts no more."""
        league = self.visit.league(league_slug)
        found = _found(league, adjustment_id)
        payload = read_shape(AdjustmentWithdrawRequest, request.data)
        values = checked(VoidForm(payload.model_dump()))
        gone = withdraw_adjustment(adjustment=found, actor=self.visit.actor, **values)
        return Response(_one_json(self.visit, league, gone))


def _found(league: League, adjustment_id: int) -> Adjustment:
    found = adjustments_of(league).select_related("member").filter(pk=adjustment_id).first()
    if found is None:
        raise Http404
    found.league = league
    return found


def _adjustment_json(visit: Visit, each: Adjustment) -> dict[str, Any]:
    return {
        "id": each.pk,
        "member": each.member_id,
        "name": each.member.name_in(visit.club),
        **picked(each, "day", "points", "reason", "made_at"),
        "made_by": each.made_by_name,
        "counts": each.withdrawn_at is None,
        "withdrawn_at": each.withdrawn_at,
        "withdrawn_by": each.withdrawn_by_name,
        "withdraw_reason": each.withdraw_reason,
    }


def _one_json(visit: Visit, league: League, found: Adjustment) -> dict[str, Any]:
    return {
        **_adjustment_json(visit, found),
        "warnings": closed_json(visit.club, league, found.day),
    }
