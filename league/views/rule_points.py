"""Beside a version's rulebook: what its hands cost, on one sheet for the wall."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.permissions import Action
from league.selectors.points_sheet import points_sheet
from league.selectors.rule_guide import guide_version
from league.table_machine import MACHINE, SETTINGS


@club_page(Action.READ)
def rule_points(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """The points tables of a version; of Zung Jung what each worth makes the others pay.

    Raises:
        Http404: no such set or version, or a draft for readers.
    """
    today, organizes = club_day(visit.club), visit.may(Action.MANAGE_LEAGUES)
    guide = guide_version(visit.club, set_slug, label, today, for_organizer=organizes)
    if guide is None:
        raise Http404
    context = {
        "guide": guide,
        "sheet": points_sheet(guide),
        "machine": MACHINE,
        "machine_settings": SETTINGS,
        "printed_url": request.build_absolute_uri(request.path),
        "printed_on": today,
    }
    return render_club(request, visit, "league/rules/points.html", context, nav="rules")
