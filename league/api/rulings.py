"""``GET /api/v1/clubs/<club>/rulings``: what was decided on which case, under which clause."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError
from league.api.operations import Answer, Query, operation
from league.api.rule_base import LANG, LanguageView
from league.core.access import Visit
from league.core.numbers import number_in
from league.models import ClubRuleSet
from league.rulebook.rulings import DetailedRuling, rulings_page
from league.rulechanges.plan import find_set

_MOST_PAGES = 99_999
_PAGES = {"type": "integer", "minimum": 1, "maximum": _MOST_PAGES}


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


class Rulings(Answer):
    page: int
    more: bool
    rulings: list[RulingAnswer]


class RulingsView(LanguageView):
    """Readable by everybody who may read the club."""

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
