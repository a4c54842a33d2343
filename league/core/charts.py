"""Charts as SVG that the server draws: lines over a course, bars, and a grid of shaded figures.

All lengths are whole tenths of a pixel, so that nothing depends on how a machine rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from league.core.formats import points
from league.core.text_width import cut_to, width_of

_SIZE: Final = 30


def _disc(x: int, y: int) -> str:
    half = f"a{_SIZE} {_SIZE} 0 1 0"
    return f"M{x - _SIZE} {y}{half} {2 * _SIZE} 0{half} {-2 * _SIZE} 0Z"


def _square(x: int, y: int) -> str:
    return f"M{x - _SIZE} {y - _SIZE}h{2 * _SIZE}v{2 * _SIZE}h{-2 * _SIZE}Z"


def _triangle(x: int, y: int) -> str:
    return f"M{x} {y - _SIZE - 8}L{x + _SIZE + 6} {y + _SIZE}L{x - _SIZE - 6} {y + _SIZE}Z"


def _diamond(x: int, y: int) -> str:
    reach = _SIZE + 10
    return f"M{x} {y - reach}L{x + reach} {y}L{x} {y + reach}L{x - reach} {y}Z"


_SHAPES: Final = (_disc, _square, _triangle, _diamond)


def mark_path(style: int, places: Sequence[tuple[int, int]]) -> str:
    shape = _SHAPES[style % len(_SHAPES)]
    return "".join(shape(x, y) for x, y in places)


#: the picture, as wide as a phone; wider screens make it larger
WIDTH, HEIGHT = 3_600, 2_200
#: how large labels are written, and how far lines of them stand apart
LETTER, LINE = 110, 125
_RIGHT, _RIGHT_OF_ONE, _TOP, _BOTTOM = 300, 120, 100, 300
_GAP: Final = 60
_LABEL_BELOW: Final = 170
_LEADER: Final = 80
_MOST_TICKS: Final = 6
_MOST_LABELS: Final = 9
_WIDEST_LABEL: Final = 900
_MOST_DOTS: Final = 40
_STEPS: Final = (1, 2, 5)

Write = Callable[[int | None], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A person's values by step; None where they had nothing yet."""

    name: str
    values: tuple[int | None, ...]
    is_marked: bool = False  # drawn thicker than the others: oneself
    tag: str = ""  # what stands at the line's end; its number unless given


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    name: str
    path: str  # of the SVG
    marks: str  # the path of the dots' marks
    dots: tuple[tuple[int, int], ...]
    style: int  # 0 … : colour, dashes and marks tell the lines apart
    tag: str
    tag_y: int  # where the tag stands, beside the line's end
    leader: str  # from the line's end to its tag
    is_marked: bool

    @property
    def key_mark(self) -> str:
        return mark_path(self.style, [(160, 50)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """The frame of a picture and its axes."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int  # where the lower edge of the plot is
    ticks: tuple[tuple[int, int, str], ...]  # y, the value there, as it is written

    @property
    def labels_y(self) -> int:
        return self.bottom + _LABEL_BELOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(Plot):
    """Lines as a picture, and the same as a table."""

    lines: tuple[Line, ...]
    labels: tuple[tuple[int, str], ...]  # x and what stands below it
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # the table: a step, a value a series

    @property
    def has_legend(self) -> bool:
        return len(self.lines) > 1

    @property
    def drawn(self) -> tuple[Line, ...]:
        """Return the lines, highlighted ones last so that they are drawn on top."""
        return tuple(sorted(self.lines, key=lambda line: line.is_marked))


def line_chart(
    labels: Sequence[str],
    series: Sequence[Series],
    *,
    least: int = 1,
    write: Write = points,
    is_turned: bool = False,
) -> Chart:
    """Draw lines over the same steps.

    Args:
        labels: the names of the steps, at least one.
        series: as many values each as there are labels.
        least: the smallest distance between ticks, a power of ten.
        write: how a value is written; None where there is none.
        is_turned: whether small values are above large ones, as with places.
    """
    held = [value for each in series for value in each.values if value is not None] or [0]
    ticks = ticks_between(min(held), max(held), least)
    low, high = ticks[0], ticks[-1]
    left = _GAP + max(scaled(width_of(write(value))) for value in ticks) + _GAP
    right = WIDTH - (_RIGHT if len(series) > 1 else _RIGHT_OF_ONE)
    bottom = HEIGHT - _BOTTOM

    def across(at: int) -> int:
        return left + (right - left) * at // max(1, len(labels) - 1)

    def up(value: int) -> int:
        height = high - value if is_turned else value - low
        return bottom - (bottom - _TOP) * height // (high - low)

    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=left,
        right=right,
        top=_TOP,
        bottom=bottom,
        lines=_lines(series, [[(across(at), up(v)) for at, v in _known(s)] for s in series]),
        ticks=tuple((up(value), value, write(value)) for value in ticks),
        labels=labels_below(labels, [across(at) for at in range(len(labels))]),
        rows=tuple(
            (label, tuple(write(each.values[at]) for each in series))
            for at, label in enumerate(labels)
        ),
    )


def ticks_between(low: int, high: int, least: int = 1) -> tuple[int, ...]:
    """Return round values that enclose both others: at least two, at most a handful."""
    magnitude = least
    while True:
        for step in _STEPS:
            first = low // (step * magnitude)
            last = max(-(-high // (step * magnitude)), first + 1)
            if last - first < _MOST_TICKS:
                return tuple(each * step * magnitude for each in range(first, last + 1))
        magnitude *= 10


def labels_below(labels: Sequence[str], places: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """Return labels with their centres: all, or every n-th, so that none touch or overflow.

    Args:
        labels: the names of the steps.
        places: the x-coordinate of each step, from left to right.
    """
    written = [cut_to(label, _WIDEST_LABEL * 1_000 // LETTER) for label in labels]
    for every in range(-(-len(labels) // _MOST_LABELS), len(labels)):
        found = [_inside(place, label) for place, label in zip(places, written, strict=True)]
        chosen = found[::every]
        if all(_are_apart(one, other) for one, other in pairwise(chosen)):
            return tuple(chosen)
    return (_inside(places[0], written[0]),)


def scaled(width: int, letter: int = LETTER) -> int:
    return -(-width * letter // 1_000)


def spread(wanted: Sequence[int], gap: int, low: int, high: int) -> list[int]:
    """Return places near those wanted, in the same order, at least ``gap`` apart.

    Neighbours that are too close move apart around their middle. All stay between ``low`` and
    ``high`` as long as there is room.
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    groups: list[tuple[int, int]] = []  # how many stand together, and where the first wants to be
    for at in order:
        count, start = 1, wanted[at]
        while groups and groups[-1][1] + groups[-1][0] * gap > start:
            before, first = groups.pop()
            shifted = start - before * gap
            start = (first * before + shifted * count) // (before + count)
            count += before
        groups.append((count, start))
    placed = [start + gap * at for count, start in groups for at in range(count)]
    found = [0] * len(wanted)
    for rank, at in enumerate(order):
        behind = len(order) - 1 - rank
        found[at] = min(max(placed[rank], low + gap * rank), high - gap * behind)
    return found


def _known(series: Series) -> list[tuple[int, int]]:
    return [(at, value) for at, value in enumerate(series.values) if value is not None]


def _lines(series: Sequence[Series], dots: Sequence[Sequence[tuple[int, int]]]) -> tuple[Line, ...]:
    ends = [each[-1][1] if each else HEIGHT - _BOTTOM for each in dots]
    tags = spread(ends, LINE, _TOP, HEIGHT - _BOTTOM)
    return tuple(
        Line(
            name=each.name,
            path=" ".join(f"{'L' if at else 'M'}{x} {y}" for at, (x, y) in enumerate(places)),
            marks=mark_path(style, places) if len(places) <= _MOST_DOTS else "",
            dots=tuple(places),
            style=style,
            tag=each.tag or str(style + 1),
            tag_y=tag_y,
            leader=_leader(places, tag_y),
            is_marked=each.is_marked,
        )
        for style, (each, places, tag_y) in enumerate(zip(series, dots, tags, strict=True))
    )


def _leader(dots: Sequence[tuple[int, int]], tag_y: int) -> str:
    """Draw from a line's end to its tag; empty for one that ends before the others."""
    if not dots or dots[-1][0] != WIDTH - _RIGHT:
        return ""
    x, y = dots[-1]
    return f"M{x + _LEADER // 2} {y} L{x + _LEADER} {tag_y}"


def _inside(place: int, label: str) -> tuple[int, str]:
    half = scaled(width_of(label)) // 2 + 1
    return min(max(place, half), WIDTH - half), label


def _are_apart(one: tuple[int, str], other: tuple[int, str]) -> bool:
    halves = (scaled(width_of(one[1])) + scaled(width_of(other[1]))) // 2
    return other[0] - one[0] >= halves + _GAP


#: the picture of bars, as wide as that of lines
BARS_HEIGHT: Final = 1_900
_BARS_RIGHT, _BARS_TOP = 100, 380
_VALUE_ABOVE, _NOTE_ABOVE = 50, 175
#: how large the note above a value is written
NOTE: Final = 95


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    label: str
    value: int  # 0 or more
    note: str = ""  # stands above the value


@dataclass(frozen=True, slots=True, kw_only=True)
class BarDrawn:
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
        return self.y - _VALUE_ABOVE

    @property
    def note_y(self) -> int:
        return self.y - _NOTE_ABOVE


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart(Plot):
    """Bars as a picture, and the same as a table."""

    bars: tuple[BarDrawn, ...]
    rows: tuple[tuple[str, str, str], ...]  # label, value, note
    are_places: bool

    @property
    def has_notes(self) -> bool:
        return any(note for _label, _text, note in self.rows)


def bar_chart(
    bars: Sequence[Bar], *, write: Write = points, least: int = 1, are_places: bool = False
) -> BarChart:
    """Draw bars from a common baseline.

    Args:
        bars: at least one.
        write: how a value is written.
        least: the smallest distance between ticks, a power of ten.
        are_places: whether they are the places of a game, first place first.
    """
    ticks = ticks_between(0, max(bar.value for bar in bars), least)
    high = ticks[-1]
    left = _GAP + max(scaled(width_of(write(value))) for value in ticks) + _GAP
    bottom, slot = BARS_HEIGHT - _BOTTOM, (WIDTH - _BARS_RIGHT - left) // len(bars)

    def up(value: int) -> int:
        return bottom - (bottom - _BARS_TOP) * value // high

    return BarChart(
        width=WIDTH,
        height=BARS_HEIGHT,
        left=left,
        right=WIDTH - _BARS_RIGHT,
        top=_BARS_TOP,
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
        height=BARS_HEIGHT - _BOTTOM - y,
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
    value: int
    text: str
    note: str = ""  # a small second line


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaded:
    text: str
    note: str
    shade: int  # 1 to 4 above 0, -1 to -4 below, 0 for 0

    @property
    def kind(self) -> str:
        if self.shade == 0:
            return "none"
        return f"plus-{self.shade}" if self.shade > 0 else f"minus-{-self.shade}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    name: str
    url: str
    cells: tuple[Shaded | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    heads: tuple[str, ...]
    rows: tuple[GridRow, ...]


def grid_chart(heads: Sequence[str], rows: Sequence[Row]) -> Grid:
    """Shade figures by their size relative to the largest of the grid.

    Args:
        heads: the column headings.
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
