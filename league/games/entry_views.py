"""Entering a result: the page, its check while typing, and the search for people."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.errors import EntryError, KeyReusedError, StaleRevisionError
from league.core.formats import also_changed, result_name, score_name
from league.core.numbers import number_in
from league.core.people import find_members, recent_members
from league.core.permissions import Action
from league.games.check import MAX_TABLES
from league.games.clashes import (
    elsewhere_of,
    elsewhere_words,
    game_at,
    kept_words,
    taken_words,
)
from league.games.compared import compared
from league.games.entry import entry_of
from league.games.entry_form import check_form, entry_context, options, picker_groups
from league.games.evening import listed
from league.games.form import HanchanForm
from league.games.home import Home, evening_at, home_at, home_of, last_day_to_choose, may_keep
from league.games.read import Evening, changed_with, evening_so_far
from league.games.seating import WAYS, first_seating, reseated, usual_league, without_strangers
from league.games.strangers import ask, questions, take_somebody
from league.games.write import Recorded, edit_hanchan, record_hanchan
from league.models import Club, Hanchan

#: remembers in a browser at which table it is
TABLE_COOKIE: str = settings.TABLE_COOKIE_NAME
_LONGEST_SEARCH = 60
_DAY_SECONDS = 24 * 60 * 60


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def enter(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Show the entry page; a post stores the game, or shows what is wrong (422, 403, 409)."""
    if request.method == "POST":
        return _save(request, visit)
    return _blank(request, visit)


def _blank(request: HtmxRequest, visit: Visit) -> HttpResponse:
    home = home_of(visit, _opening(visit, request.GET))
    if home is None:
        return render_club(request, visit, "league/games/entry/no_league.html", {}, nav="enter")
    if not may_keep(visit, home):
        raise PermissionDenied
    evening = _evening(visit, home)
    table = number_in(request.GET.get("table", ""), most=MAX_TABLES)
    if not request.GET.get("league"):
        home = _as_usual(home, evening, table)
    table = table or _table(request, evening)
    words, seating = first_seating(evening, table, home, request.GET.get("seats", ""))
    initial: dict[str, Any] = {"key": str(uuid.uuid4()), "day": home.day, "sticks": 0, **words}
    form = HanchanForm(home=home, last_day=last_day_to_choose(visit, home), initial=initial)
    shown = {"seating": seating, **_saved(visit.club, request.GET)}
    return _page(request, visit, form, evening, shown)


def _opening(visit: Visit, given: QueryDict) -> dict[str, str]:
    """Return the address's parameters; without evening and day, add tonight's own event."""
    words = {name: given.get(name, "") for name in ("league", "session", "day")}
    if visit.evening_pass is None and not words["session"] and not words["day"]:
        tonight = listed(visit.club).filter(day=club_day(visit.club))
        first = tonight.order_by("title", "pk").first()
        if first is not None and first.title:
            words["session"] = str(first.pk)
    return words


def _as_usual(home: Home, evening: Evening, table: int | None) -> Home:
    """Use the league that most of the evening's games were in, or the named table's."""
    games = evening.tables.get(table or 0) or evening.games
    usual = usual_league(games, home.leagues)
    if usual is None or usual.pk == home.league.pk:
        return home
    return home_at(home.leagues, usual, home.day, home.session)


def _table(request: HtmxRequest, evening: Evening) -> int:
    usual = evening.latest.table if evening.latest else 1
    return number_in(request.COOKIES.get(TABLE_COOKIE, ""), most=MAX_TABLES) or usual


def _saved(club: Club, given: Mapping[str, str]) -> dict[str, Any]:
    key = number_in(given.get("saved", ""))
    if key is None:
        return {}
    games = Hanchan.objects.for_club(club).filter(voided_at=None)
    stored = games.select_related("session").prefetch_related("seats__member")
    game = stored.filter(pk=key).first()
    if game is None or game.settlement is None:
        return {}
    game.club = club
    names = [seat.member.shown_name(club) for seat in game.seats.all()]
    lines = zip(game.settlement.places, names, game.settlement.scores, strict=True)
    ranking = game.settlement.version.value.ranking
    return {
        "saved": game,
        "saved_twin": _already_there(game, given),
        "saved_elsewhere": elsewhere_words(elsewhere_of(game), club),
        "saved_lines": sorted(lines, key=lambda line: line[0]),
        "saved_decimals": ranking.score_decimals,
        "saved_unit": score_name(ranking.score_name),
        "saved_result": result_name(game.settlement.result),
        "saved_also": also_changed(changed_with(game), game.table),
    }


