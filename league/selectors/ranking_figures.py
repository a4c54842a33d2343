"""The figures of a ranking's line: one place for pages, calls and prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from league.selectors.rankings import LeagueRanking, Standing
from rules.models import Family
from scoring.standings import ratio


class Facts(NamedTuple):
    """What a figure may hang on beside its line."""

    players: int = 4
    start: int = 0  # points that everybody holds at the start of a game


#: a whole number (points, hundredths, tenths of a percent); None where there is nothing to say
Figure: TypeAlias = Callable[[Standing, Facts], int | None]


def _place(taken: int) -> Figure:
    return lambda line, _facts: line.record.place_counts[taken - 1]


def _maru(index: int) -> Figure:
    return lambda line, _facts: line.record.maru_counts[index]


#: every figure there is
FIGURES: dict[str, Figure] = {
    "total": lambda line, _facts: line.total,
    "games": lambda line, _facts: line.record.games,
    "place": lambda line, _facts: line.record.average_place_hundredths(),
    "adjusted": lambda line, _facts: line.adjusted,
    "double_maru_a": _maru(0),
    "maru_a": _maru(1),
    "maru_b": _maru(2),
    "maru_c": _maru(3),
    "floating": lambda line, _facts: line.record.floating_rate_tenths(),
    "first": _place(1),
    "second": _place(2),
    "third": _place(3),
    "fourth": _place(4),
    "top": lambda line, _facts: line.record.top_rate_tenths(),
    "last": lambda line, facts: line.record.last_avoid_rate_tenths(facts.players),
    "best": lambda line, _facts: line.record.best,
    "worst": lambda line, _facts: line.record.worst,
    "average": lambda line, _facts: line.record.average_score(),
    "top_two": lambda line, _facts: line.record.top_two_rate_tenths(),
    "top_run": lambda line, _facts: line.record.top_run.longest,
    "no_last_run": lambda line, _facts: line.record.no_last_run.longest,
    "plus_run": lambda line, _facts: line.record.plus_run.longest,
    "busts": lambda line, _facts: line.record.busts,
    "chips": lambda line, _facts: line.record.chips,
    "table_points": lambda line, facts: line.record.table_points(facts.start),
    "average_table_points": lambda line, facts: line.record.average_table_points(facts.start),
}

_BOO_ALONE = frozenset({"double_maru_a", "maru_a", "maru_b", "maru_c", "floating"})
#: a top by two victory points is not one by eighteen, and nobody is last: people are sunk
_NOT_OF_BOO = frozenset(
    {"first", "second", "third", "fourth", "last", "top_two", "no_last_run"}
    | {"table_points", "average_table_points"}
)
#: points are the score, and nobody falls below anything
_NOT_OF_ZUNG_JUNG = frozenset({"busts", "table_points", "average_table_points"})
_RUNS = frozenset({"top_run", "no_last_run", "plus_run"})
_TABLE_POINTS = frozenset({"table_points", "average_table_points"})


def facts_of(ranking: LeagueRanking) -> Facts:
    """What the ranking's figures hang on."""
    return Facts(players=ranking.players or 4, start=ranking.terms.start_points or 0)


def figures_of(ranking: LeagueRanking) -> list[str]:
    """The figures that mean something in a ranking, in their order."""
    absent = _not_of(ranking.family) | _not_of_the_table(ranking) | _not_told(ranking)
    return [key for key in FIGURES if key not in absent]


def _not_of(family: str) -> frozenset[str]:
    if family == Family.BOO:
        return _NOT_OF_BOO
    return _BOO_ALONE | _NOT_OF_ZUNG_JUNG if family == Family.ZUNG_JUNG else _BOO_ALONE


def _not_of_the_table(ranking: LeagueRanking) -> set[str]:
    """Three players have no fourth place; of tables of three and four no place is the last."""
    absent = set()
    fourth = any(line.record.place_counts[3] for line in ranking.lines)
    if ranking.players == 3 and not fourth:
        absent.add("fourth")
    if ranking.players is None:
        absent.add("last")
    if ranking.players != 4:
        absent.add("top_two")
    return absent


def _not_told(ranking: LeagueRanking) -> set[str]:
    """What nobody has, and what rankings that were closed long ago do not know."""
    records = [line.record for line in ranking.lines]
    absent: set[str] = set()
    if not any(line.adjusted for line in ranking.lines):
        absent.add("adjusted")
    if not any(record.chips for record in records) and not ranking.terms.plays_chips:
        absent.add("chips")
    if not any(record.top_run.longest for record in records):  # somebody always is the top
        absent |= _RUNS
    if ranking.terms.start_points is None or not any(record.points_games for record in records):
        absent |= _TABLE_POINTS
    return absent


def mean(values: Iterable[int | None]) -> int | None:
    """The mean of the figures that there are, halves away from 0; None without any."""
    found = [value for value in values if value is not None]
    return ratio(sum(found), len(found))
