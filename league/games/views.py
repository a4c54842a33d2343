"""One game: how its points became scores, its history, correcting it, and voiding it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import EntryError, LeagueError, StaleRevisionError
from league.core.formats import also_changed, score_name
from league.core.inputs import reason_field
from league.core.permissions import Action
from league.games.closings import changed_since, closed_notes, closed_url, closings_on, say_closed
from league.games.compared import compared
from league.games.entry import entry_of
from league.games.entry_form import check_form, entry_context, picker_groups
from league.games.form import CorrectionForm, initial_of
from league.games.home import Home, home_of_game
from league.games.read import GameHistory, changed_with, evening_so_far, history_of
from league.games.story import GameStory, SeatStory, find_game, game_story
from league.games.strangers import ask, questions, take_somebody
from league.games.wording import (
    actor_name,
    earlier_scores,
    history_items,
    noted_facts,
    sum_words,
)
from league.games.write import edit_hanchan, restore_hanchan, void_hanchan
from league.models import Hanchan, Member, MonthClose, Seat
from league.rulebook.rulings import rulings_on_game

Words = dict[str, Any]


class ReasonForm(forms.Form):
    revision = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)
    reason = reason_field()


@club_page(Action.READ)
def game_page(request: HtmxRequest, visit: Visit, game_id: int) -> TemplateResponse:
    game = find_game(visit.club, game_id)
    story, history = game_story(game), history_of(game)
    entered = history.events[0] if history.events else None
    since = _closed_before(visit, game, history)
    context = {
        "game": game,
        "league": game.league,
        "story": story,
        "crumbs": _crumbs(game),
        "seats": [(seat, _sum(seat, story)) for seat in story.seats],
        "unit": score_name(story.ranking.score_name),
        "no_winds": game.source == Hanchan.Source.LOBBY,
        "decimals": _decimals(story),
        "version_url": _version_url(story),
        "facts": noted_facts(game, story),
        "entered_by": actor_name(entered) if entered else "",
        "history": history_items(history, visit.club.zone, _decimals(story)),
        "earlier": earlier_scores(history),
        "may_keep": visit.may_keep(day=game.day, session_id=game.session_id),
        "rulings": rulings_on_game(game),
        "closed_text": changed_since(since) if since else "",
        "closed_url": closed_url(visit.club, since) if since else "",
    }
    return render_club(request, visit, "league/games/game/page.html", context, nav="sessions")


def _closed_before(visit: Visit, game: Hanchan, history: GameHistory) -> MonthClose | None:
    moments = [event.at for event in history.events]
    if game.settlement is not None:
        moments.append(game.settlement.created_at)
    closings = closings_on(visit.club, [game.league], game.day)
    after = (each for each in closings if any(at > each.closed_at for at in moments))
    return next(after, None)


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def game_void(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """Void a game; a reason is required."""
    change = {
        "url_name": "league:game-void",
        "icon": "void",
        "title": _("Void this game"),
        "text": _("It no longer counts in any ranking, but it stays readable with its history."),
        "confirm": _("Void the game"),
        "done": _("The game has been voided and no longer counts."),
    }
    return _change_state(request, visit, game_id, void_hanchan, change)


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def game_restore(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """Restore a voided game; a reason is required."""
    change = {
        "url_name": "league:game-restore",
        "icon": "undo",
        "title": _("Restore this game"),
        "text": _("It counts again, settled under the rules that were in force on its day."),
        "confirm": _("Restore the game"),
        "done": _("The game counts again."),
    }
    return _change_state(request, visit, game_id, restore_hanchan, change)


def _change_state(
    request: HtmxRequest,
    visit: Visit,
    game_id: int,
    act: Callable[..., Hanchan],
    change: Words,
) -> HttpResponse:
    """Void or restore a game; ``change`` has the words around it."""
    game = find_game(visit.club, game_id)
    if not visit.may_keep(day=game.day, session_id=game.session_id):
        raise PermissionDenied
    if request.method != "POST":
        form = ReasonForm(initial={"revision": game.revision})
        return _reason_page(request, visit, game, form, change)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _reason_page(request, visit, game, form, change, status=422)
    try:
        act(
            hanchan=game,
            revision=form.cleaned_data["revision"],
            reason=form.cleaned_data["reason"],
            actor=visit.actor,
        )
    except EntryError as error:
        for field, texts in error.problems.items():
            form.add_error(field if field in form.fields else None, texts)
        return _reason_page(request, visit, game, form, change, status=422)
    except LeagueError as error:  # it was changed meanwhile, or is voided, or counts, already
        # the game as it is now beside the reason as it was typed; sending again means this one
        game = find_game(visit.club, game_id)
        again = ReasonForm({"revision": game.revision, "reason": form.cleaned_data["reason"]})
        again.add_error(None, error.message)
        return _reason_page(request, visit, game, again, change, status=409)
    words = f"{change['done']} {also_changed(changed_with(game), game.table)}"
    messages.success(request, words.strip())
    say_closed(request, visit.club, [game.league], game.day)
    return redirect("league:game", visit.club.slug, game_id)


def _reason_page(
    request: HtmxRequest,
    visit: Visit,
    game: Hanchan,
    form: ReasonForm,
    change: Words,
    status: int = 200,
) -> HttpResponse:
    story = game_story(game)
    context = {
        "game": game,
        "league": game.league,
        "story": story,
        "decimals": _decimals(story),
        "closed": closed_notes(visit.club, [game.league], game.day),
        "form": form,
        "change": change,
        "action": reverse(change["url_name"], args=[visit.club.slug, game.pk]),
    }
    return render_club(
        request, visit, "league/games/game/reason.html", context, nav="sessions", status=status
    )


def _crumbs(game: Hanchan) -> list[Words]:
    slug = game.club.slug
    day = date_format(game.day, "DATE_FORMAT")
    title = game.session.title
    return [
        {"url": reverse("league:sessions", args=[slug]), "label": _("Sessions")},
        {
            "url": reverse("league:session", args=[slug, game.session_id]),
            "label": f"{day} {title}".strip(),
        },
        {"label": _("Game %(number)s") % {"number": game.number}},
    ]


def _sum(seat: SeatStory, story: GameStory) -> list[Words]:
    by_yakuman = bool(story.entry.yakuman)
    return sum_words(seat.steps, result=story.result, by_yakuman=by_yakuman)


def _version_url(story: GameStory) -> str:
    if story.version is None:
        return ""
    game = story.hanchan
    slugs = game.club.slug, game.league.rule_set.slug
    return reverse("league:rule-version", args=[*slugs, story.version.label])


def _decimals(story: GameStory) -> int:
    return story.ranking.score_decimals


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def game_edit(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """Show the correction form; a post stores it, or shows it again (422, 409)."""
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
    form = CorrectionForm(take_somebody(request.POST), home=home, stored=stored)
    if not form.is_valid() or ask(visit.club, form, home.players):
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
    words = _("The correction has been saved.")
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
    current = error.hanchan
    theirs, mine = entry_of(current), refused.entry()
    words = request.POST.copy()
    words["revision"] = str(current.revision)
    form = CorrectionForm(words, home=home, stored=theirs)
    form.is_valid()
    shown = {"conflict": error.message, "compared": compared(visit.club, theirs, mine)}
    return _page(request, visit, current, form, shown, status=409)


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
    groups = picker_groups(visit.club, evening, seated=_seated(visit, game))
    context = {
        **entry_context(form, None, visit.club, game.session, replacing=game, groups=groups),
        "game": game,
        "evening": evening,
        "strangers": questions(visit.club, form, form.home.players),
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
    """Return fragments with what the corrected game would score; writes nothing."""
    game = _game(visit, game_id)
    home = home_of_game(visit, game, request.POST)
    form = CorrectionForm(request.POST, home=home, stored=entry_of(game))
    checked = check_form(visit.club, form, replacing=game, live=True)
    context = entry_context(form, checked, visit.club, game.session, replacing=game)
    context["strangers"] = questions(visit.club, form, home.players)
    return render_club(request, visit, "league/games/entry/_checked.html", context)
