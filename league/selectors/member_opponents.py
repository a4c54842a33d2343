"""How members did against each other at the same tables."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F, FilteredRelation, Q, Sum

from league.models import League, Member
from league.selectors.member_days import Days, by_seat, level_with, settled_seats
from scoring.hand_stats import tenths
from scoring.standings import ratio

#: how many people stand in the grid, the member included
IN_GRID = 8

_SETTLED = "hanchan__settlements"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What one member did in the games with another one."""

    member: int
    other: int
    games: int
    ahead: int  # games in which the member had the better place
    level: int  # … in which they shared one
    place_halves: int  # twice the sum of the member's places
    other_place_halves: int
    score: int  # the member's scores less the other's

    @property
    def ahead_rate(self) -> int | None:
        """Share of the games in which the member was ahead, in tenths of a percent."""
        return tenths(self.ahead, self.games)

    @property
    def average_place_hundredths(self) -> int | None:
        """The member's average place in these games, in hundredths."""
        return ratio(self.place_halves * 50, self.games)

    @property
    def other_average_place_hundredths(self) -> int | None:
        """The other's average place in them."""
        return ratio(self.other_place_halves * 50, self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """Somebody that a member has met, and how it went."""

    member: Member
    pair: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponents:
    """Everybody that a member has met, those met most often first, and the grid of those."""

    met: tuple[Opponent, ...]
    in_grid: tuple[Member, ...]  # the member first
    pairs: dict[tuple[int, int], Pair]  # of the grid: who, against whom


def opponents_of(member: Member, league: League, days: Days) -> Opponents:
    """A member's opponents in a league. Three queries."""
    pairs = _pairs(league, days, Q(member=member))
    people = Member.objects.for_club(league.club_id).in_bulk([pair.other for pair in pairs])
    met = [Opponent(member=people[pair.other], pair=pair) for pair in pairs]
    met.sort(key=lambda each: (-each.pair.games, each.member.kana, each.member.pk))
    in_grid = [member, *(each.member for each in met[: IN_GRID - 1])]
    grid = pairs_among(league, days, [each.pk for each in in_grid])
    return Opponents(met=tuple(met), in_grid=tuple(in_grid), pairs=grid)


def pairs_among(
    league: League, days: Days, members: Collection[int]
) -> dict[tuple[int, int], Pair]:
    """How some members did against each other: who, against whom. One query."""
    found = _pairs(league, days, Q(member__in=members), Q(other__in=members))
    return {(pair.member, pair.other): pair for pair in found}


def _pairs(league: League, days: Days, members: Q, others: Q = Q()) -> list[Pair]:  # noqa: B008
    """Every pair of a table once in each direction, summed up over the games. One query."""
    theirs = FilteredRelation("hanchan__seats")
    place, score = f"{_SETTLED}__place", f"{_SETTLED}__score"
    rows = (
        settled_seats(league, days)
        .filter(members)
        .annotate(theirs=theirs)
        .annotate(
            other=F("theirs__member"),
            place=by_seat("seat", place),
            own_score=by_seat("seat", score),
            their_place=by_seat("theirs__seat", place),
            their_score=by_seat("theirs__seat", score),
        )
        .filter(others, other__isnull=False)
        .exclude(other=F("member"))
        .annotate(
            halves=2 * F("place") + level_with("place", place) - 1,
            their_halves=2 * F("their_place") + level_with("their_place", place) - 1,
        )
        .order_by()
        .values("member", "other")
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(place__lt=F("their_place"))),
            level=Count("pk", filter=Q(place=F("their_place"))),
            sum_halves=Sum("halves"),
            sum_their_halves=Sum("their_halves"),
            sum_score=Sum(F("own_score") - F("their_score")),
        )
    )
    return [
        Pair(
            member=row["member"],
            other=row["other"],
            games=row["games"],
            ahead=row["ahead"],
            level=row["level"],
            place_halves=row["sum_halves"],
            other_place_halves=row["sum_their_halves"],
            score=row["sum_score"],
        )
        for row in rows
    ]
