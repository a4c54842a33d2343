"""Lines over a course, as SVG that the server draws: axes, labels, one line a person.

All lengths are whole tenths of a pixel, so that nothing depends on how a machine rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

#: the picture, as wide as a phone; wider screens make it larger
WIDTH, HEIGHT = 3_600, 2_200
_LEFT, _RIGHT, _TOP, _BOTTOM = 480, 120, 100, 300
_MOST_TICKS: Final = 6
_MOST_LABELS: Final = 9
_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """What one person had at each step; None where they had nothing yet."""

    name: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A series as it is drawn."""

    name: str
    path: str  # of the SVG
    dots: tuple[tuple[int, int], ...]
    style: int  # 0 … : colour, dashes and dots tell the lines apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture and the same as a table."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int  # where the lower edge of the plot is
    lines: tuple[Line, ...]
    ticks: tuple[tuple[int, int], ...]  # y and the value there
    labels: tuple[tuple[int, str], ...]  # x and what stands below it
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]  # the table: a step, a value a series


def line_chart(labels: Sequence[str], series: Sequence[Series], *, least: int = 1) -> Chart:
    """Draw lines over the same steps.

    Args:
        labels: what the steps are called, at least one.
        series: as many values each as there are labels.
        least: a power of ten; ticks lie no closer.
    """
    held = [value for each in series for value in each.values if value is not None] or [0]
    ticks = ticks_between(min(held), max(held), least)
    low, high = ticks[0], ticks[-1]
    bottom = HEIGHT - _BOTTOM

    def across(at: int) -> int:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * at // max(1, len(labels) - 1)

    def up(value: int) -> int:
        return bottom - (bottom - _TOP) * (value - low) // (high - low)

    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=_LEFT,
        right=WIDTH - _RIGHT,
        top=_TOP,
        bottom=bottom,
        lines=tuple(
            _line(each.name, [(across(at), up(v)) for at, v in _known(each)], style)
            for style, each in enumerate(series)
        ),
        ticks=tuple((up(value), value) for value in ticks),
        labels=tuple((across(at), labels[at]) for at in _labelled(len(labels))),
        rows=tuple(
            (label, tuple(each.values[at] for each in series)) for at, label in enumerate(labels)
        ),
    )


def ticks_between(low: int, high: int, least: int = 1) -> tuple[int, ...]:
    """Round values that enclose two others, two of them at least and a handful at most."""
    magnitude = least
    while True:
        for step in _STEPS:
            first = low // (step * magnitude)
            last = max(-(-high // (step * magnitude)), first + 1)
            if last - first < _MOST_TICKS:
                return tuple(each * step * magnitude for each in range(first, last + 1))
        magnitude *= 10


def _known(series: Series) -> list[tuple[int, int]]:
    return [(at, value) for at, value in enumerate(series.values) if value is not None]


def _line(name: str, dots: list[tuple[int, int]], style: int) -> Line:
    path = " ".join(f"{'L' if at else 'M'}{x} {y}" for at, (x, y) in enumerate(dots))
    return Line(name=name, path=path, dots=tuple(dots), style=style)


def _labelled(count: int) -> list[int]:
    """The steps that are named below the axis: all, or every n-th and no two that touch."""
    every = -(-count // _MOST_LABELS)
    return list(range(0, count, every))
