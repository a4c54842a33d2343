"""The ranking as a table: which one, in the order that the reader chose, cells ready to print.

Two hundred lines of a dozen cells are what the page costs, and most figures are there more than
once: cells are written and remembered here, not in the template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from league.core.access import Visit
from league.core.formats import score_name
from league.core.permissions import Action
from league.models import Club, League, Member, MonthClose
from league.rankings.closings import Difference, closed_month, closes_of, has_ended
from league.rankings.figures import (
    SCORE,
    Cell,
    Facts,
    Figure,
    facts_of,
    figures_of,
    in_order,
    rows_of,
)
from league.rankings.table import LeagueRanking, Standing

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: the address's word for all the figures that there are
EVERY: Final = "figures"
#: columns that every table has
RANK: Final = Figure(
    "rank", gettext_lazy("rank"), lambda line, _facts: line.rank, is_best_high=False
)
NAME: Final = Figure("name", gettext_lazy("name"), lambda _line, _facts: 0, is_best_high=False)


class Head(NamedTuple):
    """A column's heading: its link sorts by it, or reverses the order if already chosen."""

    key: str
    label: StrOrPromise
    url: str
    order: str  # ascending, descending or empty
    is_figure: bool


class Line(NamedTuple):
    rank: int | None
    is_tied: bool
    move: SafeString  # against the period before; empty where there is none
    name: str
    url: str  # empty for whoever reads the ranking alone
    is_me: bool
    note: str
    cells: SafeString


class Group(NamedTuple):
    """Lines under one heading; the ranked have none."""

    heading: str
    lines: list[Line]


class Foot(NamedTuple):
    label: str
    cells: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    heads: list[Head]
    groups: list[Group]
    foot: Foot | None
    sort: str  # as the address says it; empty for the usual order
    shows_all: bool  # the figures that are not usual too
    tells_table_points: bool  # whether they are among the figures shown
    switch: str  # the address with them, or without; empty when there are no others
    is_understood: bool  # whether the order asked for is one
    unit: str  # what a score is called


def ranking_table(
    club: Club,
    ranking: LeagueRanking,
    *,
    me: Member | None,
    query: dict[str, str],
    sort: str,
    links_people: bool = True,
    beside_total: tuple[Figure, ...] = (),
    wants_all: bool = False,
) -> Table:
    """Lay a ranking out.

    Args:
        club: whose ranking.
        ranking: the lines; their ranks stay whatever the order.
        me: the reader, whose line is marked.
        query: the address's parameters for the period, kept by the links.
        links_people: whether the reader may open their pages.
        sort: a column's key, after a minus for highest first; empty for the usual order.
        beside_total: further columns, right after the total.
        wants_all: whether every figure is shown, not only the usual ones.
    """
    there = figures_of(ranking)
    sortable = (RANK, NAME, *beside_total, *there)
    chosen = next((each for each in sortable if sort in (each.key, f"-{each.key}")), None)
    known = chosen is not None
    column, falls = (chosen, sort.startswith("-")) if chosen else (RANK, False)
    wants_all = wants_all or not column.is_usual
    total, *others = [each for each in there if wants_all or each.is_usual]
    columns = [total, *beside_total, *others]
    facts, decimals = facts_of(ranking), ranking.rule.score_decimals
    # One address is worked out, the others differ in its last number alone.
    before, after = reverse("league:member", args=[club.slug, 0]).rsplit("0", 1)
    values: dict[int, Sequence[int | None]] = {}
    groups = []
    for heading, lines in (
        ("", ranking.ranked),
        (_("Too few games to be ranked"), ranking.short),
        (_("Guests"), ranking.guests),
    ):
        ordered = _ordered(lines, column, facts, falls=falls)
        rows = rows_of(columns, ordered, facts)
        values |= {line.member_id: row for line, row in zip(ordered, rows, strict=True)}
        found = [
            _line(
                line,
                ranking,
                cells,
                me,
                f"{before}{line.member_id}{after}" if links_people else "",
            )
            for line, cells in zip(ordered, _cells(columns, rows, decimals), strict=True)
        ]
        if found:
            groups.append(Group(heading, found))
    kept = {**query, EVERY: "all"} if wants_all else query
    has_more = any(not each.is_usual for each in there)
    return Table(
        heads=[_head(each, column, kept, falls=falls) for each in (RANK, NAME, *columns)],
        groups=groups,
        foot=_foot(ranking, columns, values),
        sort=sort if known else "",
        shows_all=wants_all,
        tells_table_points=any(each.key == "table_points" for each in columns),
        switch=_switch(query, column, sort if known else "", shows_all=wants_all)
        if has_more
        else "",
        is_understood=known or not sort,
        unit=score_name(ranking.rule.score_name),
    )


