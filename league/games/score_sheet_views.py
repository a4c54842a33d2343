"""The score sheet as a form: typed or pasted, checked as a whole, stored as a whole."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_htmx.http import HttpResponseClientRedirect

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.permissions import Action
from league.games.closings import closed_notes, say_closed
from league.games.evening_views import kept_session
from league.games.score_sheet import Sheet
from league.games.score_sheet_form import (
    build_entries,
    change_sheet,
    check,
    entries_of,
    fresh_sheet,
    posted_sheet,
    refuse,
    settle_rows,
)
from league.games.write import ScoreSheetError, record_sheet
from league.models import Hanchan, League, Session


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def sheet(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    """Show the sheet to be typed into; store it, or do what another of its buttons asks for."""
    session = kept_session(visit, session_id)
    leagues = _leagues(visit, session)
    if request.method != "POST":
        chosen = _league(leagues, request.GET.get("league", ""))
        return _render(
            request, visit, session, leagues, fresh_sheet(session, chosen) if chosen else None
        )
    chosen = _league(leagues, request.POST.get("league", ""))
    if chosen is None:
        return _render(request, visit, session, leagues, None, status=422)
    typed = posted_sheet(session, chosen, request.POST)
    if request.POST.get("do") == "save":
        return _save(request, visit, leagues, typed)
    change_sheet(typed, request.POST)
    check(typed)
    return _render(request, visit, session, leagues, typed)


@club_page(Action.ENTER_TONIGHT, "POST")
def sheet_check(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    """Say what each row scores and what is wrong with it, while it is typed."""
    session = kept_session(visit, session_id)
    chosen = _league(_leagues(visit, session), request.POST.get("league", ""))
    if chosen is None:
        return HttpResponse(status=204)
    typed = posted_sheet(session, chosen, request.POST)
    check(typed)
    return render_club(request, visit, "league/games/session/_findings.html", {"sheet": typed})


def _leagues(visit: Visit, session: Session) -> list[League]:
    """The club's leagues in play; first the one that this evening plays. Two queries."""
    leagues = League.objects.for_club(visit.club).filter(is_active=True)
    found = list(leagues.select_related("rule_set__rule_set"))
    games = Hanchan.objects.for_club(visit.club).filter(session=session, voided_at=None)
    played = games.order_by("pk").values_list("league", flat=True).first()
    return sorted(found, key=lambda league: league.pk != played)


def _league(leagues: list[League], pk: str) -> League | None:
    """The league that was chosen, else the first."""
    return next((one for one in leagues if str(one.pk) == pk), leagues[0] if leagues else None)


def _save(request: HtmxRequest, visit: Visit, leagues: list[League], typed: Sheet) -> HttpResponse:
    build_entries(typed)
    entries = entries_of(typed)
    if not entries and not typed.is_wrong:
        typed.problems.append(_("Nothing is typed yet."))
    if typed.is_wrong:
        settle_rows(typed)
        return _render(request, visit, typed.session, leagues, typed, status=422)
    try:
        stored = record_sheet(club=visit.club, entries=entries, actor=visit.actor)
    except ScoreSheetError as error:
        for row in typed.rows:
            refuse(row, error.problems.get(row.key, {}))
        settle_rows(typed)
        return _render(request, visit, typed.session, leagues, typed, status=422)
    count = len(stored)
    words = ngettext("%(count)s game is saved.", "%(count)s games are saved.", count)
    messages.success(request, words % {"count": count})
    say_closed(request, visit.club, [typed.league], typed.session.day)
    page = reverse("league:session", args=[visit.club.slug, typed.session.pk])
    return HttpResponseClientRedirect(page) if request.htmx else HttpResponseRedirect(page)


def _render(
    request: HtmxRequest,
    visit: Visit,
    session: Session,
    leagues: list[League],
    typed: Sheet | None,
    *,
    status: int = 200,
) -> HttpResponse:
    template = "_sheet_form" if request.htmx else "sheet"
    context = {
        "sheet": typed,
        "session": session,
        "leagues": leagues,
        "is_refused": status == 422,
        "closed": closed_notes(visit.club, [typed.league], session.day) if typed else [],
    }
    return render_club(
        request,
        visit,
        f"league/games/session/{template}.html",
        context,
        nav="sessions",
        status=status,
    )