def _already_there(game: Hanchan, given: Mapping[str, str]) -> str:
    """Say why nothing new was stored; "" where something was."""
    if given.get("kept"):
        return kept_words(game)
    return taken_words(game, is_same=True) if given.get("twin") else ""


def _save(request: HtmxRequest, visit: Visit) -> HttpResponse:
    home = home_of(visit, request.POST)
    if home is None:
        raise Http404
    last_day = last_day_to_choose(visit, home)
    if "switch" in request.POST or request.POST.get("seats") in WAYS:
        return _seated_anew(request, visit, home)
    words = take_somebody(request.POST.copy())
    if "as_number" in words:  # another game than the one that is there: with the next number
        words["number"] = request.POST["as_number"]
    form = HanchanForm(words, home=home, last_day=last_day)
    if not may_keep(visit, home):
        form.is_valid()
        form.add_error(
            None,
            _("You can no longer enter games for this session. Ask a scorer to enter this one."),
        )
        return _page(request, visit, form, _evening(visit, home), status=403)
    return _store(request, visit, form)


def _seated_anew(request: HtmxRequest, visit: Visit, home: Home) -> HttpResponse:
    """Show what was typed under another league or with other seats; nothing is wrong yet."""
    evening = _evening(visit, home)
    words: dict[str, Any] = request.POST.dict()
    if "switch" in request.POST:
        words, seating = without_strangers(words, visit.club, evening, home)
    else:
        words, seating = reseated(words, request.POST["seats"], evening, home)
    form = HanchanForm(home=home, last_day=last_day_to_choose(visit, home), initial=words)
    shown = {"seating": seating, "check_at_once": True}
    if not request.htmx:
        return _page(request, visit, form, evening, shown)
    context = {**_context(visit, form, evening), **shown}
    response = render_club(request, visit, "league/games/entry/_table.html", context)
    return trigger_client_event(response, "seated", after="settle")


def _store(request: HtmxRequest, visit: Visit, form: HanchanForm) -> HttpResponse:
    shown: dict[str, Any] = {}
    status = 422
    if form.is_valid() and not ask(visit.club, form, form.home.players):
        try:
            return _next_game(request, visit, _recorded(request, visit, form))
        except EntryError as error:
            if error.taken_by is not None:
                shown = _open_question(visit, form, error.taken_by)
            form.add_problems(error.problems)
        except KeyReusedError as error:
            shown, status = {"reused": error.hanchan}, 409
            form.add_error(None, error.message)
    else:
        check_form(visit.club, form, live=False)
    return _page(request, visit, form, _evening(visit, form.home), shown, status=status)


def _recorded(request: HtmxRequest, visit: Visit, form: HanchanForm) -> Recorded:
    """Store what was typed as a new game, or as the correction that was asked for.

    Raises:
        EntryError: what does not add up, or another result that is there already.
        KeyReusedError: the key was used for another result before.
    """
    if corrected := _corrected(visit, form, request.POST.get("replace", "")):
        return Recorded(corrected, is_new=False)
    return record_hanchan(
        club=visit.club,
        entry=form.entry(),
        key=form.cleaned_data["key"],
        source=Hanchan.Source.FORM,
        actor=visit.actor,
    )


def _corrected(visit: Visit, form: HanchanForm, wanted: str) -> Hanchan | None:
    """Replace the game at the table and number, if it is still the one that was shown.

    None if it is not: what was typed is then entered as usual, and the question asked anew.

    Raises:
        EntryError: what does not add up.
    """
    entry, session = form.entry(), evening_at(form.home, visit.club)
    there = game_at(session, entry.table, entry.number) if wanted and session else None
    if there is None or wanted != _as_shown(there):
        return None
    if not visit.may_keep(day=there.day, session_id=there.session_id):
        return None
    reason = _("Two results were entered for this game. This one counts.")
    try:
        return edit_hanchan(
            hanchan=there, entry=entry, revision=there.revision, reason=reason, actor=visit.actor
        )
    except StaleRevisionError:
        return None


