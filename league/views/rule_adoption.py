"""Taking a shipped rule set into the club's use."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.permissions import Action
from league.selectors.shipped import shipped_choices, shipped_page
from league.services.leagues import adopt_and_open
from league.services.rule_sets import adopt_rule_set


@club_page(Action.MANAGE_LEAGUES)
def adopt_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Every shipped set; those in use are marked."""
    context = {"choices": shipped_choices(visit.club)}
    return render_club(request, visit, "league/rules/adopt.html", context, nav="rules")


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adopt_set(request: HtmxRequest, visit: Visit, shipped_key: str) -> HttpResponseBase:
    """What a shipped set is, and the button that takes it into use.

    The form sends the key under which the set is to be used (``slug``), as the page offered it:
    a second click finds it taken and adopts nothing twice.

    Raises:
        Http404: nothing is shipped under that key.
    """
    page = shipped_page(visit.club, shipped_key)
    if page is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            return _adopt(request, visit, shipped_key)
        except LeagueError as refused:
            error = refused.message
    context = {"page": page, "error": error}
    status = 422 if error else 200
    return render_club(
        request, visit, "league/rules/adopt_set.html", context, nav="rules", status=status
    )


def _adopt(request: HtmxRequest, visit: Visit, key: str) -> HttpResponseBase:
    """Adopt, and open a league too where that was asked for.

    Raises:
        LeagueError: the key is none that the page can have offered, or is taken by now.
    """
    slug = request.POST.get("slug", "")
    if re.fullmatch(rf"{re.escape(key)}(-[1-9][0-9]{{0,2}})?", slug) is None:
        raise LeagueError(_("Please load the page again."))
    if request.POST.get("do") == "open":
        league = adopt_and_open(club=visit.club, key=key, slug=slug, actor=visit.actor)
        told = _("Adopted, and the league “%(name)s” is open. Here you can name it as you like.")
        messages.success(request, told % {"name": league.name})
        return redirect("league:league-settings", visit.club.slug, league.slug)
    in_club = adopt_rule_set(club=visit.club, key=key, slug=slug, actor=visit.actor)
    messages.success(request, _("Adopted: %(name)s") % {"name": in_club.rule_set.name})
    return redirect("league:rule-set", visit.club.slug, in_club.slug)
