"""The days that a member's pages look at."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from django.db.models import Case, F, IntegerField, Q, QuerySet, When

from league.days import EARLIEST, LATEST
from league.models import League, Seat
from league.selectors.counted import latest_settlement


class Days(NamedTuple):
    """A stretch of club days, both ends included; as it is, all of them."""

    first: date = EARLIEST
    last: date = LATEST

    @property
    def range(self) -> tuple[date, date]:
        """As a ``__range`` condition takes them."""
        return self.first, self.last


ALL_DAYS = Days()


def settled_seats(league: League, days: Days) -> QuerySet[Seat, Seat]:
    """The chairs of the league's games that count, beside what counts of each game."""
    return Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league,
        hanchan__voided_at=None,
        hanchan__day__range=days.range,
        hanchan__settlements=latest_settlement("hanchan"),
    )


def by_seat(seat: str, column: str, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Any:
    """The one of ``column_0`` to ``column_3`` that belongs to a seat, as an expression."""
    cases = [When(**{seat: at}, then=F(f"{column}_{at}")) for at in seats]
    return Case(*cases, output_field=IntegerField())


def level_with(place: str, places: str) -> Any:
    """How many of a table have a place, whoever asks counted in."""
    return sum(Case(When(Q(**{f"{places}_{at}": F(place)}), then=1), default=0) for at in range(4))
