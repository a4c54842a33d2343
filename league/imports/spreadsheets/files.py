"""From the bytes of a file to its tables: text of any usual encoding, or an Excel workbook.

Workbooks are read for their values alone: no macro, no link, no formula is followed.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import count, zip_longest
from typing import Any
from xml.parsers import expat

from league.imports.spreadsheets.grid import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    Grid,
    SheetError,
    grid_of,
)

_ZIP = b"PK\x03\x04"
#: what Excel wrote until 2003, and writes around a workbook with a password
_OLE = b"\xd0\xcf\x11\xe0"
_DELIMITERS = "\t,;"
#: lines that are looked at to learn what stands between cells
_LOOKED_AT = 60
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def tables_in(data: bytes) -> tuple[Grid, ...]:
    """Return the non-empty tables of a file.

    Raises:
        SheetError: it is not a table, or too large.
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
    return grids_in_workbook(data)


def decoded(data: bytes) -> str:
    """Decode a file: by its BOM, as UTF-8, or as what Excel writes in Japan.

    Raises:
        SheetError: it is not text.
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
    """Read a text as a table: cells separated by tabs, commas or semicolons.

    Raises:
        SheetError: it is not a table, or too large.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return grid_of(_lines(plain, _delimiter(plain)))
    except csv.Error as error:  # a single cell of more than 128 kB
        raise SheetError("no-table") from error


def _lines(text: str, delimiter: str) -> Iterator[Sequence[str]]:
    # not io.StringIO, which takes four bytes a letter
    return csv.reader((line[0] for line in _LINE.finditer(text)), delimiter=delimiter)


def _delimiter(text: str) -> str:
    """Return the delimiter of most lines; tabs first, as figures may contain commas."""
    head = "\n".join(text.split("\n", _LOOKED_AT)[:_LOOKED_AT])
    return max(_DELIMITERS, key=lambda each: _agreement(head, each))


def _agreement(head: str, delimiter: str) -> tuple[int, int]:
    widths = Counter(len(line) for line in _lines(head, delimiter) if len(line) > 1)
    if not widths:
        return (0, 0)
    width, times = widths.most_common(1)[0]
    # a tab in half of the lines is no accident
    return (times * (3 if delimiter == "\t" else 1), width)


#: bytes of everything inside, unpacked; a workbook is a zip, and 5 MB of it may unpack to 5 GB
MOST_UNPACKED = 40_000_000
_MOST_PARTS = 1_000
_MOST_SHEETS = 60
#: cells as the file lists them: many of them are empty, and have but a colour
MOST_LISTED = 2 * MOST_CELLS
#: lines of all sheets that are walked through, those in between that nobody has filled too
MOST_WALKED = 2_500_000
#: the last line that Excel has
_LAST_LINE = 1_048_576
#: elements within each other; a workbook has a dozen
MOST_NESTED = 100
_CHUNK = 1 << 16
_CELL, _FORMULA, _TEXT = (re.compile(rb"<%s[\s/>]" % name) for name in (b"c", b"f", b"si"))
#: so much of a tag is looked at, and may be cut by the end of a chunk
_TAG = 4


