"""``/api/v1/clubs/<club>/rulings``: what was decided on which case, under which clause."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Self

from django.db import transaction
from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError, answer_error
from league.api.operations import Answer, Query, operation
from league.api.preconditions import check_unchanged, created, tagged
from league.api.requests import Body, Day, Key, Text, checked, read_shape
from league.api.rule_base import LANG, LanguageView, Slug, organizers
from league.core.access import Visit
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.inputs import VoidForm
from league.core.numbers import number_in
from league.core.permissions import Action
from league.models import ClubRuleSet, Ruling
from league.rulebook.prose import LONGEST_CODE
from league.rulebook.rulings import DetailedRuling, chain_of, find_ruling, rulings_page
from league.rulechanges.plan import find_set
from league.rulings.views import DecisionForm, Place, RulingForm, requested_place
from league.rulings.write import (
    LONGEST_CASE,
    correct_ruling,
    hold_ruling,
    record_ruling,
    void_ruling,
)

_MOST_PAGES = 99_999
_PAGES = {"type": "integer", "minimum": 1, "maximum": _MOST_PAGES}

Cited = Annotated[str, Strict(), Field(max_length=LONGEST_CODE)]
Told = Annotated[str, Strict(), Field(max_length=LONGEST_CASE)]


class RulingRequest(Body):
    """A game says the rules and the day, a session the day; without either it is today."""

    game: Key | None = None
    session: Key | None = None
    rule_set: Slug | None = None
    day: Day | None = None
    clause: Cited
    facts: Told
    outcome: Told

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        told = self.model_fields_set
        if {"game", "session"} <= told or (told & {"game", "session"} and "day" in told):
            raise PydanticCustomError("place", "Say one of game, session and day")
        return self


class RulingCorrectionRequest(Body):
    """``clause`` and ``facts`` are the earlier ruling's where they are left out."""

    clause: Cited | None = None
    facts: Told | None = None
    outcome: Told


class RulingVoidRequest(Body):
    reason: Text


class RulingAnswer(Answer):
    id: int
    day: date
    rule_set: str
    version: str | None
    clause: str
    clause_title: str | None
    facts: str
    outcome: str
    session: int | None
    game: int | None
    game_url: str | None
    stands: bool
    corrects: int | None
    corrected_by: int | None
    voided: bool
    void_reason: str
    created_at: datetime
    created_by: str


class OneRuling(RulingAnswer):
    """``others`` are the rest of its case: what it corrects and what corrects it, voided or not."""

    others: list[RulingAnswer]


class Rulings(Answer):
    page: int
    more: bool
    rulings: list[RulingAnswer]


class _RulingView(LanguageView):
    def get_exception_handler(self) -> Any:
        return answer_error

    def ruling(self, ruling_id: int) -> Ruling:
        """Find a ruling of the club.

        Raises:
            Http404: there is none.
        """
        found = find_ruling(self.visit.club, ruling_id)
        if found is None:
            raise Http404
        return found


class RulingsView(_RulingView):
    """Readable by everybody who may read the club; organizers record."""

    action_for: ClassVar = organizers("POST")

    @operation(
        answers={200: Rulings},
        query=(
            LANG,
            Query("page", "30 a page, counted from 1.", _PAGES),
            Query("rule_set", "The address of a rule set."),
            Query("clause", "The code of a clause."),
        ),
    )
    def get(self, request: Request, club_slug: str) -> Response:
        """Return a page, newest day first; ``?rule_set=`` and ``?clause=`` filter."""
        query = request.query_params
        page = rulings_page(
            self.visit.club,
            rule_set=_requested_set(self.visit, query.get("rule_set", "")),
            clause=_requested_clause(query.get("clause", "")),
            number=_requested_page(query.get("page", "1")),
        )
        return Response(
            {
                "page": page.number,
                "more": page.has_more,
                "rulings": [_ruling_json(self.visit, each) for each in page.rulings],
            }
        )

    @operation(answers={201: OneRuling}, body=RulingRequest, query=(LANG,), tag="created")
    def post(self, request: Request, club_slug: str) -> HttpResponseBase:
        """Record a ruling on a game, an evening or a day: 201.

        The very same again changes nothing, and is answered with what is there.
        """
        payload = read_shape(RulingRequest, request.data)
        place = _told_place(self.visit, payload)
        sent = payload.model_dump() | {"day": payload.day or club_day(self.visit.club)}
        form = RulingForm(sent, rule_sets=place.rule_sets, day=place.day)
        if payload.rule_set not in (None, *form.by_slug):
            raise LeagueError(_("Another rule set applies here."), field="rule_set")
        checked(form)
        made = record_ruling(
            club=self.visit.club,
            case=form.case(place),
            decision=form.decision(),
            actor=self.visit.actor,
        )
        return _recorded(self.visit, made)


