"""A member's games in some days: the latest, from each seat, against each opponent."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F, FilteredRelation, IntegerField, Q, Sum
from django.db.models.functions import Cast, Coalesce

from league.core.periods import ALL_DAYS, Period
from league.games.counted import by_seat, fetch_settlements, level_with, settled_seats
from league.models import Hanchan, League, Member, Seat
from league.rulebook.versions import stored_parameter
from rules.models import Family
from scoring.hand_stats import tenths
from scoring.standings import ratio

#: games on a member's page
RECENT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOfMember:
    """One game as it went for one person."""

    hanchan: Hanchan
    points: int | None  # None: not known
    place: int | None
    score: int | None


def recent_games(
    member: Member, league: League, days: Period = ALL_DAYS, *, limit: int = RECENT
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


_SETTLED = "hanchan__settlements"
_FAMILY = "hanchan__league__rule_set__rule_set__family"
_PARAMETERS = f"{_SETTLED}__version__parameters"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """What a member did from one seat. Points and busts are of games whose points are known."""

    seat: int
    games: int
    place_counts: tuple[int, int, int, int]
    place_halves: int
    score: int
    points_games: int
    points: int  # won at the table: held at the end less the start points
    busts: int

    @property
    def average_place_hundredths(self) -> int | None:
        """Average place in hundredths."""
        return ratio(self.place_halves * 50, self.games)

    @property
    def average_points(self) -> int | None:
        """Points won at the table in a game."""
        return ratio(self.points, self.points_games)

    @property
    def average_score(self) -> int | None:
        """Average score of a game, in points."""
        return ratio(self.score, self.games)


def seats_of_member(member: Member, league: League, days: Period) -> list[SeatRecord]:
    """The member's record from each seat, East first. One query.

    Result lists of Tenhou's lobbies do not say who sat where: their games are left out.
    """
    known = Q(hanchan__points_are_known=True)
    rows = (
        settled_seats(league, days)
        .filter(member=member)
        .exclude(hanchan__source=Hanchan.Source.LOBBY)
        .annotate(
            place=by_seat("seat", f"{_SETTLED}__place"),
            own_score=by_seat("seat", f"{_SETTLED}__score"),
            start=Cast(
                stored_parameter("game", "start_points", parameters=_PARAMETERS), IntegerField()
            ),
        )
        .annotate(halves=2 * F("place") + level_with("place", f"{_SETTLED}__place") - 1)
        .order_by()
        .values("seat")
        .annotate(
            in_1=Count("pk", filter=Q(place=1)),
            in_2=Count("pk", filter=Q(place=2)),
            in_3=Count("pk", filter=Q(place=3)),
            in_4=Count("pk", filter=Q(place=4)),
            games=Count("pk"),
            sum_halves=Sum("halves"),
            sum_score=Sum("own_score"),
            known=Count("pk", filter=known),
            won=Coalesce(Sum(F("points") - F("start"), filter=known), 0),
            busts=Count("pk", filter=known & Q(points__lt=0) & ~Q(**{_FAMILY: Family.ZUNG_JUNG})),
        )
    )
    return [
        SeatRecord(
            seat=row["seat"],
            games=row["games"],
            place_counts=(row["in_1"], row["in_2"], row["in_3"], row["in_4"]),
            place_halves=row["sum_halves"],
            score=row["sum_score"],
            points_games=row["known"],
            points=row["won"],
            busts=row["busts"],
        )
        for row in rows.order_by("seat")
    ]


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


def opponents_of(member: Member, league: League, days: Period) -> Opponents:
    """A member's opponents in a league. Three queries."""
    pairs = _pairs(league, days, Q(member=member))
    people = Member.objects.for_club(league.club_id).in_bulk([pair.other for pair in pairs])
    met = [Opponent(member=people[pair.other], pair=pair) for pair in pairs]
    met.sort(key=lambda each: (-each.pair.games, each.member.kana, each.member.pk))
    in_grid = [member, *(each.member for each in met[: IN_GRID - 1])]
    grid = pairs_among(league, days, [each.pk for each in in_grid])
    return Opponents(met=tuple(met), in_grid=tuple(in_grid), pairs=grid)


def pairs_among(
    league: League, days: Period, members: Collection[int]
) -> dict[tuple[int, int], Pair]:
    """How some members did against each other: who, against whom. One query."""
    found = _pairs(league, days, Q(member__in=members), Q(other__in=members))
    return {(pair.member, pair.other): pair for pair in found}


def _pairs(league: League, days: Period, members: Q, others: Q = Q()) -> list[Pair]:  # noqa: B008
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
