"""The club's rules: its sets with their dated versions, and one version's text."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.permissions import Action
from league.rule_wording import summary
from league.selectors.rule_pages import rule_lines, version_page


@club_page(Action.READ)
def rule_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Every set of the club as a timeline of versions."""
    lines = rule_lines(visit.club, club_day(visit.club))
    return render_club(request, visit, "league/rules/list.html", {"lines": lines}, nav="rules")


@club_page(Action.READ)
def rule_version(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """One version: what it settles by, and its clauses.

    Raises:
        Http404: no such set, no such version, or one that is a draft or withdrawn.
    """
    page = version_page(visit.club, set_slug, label, club_day(visit.club))
    if page is None:
        raise Http404
    words = summary(page.version.value, page.version.stated_by)
    has_assumed = any(line.is_assumed for line in words)
    context = {"page": page, "summary": words, "has_assumed": has_assumed}
    return render_club(request, visit, "league/rules/version.html", context, nav="rules")