def _switch(query: dict[str, str], column: Figure, sort: str, *, shows_all: bool) -> str:
    """Link to more or fewer figures; the order stays unless its column disappears."""
    words = dict(query) if shows_all else {**query, EVERY: "all"}
    if sort and (column.is_usual or not shows_all):
        words["sort"] = sort
    return "?" + urlencode(words)


def _ordered(
    lines: tuple[Standing, ...], column: Figure, facts: Facts, *, falls: bool
) -> Sequence[Standing]:
    if column is NAME:
        return sorted(lines, key=lambda line: line.reading, reverse=falls)
    if column is RANK:
        return lines[::-1] if falls else lines
    return in_order(lines, column, facts, falls=falls)


def _head(column: Figure, chosen: Figure, query: dict[str, str], *, falls: bool) -> Head:
    order = ""
    next_falls = column.is_best_high
    if column is chosen:
        order = "descending" if falls else "ascending"
        next_falls = not falls
    words = {**query, "sort": f"-{column.key}" if next_falls else column.key}
    return Head(column.key, column.label, "?" + urlencode(words), order, column is not NAME)


def _line(
    line: Standing,
    ranking: LeagueRanking,
    cells: SafeString,
    me: Member | None,
    url: str,
) -> Line:
    notes = []
    if line.is_guest and (line.rank or line.missing):  # the others stand under a heading
        notes.append(_("guest"))
    if line.missing:
        short = ngettext("%(count)s game short", "%(count)s games short", line.missing)
        notes.append(short % {"count": f"{line.missing:,}"})
    moved = ranking.before is not None and line.rank is not None
    return Line(
        rank=line.rank,
        is_tied=line.is_tied,
        move=_move_of(line.rank_before, line.rank or 0, get_language() or "")
        if moved
        else SafeString(""),
        name=line.shown_name,
        url=url,
        is_me=me is not None and me.pk == line.member_id,
        note=" · ".join(notes),
        cells=cells,
    )


def _cells(
    columns: Sequence[Figure], rows: Iterable[Sequence[int | None]], decimals: int
) -> Iterator[SafeString]:
    language = get_language() or ""
    for row in rows:
        cells = zip(columns, row, strict=True)
        yield SafeString(
            "".join([_cell_of(column, value, decimals, language) for column, value in cells])
        )


def _foot(
    ranking: LeagueRanking, columns: list[Figure], values: Mapping[int, Sequence[int | None]]
) -> Foot | None:
    """Return the means of the ranked, or of all if none is ranked; None for one person."""
    lines = ranking.ranked or ranking.lines
    if len(lines) < 2:
        return None
    decimals = ranking.rule.score_decimals
    by_column = zip(*(values[line.member_id] for line in lines), strict=True)
    cells = (
        _td(column.mean(found, decimals) if column.has_mean else Cell(""))
        for column, found in zip(columns, by_column, strict=True)
    )
    label = _("average of ranked players") if ranking.ranked else _("average of all players")
    return Foot(label=label, cells=SafeString("".join(cells)))


