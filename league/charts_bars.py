"""Bars that the server draws: how often something happened, a bar a kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from league.charts import LETTER, WIDTH, Write, scaled, ticks_between
from league.templatetags.points import points
from league.text_width import cut_to, width_of

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
