"""``GET /api/v1/clubs/<club>/rulings``: what was decided on which case, under which clause."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError
from league.api.rule_base import LanguageView
from league.core.access import Visit
from league.core.numbers import number_in
from league.models import ClubRuleSet
from league.rulebook.rulings import DetailedRuling, rulings_page
from league.rulechanges.plan import find_set

_MOST_PAGES = 99_999


class RulingsView(LanguageView):
    """Readable by everybody who may read the club."""

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
