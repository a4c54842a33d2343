"""The columns of a ranking: what each is called, sorts by, and how its figures are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy

from league.selectors.rankings import LeagueRanking, Standing
from league.templatetags.points import hundredths, permille, score, score_spoken
from rules.models import Family

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Cell(NamedTuple):
    """A figure as it is shown, its class, and how it is spoken where that differs."""

    text: str
    css: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True, eq=False)  # a column is itself alone: a cheap key for _cell
class Column:
    """A column of figures: what it is called, what it sorts by and how it is written."""

    key: str
    label: StrOrPromise
    value: Callable[[Standing, int], int]  # by the number of players
    write: Callable[[int, int], Cell]  # by the decimals of a score
    is_best_high: bool = True  # which end stands first when it is chosen


def _scored(points: int, decimals: int) -> Cell:
    spoken = score_spoken(points, decimals) if points < 0 else ""
    return Cell(score(points, decimals), "score--minus" if points < 0 else "", spoken)


def _total(points: int, decimals: int) -> Cell:
    return _scored(points, decimals)._replace(
        css="figure--key score--minus" if points < 0 else "figure--key"
    )


def _average(points: int, decimals: int) -> Cell:
    """One decimal more than a score has, rounded away from 0."""
    unit = 10 ** (2 - decimals)
    size = (2 * abs(points) + unit) // (2 * unit) * unit
    return _scored(-size if points < 0 else size, decimals + 1)


def _count(number: int, _decimals: int) -> Cell:
    return Cell(f"{number:,}", "is-none" if number == 0 else "")


def _maru(index: int) -> Callable[[Standing, int], int]:
    return lambda line, _players: line.record.maru_counts[index]


def _place(taken: int) -> Callable[[Standing, int], int]:
    return lambda line, _players: line.record.place_counts[taken - 1]


RANK = Column(
    "rank", gettext_lazy("rank"), lambda line, _p: line.rank or 0, _count, is_best_high=False
)
NAME = Column("name", gettext_lazy("name"), lambda line, _p: 0, _count, is_best_high=False)

#: every column there is; each family shows those that mean something in it
COLUMNS = (
    Column("total", gettext_lazy("total"), lambda line, _p: line.record.score, _total),
    Column("games", gettext_lazy("games"), lambda line, _p: line.record.games, _count),
    Column(
        "place",
        gettext_lazy("avg. place"),
        lambda line, _p: line.record.average_place_hundredths() or 0,
        lambda value, _d: Cell(hundredths(value)),
        is_best_high=False,
    ),
    Column("double_maru_a", gettext_lazy("double A"), _maru(0), _count),
    Column("maru_a", gettext_lazy("maru A"), _maru(1), _count),
    Column("maru_b", gettext_lazy("maru B"), _maru(2), _count),
    Column("maru_c", gettext_lazy("maru C"), _maru(3), _count),
    Column(
        "floating",
        gettext_lazy("floating rate"),
        lambda line, _p: line.record.floating_rate_tenths() or 0,
        lambda value, _d: Cell(permille(value)),
    ),
    Column("first", gettext_lazy("1st"), _place(1), _count),
    Column("second", gettext_lazy("2nd"), _place(2), _count),
    Column("third", gettext_lazy("3rd"), _place(3), _count),
    Column("fourth", gettext_lazy("4th"), _place(4), _count, is_best_high=False),
    Column(
        "top",
        gettext_lazy("top rate"),
        lambda line, _p: line.record.top_rate_tenths() or 0,
        lambda value, _d: Cell(permille(value)),
    ),
    Column(
        "last",
        gettext_lazy("last avoided"),
        lambda line, players: line.record.last_avoid_rate_tenths(players) or 0,
        lambda value, _d: Cell(permille(value)),
    ),
    Column("best", gettext_lazy("best"), lambda line, _p: line.record.best or 0, _scored),
    Column("worst", gettext_lazy("worst"), lambda line, _p: line.record.worst or 0, _scored),
    Column(
        "average",
        gettext_lazy("avg. score"),
        lambda line, _p: line.record.average_score() or 0,
        _average,
    ),
)


_BOO_ALONE = frozenset({"double_maru_a", "maru_a", "maru_b", "maru_c", "floating"})
#: a top by two victory points is not one by eighteen, and nobody is last: people are sunk
_NOT_OF_BOO = frozenset({"first", "second", "third", "fourth", "last"})


def columns_of(ranking: LeagueRanking) -> list[Column]:
    """The columns that mean something here: three players have no fourth place."""
    absent = set(_NOT_OF_BOO if ranking.family == Family.BOO else _BOO_ALONE)
    lines = (*ranking.ranked, *ranking.short, *ranking.guests)
    if ranking.players == 3 and not any(line.record.place_counts[3] for line in lines):
        absent.add("fourth")
    if ranking.players is None:
        absent.add("last")  # tables of three and four: the last place is not one place
    return [column for column in COLUMNS if column.key not in absent]
