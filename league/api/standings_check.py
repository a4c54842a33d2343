"""``/api/v1/clubs/<club>/standings-check``: the check of the standings, and what it found."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView
from league.api.operations import Answer, among, operation
from league.api.requests import EmptyRequest, read_shape
from league.clubs.verification import last_check
from league.core.jobs import request_job
from league.core.permissions import Action
from league.models import Job


class CheckAnswer(Answer):
    """``state`` is null before the first check; what it found follows once it is done."""

    state: Annotated[str, among(Job.State.values)] | None
    asked_at: datetime | None = None
    finished_at: datetime | None = None
    games: int | None = None
    tallies: int | None = None
    differences: int | None = None
    told: tuple[str, ...] = ()


class StandingsCheckView(ClubView):
    action_for: ClassVar = dict.fromkeys(("GET", "HEAD", "POST"), Action.CHECK_STANDINGS)

    @operation(answers={200: CheckAnswer})
    def get(self, request: Request, club_slug: str) -> Response:
        """Return how far the last check of the standings is, and what it found."""
        job = last_check(self.visit.club)
        return Response(_check_json(job) if job else {"state": None})

    @operation(answers={202: CheckAnswer}, body=EmptyRequest)
    def post(self, request: Request, club_slug: str) -> Response:
        """Start a check, or find the one at work: 202. It changes nothing that is stored."""
        read_shape(EmptyRequest, request.data)
        job = request_job(club=self.visit.club, kind=Job.Kind.VERIFY_STANDINGS)
        return Response(_check_json(job), status.HTTP_202_ACCEPTED)


def _check_json(job: Job) -> dict[str, Any]:
    body = {"state": str(job.state), "asked_at": job.created_at, "finished_at": job.finished_at}
    if job.state == Job.State.DONE and job.result:
        names = ("games", "tallies", "differences", "told")
        body |= {name: job.result[name] for name in names}
    return body
