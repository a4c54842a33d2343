"""Cells of a table: their texts and values, their limits, and what is wrong, in words."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.core.letters import nfkc
from league.core.naming import cleaned


class SheetError(Exception):
    """A file that cannot be read as a table. The only exception that reading one raises."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Problem:
    code: str
    line: int
    column: int | None = None  # from 0
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def cell(self) -> str:
        return f"{letters(self.column)}{self.line}" if self.column is not None else str(self.line)


def letters(column: int) -> str:
    """Return a column's spreadsheet name: A … Z, AA, AB …."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


#: 5,000 games with a line a seat, their sums and headings
MOST_ROWS = 25_000
MOST_COLUMNS = 120
MOST_CELLS = 500_000
#: what a cell keeps of a long text
LONGEST = 200
#: texts that are held once, however many cells have them
_REMEMBERED = 5_000


class Row(NamedTuple):
    number: int  # from 1, as spreadsheets count
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """Return a cell; empty beyond the end of the line."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """One table of cells. Empty lines are left out, but line numbers are kept."""

    name: str  # of the sheet in its workbook; empty: there is only one
    rows: tuple[Row, ...]
    #: cells with a formula whose value nobody has stored: line and column
    blind: frozenset[tuple[int, int]] = frozenset()

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)

    @property
    def digest(self) -> str:
        """Hash the cells, independent of the file they came in."""
        rows = [[row.number, *row.cells] for row in self.rows]
        return sha256(json.dumps(rows, ensure_ascii=True).encode()).hexdigest()


def tidy(text: str) -> str:
    """Put a cell's text on one line, without what databases or pages refuse."""
    return cleaned(" ".join(text[: 4 * LONGEST].split()))[:LONGEST]


def grid_of(
    lines: Iterable[Sequence[str]], *, name: str = "", blind: Iterable[tuple[int, int]] = ()
) -> Grid:
    """Keep the lines that are not empty.

    Raises:
        SheetError: there are too many lines, columns or cells.
    """
    rows: list[Row] = []
    total = 0
    known: dict[str, str] = {}  # names and points come again and again: memory holds them once
    for number, line in enumerate(lines, 1):
        cells = [_once(tidy(cell), known) for cell in line]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        total += len(cells)
        _check_size(len(rows) + 1, len(cells), total)
        rows.append(Row(number, tuple(cells)))
    return Grid(name=tidy(name), rows=tuple(rows), blind=frozenset(blind))


def _once(text: str, known: dict[str, str]) -> str:
    if len(known) < _REMEMBERED:
        return known.setdefault(text, text)
    return known.get(text, text)


def _check_size(rows: int, columns: int, cells: int) -> None:
    if rows > MOST_ROWS:
        raise SheetError("too-many-rows", most=MOST_ROWS)
    if columns > MOST_COLUMNS:
        raise SheetError("too-many-columns", most=MOST_COLUMNS)
    if cells > MOST_CELLS:
        raise SheetError("too-many-cells", most=MOST_CELLS)


def packed(grids: Sequence[Grid]) -> bytes:
    """Pack tables for storage with an import, so that a hostile file is parsed only once."""
    packer = zlib.compressobj()
    return b"".join(packer.compress(text.encode()) for text in _as_json(grids)) + packer.flush()


def _as_json(grids: Sequence[Grid]) -> Iterator[str]:
    """Yield the tables as JSON, a line at a time; memory holds no second copy of them."""
    for number, grid in enumerate(grids):
        yield f"{',' if number else '['}[{json.dumps(grid.name, ensure_ascii=False)},["
        for at, row in enumerate(grid.rows):
            yield f"{',' if at else ''}{json.dumps(row, ensure_ascii=False)}"
        yield f"],{json.dumps(sorted(grid.blind))}]"
    yield "]" if grids else "[]"


def unpacked(data: bytes) -> tuple[Grid, ...]:
    return tuple(
        Grid(
            name=name,
            rows=tuple(Row(number, tuple(cells)) for number, cells in rows),
            blind=frozenset((line, column) for line, column in blind),
        )
        for name, rows, blind in json.loads(zlib.decompress(data))
    )


