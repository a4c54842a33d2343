"""A club's games, evenings and people page by page, for whoever reads them by program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from django.db.models import Count, Model, Q, QuerySet

from league.models import Club, Hanchan, League, Member, Session
from league.selectors.counted import with_settlements
from league.selectors.rule_line import RuleLine, rule_line
from league.selectors.session_sheet import listed
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
