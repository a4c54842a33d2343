"""The columns of a ranking: what each is called, sorts by, and how its figures are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy

from league.selectors.ranking_figures import FIGURES, Facts, Figure, figures_of, mean
from league.selectors.rankings import LeagueRanking, Standing
from league.templatetags.points import hundredths, permille, points, score, score_spoken

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Cell(NamedTuple):
    """A figure as it is shown, its class, and how it is spoken where that differs."""

    text: str
    css: str = ""
    spoken: str = ""


#: writes a figure, by the decimals of a score
Write = Callable[[int, int], Cell]


@dataclass(frozen=True, slots=True, eq=False)  # a column is itself alone: a cheap key for _cell
class Column:
    """A column of figures: what it is called, what it sorts by and how it is written."""

    key: str
    label: StrOrPromise
    value: Figure
    write: Write
    is_best_high: bool = True  # which end stands first when it is chosen
    is_usual: bool = True  # shown without being asked for
    has_mean: bool = False  # whether the mean of the club says something


def _scored(points: int, decimals: int) -> Cell:
    spoken = score_spoken(points, decimals) if points < 0 else ""
    return Cell(score(points, decimals), "score--minus" if points < 0 else "", spoken)


def _total(points: int, decimals: int) -> Cell:
    return _scored(points, decimals)._replace(
        css="figure--key score--minus" if points < 0 else "figure--key"
    )


def _adjusted(points: int, decimals: int) -> Cell:
    return _scored(points, decimals) if points else Cell("–", "is-none")


def _average(points: int, decimals: int) -> Cell:
    """One decimal more than a score has, rounded away from 0."""
    unit = 10 ** (2 - decimals)
    size = (2 * abs(points) + unit) // (2 * unit) * unit
    return _scored(-size if points < 0 else size, decimals + 1)


def _count(number: int, _decimals: int) -> Cell:
    return Cell(f"{number:,}", "is-none" if number == 0 else "")


def _chips(number: int, _decimals: int) -> Cell:
    """Chips are won and lost: with their sign."""
    text = score(number * 1_000, 0)
    if number < 0:
        return Cell(text, "score--minus", score_spoken(number * 1_000, 0))
    return Cell(text, "is-none" if number == 0 else "")


def _held(number: int, _decimals: int) -> Cell:
    """Points on the table, to the last one."""
    if number >= 0:
        return Cell(f"+{number:,}" if number else "0")
    return Cell(points(number), "score--minus", score_spoken(number * 1_000, 0))


def _hundredths(value: int, _decimals: int) -> Cell:
    return Cell(hundredths(value))


def _permille(value: int, _decimals: int) -> Cell:
    return Cell(permille(value))


RANK = Column(
    "rank", gettext_lazy("rank"), lambda line, _facts: line.rank, _count, is_best_high=False
)
NAME = Column("name", gettext_lazy("name"), lambda _line, _facts: 0, _count, is_best_high=False)


def _column(key: str, label: StrOrPromise, write: Write, **more: bool) -> Column:
    return Column(key, label, FIGURES[key], write, has_mean=True, **more)


def _further(key: str, label: StrOrPromise, write: Write, **more: bool) -> Column:
    return Column(key, label, FIGURES[key], write, is_usual=False, has_mean=True, **more)


#: every column there is, the usual ones first
COLUMNS = {
    column.key: column
    for column in (
        _column("total", gettext_lazy("total"), _total),
        _column("games", gettext_lazy("games"), _count),
        _column("place", gettext_lazy("avg. place"), _hundredths, is_best_high=False),
        _column("adjusted", gettext_lazy("adjusted"), _adjusted),
        _column("double_maru_a", gettext_lazy("double A"), _count),
        _column("maru_a", gettext_lazy("maru A"), _count),
        _column("maru_b", gettext_lazy("maru B"), _count),
        _column("maru_c", gettext_lazy("maru C"), _count),
        _column("floating", gettext_lazy("floating rate"), _permille),
        _column("first", gettext_lazy("1st"), _count),
        _column("second", gettext_lazy("2nd"), _count),
        _column("third", gettext_lazy("3rd"), _count),
        _column("fourth", gettext_lazy("4th"), _count, is_best_high=False),
        _column("top", gettext_lazy("top rate"), _permille),
        _column("last", gettext_lazy("last avoided"), _permille),
        _column("best", gettext_lazy("best"), _scored),
        _column("worst", gettext_lazy("worst"), _scored),
        _column("average", gettext_lazy("avg. score"), _average),
        _further("top_two", gettext_lazy("top-two rate"), _permille),
        _further("top_run", gettext_lazy("tops in a row"), _count),
        _further("no_last_run", gettext_lazy("not last in a row"), _count),
        _further("plus_run", gettext_lazy("plus in a row"), _count),
        _further("busts", gettext_lazy("busts"), _count, is_best_high=False),
        _further("chips", gettext_lazy("chips"), _chips),
        _further("table_points", gettext_lazy("table points"), _held),
        _further("average_table_points", gettext_lazy("avg. table points"), _held),
    )
}
#: whole numbers whose mean is none
_COUNTS = (_count, _chips)


def columns_of(ranking: LeagueRanking) -> list[Column]:
    """The columns that mean something here: three players have no fourth place."""
    return [COLUMNS[key] for key in figures_of(ranking)]


def mean_cell(column: Column, lines: Iterable[Standing], facts: Facts, decimals: int) -> Cell:
    """The mean of a column; of counts with a decimal, of scores with one more than they have."""
    values = [column.value(line, facts) for line in lines]
    if column.write in _COUNTS:
        tenths = mean(10 * value for value in values if value is not None)
        return _tenths(tenths or 0, signed=column.write is _chips)
    found = mean(values)
    if found is None:
        return Cell("–", "is-none")
    if column.write in (_scored, _total, _adjusted, _average):
        return _average(found, decimals)
    return column.write(found, decimals)


def _tenths(value: int, *, signed: bool) -> Cell:
    whole, rest = divmod(abs(value), 10)
    if not signed:
        return Cell(f"{whole:,}.{rest}")
    return _scored(value * 100, 1) if value else Cell("0.0")
