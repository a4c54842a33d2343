"""Beside a version's rulebook: its yaku with example hands, and how its fu are counted."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponseBase

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.permissions import Action
from league.selectors.fu_guide import fu_guide
from league.selectors.pattern_list import pattern_list
from league.selectors.rule_guide import GuideVersion, guide_version
from league.selectors.yaku_list import yaku_list
from rules.parameters import ZungJungParameters


@club_page(Action.READ)
def rule_yaku(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Every yaku that a version plays; of Zung Jung its patterns.

    Raises:
        Http404: no such set or version, or a draft for readers.
    """
    guide = _guide(visit, set_slug, label)
    rule, context = guide.parameters, _context(request, visit, guide)
    if isinstance(rule, ZungJungParameters):
        context["patterns"] = pattern_list(guide)
    elif rule is not None:
        context["list"] = yaku_list(guide, rule)
    return render_club(request, visit, "league/rules/yaku.html", context, nav="rules")


@club_page(Action.READ)
def rule_fu(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """How a version counts fu, with hands counted step by step.

    Raises:
        Http404: no such set or version, or a draft for readers.
    """
    guide = _guide(visit, set_slug, label)
    rule, context = guide.parameters, _context(request, visit, guide)
    context["fu"] = None if rule is None else fu_guide(guide, rule)
    return render_club(request, visit, "league/rules/fu.html", context, nav="rules")


def _guide(visit: Visit, set_slug: str, label: str) -> GuideVersion:
    today, organizes = club_day(visit.club), visit.may(Action.MANAGE_LEAGUES)
    guide = guide_version(visit.club, set_slug, label, today, for_organizer=organizes)
    if guide is None:
        raise Http404
    return guide


def _context(request: HtmxRequest, visit: Visit, guide: GuideVersion) -> dict[str, Any]:
    return {
        "guide": guide,
        "printed_url": request.build_absolute_uri(request.path),
        "printed_on": club_day(visit.club),
    }
