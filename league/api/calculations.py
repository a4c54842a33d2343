"""Answers that need no club: ``settle`` and ``value``, worked out and not stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import visit_of
from league.api.base import JsonView, SmallJSONParser
from league.api.errors import error_body
from league.api.settle_words import settle_words
from league.models import Club
from league.permissions import Action
from league.selectors.settle_rules import stored_version
from rules.errors import RuleError
from rules.models import RuleVersion
from scoring.errors import ScoringError

_TOKYO = ZoneInfo("Asia/Tokyo")


class CalculationView(JsonView):
    """Open to everybody; a club's own rules only to those who may read the club."""

    parser_classes = (SmallJSONParser,)
    calculates: ClassVar[Callable[..., dict[str, Any]]]

    def post(self, request: Request) -> Response:
        """Work out what the body asks for."""

        def club_version(club: str, name: str, day: date) -> RuleVersion | None:
            return _readable_version(request._request, club, name, day)

        today = datetime.now(_TOKYO).date()
        try:
            answer = self.calculates(request.data, today=today, club_version=club_version)
        except (RuleError, ScoringError) as error:
            body = error_body(error.code, settle_words(error))
            return Response(body, status.HTTP_422_UNPROCESSABLE_ENTITY)
        return Response(answer)


def _readable_version(request: HttpRequest, slug: str, name: str, day: date) -> RuleVersion | None:
    club = Club.objects.filter(slug=slug).first()
    if club is None or not visit_of(request, club).may(Action.READ):
        return None
    return stored_version(slug, name, day)