#: every sign that stands for less than nothing: on keyboards, on score sheets, out of Excel
_MINUS: Final = "▲△▼\\-−‐‑‒–—―ー"
_NUMBER: Final = re.compile(
    rf"(?P<minus>[{_MINUS}])?(?:[+±])?(?P<whole>\d{{1,9}})(?:\.(?P<part>\d{{1,9}}))?(?P<k>k|千)?",
    re.ASCII | re.IGNORECASE,
)
_UNITS: Final = re.compile(r"(点|pts?|ポイント|枚|points?)$", re.IGNORECASE)
#: how score sheets write that somebody sat out
_NOTHING: Final = re.compile(rf"[{_MINUS}×xX/*・.]+|休み?|欠席?|抜け番?|なし|n/?a", re.IGNORECASE)
_ERAS: Final = {"令和": 2018, "r": 2018, "平成": 1988, "h": 1988, "昭和": 1925, "s": 1925}
_TIME: Final = re.compile(
    r"(?:t|\s+)\d{1,2}[:時]\d{2}(?:[:分]\d{2}(?:\.\d+)?秒?|分)?$", re.IGNORECASE
)
_WEEKDAY: Final = re.compile(
    r"\s*(?:\([^()]{1,4}\)|[月火水木金土日]曜日?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?)$",
    re.IGNORECASE,
)
_ERA_DAY: Final = re.compile(
    r"(令和|平成|昭和|[rhs])(\d{1,2}|元)[年./\-](\d{1,2})[月./\-](\d{1,2})日?", re.IGNORECASE
)
_WHOLE_DAY: Final = re.compile(r"(\d{4}|\d{2})[年./\-](\d{1,2})[月./\-](\d{1,2})日?")
_RUN_DAY: Final = re.compile(r"(\d{4})(\d{2})(\d{2})")
_LATE_YEAR: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_SHORT_DAY: Final = re.compile(r"(\d{1,2})[月/\-](\d{1,2})日?")
_SERIAL: Final = re.compile(r"(\d{5})(?:\.\d+)?", re.ASCII)
#: Excel's day 0, and the days that clubs have played on, as Excel counts
_DAY_0: Final = date(1899, 12, 30)
_SERIALS: Final = range(18_264, 73_051)
_KANJI: Final = str.maketrans("一二三四五六七八九", "123456789")


class Number(NamedTuple):
    """A number in thousandths, and how it was written."""

    thousandths: int
    is_fraction: bool  # with a point
    in_thousands: bool  # with a k behind it


class ShortDay(NamedTuple):
    month: int
    day: int


def plain(text: str) -> str:
    """Convert a text to narrow letters, without surrounding blanks."""
    return nfkc(text).strip()


def says_nothing(text: str) -> bool:
    """Return whether a cell is empty, or says that there is nothing."""
    bare = plain(text)
    return not bare or bool(_NOTHING.fullmatch(bare))


def number_in(text: str) -> Number | None:
    """Read a cell's number: ``41,400``, ``▲12.3``, ``(1,200)``, ``41.4k``; else None."""
    bare = _UNITS.sub("", re.sub(r"[\s,、]", "", nfkc(text)))
    is_taken = bare.startswith("(") and bare.endswith(")")
    found = _NUMBER.fullmatch(bare[1:-1] if is_taken else bare)
    if found is None:
        return None
    part = (found["part"] or "").rstrip("0")
    if len(part) > 3:
        return None
    size = int(found["whole"]) * 1_000 + int(part.ljust(3, "0"))
    sign = -1 if is_taken or found["minus"] else 1
    return Number(sign * size, found["part"] is not None, found["k"] is not None)


def day_in(text: str) -> date | ShortDay | None:
    """Read a cell's day, in any way that Japanese sheets write it; else None."""
    bare = _WEEKDAY.sub("", _TIME.sub("", plain(text)))
    bare = re.sub(r"\s", "", bare)
    try:
        return _day(bare)
    except (ValueError, OverflowError):  # no day of the calendar
        return None