def grids_in_workbook(data: bytes) -> tuple[Grid, ...]:
    """Read the sheets of a workbook.

    Raises:
        SheetError: it is not a workbook, or too large.
    """
    # loaded only when needed: it takes five megabytes of a web process
    import openpyxl.xml

    assert openpyxl.xml.DEFUSEDXML  # entities in its XML are refused, not expanded
    try:
        has_formulas = _inspect(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of extensions that say nothing about values
            return _grids(data, has_formulas=has_formulas)
    except (SheetError, MemoryError):
        raise
    except Exception as error:  # whatever a broken or hostile file makes the library raise
        raise SheetError("no-workbook") from error


def _inspect(data: bytes) -> bool:
    """Refuse a zip that unpacks to too much; return whether it may contain formulas.

    The sizes are those of the zip's own list. Reading a part never gives more than is listed. What
    the library would hold as a whole, a line, all texts or what is nested, is counted before it is
    asked to.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        listed = parts.infolist()
        if len(listed) > _MOST_PARTS or sum(part.file_size for part in listed) > MOST_UNPACKED:
            raise SheetError("too-big-inside", most=MOST_UNPACKED // 1_000_000)
        cells = formulas = texts = 0
        for part in listed:
            for text in _chunks(parts, part):
                cells += _count(_CELL, text)
                formulas += _count(_FORMULA, text)
                texts += _count(_TEXT, text)
                if max(cells, texts) > MOST_LISTED:
                    raise SheetError("too-many-cells", most=MOST_CELLS)
    return formulas > 0


def _chunks(parts: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield a part's bytes; each chunk begins with what a tag needs of the one before."""
    before, follow = b"", _nesting()
    with parts.open(part) as file:
        while chunk := file.read(_CHUNK):
            follow(chunk)
            yield before + chunk
            before = chunk[1 - _TAG :]


def _nesting() -> Callable[[bytes], None]:
    """Return what follows a part chunk by chunk, and refuses one that is nested too deeply.

    A tree as deep as the file is long takes all of the child's memory, and Python may then run in
    circles over it until its time is up.
    """
    level, is_xml = 0, True

    def begin(_name: str, _attributes: object) -> None:
        nonlocal level
        level += 1
        if level > MOST_NESTED:
            raise SheetError("no-workbook")

    def end(_name: str) -> None:
        nonlocal level
        level -= 1

    def refuse(*_entity: object) -> None:
        raise SheetError("no-workbook")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.EntityDeclHandler = refuse

    def follow(chunk: bytes) -> None:
        nonlocal is_xml
        if is_xml:
            try:
                parser.Parse(chunk, False)
            except expat.ExpatError:
                is_xml = False  # the library gets no further either

    return follow


def _count(tag: re.Pattern[bytes], text: bytes) -> int:
    return len(tag.findall(text))


def _grids(data: bytes, *, has_formulas: bool) -> tuple[Grid, ...]:
    values = _opened(data, values=True)
    formulas = _opened(data, values=False) if has_formulas else None
    if len(values.worksheets) > _MOST_SHEETS:
        raise SheetError("too-many-sheets", most=_MOST_SHEETS)
    grids: list[Grid] = []
    cells, walked = 0, count(1)
    for sheet in values.worksheets:
        formula_sheet = None if formulas is None else formulas[sheet.title]
        grid = _grid(sheet, formula_sheet, walked)
        cells += sum(len(row.cells) for row in grid.rows)
        if cells > MOST_CELLS:
            raise SheetError("too-many-cells", most=MOST_CELLS)
        grids.append(grid)
    return tuple(grids)


def _opened(data: bytes, *, values: bool) -> Any:
    from openpyxl import load_workbook

    return load_workbook(
        io.BytesIO(data), read_only=True, data_only=values, keep_vba=False, keep_links=False
    )


def _grid(sheet: Any, formula_sheet: Any, walked: Iterator[int]) -> Grid:
    if formula_sheet is None:
        lines: Iterator[Sequence[str]] = (_texts(line) for line in _lines_of(sheet, walked))
        return grid_of(lines, name=sheet.title)
    blind: list[tuple[int, int]] = []
    pairs = zip(_lines_of(sheet, walked), _lines_of(formula_sheet, walked), strict=False)
    return grid_of(_beside_formulas(pairs, blind), name=sheet.title, blind=blind)


def _beside_formulas(
    pairs: Iterable[tuple[Sequence[Any], Sequence[Any]]], blind: list[tuple[int, int]]
) -> Iterator[Sequence[str]]:
    """Yield the lines, and note the cells with a formula whose value nobody has stored."""
    for number, (line, formulas) in enumerate(pairs, 1):
        unseen = {
            (number, column)
            for column, (value, formula) in enumerate(zip_longest(line, formulas))
            if value is None and formula is not None
        }
        blind += sorted(unseen)
        if len(blind) > MOST_CELLS:
            raise SheetError("too-many-cells", most=MOST_CELLS)
        # a line of nothing but such cells is a line all the same
        wide = (*line, *(None for _ in formulas[len(line) :]))
        yield ["=" if (number, at) in unseen else _text(v) for at, v in enumerate(wide)]


def _lines_of(sheet: Any, walked: Iterator[int]) -> Iterator[Sequence[Any]]:
    """Yield the lines as found, whatever size the sheet claims to have.

    Args:
        sheet: of the library.
        walked: counts the lines of all sheets.
    """
    sheet.reset_dimensions()
    lines = sheet.iter_rows(max_row=_LAST_LINE, max_col=MOST_COLUMNS + 1, values_only=True)
    filled = 0
    blank: Sequence[Any] | None = None
    for line in lines:
        if next(walked) > MOST_WALKED:
            raise SheetError("too-many-rows", most=MOST_ROWS)
        if line is blank:  # as the library fills a gap of a million lines
            yield ()
            continue
        end = len(line)  # the library fills each line up to the last column that we ask for
        while end and line[end - 1] is None:
            end -= 1
        if not end:
            blank = line
            yield ()
            continue
        filled += 1
        if filled > MOST_ROWS:
            raise SheetError("too-many-rows", most=MOST_ROWS)
        yield line[:end]


def _texts(line: Sequence[Any]) -> list[str]:
    return [_text(value) for value in line]


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float):
        # 41.4 is stored as the sum of halves that comes nearest
        return f"{value:.6f}".rstrip("0").rstrip(".") if abs(value) < 1e12 else str(value)
    if isinstance(value, datetime):
        has_time = value.time() != time()
        return value.strftime("%Y-%m-%d %H:%M") if has_time else value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value)
