"""The arithmetic of ranking rows: records of games add up, averages and rates are exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from scoring.maru import FLOATING
from scoring.results import SeatScore

T = TypeVar("T")
Four: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a member did in some games; the empty record is neutral in :func:`combine`."""

    games: int = 0
    place_counts: Four = (0, 0, 0, 0)  # a shared place counts as shown
    place_halves: int = 0  # twice the sum of the places, shared places by their mean
    score: int = 0  # sum, in points
    best: int | None = None  # highest score of one game; None without games
    worst: int | None = None  # lowest
    points: int = 0  # sum of points held at the end
    busts: int = 0
    chips: int = 0
    maru_counts: Four = (0, 0, 0, 0)  # Boo tops: double maru-A, A, B, C
    floated: int = 0  # Boo games ended floating

    def average_place_hundredths(self) -> int | None:
        """Average place in hundredths (2.49 is 249), halves up; None without games."""
        return _ratio(self.place_halves * 100, 2 * self.games)

    def top_rate_tenths(self) -> int | None:
        """Share of first places in tenths of a percent (12.3% is 123); None without games."""
        return _ratio(self.place_counts[0] * 1_000, self.games)

    def last_avoid_rate_tenths(self, players: int) -> int | None:
        """Share of games of ``players`` not ended last, in tenths of a percent; None without."""
        return _ratio((self.games - self.place_counts[players - 1]) * 1_000, self.games)

    def floating_rate_tenths(self) -> int | None:
        """Share of Boo games ended floating (浮き率), in tenths of a percent; None without."""
        return _ratio(self.floated * 1_000, self.games)

    def average_score(self) -> int | None:
        """Average score of a game in whole points, halves away from 0; None without games."""
        size = _ratio(abs(self.score), self.games)
        return -size if size is not None and self.score < 0 else size


def record_of(
    seat: SeatScore,
    *,
    points: int,
    chips: int = 0,
    busted: bool = False,
    result: str | None = None,
) -> Record:
    """Make the record of one game from a seat's settlement and what it held at the end.

    ``result`` is that of a Boo game; its top makes the maru, and the highest places float.
    """
    maru = result if seat.place == 1 else None
    return Record(
        games=1,
        place_counts=_one_hot(seat.place, (1, 2, 3, 4)),
        place_halves=seat.place_halves,
        score=seat.score,
        best=seat.score,
        worst=seat.score,
        points=points,
        busts=int(busted),
        chips=chips,
        maru_counts=_one_hot(maru, ("double_maru_a", "maru_a", "maru_b", "maru_c")),
        floated=int(result is not None and seat.place <= FLOATING[result]),
    )


def combine(records: Iterable[Record]) -> Record:
    """Add records up, in any order and grouping: days to months, months to seasons."""
    rows = list(records)
    return Record(
        games=sum(row.games for row in rows),
        place_counts=_summed([row.place_counts for row in rows]),
        place_halves=sum(row.place_halves for row in rows),
        score=sum(row.score for row in rows),
        best=max((row.best for row in rows if row.best is not None), default=None),
        worst=min((row.worst for row in rows if row.worst is not None), default=None),
        points=sum(row.points for row in rows),
        busts=sum(row.busts for row in rows),
        chips=sum(row.chips for row in rows),
        maru_counts=_summed([row.maru_counts for row in rows]),
        floated=sum(row.floated for row in rows),
    )


def rank_rows(rows: Iterable[T], key: Callable[[T], Any]) -> list[tuple[int, T]]:
    """Rank rows, the smallest key first as in ``sorted``; equals share a rank, the next is skipped.

    >>> rank_rows([30, 10, 30], key=lambda score: -score)
    [(1, 30), (1, 30), (3, 10)]
    """
    ranked: list[tuple[int, T]] = []
    for position, row in enumerate(sorted(rows, key=key), start=1):
        level = bool(ranked) and key(ranked[-1][1]) == key(row)
        ranked.append((ranked[-1][0] if level else position, row))
    return ranked


def _one_hot(value: object, names: tuple[object, object, object, object]) -> Four:
    first, second, third, fourth = (int(value == name) for name in names)
    return first, second, third, fourth


def _summed(counts: Iterable[Four]) -> Four:
    first, second, third, fourth = map(sum, zip((0, 0, 0, 0), *counts, strict=True))
    return first, second, third, fourth


def _ratio(part: int, whole: int) -> int | None:
    """Divide exactly and round halves up; None when there is nothing to divide by."""
    return (2 * part + whole) // (2 * whole) if whole else None
