"""The ranking as a table: columns, the order that the reader chose, and cells ready to print.

Cells are written here and not in the template, and remembered: two hundred lines of a dozen cells
are what the page costs, and most figures are there more than once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from league.models import Club, Member
from league.selectors.rankings import LeagueRanking, Standing
from league.templatetags.points import hundredths, permille, score, score_spoken

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


class Head(NamedTuple):
    """A column's head: its link sorts by it, and turns the order when it is chosen already."""

    key: str
    label: StrOrPromise
    url: str
    order: str  # ascending, descending or empty
    is_figure: bool


class Line(NamedTuple):
    """A line ready to print."""

    rank: int | None
    is_tied: bool
    name: str
    url: str
    is_me: bool
    note: str
    cells: SafeString


class Group(NamedTuple):
    """Lines that stand together, with the heading over them; the ranked have none."""

    heading: str
    lines: list[Line]


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
    return Cell(str(number), "is-none" if number == 0 else "")


def _place(taken: int) -> Callable[[Standing, int], int]:
    return lambda line, _players: line.record.place_counts[taken - 1]


RANK = Column(
    "rank", gettext_lazy("rank"), lambda line, _p: line.rank or 0, _count, is_best_high=False
)
NAME = Column("name", gettext_lazy("name"), lambda line, _p: 0, _count, is_best_high=False)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The whole table, in the order asked for."""

    heads: list[Head]
    groups: list[Group]
    sort: str  # as the address says it; empty for the usual order
    is_understood: bool  # whether the order asked for is one


def ranking_table(
    club: Club, ranking: LeagueRanking, *, me: Member | None, query: dict[str, str], sort: str
) -> Table:
    """Lay a ranking out.

    Args:
        club: whose ranking.
        ranking: the lines; their ranks stay whatever the order.
        me: the reader, whose line is marked.
        query: the address's words for the stretch, kept by the links.
        sort: a column's key, after a minus for the highest first; empty for the usual order.
    """
    columns = columns_of(ranking)
    chosen = {column.key: column for column in (RANK, NAME, *columns)}.get(sort.lstrip("-"))
    known = chosen is not None and sort in (chosen.key, f"-{chosen.key}")
    column, falls = (chosen, sort.startswith("-")) if known and chosen else (RANK, False)
    players = ranking.players or 4
    # One address is worked out, the others differ in its last number alone.
    before, after = reverse("league:member", args=[club.slug, 0]).rsplit("0", 1)
    groups = [
        Group(
            heading,
            [
                _line(line, ranking, columns, me, f"{before}{line.member_id}{after}")
                for line in _ordered(lines, column, falls=falls, players=players)
            ],
        )
        for heading, lines in (
            ("", ranking.ranked),
            (_("Too few games to be ranked"), ranking.short),
            (_("Guests"), ranking.guests),
        )
        if lines
    ]
    heads = [_head(each, column, query, falls=falls) for each in (RANK, NAME, *columns)]
    return Table(
        heads=heads, groups=groups, sort=sort if known else "", is_understood=known or not sort
    )


def columns_of(ranking: LeagueRanking) -> list[Column]:
    """The columns that mean something here: three players have no fourth place."""
    absent = set()
    lines = (*ranking.ranked, *ranking.short, *ranking.guests)
    if ranking.players == 3 and not any(line.record.place_counts[3] for line in lines):
        absent.add("fourth")
    if ranking.players is None:
        absent.add("last")  # tables of three and four: the last place is not one place
    return [column for column in COLUMNS if column.key not in absent]


def _ordered(
    lines: tuple[Standing, ...], column: Column, *, falls: bool, players: int
) -> list[Standing]:
    if column is NAME:
        return sorted(lines, key=lambda line: line.reading, reverse=falls)
    if column is RANK:
        return list(reversed(lines)) if falls else list(lines)
    return sorted(lines, key=lambda line: column.value(line, players), reverse=falls)


def _head(column: Column, chosen: Column, query: dict[str, str], *, falls: bool) -> Head:
    order = ""
    next_falls = column.is_best_high
    if column is chosen:
        order = "descending" if falls else "ascending"
        next_falls = not falls
    words = {**query, "sort": f"-{column.key}" if next_falls else column.key}
    return Head(column.key, column.label, "?" + urlencode(words), order, column is not NAME)


def _line(
    line: Standing, ranking: LeagueRanking, columns: list[Column], me: Member | None, url: str
) -> Line:
    decimals, players = ranking.rule.score_decimals, ranking.players or 4
    language = get_language() or ""
    notes = []
    if line.is_guest and (line.rank or line.missing):  # the others stand under a heading
        notes.append(_("guest"))
    if line.missing:
        short = ngettext("%(count)s game short", "%(count)s games short", line.missing)
        notes.append(short % {"count": line.missing})
    cells = (_cell(column, column.value(line, players), decimals, language) for column in columns)
    return Line(
        rank=line.rank,
        is_tied=line.is_tied,
        name=line.name,
        url=url,
        is_me=me is not None and me.pk == line.member_id,
        note=" · ".join(notes),
        cells=SafeString("".join(cells)),
    )


@lru_cache(maxsize=20_000)
def _cell(column: Column, value: int, decimals: int, _language: str) -> SafeString:
    """A figure as a table cell; what is spoken depends on the language in force."""
    cell = column.write(value, decimals)
    if not cell.spoken:
        return format_html('<td class="num {}">{}</td>', cell.css, cell.text)
    return format_html(
        '<td class="num {}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></td>',
        cell.css,
        cell.text,
        cell.spoken,
    )