def _day(bare: str) -> date | ShortDay | None:
    if era := _ERA_DAY.fullmatch(bare):
        year = 1 if era[2] == "元" else int(era[2])
        return date(_ERAS[era[1].lower()] + year, int(era[3]), int(era[4]))
    if whole := _WHOLE_DAY.fullmatch(bare) or _RUN_DAY.fullmatch(bare):
        year = int(whole[1])
        return date(year + (2000 if len(whole[1]) == 2 else 0), int(whole[2]), int(whole[3]))
    if late := _LATE_YEAR.fullmatch(bare):
        return date(int(late[3]), int(late[1]), int(late[2]))
    if short := _SHORT_DAY.fullmatch(bare):
        date(2000, int(short[1]), int(short[2]))  # a leap year: any day that some year has
        return ShortDay(int(short[1]), int(short[2]))
    if (serial := _SERIAL.fullmatch(bare)) and int(serial[1]) in _SERIALS:
        return _DAY_0 + timedelta(days=int(serial[1]))
    return None


def counts_in(text: str) -> tuple[int, ...]:
    """Read the numbers in a cell: 3 of ``第3回戦``, 2 and 3 of ``2-3``, 1 of ``A卓``."""
    bare = plain(text)
    found = re.findall(r"[0-9]{1,6}", bare) or re.findall(r"[1-9]", bare.translate(_KANJI))
    if not found and (letter := re.match(r"([A-Za-z])(?![A-Za-z])", bare)):
        return (ord(letter[1].upper()) - ord("A") + 1,)
    return tuple(map(int, found))


_FILES: Mapping[str, Promise | str] = {
    "old-excel": _(
        "This is an old Excel workbook (.xls), or one with a password. Save it as "
        ".xlsx or CSV without a password."
    ),
    "no-workbook": _("This workbook cannot be read. Save it again as .xlsx or CSV."),
    "too-big-inside": _("Unpacked, this workbook is larger than %(most)s MB."),
    "too-many-sheets": _(
        "A workbook can have at most %(most)s sheets. Save only the one you need."
    ),
    "too-many-rows": _("A table can have at most %(most)s lines. Import it in several parts."),
    "too-many-columns": _(
        "A table can have at most %(most)s columns. Remove those that are not results."
    ),
    "too-many-cells": _("A table can have at most %(most)s cells. Import it in several parts."),
    "encoding": _("The text encoding cannot be read. Save the file as CSV in UTF-8, or as .xlsx."),
    "no-table": _("This is not a table. Save it as CSV or .xlsx, or copy the cells again."),
    "empty": _("There is nothing to import."),
    "too-costly": _(
        "Reading this file takes too much time or memory. Copy the results into a new file and "
        "import that."
    ),
    "busy": _("Another file is being read at the moment. Please try again in a minute."),
}
_PROBLEMS: Mapping[str, Promise | str] = {
    "bad-day": _("“%(text)s” is not a date."),
    "no-day": _("The date is missing. Choose its column, or enter the day."),
    "day-above": _("The date is missing, and the one above cannot be read."),
    "no-year": _("“%(text)s” has no year. Enter the year above."),
    "bad-table": _("“%(text)s” is not a table number from 1 to 99."),
    "bad-number": _("“%(text)s” is not a game number from 1 to 99."),
    "formula": _(
        "This cell is a formula without a stored value. Open the file in Excel and save it once."
    ),
    "no-number": _("“%(text)s” is not a number."),
    "no-name": _("The name is missing."),
    "no-points": _("%(name)s has no points."),
    "no-score": _("%(name)s has no score."),
    "twice": _("%(name)s appears twice in this game."),
    "too-many": _("There are results for %(count)s people here; a game has at most %(most)s."),
}


def error_words(error: SheetError) -> str:
    facts = {name: f"{fact:,}" if type(fact) is int else fact for name, fact in error.facts.items()}
    return str(_FILES[error.code]) % facts


def problem_words(problem: Problem) -> str:
    facts: dict[str, Any] = dict(problem.facts)
    if "text" in facts:
        facts["text"] = str(facts["text"])[:40]
    return str(_PROBLEMS[problem.code]) % facts
