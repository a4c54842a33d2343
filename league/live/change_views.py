"""A change of a live table: shown before it is stored, stored, or set beside what others did."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import EntryError, LeagueError
from league.core.permissions import Action
from league.games.entry import HandRecord
from league.live.game import riichi_of
from league.live.hand_form import LiveHandForm
from league.live.read import LivePage, live_page, shown_entries, shown_since
from league.live.tables import find_live
from league.live.views import hand_form, render_hand, render_live
from league.live.write import Changed, LiveChange, LiveChangedError, change_live, check_hand
from league.models import LiveTable
from league.wording.hands import at_text, hand_text, why_text
from scoring.settlement import standing

#: the header by which the page's own script asks for JSON
SCRIPT = "X-Live"


#: changes that carry a hand
HANDS: Final = ("hand", "correct", "insert")
_MOST = 2**31 - 1


class LiveChangeForm(forms.Form):
    """The device's key, the revision that was seen, and the action.

    ``accept`` is the revision against which movements were shown and accepted; without it a hand
    is only shown. ``shown`` is the fingerprint of the hand whose movements were shown.
    """

    action = forms.CharField(max_length=12)
    key = forms.UUIDField()
    seen = forms.IntegerField(min_value=0, max_value=_MOST)
    accept = forms.IntegerField(min_value=0, max_value=_MOST, required=False)
    shown = forms.CharField(max_length=16, required=False)
    at = forms.IntegerField(min_value=0, max_value=_MOST, required=False)
    seat = forms.IntegerField(min_value=0, max_value=3, required=False)
    declared = forms.BooleanField(required=False)
    reason = forms.CharField(max_length=200, required=False)
    by_time = forms.BooleanField(required=False)

    @property
    def is_preview(self) -> bool:
        return self.cleaned_data["action"] in HANDS and self.cleaned_data["accept"] is None

    def hand_facts(self) -> dict[str, Any]:
        """Return the data of a change without a hand; call ``is_valid`` before."""
        cleaned = self.cleaned_data
        match cleaned["action"]:
            case "riichi":
                return {"seat": cleaned["seat"], "declared": cleaned["declared"]}
            case "drop":
                return {"at": cleaned["at"]}
            case "finish":
                return {"reason": cleaned["reason"], "by_time": cleaned["by_time"]}
            case "give_up":
                return {"reason": cleaned["reason"]}
        return {}

    def around(self, hand: dict[str, Any]) -> dict[str, Any]:
        if self.cleaned_data["action"] == "hand":
            return hand
        return {"at": self.cleaned_data["at"], "hand": hand}


@dataclass(frozen=True, slots=True)
class _Sent:
    request: HtmxRequest
    visit: Visit
    live: LiveTable
    change: LiveChangeForm
    form: LiveHandForm | None = None
    page: LivePage | None = None  # the table, where its game was replayed for the form

    @property
    def is_script(self) -> bool:
        return SCRIPT in self.request.headers

    @property
    def at(self) -> int | None:
        """Return the hand to be corrected; None for the next one."""
        found: int | None = self.change.cleaned_data["at"]
        return found or 0 if self.change.cleaned_data["action"] in HANDS[1:] else None


@club_page(Action.ENTER_TONIGHT, "POST")
def live_change(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    """Change the table; redirect, or JSON for the script. Without ``accept``, only preview.

    Answers 422 to what is impossible, and 409 where somebody else was faster.
    """
    live = find_live(visit.club, live_id)
    if not visit.may_keep(day=live.session.day, session_id=live.session_id):
        raise PermissionDenied
    sent = _Sent(request, visit, live, LiveChangeForm(request.POST))
    if not sent.change.is_valid():
        return _refused(sent, [_("This form was damaged in transit. Please save it again.")])
    if sent.change.cleaned_data["action"] in HANDS:
        return _with_hand(sent)
    return _stored(sent, sent.change.hand_facts())


def _with_hand(sent: _Sent) -> HttpResponse:
    page = live_page(sent.live, settle=False)
    if page.offers is None:
        return _refused(sent, [page.problem])
    if sent.at is None:
        form = LiveHandForm(sent.request.POST, offers=page.offers, names=page.names)
    else:
        form = hand_form(page, sent.at, record=None, data=sent.request.POST)
    sent = replace(sent, form=form, page=page)
    if not form.is_valid():
        return _refused(sent, form.summary)
    record = form.record(riichi_of(sent.live.current))
    shown = sent.change.cleaned_data["shown"]
    is_another = shown and shown != _mark_of(record) and not sent.is_script
    if sent.change.is_preview or is_another:
        return _previewed(sent, page, form, record)
    return _stored(sent, sent.change.around(record))


def _previewed(sent: _Sent, page: LivePage, form: LiveHandForm, record: HandRecord) -> HttpResponse:
    """Show what the hand would move, and what others entered meanwhile; writes nothing."""
    try:
        shown: dict[str, Any] = {"preview": _preview(page, record, sent.at)}
    except EntryError as error:
        form.add_problems(record, error.problems)
        return _refused(sent, form.summary)
    except LeagueError as error:
        return _refused(sent, [error.message])
    seen = sent.change.cleaned_data["seen"]
    shown["theirs"] = shown_since(sent.live, seen) if seen != sent.live.revision else []
    return _page(sent, 200, shown)


def _stored(sent: _Sent, entered: dict[str, Any]) -> HttpResponse:
    cleaned = sent.change.cleaned_data
    # a hand is meant for the revision against which its movements were accepted
    seen = cleaned["seen"] if cleaned["accept"] is None else cleaned["accept"]
    change = LiveChange(action=cleaned["action"], seen=seen, key=cleaned["key"], told=entered)
    known = sent.page.game if sent.page else None
    try:
        changed = change_live(live=sent.live, change=change, actor=sent.visit.actor, known=known)
    except LiveChangedError as error:
        return _overtaken(sent, error)
    except EntryError as error:
        if sent.form is not None:
            record = entered if change.action == "hand" else entered["hand"]
            sent.form.add_problems(record, error.problems)
            return _refused(sent, sent.form.summary)
        return _refused(sent, error.messages)
    except LeagueError as error:
        return _refused(sent, [error.message])
    return _done(sent, changed)


def _done(sent: _Sent, changed: Changed) -> HttpResponse:
    slug = sent.visit.club.slug
    if changed.hanchan is not None:
        url = reverse("league:game", args=[slug, changed.hanchan.pk])
        messages.success(sent.request, _("The game has been settled and saved."))
    elif changed.live.state == LiveTable.State.GIVEN_UP:
        url = reverse("league:session", args=[slug, changed.live.session_id])
        messages.success(
            sent.request, _("The live table has been abandoned. Its hands stay on record.")
        )
    else:
        url = reverse("league:live", args=[slug, changed.live.pk])
        if sent.is_script and sent.at is None:
            return JsonResponse({"revision": changed.entry.revision})
        url += _view(sent.request)
    if sent.is_script:
        return JsonResponse({"revision": changed.entry.revision, "url": url})
    return HttpResponseRedirect(url)


def _view(request: HtmxRequest) -> str:
    view = request.POST.get("view", "")
    return f"?view={view}" if view in ("1", "2", "3") else ""


def _overtaken(sent: _Sent, error: LiveChangedError) -> HttpResponse:
    live = find_live(sent.visit.club, sent.live.pk)
    theirs = shown_entries(live, error.entries)
    if sent.is_script:
        others = [{"who": each.who, "what": each.what} for each in theirs]
        body = {"revision": live.revision, "message": error.message, "theirs": others}
        return JsonResponse(body, status=409)
    page = live_page(live, known=sent.page.game if sent.page else None)
    shown: dict[str, Any] = {"theirs": theirs, "conflict": error.message}
    sent = replace(sent, live=live, page=page)
    if sent.form is not None and not page.is_over:
        try:
            record = sent.form.record(riichi_of(live.current))
            shown["preview"] = _preview(page, record, sent.at)
        except LeagueError as problem:
            shown["problems"] = [problem.message]
    return _page(sent, 409, shown)


def _refused(sent: _Sent, problems: list[str]) -> HttpResponse:
    if sent.is_script:
        return JsonResponse({"messages": problems}, status=422)
    return _page(sent, 422, {"problems": problems})


def _page(sent: _Sent, status: int, shown: dict[str, Any]) -> HttpResponse:
    """Answer htmx with the fragment, others with the page and the hand as typed."""
    if sent.request.htmx:
        # htmx shows a fragment of what is wrong in the same place
        shown["live"] = sent.live
        return render_club(sent.request, sent.visit, "league/live/_preview.html", shown)
    live = find_live(sent.visit.club, sent.live.pk)
    page = live_page(live, known=sent.page.game if sent.page else None)
    at = sent.at if sent.form is not None else None
    if at is not None and sent.form is not None:
        action = sent.change.cleaned_data["action"]
        return render_hand(
            sent.request, sent.visit, page, sent.form, at, action, status=status, **shown
        )
    return render_live(sent.request, sent.visit, page, form=sent.form, status=status, **shown)


def _mark_of(record: HandRecord) -> str:
    """Return a hand's fingerprint, so that only what was shown is stored."""
    plain = json.dumps(record, sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def _preview(page: LivePage, record: HandRecord, at: int | None) -> dict[str, Any]:
    """What a hand would do, played on without storing it.

    Raises:
        EntryError: it cannot have been played so.
        LeagueError: an earlier hand does not fit.
    """
    assert page.game is not None  # there would be no form
    line = check_hand(page.live, page.game, record, at)
    after = line.played.after
    order = standing(after.points, shared=False).order
    chips = line.played.chips
    return {
        "text": hand_text(line.record, page.names, line.hand),
        "mark": _mark_of(line.record),
        "at": at_text(line.before.round, line.before.dealer),
        "honba": line.before.honba,
        "seats": [
            {
                "seat": seat,
                "name": name,
                "before": line.before.points[seat],
                "delta": line.played.deltas[seat],
                "after": after.points[seat],
                "place": order.index(seat) + 1,
            }
            for seat, name in enumerate(page.names)
        ],
        "chips": list(zip(page.names, chips, strict=True)) if any(chips) else [],
        "sticks": after.sticks,
        "then": "" if after.is_over else at_text(after.round, after.dealer),
        "then_honba": after.honba,
        "why": why_text(after.why),
    }
