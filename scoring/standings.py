"""The arithmetic of ranking rows: records of games add up, averages and rates are exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from scoring.maru import FLOATING
from scoring.results import SeatScore

T = TypeVar("T")
Four: TypeAlias = tuple[int, int, int, int]
#: place, twice the mean of the places taken, score, points held, chips, busted
PlainGame: TypeAlias = tuple[int, int, int, int, int, bool]

#: what the top of a Boo game may make, in the order of ``Record.maru_counts``
_MARU = ("double_maru_a", "maru_a", "maru_b", "maru_c")
_NO_MARU = (0, 0, 0, 0, 0)
#: what a record holds, laid out flat
TOTALS = (
    *("games", "first", "second", "third", "fourth", "place_halves"),
    *("score", "points", "best", "worst", "busts", "chips", *_MARU, "floated"),
)


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
        maru_counts=_one_hot(maru, _MARU),
        floated=int(result is not None and seat.place <= FLOATING[result]),
    )


def record_of_totals(totals: Sequence[int]) -> Record:
    """The record of what was summed up, laid out flat as ``TOTALS`` says."""
    games, first, second, third, fourth, halves, score, points, best, worst, *others = totals
    busts, chips, double_maru_a, maru_a, maru_b, maru_c, floated = others
    return Record(
        games=games,
        place_counts=(first, second, third, fourth),
        place_halves=halves,
        score=score,
        best=best,
        worst=worst,
        points=points,
        busts=busts,
        chips=chips,
        maru_counts=(double_maru_a, maru_a, maru_b, maru_c),
        floated=floated,
    )


class Running:
    """The record of games that are added one by one, without a record each: for long histories."""

    __slots__ = ("_maru", "_rows")

    def __init__(self, games: list[PlainGame] | None = None) -> None:
        """``games``: what :meth:`add` takes but for the result, which they have none of."""
        self._rows: list[PlainGame] = [] if games is None else games
        self._maru: dict[str, int] = {}  # Boo: how often each result was made, and "floated"

    def add(
        self,
        place: int,
        place_halves: int,
        score: int,
        points: int,
        chips: int,
        busted: bool,
        result: str | None,
    ) -> None:
        """Add a game as :func:`record_of` would read it."""
        self._rows.append((place, place_halves, score, points, chips, busted))
        if result is not None:
            maru = self._maru
            maru["floated"] = maru.get("floated", 0) + (place <= FLOATING[result])
            if place == 1:
                maru[result] = maru.get(result, 0) + 1

    def add_all(self, other: Running) -> None:
        """Add all the games of another one."""
        self._rows += other._rows
        for name, times in other._maru.items():
            self._maru[name] = self._maru.get(name, 0) + times

    def totals(self) -> tuple[int, ...]:
        """The sums of at least one game so far, in the order of ``TOTALS``."""
        places, halves, scores, points, chips, busted = zip(*self._rows)  # noqa: B905, all as long
        count, made = places.count, self._maru
        head = len(places), count(1), count(2), count(3), count(4), sum(halves)
        sums = sum(scores), sum(points), max(scores), min(scores), sum(busted), sum(chips)
        if not made:
            return head + sums + _NO_MARU
        return head + sums + tuple([made.get(name, 0) for name in (*_MARU, "floated")])

    def record(self) -> Record:
        """The record so far."""
        if not self._rows:
            return Record()
        return record_of_totals(self.totals())


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
