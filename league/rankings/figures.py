"""The figures of a ranking's line, and the prizes that are given by them.

Pages, files and calls all read them here. To add a figure, add it to ``FIGURES``, translate its
label, and reckon it by hand in ``tests/league/rankings/naive_ranking.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from django.utils.translation import gettext_lazy as _

from league.core.formats import NOTHING, rounded_average, score, score_spoken
from league.models import League, MonthClose, Prize
from league.rankings.table import LeagueRanking, Standing
from rules.models import Family
from scoring.standings import ratio

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Facts(NamedTuple):
    """What a figure may depend on besides its line; None where the days' versions differ."""

    players: int | None = 4
    start: int | None = 0  # points that everybody holds at the start of a game


class Cell(NamedTuple):
    text: str
    css: str = ""
    spoken: str = ""


NONE: Final = Cell(NOTHING, "is-none")

#: a whole number in the figure's unit; None where there is nothing to say
Value: TypeAlias = Callable[[Standing, Facts], int | None]


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """The unit of a whole number: how it is written and exported.

    Only what is won and lost can be below 0.
    """

    decimals: int = 0  # 249 hundredths are 2.49
    is_share: bool = False  # of a hundred
    #: what is won and lost: thousandths, and the decimals that they are shown with at least
    as_score: Callable[[int, int], tuple[int, int]] | None = None
    is_count: bool = False  # 0 is nothing, and a mean has a decimal more

    def text(self, value: int, score_decimals: int) -> str:
        if self.as_score:
            return score(*self.as_score(value, score_decimals))
        return f"{self.number(value, score_decimals):,}{'%' if self.is_share else ''}"

    def cell(self, value: int, score_decimals: int) -> Cell:
        text = self.text(value, score_decimals)
        if value < 0 and self.as_score:
            spoken = score_spoken(*self.as_score(value, score_decimals))
            return Cell(text, "score--minus", spoken)
        return Cell(text, "is-none" if self.is_count and value == 0 else "")

    def number(self, value: int, score_decimals: int) -> Decimal:
        """Return the number that :meth:`text` prints, with as many decimals."""
        if self.as_score is None:
            return Decimal(value).scaleb(-self.decimals)
        thousandths, decimals = self.as_score(value, score_decimals)
        while decimals < 3 and thousandths % 10 ** (3 - decimals):
            decimals += 1
        return Decimal(thousandths).scaleb(-3).quantize(Decimal(1).scaleb(-decimals))


COUNT: Final = Unit(is_count=True)
TENTHS: Final = Unit(decimals=1)
HUNDREDTHS: Final = Unit(decimals=2)
SHARE: Final = Unit(decimals=1, is_share=True)
SCORE: Final = Unit(as_score=lambda value, decimals: (value, decimals))
AVERAGE: Final = Unit(
    as_score=lambda value, decimals: (rounded_average(value, decimals) or 0, decimals + 1)
)
CHIPS: Final = Unit(as_score=lambda value, _decimals: (value * 1_000, 0), is_count=True)
HELD: Final = Unit(as_score=lambda value, _decimals: (value * 1_000, 0))  # points on the table
#: the means of counts
TENTHS_WON: Final = Unit(as_score=lambda value, _decimals: (value * 100, 1))


@dataclass(frozen=True, slots=True, eq=False)  # itself alone: a cheap key of caches
class Figure:
    key: str
    label: StrOrPromise
    value: Value
    unit: Unit = COUNT
    #: whether it means something in a ranking
    is_in: Callable[[LeagueRanking], bool] = lambda _ranking: True
    is_best_high: bool = True  # which end comes first when it is chosen
    is_usual: bool = True  # shown without being asked for
    is_blank_at_0: bool = False
    has_mean: bool = True  # whether the mean of the club says something
    css: str = ""
    #: the value before it is rounded, by which prizes are given
    exact: Callable[[Standing, Facts], Fraction] | None = None
    #: how cells are written that are no numbers
    write: Callable[[int, int], Cell] | None = None

    def cell(self, value: int | None, score_decimals: int) -> Cell:
        if value is None or (self.is_blank_at_0 and value == 0):
            return NONE
        if self.write:
            return self.write(value, score_decimals)
        found = self.unit.cell(value, score_decimals)
        return found._replace(css=f"{self.css} {found.css}".strip()) if self.css else found

    def number(self, value: int | None, score_decimals: int) -> Decimal | None:
        """Return the figure as a number for spreadsheets; None where the page shows none."""
        if value is None or (self.is_blank_at_0 and value == 0):
            return None
        return self.unit.number(value, score_decimals)

    def mean(self, values: Iterable[int | None], score_decimals: int) -> Cell:
        """Return the mean of some lines; counts get one decimal, scores one more than usual."""
        if self.unit.is_count:
            tenths = mean(10 * value for value in values if value is not None)
            unit = TENTHS_WON if self.unit.as_score else TENTHS
            return unit.cell(tenths or 0, score_decimals)
        found = mean(values)
        if found is None:
            return NONE
        return (AVERAGE if self.unit is SCORE else self.unit).cell(found, score_decimals)

    def best(self, lines: Iterable[Standing], facts: Facts) -> tuple[Standing, ...]:
        """Return those with the best value before rounding, several in a tie."""
        exact = self.exact or (lambda line, facts: Fraction(self.value(line, facts) or 0))
        found = [(exact(line, facts), line) for line in lines]
        choose = max if self.is_best_high else min
        best = choose((value for value, _line in found), default=None)
        return tuple(line for value, line in found if value == best)


