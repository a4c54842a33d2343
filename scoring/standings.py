"""The arithmetic of ranking rows and hand statistics: counts in, exact shares and averages out.

A *hand* is one kyoku that was played to an end, abortive draws among them; a hand that a chombo
ended is played again and counts as none. Points are what the hand moved for the player: its worth
with honba and the sticks on the table, own riichi stick paid and won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from scoring.settlement import FLOATING


class Run(NamedTuple):
    """How many games in a row were of a kind, of some games in order."""

    longest: int = 0
    leading: int = 0  # right from the first game on
    trailing: int = 0  # up to the last game


NO_RUN = Run()


def run_of(broken: Iterable[bool] | bytes) -> Run:
    """The runs of games in order, each marked by whether it breaks a run.

    >>> run_of([False, False, True, False])
    Run(longest=2, leading=2, trailing=1)
    """
    return _run_of(bytes(broken))


@lru_cache(maxsize=4_096)  # a day has few games: the same ones come again and again
def _run_of(broken: bytes) -> Run:
    lengths = list(map(len, broken.split(b"\1")))
    return Run(max(lengths), lengths[0], lengths[-1])


def joined(parts: Iterable[tuple[int, int, int, int]]) -> Run:
    """The runs of a history from those of its parts, in order, however it was parted.

    Args:
        parts: of each the number of its games, and its runs: longest, leading, trailing.
    """
    games = longest = leading = trailing = 0
    for size, most, head, tail in parts:
        longest = max(longest, most, trailing + head)
        if leading == games:  # nothing has broken it yet
            leading += head
        trailing = trailing + size if tail == size else tail
        games += size
    return Run(longest, leading, trailing)


T = TypeVar("T")
Four: TypeAlias = tuple[int, int, int, int]
#: what games are put in order by: day, number, table, id
Order: TypeAlias = tuple[Any, ...]
#: order, place, twice the mean of the places taken, score, points held, chips, busted, last
PlainGame: TypeAlias = tuple[Order, int, int, int, int, int, bool, bool]

#: what the top of a Boo game may make, in the order of ``Record.maru_counts``
_MARU = ("double_maru_a", "maru_a", "maru_b", "maru_c")
_NO_MARU = (0, 0, 0, 0, 0)
#: runs of tops, of games not ended last, and of scores above zero
_RUNS = ("top_run", "no_last_run", "plus_run")
#: what a record holds, laid out flat
TOTALS = (
    *("games", "first", "second", "third", "fourth", "place_halves"),
    *("score", "points", "points_games", "best", "worst", "busts", "chips"),
    *(f"{run}{part}" for run in _RUNS for part in ("", "_leading", "_trailing")),
    *(*_MARU, "floated"),
)
_BEST, _WORST = TOTALS.index("best"), TOTALS.index("worst")
_RUNS_AT = tuple(TOTALS.index(run) for run in _RUNS)
#: places as marks: all but the first break a run of tops
_NO_TOP = bytes([1, 0]) + bytes([1]) * 254


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a member did in some games; the empty record is neutral in :func:`combine`."""

    games: int = 0
    place_counts: Four = (0, 0, 0, 0)  # a shared place counts as shown
    place_halves: int = 0  # twice the sum of the places, shared places by their mean
    score: int = 0  # sum, in points
    best: int | None = None  # highest score of one game; None without games
    worst: int | None = None  # lowest
    points: int = 0  # sum of points held at the end, where they are known
    points_games: int = 0  # games whose points are known
    busts: int = 0
    chips: int = 0
    top_run: Run = NO_RUN  # tops in a row (連続トップ)
    no_last_run: Run = NO_RUN  # games in a row not ended last (連続ラス回避)
    plus_run: Run = NO_RUN  # games in a row with a score above zero (連続プラス)
    maru_counts: Four = (0, 0, 0, 0)  # Boo tops: double maru-A, A, B, C
    floated: int = 0  # Boo games ended floating

    def average_place_hundredths(self) -> int | None:
        """Average place in hundredths (2.49 is 249), halves up; None without games."""
        return ratio(self.place_halves * 100, 2 * self.games)

    def top_rate_tenths(self) -> int | None:
        """Share of first places in tenths of a percent (12.3% is 123); None without games."""
        return ratio(self.place_counts[0] * 1_000, self.games)

    def top_two_rate_tenths(self) -> int | None:
        """Share of first and second places (連対率), in tenths of a percent; None without."""
        return ratio(sum(self.place_counts[:2]) * 1_000, self.games)

    def last_avoid_rate_tenths(self, players: int) -> int | None:
        """Share of games of ``players`` not ended last, in tenths of a percent; None without."""
        return ratio((self.games - self.place_counts[players - 1]) * 1_000, self.games)

    def floating_rate_tenths(self) -> int | None:
        """Share of Boo games ended floating (浮き率), in tenths of a percent; None without."""
        return ratio(self.floated * 1_000, self.games)

    def average_score(self) -> int | None:
        """Average score of a game in whole points, halves away from 0; None without games."""
        return ratio(self.score, self.games)

    def table_points(self, start: int) -> int | None:
        """What was won or lost at the tables (素点): points held beyond ``start`` of each game.

        No uma, oka, rounding, chips or penalties. None where no game's points are known.
        """
        return self.points - start * self.points_games if self.points_games else None

    def average_table_points(self, start: int) -> int | None:
        """The same for one game, in whole points, halves away from 0."""
        return ratio(self.points - start * self.points_games, self.points_games)