class RulingView(_RulingView):
    @operation(answers={200: OneRuling}, query=(LANG,), tag="whole")
    def get(self, request: Request, club_slug: str, ruling_id: int) -> HttpResponseBase:
        """Return a ruling with the others of its case."""
        return tagged(request, _one_json(self.visit, self.ruling(ruling_id)))


class _RulingChangeView(_RulingView):
    action_for: ClassVar = {"POST": Action.MANAGE_LEAGUES}

    def held(self, request: Request, ruling_id: int) -> Ruling:
        """Find a ruling that nobody else changes until the transaction ends.

        Raises:
            Http404: there is none.
            ChangedError: it is no longer as ``If-Match`` says.
        """
        hold_ruling(self.ruling(ruling_id))
        ruling = self.ruling(ruling_id)
        check_unchanged(request, _one_json(self.visit, ruling))
        return ruling


class RulingCorrectView(_RulingChangeView):
    @operation(answers={201: OneRuling}, body=RulingCorrectionRequest, query=(LANG,), tag="whole")
    @transaction.atomic
    def post(self, request: Request, club_slug: str, ruling_id: int) -> HttpResponseBase:
        """Record a ruling that counts instead of this one, which stays readable: 201."""
        ruling = self.held(request, ruling_id)
        payload = read_shape(RulingCorrectionRequest, request.data)
        there = {"clause": ruling.clause, "facts": ruling.facts}
        form = DecisionForm(there | payload.model_dump(exclude_none=True))
        checked(form)
        made = correct_ruling(ruling=ruling, decision=form.decision(), actor=self.visit.actor)
        return _recorded(self.visit, made)


class RulingVoidView(_RulingChangeView):
    @operation(answers={200: OneRuling}, body=RulingVoidRequest, query=(LANG,), tag="whole")
    @transaction.atomic
    def post(self, request: Request, club_slug: str, ruling_id: int) -> HttpResponseBase:
        """Void a ruling, for a reason: it stays readable, and what it corrected counts again."""
        ruling = self.held(request, ruling_id)
        payload = read_shape(RulingVoidRequest, request.data)
        values = checked(VoidForm(payload.model_dump()))
        void_ruling(ruling=ruling, actor=self.visit.actor, **values)
        return tagged(request, _one_json(self.visit, self.ruling(ruling_id)))


def _told_place(visit: Visit, payload: RulingRequest) -> Place:
    """The game, evening or rules that a body names.

    Raises:
        LeagueError: the club has no such game or evening; beside its key.
    """
    told = {name: str(key) for name in ("game", "session") if (key := getattr(payload, name))}
    try:
        return requested_place(visit, told)
    except Http404 as error:
        if "game" in told:
            raise LeagueError(_("This club has no such game."), field="game") from error
        raise LeagueError(_("This club has no such session."), field="session") from error


def _recorded(visit: Visit, ruling: Ruling) -> Response:
    found = find_ruling(visit.club, ruling.pk)
    assert found is not None  # nothing deletes one
    return created(
        _one_json(visit, found), reverse("api:ruling", args=[visit.club.slug, ruling.pk])
    )


def _requested_set(visit: Visit, slug: str) -> ClubRuleSet | None:
    if not slug:
        return None
    found = None if "\0" in slug else find_set(visit.club, slug)
    if found is None:
        raise Http404
    return found


def _requested_clause(code: str) -> str:
    if "\0" in code:
        raise BadRequestError({"clause": [_("There is no such clause.")]})
    return code


def _requested_page(text: str) -> int:
    page = number_in(text, most=_MOST_PAGES)
    if not page:
        raise BadRequestError({"page": [_("A page must be a number, starting from 1.")]})
    return page


def _ruling_json(visit: Visit, detailed: DetailedRuling) -> dict[str, Any]:
    ruling = detailed.ruling
    game = ruling.hanchan_id
    return {
        "id": ruling.pk,
        "day": ruling.day,
        "rule_set": ruling.rule_set.slug,
        "version": detailed.version.label if detailed.version else None,
        "clause": ruling.clause,
        "clause_title": detailed.clause.title if detailed.clause else None,
        "facts": ruling.facts,
        "outcome": ruling.outcome,
        "session": ruling.session_id,
        "game": game,
        "game_url": reverse("league:game", args=[visit.club.slug, game]) if game else None,
        "stands": detailed.stands,
        "corrects": ruling.corrects_id,
        "corrected_by": detailed.correction.pk if detailed.correction else None,
        "voided": ruling.is_voided,
        "void_reason": ruling.void_reason,
        "created_at": ruling.created_at,
        "created_by": ruling.created_by_name,
    }


def _one_json(visit: Visit, ruling: Ruling) -> dict[str, Any]:
    case = {each.ruling.pk: _ruling_json(visit, each) for each in chain_of(ruling)}
    return {**case.pop(ruling.pk), "others": list(case.values())}
