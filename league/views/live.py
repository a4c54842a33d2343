"""A table that is kept live: its page, its poll, and one hand of it to be corrected."""

from __future__ import annotations

import re
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse

from league.access import HtmxRequest, Visit, club_page, render_club
from league.forms.live_hand import LiveHandForm
from league.live_game import Told
from league.live_offers import offers_of
from league.models import LiveTable
from league.permissions import Action
from league.selectors.live import LivePage, live_page
from league.selectors.live_tables import find_live
from league.views.live_parts import initial_of, page_context

_NUMBER = re.compile("[0-9]{1,9}")


@club_page(Action.READ)
def live_table(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    """The table as it stands, and the form of the next hand for whoever may enter it."""
    page = live_page(find_live(visit.club, live_id))
    return render_live(request, visit, page)


@club_page(Action.READ)
def live_board(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    """The moving part of the page; nothing (204) when ``since`` is the present revision."""
    live = find_live(visit.club, live_id)
    if request.GET.get("since") == str(live.revision):
        return HttpResponse(status=204, headers={"Cache-Control": "private, no-cache"})
    context = page_context(request, visit, live_page(live))
    return render_club(request, visit, "league/live/_board.html", context)


@club_page(Action.ENTER_TONIGHT)
def live_hand(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    """A hand of the game (``at``, from 0) to be corrected, or a forgotten one put before it.

    Raises:
        Http404: the game has no such hand, or nothing can be corrected any more.
        PermissionDenied: the evening is not theirs to write on.
    """
    live = find_live(visit.club, live_id)
    if not visit.may_keep(day=live.session.day, session_id=live.session_id):
        raise PermissionDenied
    asked = request.GET.get("at", "0")
    at = int(asked) if _NUMBER.fullmatch(asked) else -1
    page = live_page(live, settle=False)
    if live.state != LiveTable.State.OPEN or not 0 <= at < len(live.hands):
        raise Http404
    action = "insert" if request.GET.get("insert") else "correct"
    form = hand_form(page, at, told=None if action == "insert" else live.hands[at])
    return render_hand(request, visit, page, form, at, action)


def hand_form(page: LivePage, at: int, *, told: Told | None, data: Any = None) -> LiveHandForm:
    """The form of a hand in the midst of the game."""
    game = page.game
    if game is None:
        raise Http404
    state = game.lines[at].before if at < len(game.lines) else game.state
    return LiveHandForm(
        data,
        offers=offers_of(game, state),
        names=page.names,
        with_riichi=True,
        initial=initial_of(told) if told else None,
    )


def render_hand(
    request: HtmxRequest,
    visit: Visit,
    page: LivePage,
    form: LiveHandForm,
    at: int,
    action: str,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The page of one hand."""
    context = {
        **page_context(request, visit, page, form=form),
        "at": at,
        "number": at + 1,
        "hand": page.hands[at] if at < len(page.hands) else None,
        "action": action,
        **more,
    }
    return render_club(
        request, visit, "league/live/hand.html", context, nav="sessions", status=status
    )


def render_live(
    request: HtmxRequest,
    visit: Visit,
    page: LivePage,
    *,
    form: LiveHandForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The page of the table."""
    context = page_context(request, visit, page, form=form) | more
    return render_club(
        request, visit, "league/live/page.html", context, nav="sessions", status=status
    )
