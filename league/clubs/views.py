"""The first page, a club's home page, and adopting a built-in rule set."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from league.clubs.founding_views import Founding, may_found
from league.clubs.guide import guide_of, put_guide_away
from league.clubs.landing import example
from league.clubs.mine import Line, MyPlace, my_place, next_evening, ranked_lines
from league.clubs.news import mark_seen, news_of
from league.clubs.troubles import troubles
from league.clubs.write import adopt_and_open
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day, month_end, month_start
from league.core.errors import LeagueError
from league.core.formats import score
from league.core.permissions import Action
from league.games.evening import listed
from league.games.tallies import with_scores
from league.models import Adjustment, Club, Hanchan, League, LiveTable, Member, Tally, User
from league.rulebook.library import adoption_page
from league.rulebook.shipped import (
    LONGEST_QUERY,
    grouped,
    shipped_choices,
)
from league.rulebook.versions import UNKNOWN, ScoreShown, scores_by_league
from league.rulebook.write import adopt_rule_set

#: rows of a league's short table, and games in the list below
TOP = 5
LATEST = 5
#: public clubs on the first page
PUBLIC_SHOWN = 50


def my_clubs(user: User) -> list[Member]:
    """Return the user's memberships with their clubs, by the club's name. One query."""
    return list(
        Member.objects.across_clubs()
        .filter(user=user, left_on__isnull=True, merged_into__isnull=True)
        .select_related("club")
        .order_by("club__name", "club__pk")
    )


def public_clubs() -> list[Club]:
    """Return clubs that show anybody something, a demo first, then by name. One query."""
    public = Club.objects.exclude(visibility=Club.Visibility.MEMBERS)
    return list(public.order_by("-is_demo", "name", "pk")[:PUBLIC_SHOWN])


def club_home(
    club: Club, day: date, *, me: Member | None = None, league: str = ""
) -> dict[str, Any]:
    """Read a club's first page on a club day. Ten queries, and one more for a member.

    Args:
        club: whose page.
        day: the club's day.
        me: who reads it, if a member.
        league: the address of the league that is shown; without one that of the reader's month.
    """
    shown = scores_by_league(club, day)
    tonight = listed(club).filter(day=day)
    played = Count("hanchan", filter=Q(hanchan__voided_at=None), distinct=True)
    tops = _tops(club, day, shown, me)
    return {
        "day": day,
        "sessions": list(tonight.annotate(game_count=played).order_by("pk")),
        "tops": tops,
        "top": _top_shown(tops, league),
        "latest": _latest(club, shown),
        "live": list(
            LiveTable.objects.for_club(club)
            .filter(session__day=day, state=LiveTable.State.OPEN, hanchan=None)
            .order_by("session", "table")
        ),
        "next": next_evening(club, day) if me else None,
    }


def _top_shown(tops: list[dict[str, Any]], league: str) -> dict[str, Any] | None:
    """Return the league asked for, or the one that the reader plays most in, or the first."""
    asked = next((top for top in tops if top["league"].slug == league), None)
    if asked is not None or not tops:
        return asked
    return max(tops, key=lambda top: top["mine"].games if top["mine"] else 0)


def _tops(
    club: Club, day: date, shown: Mapping[int, ScoreShown], me: Member | None
) -> list[dict[str, Any]]:
    """Month and evening of each league in progress. Four queries.

    Names are asked for the people that are shown alone: a club may have hundreds.
    """
    leagues = list(League.objects.for_club(club).filter(is_active=True))
    months, evenings = _lines(club, leagues, day)
    tops = []
    for league in leagues:
        ranked = ranked_lines(league, months[league.pk])
        mine = my_place(league, months[league.pk], ranked, me.pk) if me else None
        tonight = sorted(evenings[league.pk], key=lambda line: (-line.score, *line.by_name))
        tops.append((league, ranked[:TOP], mine, tonight))
    keys = {line.member for _league, best, _mine, _tonight in tops for _rank, line in best}
    keys |= {line.member for _league, _best, _mine, tonight in tops for line in tonight}
    keys |= {mine.other for _league, _best, mine, _tonight in tops if mine and mine.other}
    people = Member.objects.for_club(club).in_bulk(keys)
    return [
        {
            "league": league,
            "gap": _gap(mine, shown.get(league.pk, UNKNOWN)),
            "rows": [(rank, people[line.member], line) for rank, line in best],
            "mine": mine,
            "other": people.get(mine.other or 0) if mine else None,
            "tonight": [(people[line.member], line) for line in tonight],
            "shown": shown.get(league.pk, UNKNOWN),
        }
        for league, best, mine, tonight in tops
    ]


def _gap(mine: MyPlace | None, shown: ScoreShown) -> str:
    return score(mine.gap, shown.decimals).lstrip("+") if mine else ""


#: by league
_Lines = Mapping[int, list[Line]]
_COLUMNS = (
    *("member", "member__is_guest", "member__kana", "member__display_name"),
    *("score", "games"),
)


def _lines(club: Club, leagues: Iterable[League], day: date) -> tuple[_Lines, _Lines]:
    """Return everybody's month, adjustments included, and their evening. Two queries."""
    month = month_start(day)
    adjustments = Adjustment.objects.for_club(club).filter(
        withdrawn_at=None, day__range=(month, month_end(month)), league__in=leagues
    )
    adjusted: Counter[tuple[int, int]] = Counter()
    for league, member, points in adjustments.values_list("league", "member", "points"):
        adjusted[league, member] += points
    rows = Tally.objects.for_club(club).filter(
        Q(span=Tally.Span.MONTH, start=month) | Q(span=Tally.Span.DAY, start=day),
        page__league__in=leagues,
        page__counts=True,
    )
    months: dict[int, list[Line]] = defaultdict(list)
    evenings: dict[int, list[Line]] = defaultdict(list)
    for span, league, *row in rows.values_list("span", "page__league", *_COLUMNS):
        line = Line(*row)
        if span == Tally.Span.DAY:
            evenings[league].append(line)
        else:
            given = adjusted[league, line.member]
            months[league].append(line._replace(score=line.score + given))
    return months, evenings


