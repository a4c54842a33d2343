"""The club's rules: its sets with their dated versions, and one version's book."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.permissions import Action
from league.rulebook.read import version_page
from league.rulebook.sides import compare_page
from league.rulebook.timeline import timeline, timelines


@club_page(Action.READ)
def rule_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    organizes = visit.may(Action.MANAGE_LEAGUES)
    lines = timelines(visit.club, club_day(visit.club), for_organizer=organizes)
    return render_club(request, visit, "league/rulebook/list.html", {"lines": lines}, nav="rules")


@club_page(Action.READ)
def rule_set(request: HtmxRequest, visit: Visit, set_slug: str) -> HttpResponseBase:
    """Show a set with its timeline, and for organizers its drafts and actions.

    Raises:
        Http404: the club has no such set.
    """
    organizes = visit.may(Action.MANAGE_LEAGUES)
    line = timeline(visit.club, set_slug, club_day(visit.club), for_organizer=organizes)
    if line is None:
        raise Http404
    return render_club(request, visit, "league/rulebook/timeline.html", {"line": line}, nav="rules")


@club_page(Action.READ)
def rule_version(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Show a version as a book: values, clauses, and what the document leaves open.

    Raises:
        Http404: no such set or version, or a draft for readers.
    """
    page = version_page(
        visit.club,
        set_slug,
        label,
        club_day(visit.club),
        for_organizer=visit.may(Action.MANAGE_LEAGUES),
    )
    if page is None:
        raise Http404
    context = {
        "page": page,
        "printed_url": request.build_absolute_uri(request.path),
        "printed_on": club_day(visit.club),
    }
    return render_club(request, visit, "league/rulebook/version.html", context, nav="rules")


@club_page(Action.READ)
def rule_compare(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Compare with what ``?with=`` names: a label, ``set@label``, ``shipped:key@day``.

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
    return render_club(request, visit, "league/rulebook/compare.html", {"page": page}, nav="rules")