def _is_boo(ranking: LeagueRanking) -> bool:
    return ranking.family == Family.BOO


def _has_places(ranking: LeagueRanking) -> bool:
    """Exclude Boo: tops differ in victory points, and nobody is last; some sink."""
    return not _is_boo(ranking)


def _has_fourths(ranking: LeagueRanking) -> bool:
    fourth = any(line.record.place_counts[3] for line in ranking.lines)
    return _has_places(ranking) and (ranking.players != 3 or fourth)


def _has_runs(ranking: LeagueRanking) -> bool:
    """Exclude rankings closed long ago, which have no runs."""
    return any(line.record.top_run.longest for line in ranking.lines)


def _has_chips(ranking: LeagueRanking) -> bool:
    return ranking.terms.plays_chips or any(line.record.chips for line in ranking.lines)


def _has_table_points(ranking: LeagueRanking) -> bool:
    """Exclude Boo and Zung Jung, where points are the score."""
    return (
        ranking.family not in (Family.BOO, Family.ZUNG_JUNG)
        and ranking.terms.start_points is not None
        and any(line.record.points_games for line in ranking.lines)
    )


def _places(first: int) -> Callable[[Standing, Facts], Fraction]:
    """Return the share of games ended in the first ``first`` places."""
    return lambda line, _facts: Fraction(sum(line.record.place_counts[:first]), line.record.games)


def _last_avoided(line: Standing, facts: Facts) -> int | None:
    return None if facts.players is None else line.record.last_avoid_rate_tenths(facts.players)


def _table_points(line: Standing, facts: Facts) -> int | None:
    return None if facts.start is None else line.record.table_points(facts.start)


def _average_table_points(line: Standing, facts: Facts) -> int | None:
    return None if facts.start is None else line.record.average_table_points(facts.start)


_of_boo = partial(Figure, is_in=_is_boo)
_further = partial(Figure, is_usual=False)

#: every figure there is, the usual ones first
FIGURES: Final = {
    figure.key: figure
    for figure in (
        Figure("total", _("total"), lambda line, _: line.total, SCORE, css="figure--key"),
        Figure("games", _("games"), lambda line, _: line.record.games),
        Figure(
            "place",
            _("avg. place"),
            lambda line, _: line.record.average_place_hundredths(),
            HUNDREDTHS,
            is_best_high=False,
            exact=lambda line, _: Fraction(line.record.place_halves, line.record.games),
        ),
        Figure(
            "adjusted",
            _("adjusted"),
            lambda line, _: line.adjusted,
            SCORE,
            is_in=lambda ranking: any(line.adjusted for line in ranking.lines),
            is_blank_at_0=True,
        ),
        _of_boo("double_maru_a", _("double A"), lambda line, _: line.record.maru_counts[0]),
        _of_boo("maru_a", _("maru A"), lambda line, _: line.record.maru_counts[1]),
        _of_boo("maru_b", _("maru B"), lambda line, _: line.record.maru_counts[2]),
        _of_boo("maru_c", _("maru C"), lambda line, _: line.record.maru_counts[3]),
        _of_boo(
            "floating",
            _("floating rate"),
            lambda line, _: line.record.floating_rate_tenths(),
            SHARE,
        ),
        Figure("first", _("1st"), lambda line, _: line.record.place_counts[0], is_in=_has_places),
        Figure("second", _("2nd"), lambda line, _: line.record.place_counts[1], is_in=_has_places),
        Figure("third", _("3rd"), lambda line, _: line.record.place_counts[2], is_in=_has_places),
        Figure(
            "fourth",
            _("4th"),
            lambda line, _: line.record.place_counts[3],
            is_in=_has_fourths,
            is_best_high=False,
        ),
        Figure(
            "top",
            _("top rate"),
            lambda line, _: line.record.top_rate_tenths(),
            SHARE,
            exact=_places(1),
        ),
        Figure(
            "last",
            _("last-place avoidance"),
            _last_avoided,
            SHARE,
            # of tables of three and four no place is the last
            is_in=lambda ranking: _has_places(ranking) and ranking.players is not None,
            exact=lambda line, facts: _places((facts.players or 4) - 1)(line, facts),
        ),
        Figure("best", _("best"), lambda line, _: line.record.best, SCORE),
        Figure("worst", _("worst"), lambda line, _: line.record.worst, SCORE),
        Figure(
            "average",
            _("avg. score"),
            lambda line, _: line.record.average_score(),
            AVERAGE,
            exact=lambda line, _: Fraction(line.record.score, line.record.games),
        ),
        _further(
            "top_two",
            _("top-two rate"),
            lambda line, _: line.record.top_two_rate_tenths(),
            SHARE,
            is_in=lambda ranking: _has_places(ranking) and ranking.players == 4,
            exact=_places(2),
        ),
        _further(
            "top_run",
            _("tops in a row"),
            lambda line, _: line.record.top_run.longest,
            is_in=_has_runs,
        ),
        _further(
            "no_last_run",
            _("games in a row not last"),
            lambda line, _: line.record.no_last_run.longest,
            is_in=lambda ranking: _has_places(ranking) and _has_runs(ranking),
        ),
        _further(
            "plus_run",
            _("positive games in a row"),
            lambda line, _: line.record.plus_run.longest,
            is_in=_has_runs,
        ),
        _further(
            "busts",
            _("busts"),
            lambda line, _: line.record.busts,
            is_in=lambda ranking: ranking.family != Family.ZUNG_JUNG,
            is_best_high=False,
        ),
        _further("chips", _("chips"), lambda line, _: line.record.chips, CHIPS, is_in=_has_chips),
        _further("table_points", _("table points"), _table_points, HELD, is_in=_has_table_points),
        _further(
            "average_table_points",
            _("avg. table points"),
            _average_table_points,
            HELD,
            is_in=_has_table_points,
        ),
    )
}