def _latest(club: Club, shown: Mapping[int, ScoreShown]) -> list[dict[str, Any]]:
    games = Hanchan.objects.for_club(club).filter(voided_at=None)
    return latest_games(games, LATEST, shown)


def latest_games(
    games: QuerySet[Hanchan, Hanchan], most: int, shown: Mapping[int, ScoreShown]
) -> list[dict[str, Any]]:
    """The latest of some games with their people by place, for short lists. Three queries.

    Args:
        games: of one club, none of them voided.
        most: how many are shown.
        shown: how each league's scores are shown.
    """
    details = games.select_related("league", "session").prefetch_related("seats__member")
    return [
        {
            "hanchan": game,
            "results": _results(game),
            "shown": shown.get(game.league_id, UNKNOWN),
        }
        for game in with_scores(details.order_by("-day", "-pk")[:most])
    ]


def _results(game: Hanchan) -> list[dict[str, Any]]:
    """Who sat there, by place."""
    settled = game.settlement
    assert settled is not None
    results: list[dict[str, Any]] = [
        {
            "member": seat.member,
            "place": settled.places[seat.seat],
            "score": settled.scores[seat.seat],
        }
        for seat in game.seats.all()
    ]
    return sorted(results, key=lambda result: result["place"])


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """List my clubs; a single one opens by itself unless ``?all=1`` asks for the list."""
    user = request.user
    if not isinstance(user, User):
        clubs = public_clubs()
        context = {
            "public_clubs": [club for club in clubs if not club.is_demo],
            "demo": next((club for club in clubs if club.is_demo), None),
            "demo_roles": Member.Role.choices[::-1] if settings.DEMO_LOGINS else [],
            "may_found": settings.FOUNDING == Founding.OPEN,
            "example": example(),
        }
        response = render(request, "league/clubs/landing.html", context)
    else:
        mine = my_clubs(user)
        if len(mine) == 1 and not request.GET.get("all"):
            return redirect("league:home", mine[0].club.slug)
        listed_clubs = {"memberships": mine, "may_found": may_found(user)}
        response = render(request, "league/clubs/list.html", listed_clubs)
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie"
    return response