def record_of_totals(totals: Sequence[int]) -> Record:
    """The record of what was summed up, laid out flat as ``TOTALS`` says."""
    games, first, second, third, fourth, halves, score, points, with_points, *others = totals
    best, worst, busts, chips, *runs = others[:13]
    double_maru_a, maru_a, maru_b, maru_c, floated = others[13:]
    return Record(
        games=games,
        place_counts=(first, second, third, fourth),
        place_halves=halves,
        score=score,
        best=best,
        worst=worst,
        points=points,
        points_games=with_points,
        busts=busts,
        chips=chips,
        top_run=Run(*runs[:3]),
        no_last_run=Run(*runs[3:6]),
        plus_run=Run(*runs[6:]),
        maru_counts=(double_maru_a, maru_a, maru_b, maru_c),
        floated=floated,
    )


def totals_of(record: Record) -> tuple[int, ...]:
    """A record of at least one game, laid out flat."""
    assert record.best is not None
    assert record.worst is not None
    return (
        *(record.games, *record.place_counts, record.place_halves),
        *(record.score, record.points, record.points_games, record.best, record.worst),
        *(record.busts, record.chips),
        *(*record.top_run, *record.no_last_run, *record.plus_run),
        *(*record.maru_counts, record.floated),
    )


class Running:
    """The record of games that are added one by one, without a record each: for long histories."""

    __slots__ = ("_maru", "_rows", "_untold")

    def __init__(self, games: list[PlainGame] | None = None) -> None:
        """``games``: what :meth:`add` takes but for the result, which they have none of."""
        self._rows: list[PlainGame] = [] if games is None else games
        self._maru: dict[str, int] = {}  # Boo: how often each result was made, and "floated"
        self._untold = 0  # games whose points nobody knows

    def add(
        self, game: PlainGame, *, result: str | None = None, points_are_known: bool = True
    ) -> None:
        """Add a game; without known points it holds 0. ``result`` is that of a Boo game."""
        self._rows.append(game)
        self._untold += not points_are_known
        if result is not None:
            place, maru = game[1], self._maru
            maru["floated"] = maru.get("floated", 0) + (place <= FLOATING[result])
            if place == 1:
                maru[result] = maru.get(result, 0) + 1

    def add_all(self, other: Running) -> None:
        """Add all the games of another one."""
        self._rows += other._rows
        self._untold += other._untold
        for name, times in other._maru.items():
            self._maru[name] = self._maru.get(name, 0) + times

    def totals(self) -> tuple[int, ...]:
        """The sums of at least one game so far, in the order of ``TOTALS``."""
        self._rows.sort()  # by their order; whatever was settled by another way comes later
        rows = zip(*self._rows)  # noqa: B905, all as long
        _order, places, halves, scores, points, chips, busted, last = rows
        count, made, games = places.count, self._maru, len(places)
        head = games, count(1), count(2), count(3), count(4), sum(halves)
        points_of = sum(points), games - self._untold
        sums = sum(scores), *points_of, max(scores), min(scores), sum(busted), sum(chips)
        runs = (
            *run_of(bytes(places).translate(_NO_TOP)),
            *run_of(last),
            *run_of([score <= 0 for score in scores]),
        )
        if not made:
            return head + sums + runs + _NO_MARU
        return head + sums + runs + tuple([made.get(name, 0) for name in (*_MARU, "floated")])

    def record(self) -> Record:
        """The record so far."""
        if not self._rows:
            return Record()
        return record_of_totals(self.totals())


def combine(records: Iterable[Record]) -> Record:
    """Add records up in the order of play, in any grouping: days to months, months to seasons."""
    rows = [totals_of(record) for record in records if record.games]
    return record_of_totals(sum_totals(rows)) if rows else Record()


def sum_totals(rows: Sequence[Sequence[int]]) -> Sequence[int]:
    """Add up at least one row of ``TOTALS``, in the order of play.

    All of it adds up but best and worst, and runs, which go on from one row to the next.
    """
    if len(rows) == 1:
        return rows[0]
    columns = list(zip(*rows, strict=True))
    found = list(map(sum, columns))
    found[_BEST], found[_WORST] = max(columns[_BEST]), min(columns[_WORST])
    for at in _RUNS_AT:
        found[at : at + 3] = joined(zip(columns[0], *columns[at : at + 3], strict=True))
    return found


