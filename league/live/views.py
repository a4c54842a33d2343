"""Pages of live tables: opened, shown, polled, and one hand to be corrected."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import EntryError, LeagueError
from league.core.numbers import number_in
from league.core.permissions import Action
from league.games.check import MAX_NUMBER, MAX_TABLES
from league.games.conditions import conditions_context
from league.games.entry import HanchanEntry, HandRecord, SeatEntry
from league.games.entry_form import picker_groups
from league.games.form import PersonField, seat_name
from league.games.home import Home, evening_at, home_of, may_keep
from league.games.read import evening_so_far
from league.games.story import find_game
from league.games.strangers import answered, ask, questions, stranger_fields, take_somebody
from league.live.game import offers_of
from league.live.hand_form import LiveHandForm, initial_of
from league.live.read import LivePage, live_page
from league.live.tables import find_live, tables_of
from league.live.write import open_live, reopen_live
from league.models import LiveTable, Member
from rules.parameters import ZungJungParameters

#: fields of a win that hold tiles
_TYPED = ("hand", "win", "melds", "dora_indicators", "ura_indicators")
_TILES = ("hand", "win", "dora_indicators", "ura_indicators")


class LiveOpenForm(forms.Form):
    key = forms.UUIDField(widget=forms.HiddenInput)
    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=MAX_TABLES)
    number = forms.IntegerField(label=gettext_lazy("Game no."), min_value=1, max_value=MAX_NUMBER)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        home: Home,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial, label_suffix="", use_required_attribute=False)
        self.home = home
        longest = Member._meta.get_field("display_name").max_length
        for seat in range(home.players):
            self.fields[f"seat-{seat}"] = PersonField(label=seat_name(seat), required=False)
            self.fields[f"guest-{seat}"] = forms.CharField(
                label=gettext_lazy("New name"), required=False, max_length=longest
            )
            self.fields.update(stranger_fields(seat))
        for field in self.fields.values():
            words = gettext_lazy("This text arrived garbled. Please type it again.")
            field.error_messages["null_characters_not_allowed"] = words

    def entry(self) -> HanchanEntry:
        """Return the game without its points; call ``is_valid`` before."""
        cleaned = self.cleaned_data
        return HanchanEntry(
            league=self.home.league,
            day=self.home.day,
            session=self.home.session,
            table=cleaned["table"],
            number=cleaned["number"],
            seats=tuple(self._seat(seat) for seat in range(self.home.players)),
        )

    def _seat(self, seat: int) -> SeatEntry:
        member = self.cleaned_data.get(f"seat-{seat}")
        if member is not None:
            return SeatEntry(member_id=member)
        guest = self.cleaned_data.get(f"guest-{seat}", "")
        return SeatEntry(guest=guest, **answered(self.cleaned_data, seat))

    def add_problems(self, problems: Mapping[str, list[str]]) -> None:
        for field, texts in problems.items():
            self.add_error(field if field in self.fields else None, texts)

    @property
    def summary(self) -> list[str]:
        texts = []
        for name, errors in self.errors.items():
            kind, _dash, seat = name.partition("-")
            wind = seat_name(int(seat)) if kind in ("seat", "guest") else ""
            for error in errors:
                text = _("%(wind)s: %(said)s") % {"wind": wind, "said": error}
                texts.append(text if wind else str(error))
        return texts


@club_page(Action.READ)
def live_table(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    page = live_page(find_live(visit.club, live_id))
    return render_live(request, visit, page)


@club_page(Action.READ)
def live_board(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    """Return the moving part of the page; 204 when ``since`` is the present revision."""
    live = find_live(visit.club, live_id)
    if request.GET.get("since") == str(live.revision):
        return HttpResponse(status=204, headers={"Cache-Control": "private, no-cache"})
    context = page_context(request, visit, live_page(live))
    return render_club(request, visit, "league/live/_board.html", context)


@club_page(Action.ENTER_TONIGHT)
def live_hand(request: HtmxRequest, visit: Visit, live_id: int) -> HttpResponse:
    """Correct a hand of the game (``at``, from 0), or insert a forgotten one before it.

    Raises:
        Http404: the game has no such hand, or nothing can be corrected any more.
        PermissionDenied: the visit may not write to the evening.
    """
    live = find_live(visit.club, live_id)
    if not visit.may_keep(day=live.session.day, session_id=live.session_id):
        raise PermissionDenied
    at = number_in(request.GET.get("at", "0"))
    page = live_page(live, settle=False)
    if live.state != LiveTable.State.OPEN or at is None or at >= len(live.hands):
        raise Http404
    action = "insert" if request.GET.get("insert") else "correct"
    form = hand_form(page, at, record=None if action == "insert" else live.hands[at])
    return render_hand(request, visit, page, form, at, action)


def hand_form(
    page: LivePage, at: int, *, record: HandRecord | None, data: Any = None
) -> LiveHandForm:
    game = page.game
    if game is None:
        raise Http404
    return LiveHandForm(
        data,
        offers=offers_of(game, game.state_before(at)),
        names=page.names,
        with_riichi=True,
        initial=initial_of(record) if record else None,
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
    context = page_context(request, visit, page, form=form) | more
    return render_club(
        request, visit, "league/live/page.html", context, nav="sessions", status=status
    )


def page_context(
    request: HttpRequest, visit: Visit, page: LivePage, *, form: LiveHandForm | None = None
) -> dict[str, Any]:
    """Return what every part of the page needs; ``form`` is a hand as it was typed."""
    live = page.live
    may_keep = visit.may_keep(day=live.session.day, session_id=live.session_id)
    if form is None and page.offers is not None and may_keep:
        form = LiveHandForm(offers=page.offers, names=page.names)
    view = _view(request, len(page.names))
    game = page.game
    is_last = game is not None and game.engine.is_last_hand(game.state)
    return {
        "page": page,
        "live": live,
        "may_keep": may_keep,
        "form": form,
        "wins": _wins_of(form) if form else [],
        "keyboard": _keyboard_of(page) if form else None,
        "key": str(uuid.uuid4()),
        "line": f"live-{live.pk}",
        "view": view,
        "around": _around(page, view),
        "is_last": is_last,
        "answer": _conditions(page) if is_last and page.takes_hands else None,
        "newest_first": list(reversed(page.hands)),
    }


def _conditions(page: LivePage) -> dict[str, Any] | None:
    """Return what everybody needs in the last hand; None under Zung Jung."""
    game = page.game
    if game is None or isinstance(game.rule, ZungJungParameters):
        return None
    riichi = [seat.seat for seat in page.seats if seat.riichi and seat.may_riichi]
    return conditions_context(game.rule, game.state, riichi, page.names)


def _keyboard_of(page: LivePage) -> dict[str, Any] | None:
    if page.offers is None:
        return None
    offer = page.offers.tiles
    calls = {
        "chi": _("Chi"),
        "pon": _("Pon"),
        "minkan": _("Open kan"),
        "ankan": _("Closed kan"),
        "kakan": _("Added kan"),
    }
    modes = [("hand", _("Hand")), ("win", _("Winning tile"))]
    modes += [(call, calls[call]) for call in offer.calls]
    if offer.has_dora:
        modes.append(("dora_indicators", _("Dora indicator")))
    if offer.has_ura:
        modes.append(("ura_indicators", _("Ura indicator")))
    return {"rows": offer.rows, "modes": modes}


def _view(request: HttpRequest, players: int) -> int:
    side = request.GET.get("view", "") or request.POST.get("view", "")
    return int(side) if side in ("0", "1", "2", "3")[:players] else 0


def _around(page: LivePage, view: int) -> list[tuple[str, Any]]:
    """Return the seats with their sides of the table, counter-clockwise as people sit."""
    sides = ("bottom", "right", "top", "left")
    players = len(page.seats)
    return [(sides[at], page.seats[(view + at) % players]) for at in range(players) if page.seats]


def _wins_of(form: LiveHandForm) -> list[dict[str, Any]]:
    def field(name: str, seat: int) -> Any:
        full = f"{name}-{seat}"
        return form[full] if full in form.fields else None

    names = (
        *("han", "fu", "times", "names", "pao", "pao_times", "dora", "nuki", "gold_held"),
        *("worth", "responsible", *_TILES, "melds", "flags", "stick", "missed"),
    )
    return [
        {
            "seat": seat,
            "name": name,
            "chips": [form[f"{chip}-{seat}"] for chip in form.offers.chips],
            "tile_fields": [found for each in _TYPED if (found := field(each, seat))],
            **{each: field(each, seat) for each in names},
        }
        for seat, name in form.seats
    ]


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def live_new(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Show the seating form; a post opens the table, or shows what is wrong."""
    home = home_of(visit, request.POST if request.method == "POST" else request.GET)
    if home is None:
        return render_club(request, visit, "league/games/entry/no_league.html", {}, nav="sessions")
    if not may_keep(visit, home):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, visit, LiveOpenForm(home=home, initial=_proposed(request, home)))
    if "switch" in request.POST:  # the same words in the form of another league
        return _page(request, visit, LiveOpenForm(home=home, initial=request.POST.dict()))
    form = LiveOpenForm(take_somebody(request.POST), home=home)
    if form.is_valid() and not ask(visit.club, form, home.players):
        try:
            key = form.cleaned_data["key"]
            opened = open_live(club=visit.club, entry=form.entry(), key=key, actor=visit.actor)
            return redirect("league:live", visit.club.slug, opened.live.pk)
        except EntryError as error:
            form.add_problems(error.problems)
        except LeagueError as error:
            form.add_error(None, error.message)
    return _page(request, visit, form, status=422)


def _proposed(request: HtmxRequest, home: Home) -> dict[str, object]:
    session = evening_at(home, home.league.club)
    evening = evening_so_far(session)
    open_now = {
        each.table
        for each in (tables_of(session) if session else ())
        if each.state == LiveTable.State.OPEN
    }
    text = request.GET.get("table", "")
    table = number_in(text, most=99) or 0
    table = table or next(number for number in range(1, 100) if number not in open_now)
    found: dict[str, object] = {
        "key": str(uuid.uuid4()),
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
        "strangers": questions(visit.club, form, home.players),
        "summary": form.summary if form.is_bound else [],
    }
    return render_club(
        request, visit, "league/live/new.html", context, nav="sessions", status=status
    )


@club_page(Action.ENTER_TONIGHT, "POST")
def game_reopen(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    game = find_game(visit.club, game_id)
    if not visit.may_keep(day=game.day, session_id=game.session_id):
        raise PermissionDenied
    try:
        live = reopen_live(hanchan=game, key=uuid.uuid4(), actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
        return redirect("league:game", visit.club.slug, game_id)
    messages.info(
        request,
        _("The game is open again. The previous result counts until you save the correction."),
    )
    return redirect("league:live", visit.club.slug, live.pk)
