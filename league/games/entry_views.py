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

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.errors import EntryError, KeyReusedError
from league.core.formats import also_changed, result_name, score_name
from league.core.numbers import number_in
from league.core.people import find_members, recent_members
from league.core.permissions import Action
from league.games.check import MAX_TABLES
from league.games.clashes import elsewhere_of, elsewhere_words, taken_words
from league.games.entry_form import check_form, entry_context, options, picker_groups
from league.games.evening import listed
from league.games.form import HanchanForm
from league.games.home import Home, evening_at, home_at, home_of, last_day_to_choose, may_keep
from league.games.read import Evening, Proposal, changed_with, evening_so_far
from league.games.write import Recorded, record_hanchan
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
    evening = evening_so_far(evening_at(home, visit.club))
    if not request.GET.get("league") and evening.latest:
        home = _as_before(home, evening.latest)
    table = _table(request, evening)
    way = request.GET.get("seats", "")
    proposal = _proposal(evening, table, home, way)
    initial: dict[str, Any] = {
        "key": str(uuid.uuid4()),
        "day": home.day,
        "table": table,
        "number": evening.next_number(table),
        "sticks": 0,
    }
    if proposal and way != "none":
        initial |= {f"seat-{at}": member.pk for at, member in enumerate(proposal.seats)}
    form = HanchanForm(home=home, last_day=last_day_to_choose(visit, home), initial=initial)
    shown = {"proposal": proposal, "way": way, **_saved(visit.club, request.GET)}
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


def _as_before(home: Home, latest: Hanchan) -> Home:
    """Use the league of the evening's latest game, most likely also that of the next."""
    if latest.league_id == home.league.pk:
        return home
    same = next((league for league in home.leagues if league.pk == latest.league_id), None)
    return home_at(home.leagues, same, home.day, home.session) if same else home


def _table(request: HtmxRequest, evening: Evening) -> int:
    usual = evening.latest.table if evening.latest else 1
    for text in (request.GET.get("table", ""), request.COOKIES.get(TABLE_COOKIE, "")):
        if table := number_in(text, most=MAX_TABLES):
            return table
    return usual


def _proposal(evening: Evening, table: int, home: Home, way: str) -> Proposal | None:
    proposal = evening.propose(table, home.players)
    if proposal and way == "same":
        proposal = Proposal(seats=evening.last_seats(table))
    if proposal and home.counting.top_deals_first:
        return proposal.dealt_by(evening.last_top(table, home.league))
    return proposal


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
        "saved_twin": taken_words(game, is_same=True) if given.get("twin") else "",
        "saved_elsewhere": elsewhere_words(elsewhere_of(game), club),
        "saved_lines": sorted(lines, key=lambda line: line[0]),
        "saved_decimals": ranking.score_decimals,
        "saved_unit": score_name(ranking.score_name),
        "saved_result": result_name(game.settlement.result),
        "saved_also": also_changed(changed_with(game), game.table),
    }


def _save(request: HtmxRequest, visit: Visit) -> HttpResponse:
    home = home_of(visit, request.POST)
    if home is None:
        raise Http404
    last_day = last_day_to_choose(visit, home)
    if "switch" in request.POST:
        # Only another league was asked for: the same words in its form, and nothing wrong yet.
        form = HanchanForm(home=home, last_day=last_day, initial=request.POST.dict())
        return _page(request, visit, form, _evening(visit, home))
    form = HanchanForm(request.POST, home=home, last_day=last_day)
    if not may_keep(visit, home):
        form.is_valid()
        form.add_error(
            None,
            _("You can no longer enter games for this session. Ask a scorer to enter this one."),
        )
        return _page(request, visit, form, _evening(visit, home), status=403)
    return _store(request, visit, form)


def _store(request: HtmxRequest, visit: Visit, form: HanchanForm) -> HttpResponse:
    reused, taken, status = None, None, 422
    if form.is_valid():
        try:
            recorded = record_hanchan(
                club=visit.club,
                entry=form.entry(),
                key=form.cleaned_data["key"],
                source=Hanchan.Source.FORM,
                actor=visit.actor,
            )
            return _next_game(visit, recorded)
        except EntryError as error:
            taken = error.taken_by
            form.add_problems(error.problems)
        except KeyReusedError as error:
            reused, status = error.hanchan, 409
            form.add_error(None, error.message)
    else:
        check_form(visit.club, form, live=False)
    shown = {"reused": reused, "taken": taken}
    return _page(request, visit, form, _evening(visit, form.home), shown, status=status)


def _next_game(visit: Visit, recorded: Recorded) -> HttpResponse:
    """Redirect to an empty form for the table's next game, showing what was saved."""
    game = recorded.hanchan
    words = {
        "session": game.session_id,
        "league": game.league.slug,
        "table": game.table,
        "saved": game.pk,
        **({"twin": 1} if recorded.is_twin else {}),
    }
    address = reverse("league:enter", args=[visit.club.slug])
    response = HttpResponseRedirect(f"{address}?{urlencode(words)}")
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
    place = {
        "session": form.home.session.pk if form.home.session else "",
        "day": form.home.day.isoformat(),
        "league": form.home.league.slug,
        "table": form["table"].value() or "",
    }
    context = {
        **entry_context(form, None, visit.club, evening.session),
        "evening": evening,
        "place": urlencode(place),
        "groups": picker_groups(visit.club, evening),
        "is_tonight": form.home.day == club_day(visit.club),
        **(shown or {}),
    }
    template = "league/games/entry/page.html"
    return render_club(request, visit, template, context, nav="enter", status=status)


@club_page(Action.ENTER_TONIGHT, "POST")
def check(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Return fragments with scores and what does not add up; writes nothing."""
    home = home_of(visit, request.POST)
    if home is None:
        raise Http404
    form = HanchanForm(request.POST, home=home, last_day=last_day_to_choose(visit, home))
    checked = check_form(visit.club, form, live=True)
    context = entry_context(form, checked, visit.club, evening_at(home, visit.club))
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
