"""A member's games by the wind of their seat at the start."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, IntegerField, Q, Sum
from django.db.models.functions import Cast, Coalesce

from league.models import Hanchan, League, Member
from league.selectors.member_days import Days, by_seat, level_with, settled_seats
from league.selectors.rule_versions import stored_parameter
from rules.models import Family
from scoring.standings import ratio

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


def seats_of_member(member: Member, league: League, days: Days) -> list[SeatRecord]:
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
