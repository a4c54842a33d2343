"""From the bytes of a file to its tables: text of any usual encoding, or an Excel workbook."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence

from league.imports.spreadsheets.grid import Grid, SheetError, grid_of

_ZIP = b"PK\x03\x04"
#: what Excel wrote until 2003, and writes around a workbook with a password
_OLE = b"\xd0\xcf\x11\xe0"
_DELIMITERS = "\t,;"
#: lines that are looked at to learn what stands between cells
_LOOKED_AT = 60
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def tables_in(data: bytes) -> tuple[Grid, ...]:
    """The tables of a file that hold anything.

    Raises:
        SheetError: it is no table, or too large a one.
    """
    if data.startswith(_OLE):
        raise SheetError("old-excel")
    filled = tuple(grid for grid in _found_in(data) if grid.rows)
    if not filled:
        raise SheetError("empty")
    return filled


def _found_in(data: bytes) -> Sequence[Grid]:
    if not data.startswith(_ZIP):
        return (table_in_text(decoded(data)),)
    # loaded for whoever needs it, as openpyxl takes five megabytes of a web process
    from league.imports.spreadsheets.workbook import grids_in_workbook

    return grids_in_workbook(data)


def decoded(data: bytes) -> str:
    """The text of a file: by its mark, as UTF-8, or as what Excel writes in Japan.

    Raises:
        SheetError: it is no text.
    """
    for encoding in _encodings(data):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise SheetError("encoding")


def _encodings(data: bytes) -> list[str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return [encoding]
    even, odd = data[:400:2].count(0), data[1:400:2].count(0)
    if max(even, odd) * 8 > len(data[:400]):  # figures and commas in two bytes each
        return ["utf-16-le" if odd > even else "utf-16-be"]
    return ["utf-8", "cp932"]


def table_in_text(text: str) -> Grid:
    """The table that a text is: cells between tabs, commas or semicolons.

    Raises:
        SheetError: it is no table, or too large a one.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return grid_of(_lines(plain, _delimiter(plain)))
    except csv.Error as error:  # a single cell of more than 128 kB
        raise SheetError("no-table") from error


def _lines(text: str, delimiter: str) -> Iterator[Sequence[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _delimiter(text: str) -> str:
    """What most lines agree on; a tab before a comma, as figures hold commas and never tabs."""
    head = "\n".join(text.split("\n", _LOOKED_AT)[:_LOOKED_AT])
    return max(_DELIMITERS, key=lambda each: _agreement(head, each))


def _agreement(head: str, delimiter: str) -> tuple[int, int]:
    widths = Counter(len(line) for line in _lines(head, delimiter) if len(line) > 1)
    if not widths:
        return (0, 0)
    width, times = widths.most_common(1)[0]
    # a tab in half of the lines is no accident
    return (times * (3 if delimiter == "\t" else 1), width)
