"""Small files that want much: workbooks that once took a web process for minutes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Final

from tests.league.imports.spreadsheets.tables import workbook

_MAIN: Final = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_TEXTS: Final = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-'
    b'officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)


def with_parts(data: bytes, parts: Mapping[str, bytes]) -> bytes:
    """A workbook with some of its parts replaced or added."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        whole = {part: old.read(part) for part in old.namelist()} | dict(parts)
        for name, text in whole.items():
            new.writestr(name, text)
    return out.getvalue()


def _sheet(rows: bytes) -> bytes:
    return b"<worksheet %s><sheetData>%s</sheetData></worksheet>" % (_MAIN, rows)


def one_long_line() -> bytes:
    """2.4 million cells in one line."""
    rows = b'<row r="1">' + b"<c><v>1</v></c>" * 2_400_000 + b"</row>"
    return with_parts(workbook([["日付"]]), {"xl/worksheets/sheet1.xml": _sheet(rows)})


def empty_texts() -> bytes:
    """7.5 million texts without a letter."""
    plain = workbook([["日付"]])
    with zipfile.ZipFile(io.BytesIO(plain)) as parts:
        types = parts.read("[Content_Types].xml").replace(b"</Types>", _TEXTS)
    texts = b"<sst %s>%s</sst>" % (_MAIN, b"<si/>" * 7_500_000)
    return with_parts(plain, {"xl/sharedStrings.xml": texts, "[Content_Types].xml": types})


def far_apart() -> bytes:
    """60 sheets with a formula in their first and their last line."""
    cell = b'<row r="%d"><c r="A%d"><f>1+1</f></c></row>'
    sheet = _sheet(cell % (1, 1) + cell % (1_048_576, 1_048_576))
    plain = workbook([["日付"]], more=[f"{number}" for number in range(59)])
    names = (f"xl/worksheets/sheet{number}.xml" for number in range(1, 61))
    return with_parts(plain, dict.fromkeys(names, sheet))


def nested() -> bytes:
    """A million elements, each within the one before."""
    deep = b"<a>" * 1_000_000 + b"</a>" * 1_000_000
    return with_parts(workbook([["日付"]]), {"xl/worksheets/sheet1.xml": _sheet(deep)})


def nested_elsewhere() -> bytes:
    """The same, in a folder where no workbook has its tables."""
    plain = workbook([["日付"]])
    deep = b"<a>" * 1_000_000 + b"</a>" * 1_000_000
    with zipfile.ZipFile(io.BytesIO(plain)) as parts:
        links = parts.read("xl/_rels/workbook.xml.rels")
    assert b"/xl/worksheets/sheet1.xml" in links
    moved = links.replace(b"/xl/worksheets/sheet1.xml", b"/elsewhere/sheet1.xml")
    parts_now = {"elsewhere/sheet1.xml": _sheet(deep), "xl/_rels/workbook.xml.rels": moved}
    return with_parts(plain, parts_now)


BOMBS: Final[Mapping[str, Callable[[], bytes]]] = {
    "one-long-line": one_long_line,
    "empty-texts": empty_texts,
    "far-apart": far_apart,
    "nested": nested,
    "nested-elsewhere": nested_elsewhere,
}