def facts_of(ranking: LeagueRanking) -> Facts:
    return Facts(players=ranking.players, start=ranking.terms.start_points)


def figures_of(ranking: LeagueRanking) -> list[Figure]:
    return [figure for figure in FIGURES.values() if figure.is_in(ranking)]


def rows_of(
    figures: Sequence[Figure], lines: Iterable[Standing], facts: Facts
) -> list[tuple[int | None, ...]]:
    """Work out figures, a row for each line."""
    return [tuple([figure.value(line, facts) for figure in figures]) for line in lines]


def in_order(
    lines: Iterable[Standing], figure: Figure, facts: Facts, *, falls: bool
) -> list[Standing]:
    """Sort lines by a figure; those without it come last, and equals keep their order."""
    found = [(figure.value(line, facts), line) for line in lines]
    there = [(amount, line) for amount, line in found if amount is not None]
    there.sort(key=lambda each: each[0], reverse=falls)
    return [line for _amount, line in there] + [line for amount, line in found if amount is None]


def mean(values: Iterable[int | None]) -> int | None:
    """Return the mean of the known figures, halves away from 0; None without any."""
    found = [value for value in values if value is not None]
    return ratio(sum(found), len(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """A prize and its winners: several in a tie, none if nobody played enough."""

    prize: Prize
    minimum_games: int  # the prize's own, or the ranking's
    winners: tuple[Standing, ...]
    value: int | None  # in the figure's unit; None without winners


def prizes_of(league: League) -> list[Prize]:
    """Return the league's prizes in their order. One query."""
    return list(Prize.objects.for_club(league.club_id).filter(league=league))


def prizes_at(league: League, close: MonthClose | None) -> list[Prize]:
    """Return the prizes as of the closing, else the present ones. At most one query."""
    if close is None or close.prizes is None:
        return prizes_of(league)
    return [Prize(league=league, **kept) for kept in close.prizes]


def frozen_prizes(league: League) -> list[dict[str, Any]]:
    """Return the league's prizes as plain JSON, in their order. One query."""
    return [
        {"name": prize.name, "measure": prize.measure, "minimum_games": prize.minimum_games}
        for prize in prizes_of(league)
    ]


def prizes_won(prizes: Iterable[Prize], ranking: LeagueRanking) -> list[Won]:
    """Return each prize's winners. A prize without a minimum uses the ranking's.

    Guests can win where the league ranks them.
    """
    return [_won(prize, ranking) for prize in prizes]


def _won(prize: Prize, ranking: LeagueRanking) -> Won:
    minimum = prize.minimum_games or ranking.period.minimum_games
    lines = [
        line for line in (*ranking.ranked, *ranking.short) if line.record.games >= max(minimum, 1)
    ]
    if prize.measure == Prize.Measure.LAST_AVOID_RATE and ranking.players is None:
        lines = []  # of tables of three and four no place is the last
    if not lines:
        return Won(prize=prize, minimum_games=minimum, winners=(), value=None)
    figure, facts = FIGURES[prize.measure], facts_of(ranking)
    winners = figure.best(lines, facts)
    value = figure.value(winners[0], facts)
    return Won(prize=prize, minimum_games=minimum, winners=winners, value=value)
