"""Two versions of the rules side by side."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.permissions import Action
from league.selectors.rule_sides import compare_page


@club_page(Action.READ)
def rule_compare(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """A version beside the one that ``?with=`` names: a label, ``set@label``, ``shipped:key@day``.

    Raises:
        Http404: no such version, or nothing of that name to compare it with.
    """
    page = compare_page(
        visit.club,
        set_slug,
        label,
        request.GET.get("with", ""),
        club_day(visit.club),
        for_organizer=visit.may(Action.MANAGE_LEAGUES),
    )
    if page is None:
        raise Http404
    return render_club(request, visit, "league/rules/compare.html", {"page": page}, nav="rules")
