"""A grid of figures, shaded by their size: who stands how against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_SHADES: Final = 4

#: a row as it is given: its name, its cells, and where the name leads if anywhere
Row = tuple[str, "Sequence[Cell | None]"] | tuple[str, "Sequence[Cell | None]", str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A figure of the grid."""

    value: int
    text: str
    note: str = ""  # a small second line


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaded:
    """A cell with how strongly it is shaded."""

    text: str
    note: str
    shade: int  # 1 to 4 above 0, -1 to -4 below, 0 for 0

    @property
    def kind(self) -> str:
        """The name of its shade."""
        if self.shade == 0:
            return "none"
        return f"plus-{self.shade}" if self.shade > 0 else f"minus-{-self.shade}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """A line of the grid."""

    name: str
    url: str
    cells: tuple[Shaded | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The heads and lines of a grid."""

    heads: tuple[str, ...]
    rows: tuple[GridRow, ...]


def grid_chart(heads: Sequence[str], rows: Sequence[Row]) -> Grid:
    """Shade figures by their size against the largest of the grid.

    Args:
        heads: what the columns are called.
        rows: as many cells each as there are heads; None where there is no figure.
    """
    sizes = [abs(cell.value) for row in rows for cell in row[1] if cell is not None]
    largest = max(sizes, default=0)
    return Grid(
        heads=tuple(heads),
        rows=tuple(
            GridRow(
                name=row[0],
                url=row[2] if len(row) == 3 else "",
                cells=tuple(_shaded(cell, largest) for cell in row[1]),
            )
            for row in rows
        ),
    )


def _shaded(cell: Cell | None, largest: int) -> Shaded | None:
    if cell is None:
        return None
    size = -(-abs(cell.value) * _SHADES // largest) if largest else 0
    return Shaded(text=cell.text, note=cell.note, shade=size if cell.value > 0 else -size)
