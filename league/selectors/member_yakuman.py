"""The yakuman of a member: what was noted, and in which hand where the hands were kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from league.live_texts import at_text
from league.models import Club, Hanchan, Kyoku, League, Member, Yakuman
from league.selectors.member_days import Days
from league.yakuman import yakuman_name

#: the latest that are listed
SHOWN: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class YakumanWon:
    """A yakuman of somebody."""

    hanchan: Hanchan
    name: str
    key: str
    from_name: str  # who dealt in, as the club shows it; empty on a tsumo
    hand: str  # which hand of the game, where it was kept; else empty


def yakuman_of_member(member: Member, league: League, days: Days) -> list[YakumanWon]:
    """The member's latest yakuman, newest first. At most four queries."""
    rows = list(
        Yakuman.objects.for_club(member.club_id)
        .filter(
            member=member, day__range=days.range, hanchan__league=league, hanchan__voided_at=None
        )
        .select_related("hanchan")
        .prefetch_related("hanchan__seats__member")
        .order_by("-day", "-hanchan", "-pk")[:SHOWN]
    )
    hands = _hands({row.hanchan_id for row in rows}) if rows else {}
    return [_won(row, hands, member.club) for row in rows]


def _won(row: Yakuman, hands: dict[tuple[int, int, str], str], club: Club) -> YakumanWon:
    seats = {seat.seat: seat.member for seat in row.hanchan.seats.all()}
    return YakumanWon(
        hanchan=row.hanchan,
        name=yakuman_name(row.name),
        key=row.name,
        from_name="" if row.discarder is None else seats[row.discarder].shown_name(club),
        hand=hands.get((row.hanchan_id, row.seat, row.name), ""),
    )


def _hands(games: Iterable[int]) -> dict[tuple[int, int, str], str]:
    """Which hand of these games a yakuman was: game, seat and yaku to its name. One query."""
    rows = Kyoku.objects.across_clubs().filter(
        hanchan__in=list(games), result__in=[Kyoku.Result.RON, Kyoku.Result.TSUMO]
    )
    found: dict[tuple[int, int, str], str] = defaultdict(str)
    for row in rows:
        for win in row.told.get("wins", []):
            for name in {*win.get("yaku", {}), "counted_yakuman"}:
                if name != "counted_yakuman" or "yakuman" in win.get("limit", ""):
                    found[row.hanchan_id, win["winner"], name] = at_text(row.round, row.dealer)
    return found
