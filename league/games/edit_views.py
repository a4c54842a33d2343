"""Correcting a stored game: the entry form again, with a reason, and never over somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import EntryError, StaleRevisionError
from league.core.formats import also_changed, points
from league.core.permissions import Action
from league.games.closings import say_closed
from league.games.entry import HanchanEntry, SeatEntry, entry_of
from league.games.entry_form import check_form, page_parts, picker_groups
from league.games.form import CorrectionForm, initial_of, seat_name
from league.games.home import Home, home_of_game
from league.games.read import changed_with, evening_so_far
from league.games.wording import penalty_name
from league.games.write import edit_hanchan
from league.models import Hanchan, Member, Seat
from league.wording.hands import yakuman_name


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def game_edit(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """The correction form; a post stores the correction, or comes back (422, 409)."""
    game = _game(visit, game_id)
    if game.is_voided:
        words = _("A voided game cannot be corrected. Restore it first.")
        messages.error(request, words)
        return redirect("league:game", visit.club.slug, game.pk)
    if request.method == "POST":
        return _save(request, visit, game)
    home = home_of_game(visit, game, request.GET)
    stored = entry_of(game)
    initial = {**initial_of(stored, home.counting), "revision": game.revision}
    form = CorrectionForm(home=home, stored=stored, initial=initial)
    return _page(request, visit, game, form)


def _game(visit: Visit, game_id: int) -> Hanchan:
    game = (
        Hanchan.objects.for_club(visit.club)
        .filter(pk=game_id)
        .select_related("club", "league__rule_set__rule_set", "session")
        .first()
    )
    if game is None:
        raise Http404
    if not visit.may_keep(day=game.day, session_id=game.session_id):
        raise PermissionDenied
    return game


def _save(request: HtmxRequest, visit: Visit, game: Hanchan) -> HttpResponse:
    home, stored = home_of_game(visit, game, request.POST), entry_of(game)
    if "switch" in request.POST:
        form = CorrectionForm(home=home, stored=stored, initial=request.POST.dict())
        return _page(request, visit, game, form)
    form = CorrectionForm(request.POST, home=home, stored=stored)
    if not form.is_valid():
        check_form(visit.club, form, replacing=game, live=False)
        return _page(request, visit, game, form, status=422)
    try:
        edit_hanchan(
            hanchan=game,
            entry=form.entry(),
            revision=form.cleaned_data["revision"],
            reason=form.cleaned_data["reason"],
            actor=visit.actor,
        )
    except EntryError as error:
        form.add_problems(error.problems)
        return _page(request, visit, game, form, status=422)
    except StaleRevisionError as error:
        return _conflict(request, visit, home, form, error)
    words = _("The correction is saved.")
    messages.success(request, f"{words} {also_changed(changed_with(game), game.table)}".strip())
    say_closed(request, visit.club, {game.league, home.league}, game.day)
    return redirect("league:game", visit.club.slug, game.pk)


def _conflict(
    request: HtmxRequest,
    visit: Visit,
    home: Home,
    refused: CorrectionForm,
    error: StaleRevisionError,
) -> HttpResponse:
    """What the other person saved beside what was typed; saving again is then a decision."""
    current = error.hanchan
    theirs, mine = entry_of(current), refused.entry()
    words = request.POST.copy()
    words["revision"] = str(current.revision)
    form = CorrectionForm(words, home=home, stored=theirs)
    form.is_valid()
    names = _names(visit, theirs, mine)
    shown = {"conflict": error.message, "compared": _compared(theirs, mine, names)}
    return _page(request, visit, current, form, shown, status=409)


def _names(visit: Visit, *entries: HanchanEntry) -> dict[int, str]:
    wanted = [seat.member_id for entry in entries for seat in entry.seats if seat.member_id]
    members = Member.objects.for_club(visit.club).filter(pk__in=wanted)
    return {member.pk: member.shown_name(visit.club) for member in members}


def _page(
    request: HtmxRequest,
    visit: Visit,
    game: Hanchan,
    form: CorrectionForm,
    shown: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    evening = evening_so_far(game.session)
    context = {
        **page_parts(form, None, visit.club, game.session, replacing=game),
        "game": game,
        "evening": evening,
        "groups": picker_groups(visit.club, evening, seated=_seated(visit, game)),
        **(shown or {}),
    }
    return render_club(
        request, visit, "league/games/entry/edit.html", context, nav="sessions", status=status
    )


def _seated(visit: Visit, game: Hanchan) -> Sequence[Member]:
    seats = Seat.objects.for_club(visit.club).filter(hanchan=game).select_related("member")
    return [seat.member for seat in seats]


@club_page(Action.ENTER_TONIGHT, "POST")
def game_edit_check(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """What the corrected game would score, as fragments; writes nothing."""
    game = _game(visit, game_id)
    home = home_of_game(visit, game, request.POST)
    form = CorrectionForm(request.POST, home=home, stored=entry_of(game))
    checked = check_form(visit.club, form, replacing=game, live=True)
    context = page_parts(form, checked, visit.club, game.session, replacing=game)
    return render_club(request, visit, "league/games/entry/_checked.html", context)


@dataclass(frozen=True, slots=True)
class _Compared:
    """One field: what is stored now, and what was typed."""

    label: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        """Whether the two say different things."""
        return self.theirs != self.mine


def _compared(
    theirs: HanchanEntry, mine: HanchanEntry, names: Mapping[int, str]
) -> list[_Compared]:
    """Every field that one of two entries fills in.

    Args:
        theirs: the game as it is stored now.
        mine: the game as it was typed.
        names: member key -> the name shown.
    """
    left, right = _texts(theirs, names), _texts(mine, names)
    labels = dict.fromkeys([*left, *right])
    return [_Compared(label, left.get(label, "–"), right.get(label, "–")) for label in labels]


def _texts(entry: HanchanEntry, names: Mapping[int, str]) -> dict[str, str]:
    texts = {
        _("League"): entry.league.name,
        _("Table"): str(entry.table),
        _("Game no."): str(entry.number),
    }
    for index, seat in enumerate(entry.seats):
        texts[seat_name(index)] = f"{_who(seat, names)} {points(seat.points)}"
    texts |= _extras(entry)
    texts[_("Riichi sticks left over")] = points(entry.sticks)
    texts[_("Ended by the clock")] = _("yes") if entry.ended_by_time else _("no")
    texts[_("Remark")] = entry.remark or "–"
    return texts


def _who(seat: SeatEntry, names: Mapping[int, str]) -> str:
    return names.get(seat.member_id or 0, "") or seat.guest or "–"


def _extras(entry: HanchanEntry) -> dict[str, str]:
    texts = {}
    for index, seat in enumerate(entry.seats):
        wind = seat_name(index)
        if seat.chips:
            texts[f"{wind} · {_('Chips')}"] = str(seat.chips)
        if seat.is_yakitori:
            texts[f"{wind} · {_('Won no hand')}"] = _("yes")
        if seat.busted_by is not None:
            texts[f"{wind} · {_('Busted by')}"] = seat_name(seat.busted_by)
    for taken in entry.penalties:
        label = f"{seat_name(taken.seat)} · {penalty_name(taken.kind)}"
        texts[label] = f"×{taken.count} {taken.reason}".strip()
    for row, won in enumerate(entry.yakuman):
        how = _("Tsumo") if won.discarder is None else seat_name(won.discarder)
        texts[f"{_('Yakuman')} {row + 1}"] = (
            f"{seat_name(won.seat)} {yakuman_name(won.name)} ({how})"
        )
    return texts
