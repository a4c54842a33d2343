"""A tap at a live table: looked at, stored, or told what came between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import EntryError, LeagueError
from league.forms.live_change import HANDS, LiveChangeForm
from league.forms.live_hand import LiveHandForm
from league.live_errors import LiveChangedError
from league.live_game import Line, Told, riichi_of
from league.models import LiveTable
from league.permissions import Action
from league.selectors.live import LivePage, live_page
from league.selectors.live_entries import shown_entries, shown_since
from league.selectors.live_tables import find_live
from league.services.live import Changed, LiveChange, change_live
from league.services.live_parts import checked_hand, sound_game
from league.views.live import hand_form, render_hand, render_live
from league.views.live_preview import mark_of, preview_of

#: the header by which the page's own script asks for JSON
SCRIPT = "X-Live"


@dataclass(frozen=True, slots=True)
class Tap:
    """A change on its way: what was sent, by whom, and the hand in it."""

    request: HtmxRequest
    visit: Visit
    live: LiveTable
    sent: LiveChangeForm
    form: LiveHandForm | None = None

    @property
    def is_script(self) -> bool:
        """Whether the page's script sends it."""
        return SCRIPT in self.request.headers

    @property
    def at(self) -> int | None:
        """Which hand is corrected; None for the next one."""
        found: int | None = self.sent.cleaned_data["at"]
        return found or 0 if self.sent.cleaned_data["action"] in HANDS[1:] else None


