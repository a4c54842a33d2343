"""Tables as an Excel workbook, row by row: names are text, figures are numbers with formats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from league.core.formats import minus
from league.core.text_width import width_of
from league.exports.files import Cell, Number, clean

_WIDEST: Final = 40
_HEAD_FILL: Final = PatternFill("solid", fgColor="FFE6EFE9")
#: signs that the name of a sheet cannot have
_BAD_IN_TITLES: Final = str.maketrans(dict.fromkeys("\\/?*[]:'", " "))
_LONGEST_TITLE: Final = 31


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    title: str
    heads: Sequence[str]
    rows: Iterable[Iterable[Cell]]
    widths: Sequence[int] = ()  # of columns wider than their heads, in letters
    frozen: str = "A2"  # the first cell that moves


def write_workbook(sheets: Iterable[Sheet]) -> IO[bytes]:
    """Write the workbook to a temporary file, which is deleted when closed.

    Rows are written as they come, so that memory does not grow with them.
    """
    book = Workbook(write_only=True)
    for sheet in sheets:
        _write(book, sheet)
    file = TemporaryFile()  # noqa: SIM115 - the sender closes it
    book.save(file)
    file.seek(0)
    return file


def _write(book: Workbook, sheet: Sheet) -> None:
    target: Any = book.create_sheet(clean(sheet.title).translate(_BAD_IN_TITLES)[:_LONGEST_TITLE])
    target.freeze_panes = sheet.frozen
    wider = [*sheet.widths, *[0] * len(sheet.heads)]
    for index, head in enumerate(sheet.heads):
        width = min(max(width_of(head) // 500 + 2, wider[index], 6), _WIDEST)
        target.column_dimensions[get_column_letter(index + 1)].width = width
    target.append([_head(target, head) for head in sheet.heads])
    for row in sheet.rows:
        target.append([_cell(target, cell) for cell in row])


def _head(target: Any, text: str) -> Any:
    cell = _text(target, text)
    cell.font, cell.fill = Font(bold=True), _HEAD_FILL
    cell.alignment = Alignment(horizontal="center", wrap_text=True)
    return cell


def _cell(target: Any, value: Cell) -> Any:
    if isinstance(value, str):
        return _text(target, value)
    if not isinstance(value, Number):
        return value
    share = value.value / 100 if value.is_share else value.value
    cell: Any = WriteOnlyCell(target)
    cell.value = share
    cell.number_format = _format(value)
    return cell


def _text(target: Any, value: str) -> Any:
    """Write text as text, whatever it begins with: no formula, error or number."""
    cell = WriteOnlyCell(target)
    cell.value = clean(value)
    cell.data_type = "s"
    return cell


def _format(number: Number) -> str:
    """As the pages write it: +42.3, −5.0, 0.0."""
    if number.is_share:
        return f"0.{'0' * number.decimals}%" if number.decimals else "0%"
    size = "#,##0" + ("." + "0" * number.decimals if number.decimals else "")
    return f"+{size};{minus()}{size};{size}" if number.is_signed else size
