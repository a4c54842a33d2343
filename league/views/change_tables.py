"""The tables of a preview: altered games by evening, totals and ranks by month."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import League
from league.selectors.change_preview import AlteredGame
from league.selectors.change_ranks import MonthTurned, Turn
from league.templatetags.points import NOTHING, score, score_class, score_spoken
from league.templatetags.ui import icon

#: people of a preview who are listed one by one; of a longer history the newest months
LISTED = 1_500


class Evening(NamedTuple):
    """The altered games of a league and day."""

    league: League
    day: date
    games: list[AlteredGame]


class Row(NamedTuple):
    """A person's month: name, and rank and total as they are and as they would be."""

    member: int
    name: str
    has_turned: bool
    rank: SafeString
    total: SafeString


class MonthTable(NamedTuple):
    """A month, and its people as far as they are listed."""

    month: MonthTurned
    rows: list[Row] | None  # None: too long a history to list everybody


def evenings(games: Iterable[AlteredGame]) -> list[Evening]:
    """Games that follow each other, by league and day."""
    return [
        Evening(group[0].league, group[0].day, group)
        for _key, found in groupby(games, key=lambda game: (game.league.pk, game.day))
        for group in [list(found)]
    ]


def month_tables(months: Sequence[MonthTurned], *, most: int = LISTED) -> list[MonthTable]:
    """Everybody whose total or rank changes, month by month.

    A history can have ten thousand lines, so each is written here and not by a template.

    Args:
        months: as the preview found them; a closed one keeps its ranking and lists nobody.
        most: lines in all; once the newest months have so many, older ones list nobody.
    """
    left = most
    listed: set[int] = set()
    newest_first = sorted(range(len(months)), key=lambda at: months[at].month, reverse=True)
    for at in newest_first:
        if months[at].closed is None:
            left -= len(months[at].lines)
            if left >= 0 or not listed:
                listed.add(at)
    return [
        MonthTable(month, _rows(month) if at in listed else None) for at, month in enumerate(months)
    ]


def _rows(month: MonthTurned) -> list[Row]:
    arrows = {True: icon("rise", size="s"), False: icon("fall", size="s")}
    return [
        Row(
            member=line.member,
            name=line.name,
            has_turned=line.has_turned,
            rank=_rank(line, arrows[line.rises]),
            total=score_pair(line.score_before, line.score_after, month.decimals),
        )
        for line in month.lines
    ]


def _rank(line: Turn, arrow: SafeString) -> SafeString:
    if not line.has_turned:
        return format_html("{}", line.rank_after or NOTHING)
    return format_html(
        '<span class="change-turn">{} → <b>{}</b>{}<span class="visually-hidden">{}</span></span>',
        line.rank_before,
        line.rank_after,
        arrow,
        _("rises") if line.rises else _("falls"),
    )


def score_pair(before: int, after: int, decimals: int) -> SafeString:
    """A score before and after; the two stand below each other where there is little room."""
    if before == after:
        return _score(after, decimals)
    return format_html(
        '<span class="change-pair"><span class="change-pair__was">{} <span aria-hidden="true">→'
        "</span></span> {}</span>",
        _score(before, decimals),
        _score(after, decimals),
    )


def _score(points: int, decimals: int) -> SafeString:
    """What ``components/score.html`` makes of it."""
    return format_html(
        '<span class="score {}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        score_class(points),
        score(points, decimals),
        score_spoken(points, decimals),
    )
