"""``POST /api/v1/settle``: one game of the ``settle`` format, settled and not stored."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle

from league.access import visit_of
from league.api.base import JsonView
from league.models import Club
from league.permissions import Action
from league.selectors.settle_rules import stored_version
from rules.models import RuleVersion
from scoring.lines import settle_line

_TOKYO = ZoneInfo("Asia/Tokyo")


class SettleThrottle(SimpleRateThrottle):
    """Whoever needs more than this has the command, which has no limit."""

    scope = "settle"
    rate = "120/min"

    def get_cache_key(self, request: Request, view: object) -> str:
        """Count by login, or by address."""
        who = request.user.pk or self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}


class SettleView(JsonView):
    """Open to everybody; a club's own rules only to those who may read the club."""

    throttle_classes = (SettleThrottle,)

    def post(self, request: Request) -> Response:
        """Settle the game in the body."""

        def club_version(club: str, name: str, day: date) -> RuleVersion | None:
            return _readable_version(request._request, club, name, day)

        today = datetime.now(_TOKYO).date()
        answer = settle_line(request.data, today=today, club_version=club_version)
        code = status.HTTP_422_UNPROCESSABLE_ENTITY if "error" in answer else status.HTTP_200_OK
        return Response(answer, code)


def _readable_version(request: HttpRequest, slug: str, name: str, day: date) -> RuleVersion | None:
    club = Club.objects.filter(slug=slug).first()
    if club is None or not visit_of(request, club).may(Action.READ):
        return None
    return stored_version(slug, name, day)
