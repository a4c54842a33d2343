"""Points tried on a draft beside the version in force; nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import picked
from league.api.hanchan import PartAnswer, part_json
from league.api.operations import Answer, operation
from league.api.requests import read_shape
from league.api.rule_base import LANG, BadParametersError, TryRequest, organizers
from league.api.rule_drafts import DraftBase
from league.api.rule_json import draft_problems
from league.core.days import club_day
from league.rulechanges.drafts import draft_page
from league.rulechanges.trial import Trial, trials_of
from scoring.results import GameResult


class TriedSeat(Answer):
    seat: int
    points: int
    place: int
    score: int
    parts: list[PartAnswer]


class TriedVersion(Answer):
    """``problems`` say why the version settles no such game, and ``seats`` is empty then."""

    version: str
    problems: list[str]
    seats: list[TriedSeat]


class Tried(Answer):
    draft_revision: int
    trials: list[TriedVersion]


class TryView(DraftBase):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: Tried}, body=TryRequest, query=(LANG,), errors=(409,))
    def post(self, request: Request, club_slug: str, set_slug: str, draft_id: int) -> Response:
        """Settle points under the draft and under the version in force; nothing is stored."""
        draft = self.draft(draft_id)
        payload = read_shape(TryRequest, request.data)
        problems = draft_problems(draft)
        if problems:
            raise BadParametersError(problems)
        page = draft_page(self.in_club, draft, club_day(self.visit.club))
        result = GameResult(points=payload.points, sticks=payload.sticks)
        tried = [_trial_json(each, payload.points) for each in trials_of(page, result)]
        return Response({"draft_revision": draft.draft_revision, "trials": tried})


def _trial_json(trial: Trial, points: Sequence[int]) -> dict[str, Any]:
    seats = trial.settled.seats if trial.settled else ()
    return {
        "version": trial.version.label,
        "problems": list(trial.problems),
        "seats": [
            {
                "seat": at,
                "points": points[at],
                **picked(seat, "place", "score"),
                "parts": [part_json(part) for part in seat.parts],
            }
            for at, seat in enumerate(seats)
        ],
    }
