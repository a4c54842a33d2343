"""The ranking's cells as they are printed, remembered.

Two hundred lines of a dozen cells are what the page costs, and most figures are there more than
once.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.views.ranking_columns import Cell, Column


@lru_cache(maxsize=2_000)
def move_of(before: int | None, rank: int, _language: str) -> SafeString:
    """How many ranks somebody has risen or fallen, with words for who cannot see the arrow."""
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
def cell_of(column: Column, value: int | None, decimals: int, _language: str) -> SafeString:
    """A figure as a table cell; what is spoken depends on the language in force."""
    return written(Cell("–", "is-none") if value is None else column.write(value, decimals))


def written(cell: Cell) -> SafeString:
    """A figure as a table cell, not remembered."""
    if not cell.spoken:
        return format_html('<td class="num {}">{}</td>', cell.css, cell.text)
    return format_html(
        '<td class="num {}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></td>',
        cell.css,
        cell.text,
        cell.spoken,
    )
