"""Reading the club's list and one member's latest results."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from league.models import Club, Hanchan, League, Member, Seat
from league.naming import fold, search_forms
from league.selectors.counted import fetch_settlements
from league.selectors.member_days import ALL_DAYS, Days

#: games on a member's page
RECENT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOfMember:
    """One game as it went for one person."""

    hanchan: Hanchan
    points: int | None  # None: not known
    place: int | None
    score: int | None


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


def recent_games(
    member: Member, league: League, days: Days = ALL_DAYS, *, limit: int = RECENT
) -> list[GameOfMember]:
    """The member's latest games that count, newest first. Three queries.

    Args:
        member: whose games.
        league: in which league.
        days: on which days.
        limit: how many at most.
    """
    order = ("day", "number", "table", "pk")
    seats = (
        Seat.objects.for_club(member.club_id)
        .filter(
            member=member,
            hanchan__league=league,
            hanchan__voided_at=None,
            hanchan__day__range=days.range,
        )
        .select_related("hanchan")
        .order_by(*(f"-hanchan__{name}" for name in order))[:limit]
    )
    fetch_settlements([seat.hanchan for seat in seats])
    return [_game_of(seat) for seat in seats]


def _game_of(seat: Seat) -> GameOfMember:
    settled = seat.hanchan.settlement
    return GameOfMember(
        hanchan=seat.hanchan,
        points=seat.held,
        place=settled.places[seat.seat] if settled else None,
        score=settled.scores[seat.seat] if settled else None,
    )