def rank_rows(rows: Iterable[T], key: Callable[[T], Any]) -> list[tuple[int, T]]:
    """Rank rows, the smallest key first as in ``sorted``; equals share a rank, the next is skipped.

    >>> rank_rows([30, 10, 30], key=lambda score: -score)
    [(1, 30), (1, 30), (3, 10)]
    """
    ranked: list[tuple[int, T]] = []
    keyed = sorted(((key(row), row) for row in rows), key=itemgetter(0))
    for position, (found, row) in enumerate(keyed, start=1):
        level = position > 1 and keyed[position - 2][0] == found
        ranked.append((ranked[-1][0] if level else position, row))
    return ranked


def ratio(part: int, whole: int) -> int | None:
    """Divide exactly and round halves away from 0; None when there is nothing to divide by."""
    if not whole:
        return None
    size = (2 * abs(part) + whole) // (2 * whole)
    return -size if part < 0 else size


#: classes of a win's worth, the smallest first
VALUE_CLASSES: Final = (
    *("han1", "han2", "han3", "han4", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"),
    "unknown",
)

_MANGAN: Final = 2_000
_LIMITS: Final = (
    (13, "yakuman"),
    (11, "sanbaiman"),
    (8, "baiman"),
    (6, "haneman"),
    (5, "mangan"),
)
_SMALL: Final = ("unknown", "han1", "han2", "han3", "han4")
_NAMED: Final = frozenset({"mangan", "haneman", "baiman", "sanbaiman"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCounts:
    """What somebody did in some hands; the empty one is neutral in :func:`add_up`."""

    hands: int = 0
    wins: int = 0
    tsumo: int = 0  # wins by tsumo
    won: int = 0  # points moved to them by their wins
    deal_ins: int = 0  # hands in which their discard was won, by one or several
    paid: int = 0  # points that these cost them, as a positive number
    riichi: int = 0  # hands in which they declared it
    riichi_wins: int = 0
    noted: int = 0  # hands of which it is known who had called
    called: int = 0  # of these, those in which they had
    draws: int = 0  # hands that ended in an exhaustive draw, nagashi apart
    tenpai: int = 0  # of these, those in which they were ready

    def win_rate(self) -> int | None:
        """和了率: share of hands that they won, in tenths of a percent; None without hands."""
        return tenths(self.wins, self.hands)

    def deal_in_rate(self) -> int | None:
        """放銃率: share of hands in which their discard was won, in tenths of a percent."""
        return tenths(self.deal_ins, self.hands)

    def riichi_rate(self) -> int | None:
        """立直率: share of hands in which they declared riichi, in tenths of a percent."""
        return tenths(self.riichi, self.hands)

    def riichi_win_rate(self) -> int | None:
        """Share of hands with their riichi that they won, in tenths of a percent."""
        return tenths(self.riichi_wins, self.riichi)

    def call_rate(self) -> int | None:
        """副露率: share of hands in which they called, of those where calls are known."""
        return tenths(self.called, self.noted)

    def tsumo_rate(self) -> int | None:
        """Share of their wins that were tsumo, in tenths of a percent; None without wins."""
        return tenths(self.tsumo, self.wins)

    def tenpai_rate(self) -> int | None:
        """流局時聴牌率: share of draws in which they were ready, in tenths of a percent."""
        return tenths(self.tenpai, self.draws)

    def average_win(self) -> int | None:
        """平均和了点: points that a win was worth, halves up; None without wins."""
        return ratio(self.won, self.wins)

    def average_deal_in(self) -> int | None:
        """平均放銃点: points that a deal-in cost, halves up; None without."""
        return ratio(self.paid, self.deal_ins)


def add_up(counts: Iterable[HandCounts]) -> HandCounts:
    """Add counts up, in any order and grouping."""
    rows = list(counts)
    return HandCounts(
        **{each.name: sum(getattr(row, each.name) for row in rows) for each in fields(HandCounts)}
    )


def tenths(part: int, whole: int) -> int | None:
    """A share in tenths of a percent (12.3% is 123), halves up; None of nothing.

    >>> tenths(1, 8)
    125
    """
    return ratio(part * 1_000, whole)


def value_class(*, han: int = 0, fu: int = 0, yakuman: int = 0, limit: str = "") -> str:
    """What a win is called by its size: by han below mangan, then by its limit.

    Args:
        han: with bonus tiles; 0 where nobody entered it.
        fu: 0 where nobody entered it; with it 4 han 40 fu and 3 han 70 fu are mangan.
        yakuman: how many.
        limit: as a record or the tiles state it; it goes before han and fu.
    """
    if yakuman or "yakuman" in limit:
        return "yakuman"
    if limit in _NAMED:
        return limit
    for least, name in _LIMITS:
        if han >= least:
            return name
    return "mangan" if han and fu << (han + 2) >= _MANGAN else _SMALL[han]
