"""One game: how its points became scores, its history, and taking it out of the count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import EntryError, LeagueError, StaleRevisionError
from league.core.formats import also_changed, score_name
from league.core.permissions import Action
from league.games.closings import changed_since, closed_notes, closed_url, closings_on, say_closed
from league.games.read import GameHistory, changed_with, history_of
from league.games.story import GameStory, SeatStory, find_game, game_story
from league.games.wording import actor_name, earlier_scores, history_items, noted_facts, sum_words
from league.games.write import restore_hanchan, void_hanchan
from league.models import Hanchan, MonthClose
from league.rulebook.rulings import rulings_on_game

Words = dict[str, Any]


class ReasonForm(forms.Form):
    """Why a game is taken out of the count or put back, and what its reader had seen of it."""

    revision = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Please say why, so that everybody can follow it."),
            "max_length": gettext_lazy("Please keep it under 200 characters."),
        },
    )


class _StateChange(NamedTuple):
    """Voiding or restoring: the service that does it and the words around it."""

    act: Callable[..., Hanchan]
    url_name: str
    icon: str
    title: str
    text: str
    confirm: str
    done: str


@club_page(Action.READ)
def game_page(request: HtmxRequest, visit: Visit, game_id: int) -> TemplateResponse:
    """The game's result, its sum and its history."""
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
    """The closing of the game's month, if the game became what it is only after it."""
    moments = [event.at for event in history.events]
    if game.settlement is not None:
        moments.append(game.settlement.created_at)
    closings = closings_on(visit.club, [game.league], game.day)
    after = (each for each in closings if any(at > each.closed_at for at in moments))
    return next(after, None)


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def game_void(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """Take a game out of every count, for a reason."""
    change = _StateChange(
        act=void_hanchan,
        url_name="league:game-void",
        icon="void",
        title=_("Void this game"),
        text=_("It no longer counts in any ranking, and stays readable with its history."),
        confirm=_("Void the game"),
        done=_("The game is voided and no longer counts."),
    )
    return _change_state(request, visit, game_id, change)


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def game_restore(request: HtmxRequest, visit: Visit, game_id: int) -> HttpResponse:
    """Let a voided game count again, for a reason."""
    change = _StateChange(
        act=restore_hanchan,
        url_name="league:game-restore",
        icon="undo",
        title=_("Restore this game"),
        text=_("It counts again, settled under the rules in force on its day."),
        confirm=_("Restore the game"),
        done=_("The game counts again."),
    )
    return _change_state(request, visit, game_id, change)


def _change_state(
    request: HtmxRequest, visit: Visit, game_id: int, change: _StateChange
) -> HttpResponse:
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
        change.act(
            hanchan=game,
            revision=form.cleaned_data["revision"],
            reason=form.cleaned_data["reason"],
            actor=visit.actor,
        )
    except EntryError as error:
        for field, texts in error.problems.items():
            form.add_error(field if field in form.fields else None, texts)
        return _reason_page(request, visit, game, form, change, status=422)
    except StaleRevisionError as error:
        return _ask_again(request, visit, game_id, form, change, error)
    except LeagueError as error:  # it is voided, or counts, already
        return _ask_again(request, visit, game_id, form, change, error)
    words = f"{change.done} {also_changed(changed_with(game), game.table)}"
    messages.success(request, words.strip())
    say_closed(request, visit.club, [game.league], game.day)
    return redirect("league:game", visit.club.slug, game_id)


def _ask_again(
    request: HtmxRequest,
    visit: Visit,
    game_id: int,
    form: ReasonForm,
    change: _StateChange,
    error: LeagueError,
) -> HttpResponse:
    """The game as it is now beside the reason as it was typed; sending again means this one."""
    game = find_game(visit.club, game_id)
    again = ReasonForm({"revision": game.revision, "reason": form.cleaned_data["reason"]})
    again.add_error(None, error.message)
    return _reason_page(request, visit, game, again, change, status=409)


def _reason_page(
    request: HtmxRequest,
    visit: Visit,
    game: Hanchan,
    form: ReasonForm,
    change: _StateChange,
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
        "action": reverse(change.url_name, args=[visit.club.slug, game.pk]),
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
