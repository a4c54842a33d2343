"""Cells as texts with the numbers of their lines, whatever file they came in; and their limits."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from league.sheets.problems import SheetError
from league.tenhou_found import cleaned

#: 5,000 games with a line a seat, their sums and headings
MOST_ROWS = 25_000
MOST_COLUMNS = 120
MOST_CELLS = 500_000
#: what a cell keeps of a long text
LONGEST = 200


class Row(NamedTuple):
    """A line that holds something."""

    number: int  # from 1, as spreadsheets count
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """A cell; lines end where nothing more stands in them."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """One table of cells. Empty lines are left out, and their numbers with them."""

    name: str  # of the sheet in its workbook; empty: there is only one
    rows: tuple[Row, ...]
    #: cells with a formula whose value nobody has stored: line and column
    blind: frozenset[tuple[int, int]] = frozenset()

    @property
    def width(self) -> int:
        """How many columns hold something."""
        return max((len(row.cells) for row in self.rows), default=0)

    @property
    def digest(self) -> str:
        """The same for the same cells, whatever file they came in."""
        told = [[row.number, *row.cells] for row in self.rows]
        return sha256(json.dumps(told, ensure_ascii=True).encode()).hexdigest()


def tidy(text: str) -> str:
    """A cell's text on one line, without what no database or page takes."""
    return cleaned(" ".join(text[: 4 * LONGEST].split()))[:LONGEST]


def grid_of(
    lines: Iterable[Sequence[str]], *, name: str = "", blind: Iterable[tuple[int, int]] = ()
) -> Grid:
    """Keep the lines that hold something.

    Raises:
        SheetError: more lines, columns or cells than a table may have.
    """
    rows: list[Row] = []
    total = 0
    for number, line in enumerate(lines, 1):
        cells = [tidy(cell) for cell in line]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        total += len(cells)
        _check_size(len(rows) + 1, len(cells), total)
        rows.append(Row(number, tuple(cells)))
    return Grid(name=tidy(name), rows=tuple(rows), blind=frozenset(blind))


def _check_size(rows: int, columns: int, cells: int) -> None:
    if rows > MOST_ROWS:
        raise SheetError("too-many-rows", most=MOST_ROWS)
    if columns > MOST_COLUMNS:
        raise SheetError("too-many-columns", most=MOST_COLUMNS)
    if cells > MOST_CELLS:
        raise SheetError("too-many-cells", most=MOST_CELLS)


def packed(grids: Sequence[Grid]) -> bytes:
    """Tables as they are stored with an import: a hostile file is parsed once, not at each look."""
    plain = [[grid.name, grid.rows, sorted(grid.blind)] for grid in grids]
    return zlib.compress(json.dumps(plain, ensure_ascii=False).encode())


def unpacked(data: bytes) -> tuple[Grid, ...]:
    """What :func:`packed` has packed."""
    return tuple(
        Grid(
            name=name,
            rows=tuple(Row(number, tuple(cells)) for number, cells in rows),
            blind=frozenset((line, column) for line, column in blind),
        )
        for name, rows, blind in json.loads(zlib.decompress(data))
    )
