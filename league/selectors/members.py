"""Reading the club's list and one member's latest results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from league.days import month_start
from league.models import Club, Hanchan, League, Member, Seat, Tally
from league.naming import fold, search_forms
from league.selectors.counted import fetch_settlements
from league.selectors.records import record_of_tally
from league.selectors.scores_shown import UNKNOWN, ScoreShown
from scoring.standings import Record

#: games on a member's page
RECENT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOfMember:
    """One game as it went for one person."""

    hanchan: Hanchan
    points: int | None  # None: not known
    place: int | None
    score: int | None
    shown: ScoreShown


def list_members(club: Club, *, group: str = "members", query: str = "") -> list[Member]:
    """The club's people of one group by kana, those without kana last. One query.

    Args:
        club: whose list.
        group: ``members``, ``guests`` or ``left``.
        query: what the names must hold, in kanji, kana or romaji; empty for all.
    """
    people = Member.objects.for_club(club).filter(
        merged_into__isnull=True, left_on__isnull=group != "left"
    )
    if group != "left":
        people = people.filter(is_guest=group == "guests")
    forms = [form for form in search_forms(query) if form]
    if forms:
        hit = Q()
        for form in forms:
            hit |= Q(search__contains=form)
        people = people.filter(hit)
    return sorted(people, key=lambda m: (not m.kana, fold(m.kana), m.display_name, m.pk))


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthOfMember:
    """One league's month for one person."""

    league: League
    record: Record
    shown: ScoreShown


def recent_games(
    member: Member, shown: Mapping[int, ScoreShown], *, limit: int = RECENT
) -> list[GameOfMember]:
    """The member's latest games that count, newest first. Two queries.

    Args:
        member: whose games.
        shown: league id -> how its scores are shown.
        limit: how many at most.
    """
    seats = (
        Seat.objects.for_club(member.club_id)
        .filter(member=member, hanchan__voided_at=None)
        .select_related("hanchan__league")
        .order_by("-hanchan__day", "-hanchan__pk")[:limit]
    )
    fetch_settlements([seat.hanchan for seat in seats])
    return [_game_of(seat, shown.get(seat.hanchan.league_id, UNKNOWN)) for seat in seats]


def _game_of(seat: Seat, shown: ScoreShown) -> GameOfMember:
    settled = seat.hanchan.settlement
    return GameOfMember(
        hanchan=seat.hanchan,
        points=seat.held,
        place=settled.places[seat.seat] if settled else None,
        score=settled.scores[seat.seat] if settled else None,
        shown=shown,
    )


def month_of_member(
    member: Member, day: date, shown: Mapping[int, ScoreShown]
) -> list[MonthOfMember]:
    """The member's record of the month of ``day``, league by league. One query."""
    rows = (
        Tally.objects.for_club(member.club_id)
        .filter(page__counts=True, member=member, span=Tally.Span.MONTH, start=month_start(day))
        .select_related("page__league")
        .order_by("page__league__position", "page__league__pk")
    )
    return [
        MonthOfMember(
            league=row.page.league,
            record=record_of_tally(row),
            shown=shown.get(row.page.league_id, UNKNOWN),
        )
        for row in rows
    ]
