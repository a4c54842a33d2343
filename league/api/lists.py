"""Lists page by page, and the list of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError, picked
from league.api.operations import FROM, KEY, PAGE, PAGE_SIZE, TO, Answer, Query, one_of
from league.core.access import Visit
from league.core.days import day_problem, written_day
from league.core.numbers import number_in
from league.games.tallies import with_settlements
from league.models import Club, Hanchan, League
from league.rulebook.versions import RuleLine, rule_line
from rules.models import RuleVersion

T_co = TypeVar("T_co", covariant=True)

GAMES = (
    PAGE,
    PAGE_SIZE,
    Query("league", "The address of a league."),
    FROM,
    TO,
    Query("member", "A person's number.", KEY),
    Query("session", "An evening's number.", KEY),
    Query("source", "How it was entered.", one_of(*Hanchan.Source.values)),
    Query(
        "voided",
        "Which count: 0, those that do; 1, those that no longer do.",
        one_of("0", "1", "all"),
    ),
)


class ListedSeat(Answer):
    seat: int
    member: int
    name: str
    points: int | None
    chips: int
    place: int | None
    score: int | None


class ListedGame(Answer):
    id: int
    key: UUID
    url: str
    league: str
    day: date
    session: int
    table: int
    number: int
    options: dict[str, Any]
    source: str
    revision: int
    voided: bool
    version: str | None
    seats: list[ListedSeat]


class Page(Answer):
    """A page of a list; ``more`` says whether another follows."""

    page: int
    page_size: int
    more: bool


class Games(Page):
    games: list[ListedGame]


class Rows(Protocol[T_co]):
    """What can be cut: a query or a list."""

    def __getitem__(self, part: slice, /) -> Iterable[T_co]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """The page wanted, counted from 1, and its number of rows."""

    page: int = 1
    size: int = 50

    def of(self, rows: Rows[T_co]) -> tuple[list[T_co], dict[str, Any]]:
        """Its rows, and what is said of the page. Of a query: one, and what is fetched beside."""
        start = (self.page - 1) * self.size
        found = list(rows[start : start + self.size + 1])
        head = {"page": self.page, "page_size": self.size, "more": len(found) > self.size}
        return found[: self.size], head


def versions_of(games: Sequence[Hanchan]) -> dict[int, RuleVersion]:
    """Return each game's rule version: the one in force on its day.

    A voided game has the version it was last counted under. One query per league.
    """
    lines: dict[int, RuleLine] = {}
    found: dict[int, RuleVersion] = {}
    for game in games:
        if game.league_id not in lines:
            lines[game.league_id] = rule_line(game.league.rule_set.rule_set)
        counted = game.settlement
        version = None if game.is_voided else lines[game.league_id].on(game.day)
        version = version or (counted.version if counted else None)
        if version is not None:
            found[game.pk] = version
    return found


MOST_ROWS = 200
_USUAL_ROWS = 50
_MOST_PAGES = 1_000_000


def requested_slice(request: Request) -> Slice:
    """Read ``?page=`` and ``?page_size=``.

    Raises:
        BadRequestError: they are not numbers, or out of range.
    """
    return Slice(
        page=_number(request, "page", 1, _MOST_PAGES),
        size=_number(request, "page_size", _USUAL_ROWS, MOST_ROWS),
    )


def _number(request: Request, name: str, usual: int, most: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return usual
    number = number_in(text, most=most)
    if not number:
        words = _("This must be a number from 1 to %(most)s.")
        raise BadRequestError({name: [words % {"most": f"{most:,}"}]})
    return number


def requested_day(request: Request, name: str) -> date | None:
    """Read a day such as ``?from=2026-11-01``.

    Raises:
        BadRequestError: it is written differently, or is outside the supported calendar.
    """
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        day = written_day(text)
    except ValueError as error:
        words = _("Please write the day as year-month-day, for example 2026-04-01.")
        raise BadRequestError({name: [words]}) from error
    if problem := day_problem(day):
        raise BadRequestError({name: [problem]})
    return day


def requested_choice(request: Request, name: str, choices: tuple[str, ...], usual: str) -> str:
    """Read a parameter that must be one of ``choices``.

    Raises:
        BadRequestError: it is something else.
    """
    text = request.query_params.get(name, usual)
    if text not in choices:
        words = _("This must be one of %(choices)s.") % {"choices": ", ".join(choices)}
        raise BadRequestError({name: [words]})
    return text


def _requested_games(request: Request, visit: Visit) -> Q:
    """The filters of the list of games, as a condition on them.

    Raises:
        BadRequestError: one of them is no filter of this kind.
    """
    query = request.query_params
    voided = requested_choice(request, "voided", ("0", "1", "all"), "0")
    source = query.get("source", "")
    if source:
        requested_choice(request, "source", tuple(Hanchan.Source.values), "")
    found = {
        "league": requested_league(request, visit),
        "day__gte": requested_day(request, "from"),
        "day__lte": requested_day(request, "to"),
        "seats__member": _key(request, "member"),
        "session": _key(request, "session"),
        "source": source or None,
        "voided_at__isnull": None if voided == "all" else voided == "0",
    }
    return Q(**{name: value for name, value in found.items() if value is not None})


def requested_league(request: Request, visit: Visit) -> League | None:
    """Read ``?league=``; None without it. One query.

    Raises:
        BadRequestError: the club has no such league.
    """
    slug = request.query_params.get("league", "")
    if not slug:
        return None
    found = None
    if "\0" not in slug:
        found = League.objects.for_club(visit.club).filter(slug=slug).first()
    if found is None:
        raise BadRequestError({"league": [_("This club has no league with that address.")]})
    return found


def _key(request: Request, name: str) -> int | None:
    """Read a primary key; an unknown one, or another club's, simply matches no games."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    key = number_in(text)
    if key is None:
        raise BadRequestError({name: [_("This must be a number.")]})
    return key


def games_answer(request: Request, visit: Visit) -> Response:
    """A page of the games that the address asks for, the newest first. Six queries at most."""
    games = Hanchan.objects.for_club(visit.club).filter(_requested_games(request, visit))
    details = games.select_related("league__rule_set__rule_set").prefetch_related("seats__member")
    rows, head = requested_slice(request).of(with_settlements(details).order_by("-day", "-pk"))
    versions = versions_of(rows)
    answers = [_game_json(visit.club, game, versions.get(game.pk)) for game in rows]
    return Response({**head, "games": answers})


def _game_json(club: Club, game: Hanchan, version: RuleVersion | None) -> dict[str, Any]:
    counted = game.settlement
    return {
        "id": game.pk,
        "key": game.key,
        "url": reverse("league:game", args=[club.slug, game.pk]),
        "league": game.league.slug,
        "day": game.day,
        "session": game.session_id,
        **picked(game, "table", "number", "options", "source", "revision"),
        "voided": game.is_voided,
        "version": version.label if version else None,
        "seats": [
            {
                "seat": seat.seat,
                "member": seat.member_id,
                "name": seat.member.name_in(club),
                "points": seat.points if game.points_are_known else None,
                "chips": seat.chips,
                "place": counted.places[seat.seat] if counted else None,
                "score": counted.scores[seat.seat] if counted else None,
            }
            for seat in game.seats.all()
        ],
    }
