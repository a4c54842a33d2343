"""Charts drawn as SVG by the server: bars, and a grid of shaded figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from league.core.charts.lines import LETTER, WIDTH, Write, scaled, ticks_between
from league.core.formats import points
from league.core.text_width import cut_to, width_of

HEIGHT: Final = 1_900
_RIGHT, _TOP, _BOTTOM = 100, 380, 300
_GAP: Final = 60
_LABEL_BELOW: Final = 170
_VALUE_ABOVE, _NOTE_ABOVE = 50, 175
#: how large the note above a value is written
NOTE: Final = 95


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """How often one thing happened."""

    label: str
    value: int  # 0 or more
    note: str = ""  # stands above the value


@dataclass(frozen=True, slots=True, kw_only=True)
class BarDrawn:
    """A bar in the picture, its texts cut to what it has room for."""

    x: int
    y: int  # its upper edge
    width: int
    height: int
    middle: int
    label: str
    text: str
    note: str
    style: int

    @property
    def text_y(self) -> int:
        """Where the value stands."""
        return self.y - _VALUE_ABOVE

    @property
    def note_y(self) -> int:
        """Where the note stands."""
        return self.y - _NOTE_ABOVE


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """A picture and the same as a table."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    bars: tuple[BarDrawn, ...]
    ticks: tuple[tuple[int, int, str], ...]  # y, the value there, as it is written
    rows: tuple[tuple[str, str, str], ...]  # label, value, note
    are_places: bool

    @property
    def labels_y(self) -> int:
        """Where the labels' line is."""
        return self.bottom + _LABEL_BELOW

    @property
    def has_notes(self) -> bool:
        """Whether the table needs a column for them."""
        return any(note for _label, _text, note in self.rows)


def bar_chart(
    bars: Sequence[Bar], *, write: Write = points, least: int = 1, are_places: bool = False
) -> BarChart:
    """Draw bars from a common ground.

    Args:
        bars: at least one.
        write: how a value is written.
        least: a power of ten; ticks lie no closer.
        are_places: whether they are the places of a game, first place first.
    """
    ticks = ticks_between(0, max(bar.value for bar in bars), least)
    high = ticks[-1]
    left = _GAP + max(scaled(width_of(write(value))) for value in ticks) + _GAP
    bottom, slot = HEIGHT - _BOTTOM, (WIDTH - _RIGHT - left) // len(bars)

    def up(value: int) -> int:
        return bottom - (bottom - _TOP) * value // high

    return BarChart(
        width=WIDTH,
        height=HEIGHT,
        left=left,
        right=WIDTH - _RIGHT,
        top=_TOP,
        bottom=bottom,
        bars=tuple(
            _drawn(bar, at, left + slot * at, slot, up(bar.value), write)
            for at, bar in enumerate(bars)
        ),
        ticks=tuple((up(value), value, write(value)) for value in ticks),
        rows=tuple((bar.label, write(bar.value), bar.note) for bar in bars),
        are_places=are_places,
    )


def _drawn(bar: Bar, at: int, start: int, slot: int, y: int, write: Write) -> BarDrawn:
    room = (slot - _GAP) * 1_000
    return BarDrawn(
        x=start + slot // 5,
        y=y,
        width=slot * 3 // 5,
        height=HEIGHT - _BOTTOM - y,
        middle=start + slot // 2,
        label=cut_to(bar.label, room // LETTER),
        text=cut_to(write(bar.value), room // LETTER),
        note=cut_to(bar.note, room // NOTE),
        style=at,
    )


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
