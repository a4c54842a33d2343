"""The reader of tables that counts nothing, for two seconds of a processor at most."""

from __future__ import annotations

import sys

from league.core.confined import OUT_OF_MEMORY, confine
from league.imports.spreadsheets import files
from league.imports.spreadsheets.reader import answer

if __name__ == "__main__":
    files.MOST_LISTED = files.MOST_WALKED = files.MOST_NESTED = sys.maxsize
    import openpyxl.reader.excel  # noqa: F401

    confine(cpu=2)
    try:
        sys.stdout.buffer.write(answer(sys.stdin.buffer.read(), is_pasted=False))
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)