def _as_shown(game: Hanchan) -> str:
    return f"{game.pk}.{game.revision}"


def _open_question(visit: Visit, form: HanchanForm, taken: Hanchan) -> dict[str, Any]:
    """Show another result of the same game beside what was typed, to be decided by one tap."""
    evening = _evening(visit, form.home)
    return {
        "taken": taken,
        "taken_words": taken_words(taken, is_same=False),
        "taken_as": _as_shown(taken),
        "next_number": evening.next_number(taken.table),
        "compared": [
            line for line in compared(visit.club, entry_of(taken), form.entry()) if line["differs"]
        ],
    }


def _next_game(request: HtmxRequest, visit: Visit, recorded: Recorded) -> HttpResponse:
    """Redirect to an empty form for the table's next game, showing what was saved."""
    game = recorded.hanchan
    words = {
        "session": game.session_id,
        "table": game.table,
        "saved": game.pk,
        **({"twin": 1} if recorded.is_twin else {}),
    }
    address = reverse("league:enter", args=[visit.club.slug])
    next_page = f"{address}?{urlencode(words)}"
    by_script = HttpResponseClientRedirect(next_page)
    response = by_script if request.htmx else HttpResponseRedirect(next_page)
    response.set_cookie(
        TABLE_COOKIE,
        str(game.table),
        max_age=_DAY_SECONDS,
        samesite="Lax",
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _evening(visit: Visit, home: Home) -> Evening:
    return evening_so_far(evening_at(home, visit.club))


def _page(
    request: HtmxRequest,
    visit: Visit,
    form: HanchanForm,
    evening: Evening,
    shown: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {**_context(visit, form, evening), **(shown or {})}
    context = _said_once(context, context.get("taken_words"))
    template = "league/games/entry/page.html"
    return render_club(request, visit, template, context, nav="enter", status=status)


def _said_once(context: dict[str, Any], asked: str | None) -> dict[str, Any]:
    """Leave out of the mistakes what stands above the form as an open question."""
    return {
        **context,
        "slot_errors": [text for text in context["slot_errors"] if text != asked],
        "summary": [line for line in context["summary"] if line[2] != asked],
    }


def _context(visit: Visit, form: HanchanForm, evening: Evening) -> dict[str, Any]:
    groups = picker_groups(visit.club, evening)
    return {
        **entry_context(form, None, visit.club, evening.session, groups=groups),
        "evening": evening,
        "is_tonight": form.home.day == club_day(visit.club),
        "strangers": questions(visit.club, form, form.home.players),
    }


@club_page(Action.ENTER_TONIGHT, "POST")
def check(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Return fragments with scores and what does not add up; writes nothing."""
    home = home_of(visit, request.POST)
    if home is None:
        raise Http404
    form = HanchanForm(request.POST, home=home, last_day=last_day_to_choose(visit, home))
    checked = check_form(visit.club, form, live=True)
    context = entry_context(form, checked, visit.club, evening_at(home, visit.club))
    context = _said_once(context, request.POST.get("asked"))
    context["strangers"] = questions(visit.club, form, home.players)
    return render_club(request, visit, "league/games/entry/_checked.html", context)


@club_page(Action.ENTER_TONIGHT)
def people(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Return a picker's options for ``q``; nobody is left out, the seated are marked.

    ``seated`` may be repeated: keys of members who already have a seat.
    """
    query = request.GET.get("q", "")[:_LONGEST_SEARCH].replace("\0", "").strip()
    found = find_members(visit.club, query) if query else recent_members(visit.club)
    context = {
        "options": options(visit.club, found),
        "seated": set(request.GET.getlist("seated")),
        "guest": "" if any(query in (m.display_name, m.romaji) for m in found) else query,
    }
    return render_club(request, visit, "league/games/entry/_options.html", context)
