"""Opening a table that is kept live, and opening a stored game again hand by hand."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import EntryError, LeagueError
from league.forms.home import Home, evening_at, home_of, may_keep
from league.forms.live_open import LiveOpenForm, new_live_key
from league.models import LiveTable
from league.permissions import Action
from league.selectors.entry_page import evening_so_far
from league.selectors.game_story import find_game
from league.selectors.live_tables import tables_of
from league.services.live import open_live
from league.services.live_end import reopen_live
from league.views.entry_parts import picker_groups


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def live_new(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Who sits where; a post opens the table, or comes back with what is wrong."""
    home = home_of(visit, request.POST if request.method == "POST" else request.GET)
    if home is None:
        return render_club(request, visit, "league/entry/no_league.html", {}, nav="sessions")
    if not may_keep(visit, home):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, visit, LiveOpenForm(home=home, initial=_proposed(request, home)))
    if "switch" in request.POST:  # the same words in the form of another league
        return _page(request, visit, LiveOpenForm(home=home, initial=request.POST.dict()))
    form = LiveOpenForm(request.POST, home=home)
    if form.is_valid():
        try:
            opened = open_live(
                club=visit.club,
                entry=form.entry(),
                key=form.cleaned_data["key"],
                actor=visit.actor,
            )
            return redirect("league:live", visit.club.slug, opened.live.pk)
        except EntryError as error:
            form.blame(error.problems)
        except LeagueError as error:
            form.add_error(None, error.message)
    return _page(request, visit, form, status=422)


def _proposed(request: HtmxRequest, home: Home) -> dict[str, object]:
    """The next game of the table with the people who would play it, as the entry form has it."""
    session = evening_at(home, home.league.club)
    evening = evening_so_far(session)
    open_now = {
        each.table
        for each in (tables_of(session) if session else ())
        if each.state == LiveTable.State.OPEN
    }
    asked = request.GET.get("table", "")
    table = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 3 else 0
    table = table or next(number for number in range(1, 100) if number not in open_now)
    found: dict[str, object] = {
        "key": new_live_key(),
        "table": table,
        "number": evening.next_number(table),
    }
    proposal = evening.propose(table, home.players)
    if proposal and home.counting.top_deals_first:
        proposal = proposal.dealt_by(evening.last_top(table, home.league))
    if proposal:
        found |= {f"seat-{at}": member.pk for at, member in enumerate(proposal.seats)}
    return found


def _page(
    request: HtmxRequest, visit: Visit, form: LiveOpenForm, *, status: int = 200
) -> HttpResponse:
    home = form.home
    evening = evening_so_far(evening_at(home, visit.club))
    context = {
        "form": form,
        "home": home,
        "groups": picker_groups(visit.club, evening),
        "seats": [
            {
                "index": seat,
                "member": str(form[f"seat-{seat}"].value() or ""),
                "guest": form[f"guest-{seat}"].value() or "",
                "errors": form.errors.get(f"seat-{seat}", []) if form.is_bound else [],
            }
            for seat in range(home.players)
        ],
        "summary": form.summary if form.is_bound else [],
    }
    return render_club(
        request, visit, "league/live/new.html", context, nav="sessions", status=status
    )


@club_page(Action.ENTER_TONIGHT, "POST")
def game_reopen(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """Open a stored game again, to be corrected hand by hand."""
    game = find_game(visit.club, game_id)
    if game is None:
        raise Http404
    if not visit.may_keep(day=game.day, session_id=game.session_id):
        raise PermissionDenied
    try:
        live = reopen_live(hanchan=game, key=uuid.uuid4(), actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
        return redirect("league:game", visit.club.slug, game_id)
    messages.info(
        request, _("The game is open again. It counts as it was until you save the correction.")
    )
    return redirect("league:live", visit.club.slug, live.pk)
