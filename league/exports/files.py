"""Files that are handed out: named for people, and streamed as they are made."""

from __future__ import annotations

import csv
import re
import weakref
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from django.http import FileResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.text import slugify

from league.exports.cells import Cell, as_text

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
    """Gives back what the csv writer writes."""

    def write(self, text: str) -> str:
        return text


def csv_lines(heads: Iterable[Cell], rows: Rows) -> Iterator[str]:
    """The table as RFC 4180 has it, some rows at a time; never more of them in memory."""
    writer: Any = csv.writer(_Line())
    waiting = [_BOM, writer.writerow([as_text(head) for head in heads])]
    for row in rows:
        waiting.append(writer.writerow([as_text(cell) for cell in row]))
        if len(waiting) > _TOGETHER:
            yield "".join(waiting)
            waiting = []
    yield "".join(waiting)


def csv_answer(lines: Iterator[str], *name: str, plain: Iterable[str]) -> HttpResponseBase:
    """The table as a download."""
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return as_download(response, *name, ending="csv", plain=plain)


def file_answer(
    file: Any, kind: str, *name: str, ending: str, plain: Iterable[str] = ()
) -> HttpResponseBase:
    """A file that is written already, as a download; it is closed once it is sent."""
    file.seek(0)
    response = FileResponse(file, content_type=kind)
    weakref.finalize(response, file.close)  # nobody may have read it to its end
    return as_download(response, *name, ending=ending, plain=plain or name)


def as_download(
    response: HttpResponseBase, *name: str, ending: str, plain: Iterable[str]
) -> HttpResponseBase:
    """Name a download by its parts.

    Args:
        response: what is sent.
        name: the parts in the club's own letters.
        ending: of the file's name.
        plain: the same in ASCII, as addresses have them, for old browsers.
    """
    full = f"{file_name(*name)}.{ending}"
    ascii_name = f"{slugify('-'.join(part for part in plain if part)) or 'jancho'}.{ending}"
    named = f'attachment; filename="{ascii_name}"'
    if full != ascii_name:
        named += f"; filename*=UTF-8''{quote(full)}"
    response.headers["Content-Disposition"] = named
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def file_name(*parts: str) -> str:
    """What a file is called, without its ending: no sign in it that a file system refuses."""
    whole = "-".join(_UNNAMEABLE.sub("_", part).strip("._") for part in parts if part)
    return PurePath(whole).name[:120] or "jancho"