@club_page(Action.ENTER_TONIGHT, "POST")
def live_change(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    """Change the table: moved on, or JSON for the script; a hand without ``accept`` is shown only.

    What cannot be is refused with 422, what somebody else has overtaken with 409.
    """
    live = find_live(visit.club, live_id)
    if not visit.may_keep(day=live.session.day, session_id=live.session_id):
        raise PermissionDenied
    sent = LiveChangeForm(request.POST)
    if not sent.is_valid():
        tap = Tap(request, visit, live, sent)
        return _refused(tap, [_("This form was damaged on the way. Please save it again.")])
    if sent.cleaned_data["action"] in HANDS:
        return _with_hand(Tap(request, visit, live, sent))
    return _stored(Tap(request, visit, live, sent), sent.told())


def _with_hand(tap: Tap) -> HttpResponse:
    page = live_page(tap.live, settle=False)
    if page.offers is None:
        return _refused(tap, [page.problem])
    if tap.at is None:
        form = LiveHandForm(tap.request.POST, offers=page.offers, names=page.names)
    else:
        form = hand_form(page, tap.at, told=None, data=tap.request.POST)
    tap = Tap(tap.request, tap.visit, tap.live, tap.sent, form)
    if not form.is_valid():
        return _refused(tap, form.summary)
    told = form.told(riichi_of(tap.live.current))
    shown = tap.sent.cleaned_data["shown"]
    if tap.sent.is_look or (shown and shown != mark_of(told) and not tap.is_script):
        return _looked_at(tap, page, told)
    return _stored(tap, tap.sent.around(told))


def _looked_at(tap: Tap, page: LivePage, told: Told) -> HttpResponse:
    """What the hand would move, and what others entered since it was begun; writes nothing."""
    form = tap.form
    assert form is not None
    try:
        line = _line(tap.live, told, tap.at)
    except EntryError as error:
        form.blame(told, error.problems)
        return _refused(tap, form.summary)
    except LeagueError as error:
        return _refused(tap, [error.message])
    seen = tap.sent.cleaned_data["seen"]
    shown = {
        "preview": preview_of(page, line, is_next=tap.at is None),
        "theirs": shown_since(tap.live, seen) if seen != tap.live.revision else [],
    }
    return _page(tap, 200, shown)


def _line(live: LiveTable, told: Told, at: int | None) -> Line:
    game = sound_game(live) if at is None else live_page(live, settle=False).game
    assert game is not None
    hand = checked_hand(live, game, told, at)
    state = game.state if at is None or at >= len(game.lines) else game.lines[at].before
    return game.play(hand, state=state)


def _stored(tap: Tap, told: dict[str, Any]) -> HttpResponse:
    change = LiveChange(
        action=tap.sent.cleaned_data["action"],
        seen=tap.sent.seen_last,
        key=tap.sent.cleaned_data["key"],
        told=told,
    )
    try:
        changed = change_live(live=tap.live, change=change, actor=tap.visit.actor)
    except LiveChangedError as error:
        return _overtaken(tap, error)
    except EntryError as error:
        if tap.form is not None:
            hand = told if change.action == "hand" else told["hand"]
            tap.form.blame(hand, error.problems)
            return _refused(tap, tap.form.summary)
        return _refused(tap, [words for said in error.problems.values() for words in said])
    except LeagueError as error:
        return _refused(tap, [error.message])
    return _done(tap, changed)


def _done(tap: Tap, changed: Changed) -> HttpResponse:
    slug = tap.visit.club.slug
    if changed.hanchan is not None:
        url = reverse("league:game", args=[slug, changed.hanchan.pk])
        messages.success(tap.request, _("The game is settled and stored."))
    elif changed.live.state == LiveTable.State.GIVEN_UP:
        url = reverse("league:session", args=[slug, changed.live.session_id])
        messages.success(tap.request, _("The table is given up. Its hands stay on record."))
    else:
        url = reverse("league:live", args=[slug, changed.live.pk])
        if tap.is_script and tap.at is None:
            return JsonResponse({"revision": changed.entry.revision})
        url += _view(tap.request)
    if tap.is_script:
        return JsonResponse({"revision": changed.entry.revision, "url": url})
    return HttpResponseRedirect(url)


def _view(request: HtmxRequest) -> str:
    """The side of the table on which somebody sits, kept from page to page."""
    said = request.POST.get("view", "")
    return f"?view={said}" if said in ("1", "2", "3") else ""


def _overtaken(tap: Tap, error: LiveChangedError) -> HttpResponse:
    """What the others entered beside what was tapped; it can be entered all the same."""
    live = find_live(tap.visit.club, tap.live.pk)
    theirs = shown_entries(live, error.entries)
    if tap.is_script:
        said = [{"who": each.who, "what": each.what} for each in theirs]
        body = {"revision": live.revision, "message": error.message, "theirs": said}
        return JsonResponse(body, status=409)
    page = live_page(live)
    shown: dict[str, Any] = {"theirs": theirs, "conflict": error.message}
    tap = Tap(tap.request, tap.visit, live, tap.sent, tap.form)
    if tap.form is not None and not page.is_over:
        try:
            line = _line(live, tap.form.told(riichi_of(live.current)), tap.at)
            shown["preview"] = preview_of(page, line, is_next=tap.at is None)
        except LeagueError as problem:
            shown["problems"] = [problem.message]
    return _page(tap, 409, shown)


def _refused(tap: Tap, said: list[str]) -> HttpResponse:
    if tap.is_script:
        return JsonResponse({"messages": said}, status=422)
    return _page(tap, 422, {"problems": said})


def _page(tap: Tap, status: int, shown: dict[str, Any]) -> HttpResponse:
    """The fragment for htmx; the whole page, with the hand as it was tapped, for the rest."""
    if tap.request.htmx:
        # htmx shows a fragment of what is wrong in the same place
        shown["live"] = tap.live
        return render_club(tap.request, tap.visit, "league/live/_preview.html", shown)
    live = find_live(tap.visit.club, tap.live.pk)
    page = live_page(live)
    at = tap.at if tap.form is not None else None
    if at is not None and tap.form is not None:
        action = tap.sent.cleaned_data["action"]
        return render_hand(
            tap.request, tap.visit, page, tap.form, at, action, status=status, **shown
        )
    return render_live(tap.request, tap.visit, page, form=tap.form, status=status, **shown)
