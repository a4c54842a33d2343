"""``GET`` of ``hanchan``, ``sessions`` and ``members`` below a club: lists, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from django.db.models import Count, Model, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError, ClubView
from league.core.access import Visit
from league.core.days import day_problem, written_day
from league.core.numbers import number_in
from league.core.permissions import Action
from league.games.counted import with_settlements
from league.games.evening import listed
from league.models import Club, Hanchan, League, Member, Session
from league.rulebook.line import RuleLine, rule_line
from rules.models import RuleVersion

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """Which page is wanted, from 1, and how many rows it has."""

    page: int = 1
    size: int = 50

    def of(self, rows: QuerySet[M, M]) -> Page[M]:
        """The page. One query, and those of what is fetched beside."""
        start = (self.page - 1) * self.size
        found = list(rows[start : start + self.size + 1])
        return Page(self, found[: self.size], has_more=len(found) > self.size)


@dataclass(frozen=True, slots=True)
class Page(Generic[M]):
    """A page of rows, and whether others follow."""

    wanted: Slice
    rows: Sequence[M]
    has_more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesAsked:
    """Which games are asked for; None: any."""

    league: League | None = None
    first: date | None = None
    last: date | None = None
    member: int | None = None
    session: int | None = None
    source: str | None = None
    voided: bool | None = False  # None: voided or not

    @property
    def condition(self) -> Q:
        """The same as a condition on games."""
        asked = {
            "league": self.league,
            "day__gte": self.first,
            "day__lte": self.last,
            "seats__member": self.member,
            "session": self.session,
            "source": self.source,
            "voided_at__isnull": None if self.voided is None else not self.voided,
        }
        return Q(**{name: value for name, value in asked.items() if value is not None})


def games_page(club: Club, asked: GamesAsked, wanted: Slice) -> Page[Hanchan]:
    """Games, the newest first, with seats, people and what counts. Five queries."""
    games = Hanchan.objects.for_club(club).filter(asked.condition)
    details = games.select_related("league__rule_set__rule_set").prefetch_related("seats__member")
    return wanted.of(with_settlements(details).order_by("-day", "-pk"))


def versions_of(games: Sequence[Hanchan]) -> dict[int, RuleVersion]:
    """The rule version of each game: in force on its day; of a voided one, what it counted last.

    One query a league.
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


def sessions_page(
    club: Club, first: date | None, last: date | None, wanted: Slice
) -> Page[Session]:
    """Evenings, the newest first, with ``games`` and ``people`` counted. One query."""
    asked = Q()
    if first is not None:
        asked &= Q(day__gte=first)
    if last is not None:
        asked &= Q(day__lte=last)
    sessions = listed(club).filter(asked)
    counted = sessions.annotate(
        games=Count("hanchan", filter=Q(hanchan__voided_at=None), distinct=True),
        people=Count("attendants", distinct=True),
    )
    return wanted.of(counted.order_by("-day", "-pk"))


def members_page(club: Club, group: str, wanted: Slice) -> Page[Member]:
    """People of a group (``members``, ``guests``, ``left`` or ``all``) by number. One query."""
    people = Member.objects.for_club(club).filter(merged_into=None)
    if group != "all":
        people = people.filter(left_on__isnull=group != "left")
    if group in ("members", "guests"):
        people = people.filter(is_guest=group == "guests")
    return wanted.of(people.order_by("pk"))


MOST_ROWS = 200
_USUAL_ROWS = 50
_MOST_PAGES = 1_000_000


