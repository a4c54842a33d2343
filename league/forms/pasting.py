"""Cells copied out of Excel, put where they belong on the typed sheet."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from itertools import islice

from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.forms.points_field import parse_points
from league.forms.sheet_values import MOST_COLUMNS, MOST_ROWS, Column, Row, Sheet
from league.naming import fold
from league.sheets.heads import is_sum

_LONGEST = 40
#: more than a full sheet with its headings, labels and sums; the rest of a paste is not even read
_MOST_LINES, _MOST_CELLS = 2 * MOST_ROWS, 2 * MOST_COLUMNS
#: what stands over the columns beside the players', and above which field they go
_LABELS = {
    **dict.fromkeys(("卓", "table", "たく"), "table"),
    **dict.fromkeys(("回", "回戦", "回数", "半荘", "no", "no.", "#", "game", "番号"), "number"),
    **dict.fromkeys(("供託", "立直棒", "sticks", "riichisticks"), "sticks"),
    **dict.fromkeys(("席順", "seats"), "seats"),
}


def paste(sheet: Sheet, text: str, *, at_row: int | None = None, at_column: int = 0) -> None:
    """Fill the sheet from copied cells.

    A first row of names tells whose columns they are, wherever they stand; without one the cells
    go in from ``at_column`` on, as in Excel. Rows go in from ``at_row`` on, or below what is typed.
    """
    try:
        lines = _cells(text)
    except csv.Error:  # a single cell of more than 128 kB
        sheet.problems.append(_("What was pasted is not a table. Copy the cells again."))
        return
    if not lines:
        return
    header = _is_header(lines[0])
    targets = _by_names(sheet, lines[0]) if header else _by_place(sheet, lines, at_column)
    games = [line for line in lines[header:] if not _is_sum(line)]
    first = _first_row(sheet) if header or at_row is None else at_row
    sheet.add_rows(first + len(games) - len(sheet.rows))
    for line, row in zip(games, sheet.rows[first:], strict=False):
        for value, target in zip(line, targets, strict=False):
            _put(row, target, value)
    if first + len(games) > len(sheet.rows):
        sheet.problems.append(
            _("A sheet holds %(most)s rows; the rest was left out.") % {"most": MOST_ROWS}
        )


def _cells(text: str) -> list[list[str]]:
    """The copied rows without the empty ones; Excel ends lines in CRLF and quotes some cells."""
    rows = csv.reader(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")), delimiter="\t")
    lines = ([cell.strip()[:_LONGEST] for cell in row[:_MOST_CELLS]] for row in rows)
    return list(islice(filter(any, lines), _MOST_LINES))


def _is_number(text: str) -> bool:
    try:
        return parse_points(text) is not None
    except LeagueError:
        return False


def _is_header(line: Sequence[str]) -> bool:
    # A row of results may begin with words ("1回戦"), but has no second word.
    return sum(bool(cell) and not _is_number(cell) for cell in line) > 1


def _is_sum(line: Sequence[str]) -> bool:
    return any(is_sum(cell) for cell in line if cell)


def _first_row(sheet: Sheet) -> int:
    typed = [row.index for row in sheet.typed]
    return typed[-1] + 1 if typed else 0


Target = int | str | None  # a column, a field of the row, or nowhere


def _by_names(sheet: Sheet, header: Sequence[str]) -> list[Target]:
    names = {
        form: member.pk for member in sheet.people.values() for form in member.search.split("\n")
    }
    return [_named(sheet, name, names) for name in header]


def _named(sheet: Sheet, name: str, names: dict[str, int]) -> Target:
    folded = fold(name)
    if not folded or folded in _LABELS:
        return _LABELS.get(folded)
    member_id = names.get(folded)
    column = next((c for c in sheet.columns if member_id and c.member_id == member_id), None)
    column = column or _free_column(sheet)
    if column is None:
        return None
    if member_id is not None:
        column.member_id = member_id
    else:
        column.name = name
        column.problems.append(
            _("“%(name)s” is not on the club's list. Choose who it is.") % {"name": name}
        )
    return column.index


def _free_column(sheet: Sheet) -> Column | None:
    """A column that nobody has and nothing stands in."""
    for column in sheet.columns:
        used = column.member_id or column.name or column.problems
        if not used and not any(row.cells[column.index].text for row in sheet.rows):
            return column
    return sheet.add_column()


def _by_place(sheet: Sheet, lines: Sequence[Sequence[str]], at_column: int) -> list[Target]:
    firsts = [line[0] for line in lines if line[0]]
    has_labels = bool(firsts) and not any(_is_number(text) for text in firsts)
    width = max(len(line) for line in lines) - has_labels
    while len(sheet.columns) < at_column + width and sheet.add_column():
        pass
    places: list[Target] = [*range(at_column, min(at_column + width, len(sheet.columns)))]
    return [None, *places] if has_labels else places


def _put(row: Row, target: Target, value: str) -> None:
    if isinstance(target, int):
        row.cells[target].text = unicodedata.normalize("NFKC", value)
    elif target == "number":
        _put_number(row, value)
    elif target is not None and value:
        setattr(row, target, value)


def _put_number(row: Row, value: str) -> None:
    """Read 3, 3回戦, or 2-3 (table and game)."""
    found = re.findall(r"\d+", unicodedata.normalize("NFKC", value))
    if len(found) > 1:
        row.table, row.number = found[0], found[1]
    elif found:
        row.number = found[0]
