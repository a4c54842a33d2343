"""Answers that need no club: ``settle`` and ``value``, worked out and not stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, ClassVar, Literal
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import JsonView, SmallJSONParser, error_body
from league.api.operations import Answer, operation
from league.core.access import visit_of
from league.core.permissions import Action
from league.core.throttles import CallerThrottle
from league.rulebook.typed import problems_in
from league.rulebook.versions import stored_version
from league.wording.errors import sentence_of, shape_sentences
from rules.errors import ParametersError, RuleError
from rules.models import RuleVersion
from rules.parameters import FAMILIES
from scoring.errors import ScoringError
from scoring.game.errors import GameError
from scoring.game.lines import replay_request
from scoring.hands.errors import BadHandError
from scoring.hands.lines import value_request
from scoring.lines import settle_request

_TOKYO = ZoneInfo("Asia/Tokyo")


class CalculationRequest(BaseModel):
    """What every calculation takes; the rest hangs on the rule, see docs/commands.md."""

    model_config = ConfigDict(frozen=True, extra="allow")

    rule: str
    on: date | None = None
    changes: dict[str, Any] = Field(default_factory=dict, alias="with")


class SettleRequest(CalculationRequest):
    points: list[int]


class ValueRequest(CalculationRequest):
    hand: str
    win: str
    how: Literal["ron", "tsumo"]


class ReplayRequest(CalculationRequest):
    hands: list[dict[str, Any]] = Field(max_length=200)


class Part(Answer):
    part: str
    points: int
    clause: str


class Settlement(Answer):
    places: list[int]
    scores: list[int]
    version: str
    parts: list[list[Part]]
    result: str = ""
    victory_points: list[int] | None = None


class RiichiValue(Answer):
    """Of Boo too, which pays ``dora`` beside the hand."""

    yaku: dict[str, int]
    han: int
    fu: int | None
    fu_parts: list[tuple[str, int]]
    limit: str | None
    total: int
    payment: dict[str, int]
    dora: int | None = None


class ZungJungValue(Answer):
    patterns: dict[str, int]
    worth: int
    payment: dict[str, int]
    total: int


class HandValue(RootModel[RiichiValue | ZungJungValue]):
    """What a hand is worth, in the terms of the rule's family."""


class ReplayedHand(Answer):
    at: str
    honba: int
    sticks: int
    dealer: int
    deltas: list[int]
    points: list[int]
    chips: list[int] | None = None


class Replay(Answer):
    hands: list[ReplayedHand]
    over: bool
    why: str | None
    points: list[int]
    places: list[int] | None
    scores: list[int] | None
    result: str = ""
    victory_points: list[int] | None = None
    chips: list[int] | None = None


class CalculationView(JsonView):
    """Open to everybody; a club's own rules only to those who may read the club."""

    parser_classes = (SmallJSONParser,)
    calculates: ClassVar[Callable[..., dict[str, Any]]]

    def answer(self, request: Request) -> Response:
        def club_version(club: str, name: str, day: date) -> RuleVersion | None:
            return _readable_version(request._request, club, name, day)

        today = datetime.now(_TOKYO).date()
        try:
            answer = self.calculates(request.data, today=today, club_version=club_version)
        except (RuleError, ScoringError) as error:
            body = error_body(error.code, _words(error))
            return Response(body, status.HTTP_422_UNPROCESSABLE_ENTITY)
        return Response(answer)


def _words(error: RuleError | ScoringError) -> str:
    if isinstance(error, ScoringError):
        words = _with_field(error)
        return f"{error.place}: {words}" if error.place else words
    cause = error.__cause__
    if not isinstance(error, ParametersError) or not isinstance(cause, ValidationError):
        return sentence_of(error)
    family = next(name for name, type_ in FAMILIES.items() if type_.__name__ == cause.title)
    return " ".join(
        _("“%(name)s”: %(said)s") % {"name": name or "with", "said": sentence}
        for name, sentences in problems_in(family, cause).items()
        for sentence in sentences
    )


def _with_field(error: ScoringError) -> str:
    if isinstance(error.__cause__, ValidationError):
        return shape_sentences(error.place, error.__cause__)
    words = sentence_of(error)
    if isinstance(error, (BadHandError, GameError)) and error.field:
        return _("“%(name)s”: %(said)s") % {"name": error.field, "said": words}
    if len(error.seats) == 1:
        return _("Seat %(seat)s: %(said)s") % {"seat": error.seats[0], "said": words}
    return words


def _readable_version(request: HttpRequest, slug: str, name: str, day: date) -> RuleVersion | None:
    visit = visit_of(request, slug)
    if visit is None or not visit.may(Action.READ):
        return None
    return stored_version(slug, name, day)


class SettleThrottle(CallerThrottle):
    """Callers who need more than this can use the command, which has no limit."""

    scope = "settle"
    rate = "120/min"


class SettleView(CalculationView):
    throttle_classes = (SettleThrottle,)
    calculates = staticmethod(settle_request)

    @operation(answers={200: Settlement}, body=SettleRequest)
    def post(self, request: Request) -> Response:
        """Settle a game; nothing is stored."""
        return self.answer(request)


class ValueThrottle(CallerThrottle):
    """Callers who need more than this can use the command, which has no limit."""

    scope = "value"
    rate = "120/min"


class ValueView(CalculationView):
    throttle_classes = (ValueThrottle,)
    calculates = staticmethod(value_request)

    @operation(answers={200: HandValue}, body=ValueRequest)
    def post(self, request: Request) -> Response:
        """Value a winning hand; nothing is stored."""
        return self.answer(request)


class ReplayThrottle(CallerThrottle):
    """Callers who need more than this can use the command, which has no limit."""

    scope = "replay"
    rate = "60/min"


class ReplayView(CalculationView):
    throttle_classes = (ReplayThrottle,)
    calculates = staticmethod(replay_request)

    @operation(answers={200: Replay}, body=ReplayRequest)
    def post(self, request: Request) -> Response:
        """Replay a game hand by hand; nothing is stored."""
        return self.answer(request)