def slice_asked(request: Request) -> Slice:
    """``?page=`` and ``?page_size=``.

    Raises:
        BadRequestError: no numbers, or beyond what there is.
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
        words = _("This is a number from 1 to %(most)s.")
        raise BadRequestError({name: [words % {"most": f"{most:,}"}]})
    return number


def day_asked(request: Request, name: str) -> date | None:
    """A day such as ``?from=2026-11-01``.

    Raises:
        BadRequestError: written otherwise, or on no club's calendar.
    """
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        day = written_day(text)
    except ValueError as error:
        words = _("Please write the day as year-month-day: 2026-04-01.")
        raise BadRequestError({name: [words]}) from error
    if problem := day_problem(day):
        raise BadRequestError({name: [problem]})
    return day


def choice_asked(request: Request, name: str, choices: tuple[str, ...], usual: str) -> str:
    """One of some words.

    Raises:
        BadRequestError: another one.
    """
    text = request.query_params.get(name, "") or usual
    if text not in choices:
        words = _("This is one of %(choices)s.") % {"choices": ", ".join(choices)}
        raise BadRequestError({name: [words]})
    return text


def games_asked(request: Request, visit: Visit) -> GamesAsked:
    """The filters of the list of games.

    Raises:
        BadRequestError: one of them is no filter of this kind.
    """
    asked = request.query_params
    voided = choice_asked(request, "voided", ("0", "1", "all"), "0")
    source = asked.get("source", "")
    if source:
        choice_asked(request, "source", tuple(Hanchan.Source.values), "")
    return GamesAsked(
        league=_league(visit, asked.get("league", "")),
        first=day_asked(request, "from"),
        last=day_asked(request, "to"),
        member=_key(request, "member"),
        session=_key(request, "session"),
        source=source or None,
        voided=None if voided == "all" else voided == "1",
    )


def _league(visit: Visit, slug: str) -> League | None:
    if not slug:
        return None
    found = None
    if "\0" not in slug:
        found = League.objects.for_club(visit.club).filter(slug=slug).first()
    if found is None:
        raise BadRequestError({"league": [_("The club plays no league of this address.")]})
    return found


def _key(request: Request, name: str) -> int | None:
    """A thing's number; one of another club, or of nothing, has no games here."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    key = number_in(text)
    if key is None:
        raise BadRequestError({name: [_("This is a number.")]})
    return key


def games_answer(request: Request, visit: Visit) -> Response:
    """A page of the games that the address asks for."""
    page = games_page(visit.club, games_asked(request, visit), slice_asked(request))
    versions = versions_of(page.rows)
    games = [_game_json(visit.club, game, versions.get(game.pk)) for game in page.rows]
    return _answer(page, "games", games)


class SessionsView(ClubView):
    """The club's evenings."""

    def get(self, request: Request, club_slug: str) -> Response:
        """A page of them, the newest first; ``?from=`` and ``?to=``."""
        days = day_asked(request, "from"), day_asked(request, "to")
        page = sessions_page(self.visit.club, *days, slice_asked(request))
        told = [_session_json(self.visit.club, session) for session in page.rows]
        return _answer(page, "sessions", told)


class MembersView(ClubView):
    """The club's people."""

    def get(self, request: Request, club_slug: str) -> Response:
        """A page of them; ``?group=``."""
        group = choice_asked(request, "group", ("members", "guests", "left", "all"), "members")
        page = members_page(self.visit.club, group, slice_asked(request))
        told = [_member_json(self.visit, member) for member in page.rows]
        return _answer(page, "members", told)


def _answer(page: Page[Any], name: str, rows: list[dict[str, Any]]) -> Response:
    wanted = page.wanted
    head = {"page": wanted.page, "page_size": wanted.size, "more": page.has_more}
    return Response({**head, name: rows})


def _game_json(club: Club, game: Hanchan, version: RuleVersion | None) -> dict[str, Any]:
    counted = game.settlement
    return {
        "id": game.pk,
        "key": game.key,
        "url": reverse("league:game", args=[club.slug, game.pk]),
        "league": game.league.slug,
        "day": game.day,
        "session": game.session_id,
        "table": game.table,
        "number": game.number,
        "options": game.options,
        "source": game.source,
        "revision": game.revision,
        "voided": game.is_voided,
        "version": version.label if version else None,
        "seats": [
            {
                "seat": seat.seat,
                "member": seat.member_id,
                "name": seat.member.shown_name(club),
                "points": seat.points if game.points_are_known else None,
                "chips": seat.chips,
                "place": counted.places[seat.seat] if counted else None,
                "score": counted.scores[seat.seat] if counted else None,
            }
            for seat in game.seats.all()
        ],
    }


def _session_json(club: Club, session: Session) -> dict[str, Any]:
    return {
        "id": session.pk,
        "url": reverse("league:session", args=[club.slug, session.pk]),
        "day": session.day,
        "title": session.title,
        "place": session.place,
        "games": getattr(session, "games", 0),
        "people": getattr(session, "people", 0),
    }


def _member_json(visit: Visit, member: Member) -> dict[str, Any]:
    """What the club shows of somebody; readings and other names are for organizers, as on pages."""
    shown: dict[str, Any] = {
        "id": member.pk,
        "url": reverse("league:member", args=[visit.club.slug, member.pk]),
        "name": member.shown_name(visit.club),
        "guest": member.is_guest,
        "left": member.left_on is not None,
    }
    if visit.may(Action.MANAGE_MEMBERS):
        shown |= {
            "display_name": member.display_name,
            "full_name": member.full_name,
            "kana": member.kana,
            "romaji": member.romaji,
            "aliases": member.aliases,
            "tenhou_names": member.tenhou_names,
            "role": member.role,
            "joined_on": member.joined_on,
            "left_on": member.left_on,
        }
    return shown
