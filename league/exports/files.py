"""Downloads: safe cells, file names, and CSV streamed row by row."""

from __future__ import annotations

import csv
import re
import weakref
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from django.http import FileResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header

from league.rankings.figures import SCORE

#: what spreadsheets take for the beginning of a formula, also as Japanese keyboards write it
_RISKY: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
#: what XML, and so a workbook, cannot hold
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


class Number(NamedTuple):
    """A figure that a spreadsheet can add up, with as many decimals as are shown."""

    value: Decimal  # of a share: 12.3% is 12.3
    is_signed: bool = False  # a plus is written before what was won
    is_share: bool = False

    @property
    def decimals(self) -> int:
        return -int(self.value.as_tuple().exponent)

    @property
    def text(self) -> str:
        """Return the figure as a text file has it: 42.3, -35.0, 12.3%."""
        return f"{self.value:f}{'%' if self.is_share else ''}"


#: a cell: nothing, text, or a figure
Cell = str | int | Number | None


def thousandths(points: int | None, decimals: int = 1) -> Cell:
    """Return points as a score; with more decimals where these would lose something."""
    return None if points is None else Number(SCORE.number(points, decimals), is_signed=True)


def defused(text: str) -> str:
    """Prefix a text with an apostrophe if a spreadsheet would take it for a formula."""
    text = _UNWRITABLE.sub("", text)
    return f"'{text}" if text.startswith(_RISKY) else text


def clean(text: str) -> str:
    return _UNWRITABLE.sub("", text)


def as_text(cell: Cell) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, Number):
        return cell.text
    return cell if isinstance(cell, int) else defused(cell)


XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

#: by it Excel knows that the text is UTF-8
_BOM: Final = "\ufeff"
#: rows that go over the wire together
_TOGETHER: Final = 200
_UNNAMEABLE: Final = re.compile(
    r'[\s\\/:*?"<>|\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]+'
)

Rows = Iterable[Iterable[Cell]]


class _Line:
    def write(self, text: str) -> str:
        return text


def csv_lines(heads: Iterable[Cell], rows: Rows) -> Iterator[str]:
    """Yield the table as RFC 4180 CSV, some rows at a time; memory holds no more."""
    writer: Any = csv.writer(_Line())
    waiting = [_BOM, writer.writerow([as_text(head) for head in heads])]
    for row in rows:
        waiting.append(writer.writerow([as_text(cell) for cell in row]))
        if len(waiting) > _TOGETHER:
            yield "".join(waiting)
            waiting = []
    yield "".join(waiting)


def csv_answer(lines: Iterator[str], *name: str) -> HttpResponseBase:
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return as_download(response, *name, ending="csv")


def file_answer(file: Any, kind: str, *name: str, ending: str) -> HttpResponseBase:
    """Send an open file as a download; it is closed once it is sent."""
    file.seek(0)
    response = FileResponse(file, content_type=kind)
    weakref.finalize(response, file.close)  # nobody may have read it to its end
    return as_download(response, *name, ending=ending)


def as_download(response: HttpResponseBase, *name: str, ending: str) -> HttpResponseBase:
    """Name a download by its parts.

    Args:
        response: what is sent.
        name: the parts in the club's own letters.
        ending: the file extension.
    """
    full = f"{file_name(*name)}.{ending}"
    response.headers["Content-Disposition"] = str(content_disposition_header(True, full))
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def file_name(*parts: str) -> str:
    """Build a file name without extension, free of characters that file systems refuse."""
    whole = "-".join(_UNNAMEABLE.sub("_", part).strip("._") for part in parts if part)
    return PurePath(whole).name[:120] or "jancho"