def _league_tabs(club: Club, board: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the leagues as tabs, where there are several."""
    if len(board["tops"]) < 2:
        return []
    address = reverse("league:home", args=[club.slug])
    return [
        {
            "url": f"{address}?league={top['league'].slug}",
            "label": top["league"].name,
            "current": top is board["top"],
        }
        for top in board["tops"]
    ]


@club_page(Action.READ_RANKING)
def home(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    if not visit.may(Action.READ):
        return redirect("league:rankings", visit.club.slug)
    asked = request.GET.get("league", "")
    if asked and not (league := visit.league(asked)).is_active:
        return redirect("league:ranking", visit.club.slug, league.slug)
    board = club_home(visit.club, club_day(visit.club), me=visit.member, league=asked)
    context = {
        "board": board,
        "tabs": _league_tabs(visit.club, board),
        "guide": guide_of(visit.club) if visit.may(Action.MANAGE_MEMBERS) else None,
        "news": news_of(visit),
        "troubles": troubles(visit.club) if visit.may(Action.CHECK_STANDINGS) else [],
    }
    return render_club(request, visit, "league/clubs/home/page.html", context, nav="home")


@club_page(Action.MARK_SEEN, "POST")
def news_seen(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Keep up to which moment this login has seen the news: what came since is shown again."""
    with suppress(ValueError):
        until = datetime.fromisoformat(request.POST.get("until", ""))
        if until.tzinfo is not None and visit.actor.user is not None:
            mark_seen(club=visit.club, user=visit.actor.user, until=until)
    return redirect("league:home", visit.club.slug)


@club_page(Action.MANAGE_MEMBERS, "POST")
def put_away(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    put_guide_away(club=visit.club, actor=visit.actor)
    return redirect("league:home", visit.club.slug)


@club_page(Action.MANAGE_LEAGUES)
def adopt_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    context = {"groups": grouped(shipped_choices(visit.club), query), "query": query}
    return render_club(request, visit, "league/rulebook/adopt.html", context, nav="rules")


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adopt_set(request: HtmxRequest, visit: Visit, shipped_key: str) -> HttpResponseBase:
    """Show a shipped set, and adopt it on POST.

    The form sends the key under which the set is to be used (``slug``), as the page offered it:
    a second click finds it taken and adopts nothing twice.

    Raises:
        Http404: nothing is shipped under that key.
    """
    page = adoption_page(visit.club, shipped_key)
    if page is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            return _adopt(request, visit, shipped_key)
        except LeagueError as refused:
            error = refused.message
    context = {"page": page, "error": error}
    status = 422 if error else 200
    return render_club(
        request, visit, "league/rulebook/adopt_set.html", context, nav="rules", status=status
    )


def _adopt(request: HtmxRequest, visit: Visit, key: str) -> HttpResponseBase:
    """Adopt the set, and open a league too if asked for.

    Raises:
        LeagueError: the page cannot have offered that key, or it has been taken since.
    """
    slug = request.POST.get("slug", "")
    if re.fullmatch(rf"{re.escape(key)}(-[1-9][0-9]{{0,2}})?", slug) is None:
        raise LeagueError(gettext("Please reload the page."))
    if request.POST.get("do") == "open":
        league = adopt_and_open(club=visit.club, key=key, slug=slug, actor=visit.actor)
        words = gettext(
            "The rules have been adopted and the league “%(name)s” has been created. You "
            "can rename it here."
        )
        messages.success(request, words % {"name": league.name})
        return redirect("league:league-settings", visit.club.slug, league.slug)
    in_club = adopt_rule_set(club=visit.club, key=key, slug=slug, actor=visit.actor)
    messages.success(request, gettext("Adopted: %(name)s") % {"name": in_club.rule_set.name})
    return redirect("league:rule-set", visit.club.slug, in_club.slug)
