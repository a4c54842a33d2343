"""Reads an uploaded table in a confined process, which is also what this module is when it is run.

As a program it loads no settings and no database, so that it starts within a quarter of a second.
"""

from __future__ import annotations

import json
import sys
from typing import Final

from league.core.confined import (
    OUT_OF_MEMORY,
    BusyError,
    TooCostlyError,
    confine,
    run_confined,
)
from league.imports.spreadsheets.files import table_in_text, tables_in
from league.imports.spreadsheets.grid import Grid, SheetError, packed

#: what an answer begins with: packed tables, or a refusal
_TABLES: Final = b"+"
_REFUSED: Final = b"-"
#: as an argument: the bytes are what somebody pasted
_PASTED: Final = "pasted"


def tables_read(data: bytes, *, is_pasted: bool) -> bytes:
    """Return the packed tables of a file, or of what somebody pasted.

    Raises:
        SheetError: it is not a table, too large, or takes too much time or memory.
    """
    arguments = [_PASTED] if is_pasted else []
    try:
        found = run_confined("league.imports.spreadsheets.reader", data, *arguments)
    except TooCostlyError as error:
        raise SheetError("too-costly") from error
    except BusyError as error:
        raise SheetError("busy") from error
    if found.startswith(_REFUSED):
        code, facts = json.loads(found[1:])
        raise SheetError(code, **facts)
    return found[1:]


def answer(data: bytes, *, is_pasted: bool) -> bytes:
    try:
        return _TABLES + packed(_pasted(data) if is_pasted else tables_in(data))
    except SheetError as error:
        return _REFUSED + json.dumps([error.code, error.facts]).encode()


def _pasted(data: bytes) -> tuple[Grid, ...]:
    grid = table_in_text(data.decode("utf-8", "replace"))
    if not grid.rows:
        raise SheetError("empty")
    return (grid,)


def main() -> int:
    import openpyxl.reader.excel  # before memory is counted: a workbook has the rest for itself

    assert openpyxl.reader.excel
    confine()
    try:
        found = answer(sys.stdin.buffer.read(), is_pasted=_PASTED in sys.argv[1:])
    except MemoryError:
        return OUT_OF_MEMORY
    sys.stdout.buffer.write(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
