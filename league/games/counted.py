"""Which settlement of a game counts: the latest that is no part of a change still under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    When,
    prefetch_related_objects,
)

from league.core.periods import Period
from league.models import Club, Hanchan, League, RuleChange, Seat, Settlement
from league.models.hanchan import visible

_PLACES = tuple(f"place_{seat}" for seat in range(4))
_SCORES = tuple(f"score_{seat}" for seat in range(4))


class Counted(NamedTuple):
    revision: int
    version: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    result: str
    dabu_ken: int | None


#: what :func:`counted_of` takes
COUNTED_COLUMNS = ("version_id", "hanchan_revision", "result", "dabu_ken", *_PLACES, *_SCORES)


def counted_of(row: Sequence[Any]) -> Counted:
    version, revision, result, dabu_ken, *rest = row
    players = 4 if rest[3] is not None else 3
    places, scores = tuple(rest[:players]), tuple(rest[4 : 4 + players])
    return Counted(revision, version, places, scores, result, dabu_ken)


def latest_settlement(game: str, change: RuleChange | None = None) -> Subquery:
    """Return the key of the settlement that counts, or would with ``change`` in force.

    ``game`` names the game's key in the outer query.
    """
    rows = Settlement.objects.across_clubs().filter(visible(change), hanchan=OuterRef(game))
    return Subquery(rows.order_by("-hanchan_revision", "-pk").values("pk")[:1])


def with_settlements(games: QuerySet[Hanchan, Hanchan]) -> QuerySet[Hanchan, Hanchan]:
    """Prefetch what ``Hanchan.settlement`` returns. Two more queries."""
    return games.prefetch_related(_counting())


def with_scores(games: QuerySet[Hanchan, Hanchan]) -> QuerySet[Hanchan, Hanchan]:
    """Prefetch it for thousands of games: without the versions, the largest part."""
    return games.prefetch_related(_counting(with_versions=False))


def fetch_settlements(games: Sequence[Hanchan]) -> None:
    """Prefetch it for games already read. Two queries."""
    prefetch_related_objects(games, _counting())


def _counting(*, with_versions: bool = True) -> Prefetch[str, Any, str]:
    rows = Settlement.objects.across_clubs().filter(pk=latest_settlement("hanchan"))
    if with_versions:
        # a version weighs more than a hundred settlements, and few settle them all
        rows = rows.prefetch_related("version")
    return Prefetch("settlements", queryset=rows, to_attr="counted")


def counted_by_game(
    club: Club | int, games: Q, change: RuleChange | None = None
) -> dict[int, Counted]:
    """Return what counts, or would with ``change`` in force, by game. One query.

    Args:
        club: whose games.
        games: a condition on settlements, through ``hanchan__``.
        change: whose settlements are treated as if they counted.
    """
    rows = (
        Settlement.objects.for_club(club)
        .filter(visible(change), games)
        .order_by("hanchan", "hanchan_revision", "pk")
        .values_list("hanchan", *COUNTED_COLUMNS)
    )
    # a later row takes the place of an earlier one
    return {row[0]: counted_of(row[1:]) for row in rows.iterator(chunk_size=5000)}


def forget_settlement(hanchan: Hanchan) -> None:
    """Drop the cached ``Hanchan.settlement``, after another one has come to count."""
    if hasattr(hanchan, "counted"):
        del hanchan.counted


def settled_seats(league: League, days: Period) -> QuerySet[Seat, Seat]:
    return Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league,
        hanchan__voided_at=None,
        hanchan__day__range=days.range,
        hanchan__settlements=latest_settlement("hanchan"),
    )


def by_seat(seat: str, column: str, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Any:
    """Return an expression for the one of ``column_0`` to ``column_3`` that is a seat's."""
    cases = [When(**{seat: at}, then=F(f"{column}_{at}")) for at in seats]
    return Case(*cases, output_field=IntegerField())


def level_with(place: str, places: str) -> Any:
    """Return how many at the table share a place, including the asking one."""
    return sum(Case(When(Q(**{f"{places}_{at}": F(place)}), then=1), default=0) for at in range(4))