@lru_cache(maxsize=2_000)
def _move_of(before: int | None, rank: int, _language: str) -> SafeString:
    """Show how many ranks somebody rose or fell, with words for screen readers."""
    if before is None:
        text = _("new")
        return format_html('<span class="ranking-move">{}</span>', text)
    by = before - rank
    if by == 0:
        css, text, words = "", "–", _("same rank")
    elif by > 0:
        css, text, words = " is-up", f"↑{by}", _("%(ranks)s up") % {"ranks": by}
    else:
        css, text, words = " is-down", f"↓{-by}", _("%(ranks)s down") % {"ranks": -by}
    return format_html(
        '<span class="ranking-move{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        css,
        text,
        words,
    )


@lru_cache(maxsize=4_000)  # two pages of two hundred lines
def _cell_of(column: Figure, value: int | None, decimals: int, _language: str) -> SafeString:
    """Cache by language, because the spoken text depends on it."""
    return _td(column.cell(value, decimals))


def _td(cell: Cell) -> SafeString:
    if not cell.spoken:
        return format_html('<td class="num {}">{}</td>', cell.css, cell.text)
    return format_html(
        '<td class="num {}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></td>',
        cell.css,
        cell.text,
        cell.spoken,
    )


_NEW, _UNRANKED = -1, 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    ranking: LeagueRanking
    query: Mapping[str, str]  # the address's words that keep it so
    columns: tuple[Figure, ...]  # beside the total
    about: dict[str, Any]  # for ranking/_closed.html
    close: MonthClose | None = None  # of a frozen ranking


def displayed_ranking(
    visit: Visit, league: League, present: LeagueRanking, *, wants_live: bool
) -> Shown:
    """Return the frozen ranking of a closed month, unless the present one is asked for.

    One query for a month, two for a closed one, none for other periods.
    """
    if not present.period.is_month:
        return Shown(ranking=present, query={}, columns=(), about={})
    month = present.period.first
    league.club = visit.club
    closes = list(closes_of(league, month))
    for close in closes:
        close.league = league
    close_now = next((close for close in closes if close.reopened_at is None), None)
    about: dict[str, Any] = {
        "month_word": f"{month:%Y-%m}",
        "has_closes": bool(closes),
        "may_close": close_now is None
        and bool(present.people)
        and visit.may(Action.MANAGE_LEAGUES)
        and has_ended(league, month),
    }
    if close_now is None:
        return Shown(ranking=present, query={}, columns=(), about=about)
    closed = closed_month(visit.club, close_now, present)
    about |= {"closed": closed, "is_live": wants_live}
    if not wants_live:
        return Shown(ranking=closed.frozen, query={}, columns=(), about=about, close=close_now)
    about["gone"] = [each for each in closed.differences if each.now is None]
    return Shown(
        ranking=present, query={"live": "1"}, columns=_marking(closed.differences), about=about
    )


def _marking(differences: tuple[Difference, ...]) -> tuple[Figure, ...]:
    """Return figures that mark every line changed since the month was closed."""
    was = {each.member_id: each.was for each in differences}

    def rank(line: Standing, _facts: Facts) -> int:
        if line.member_id not in was:
            return 0
        then = was[line.member_id]
        return _NEW if then is None else then.rank or _UNRANKED

    def since(line: Standing, _facts: Facts) -> int:
        then = was.get(line.member_id)
        return line.total - then.total if then else 0

    if not differences:
        return ()
    return (
        Figure(
            "was",
            gettext_lazy("rank at closing"),
            rank,
            is_best_high=False,
            has_mean=False,
            write=_rank_then,
        ),
        Figure(
            "since",
            gettext_lazy("since closing"),
            since,
            SCORE,
            is_blank_at_0=True,
            has_mean=False,
            write=lambda value, decimals: SCORE.cell(value, decimals)._replace(css="is-marked"),
        ),
    )


def _rank_then(rank: int, _decimals: int) -> Cell:
    words = {0: "–", _NEW: _("not included"), _UNRANKED: _("unranked")}
    return Cell(words.get(rank) or str(rank), "is-none" if rank == 0 else "is-marked")
