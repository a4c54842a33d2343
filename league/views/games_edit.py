"""Correcting a stored game: the entry form again, with a reason, and never over somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.entry import HanchanEntry, entry_of
from league.errors import EntryError, StaleRevisionError
from league.forms.hanchan import CorrectionForm
from league.forms.hanchan_stored import initial_of
from league.forms.home import Home, home_of_game
from league.models import Hanchan, Member, Seat
from league.permissions import Action
from league.score_words import also_changed
from league.selectors.entry_page import evening_so_far
from league.selectors.game_history import changed_with
from league.services.hanchan import edit_hanchan
from league.views.closed_notes import say_closed
from league.views.entry_compare import compared
from league.views.entry_parts import check_form, page_parts, picker_groups


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
        form.blame(error.problems)
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
    shown = {"conflict": error.message, "compared": compared(theirs, mine, names)}
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
        request, visit, "league/entry/edit.html", context, nav="sessions", status=status
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
    return render_club(request, visit, "league/entry/_checked.html", context)
