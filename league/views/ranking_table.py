"""The ranking as a table: the order that the reader chose, and cells ready to print.

Cells are written here and not in the template, and remembered: two hundred lines of a dozen cells
are what the page costs, and most figures are there more than once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from league.models import Club, Member
from league.score_words import score_name
from league.selectors.rankings import LeagueRanking, Standing
from league.views.ranking_columns import NAME, RANK, Column, columns_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The whole table, in the order asked for."""

    heads: list[Head]
    groups: list[Group]
    sort: str  # as the address says it; empty for the usual order
    is_understood: bool  # whether the order asked for is one
    unit: str  # what a score is called


def ranking_table(
    club: Club,
    ranking: LeagueRanking,
    *,
    me: Member | None,
    query: dict[str, str],
    sort: str,
    beside_total: tuple[Column, ...] = (),
) -> Table:
    """Lay a ranking out.

    Args:
        club: whose ranking.
        ranking: the lines; their ranks stay whatever the order.
        me: the reader, whose line is marked.
        query: the address's words for the stretch, kept by the links.
        sort: a column's key, after a minus for the highest first; empty for the usual order.
        beside_total: further columns, right after the total.
    """
    total, *others = columns_of(ranking)
    columns = [total, *beside_total, *others]
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
    unit = score_name(ranking.rule.score_name)
    return Table(
        heads=heads,
        groups=groups,
        sort=sort if known else "",
        is_understood=known or not sort,
        unit=unit,
    )


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
        notes.append(short % {"count": f"{line.missing:,}"})
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
