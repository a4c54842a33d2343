"""The layout of a table: what its lines and columns mean, and how it is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from itertools import pairwise
from typing import Any

from league.games.score_sheet import (
    CHIPS,
    DAY,
    MEMBER,
    NAME,
    NUMBER,
    PLACE,
    POINTS,
    REMARK,
    SCORE,
    SEAT,
    TABLE,
    head_of,
)
from league.imports.spreadsheets.grid import MOST_COLUMNS, Grid, unpacked
from league.models import SheetImport

SEATS = 4


class Kind(StrEnum):
    """What a line of the table is."""

    GAMES = "games"  # a game, with names and figures seat by seat
    MEMBERS = "members"  # a game, with a column for each member
    SEATS = "seats"  # one seat of a game


class Unit(StrEnum):
    """What points are written in."""

    AUTO = "auto"  # each game as its figures look
    FULL = "full"
    HUNDREDS = "hundreds"
    THOUSANDS = "thousands"


class Figures(StrEnum):
    """What counts: points that the rules settle, or the scores as they stand in the table."""

    POINTS = "points"
    SCORES = "scores"


_COMMON = (DAY, TABLE, NUMBER)
_OF_A_SEAT = (NAME, POINTS, SCORE, CHIPS)
ROLES: dict[Kind, tuple[str, ...]] = {
    Kind.GAMES: (
        *_COMMON,
        *(f"{role}-{seat}" for seat in range(SEATS) for role in _OF_A_SEAT),
        REMARK,
    ),
    Kind.MEMBERS: (*_COMMON, MEMBER, REMARK),
    Kind.SEATS: (*_COMMON, *_OF_A_SEAT, PLACE, SEAT, REMARK),
}
#: roles that several columns may have
_REPEATED = frozenset({MEMBER, REMARK})


def repeats(role: str) -> bool:
    """Whether several columns may have a role."""
    return role in _REPEATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What somebody said of a table, or what it looks like."""

    kind: Kind = Kind.GAMES
    header: int = 0  # the line of the heads; 0: there is none
    columns: tuple[str, ...] = ()  # the role of each; empty: it is passed over
    unit: Unit = Unit.AUTO
    figures: Figures = Figures.POINTS
    year: int | None = None  # of the first line, where days are written without one
    day: date | None = None  # of lines before any day

    def columns_of(self, role: str) -> tuple[int, ...]:
        """Where a role stands."""
        return tuple(at for at, each in enumerate(self.columns) if each == role)

    def column_of(self, role: str) -> int | None:
        """Where a role stands first."""
        return next(iter(self.columns_of(role)), None)

    def as_json(self) -> dict[str, Any]:
        """The layout as it is stored with an import."""
        return {
            "kind": self.kind.value,
            "header": self.header,
            "columns": list(self.columns),
            "unit": self.unit.value,
            "figures": self.figures.value,
            "year": self.year,
            "day": self.day and self.day.isoformat(),
        }


def layout_again(stored: Mapping[str, Any]) -> Layout:
    """A layout as it was stored."""
    kind = Kind(stored["kind"])
    return Layout(
        kind=kind,
        header=int(stored["header"]),
        columns=roles_once(kind, stored["columns"]),
        unit=Unit(stored["unit"]),
        figures=Figures(stored["figures"]),
        year=stored["year"],
        day=date.fromisoformat(stored["day"]) if stored["day"] else None,
    )


def roles_once(kind: Kind, roles: Sequence[str]) -> tuple[str, ...]:
    """Roles that such a table has, each at the first column that claims it."""
    seen: set[str] = set()
    kept = []
    for role in roles[:MOST_COLUMNS]:
        known = role in ROLES[kind] and (repeats(role) or role not in seen)
        kept.append(role if known else "")
        seen.add(role)
    return tuple(kept)


def heads_of(grid: Grid, header: int) -> tuple[str, ...]:
    """What stands over each column; two lines of heads in one, the upper one carried along.

    ``東家`` over ``名前`` and ``点数`` is said of both: a merged cell keeps its text at its left.
    """
    at = next((i for i, row in enumerate(grid.rows) if row.number == header), None)
    if at is None:
        return ("",) * grid.width
    own = grid.rows[at]
    above = _seats_above(grid, at)
    return tuple(
        f"{above[column]} {own.cell(column)}".strip() if own.cell(column) else above[column]
        for column in range(grid.width)
    )


def _seats_above(grid: Grid, at: int) -> list[str]:
    """The seats that a line right above names, each as far as the next."""
    upper = grid.rows[at - 1] if at else None
    if upper is None or upper.number != grid.rows[at].number - 1:
        return [""] * grid.width
    named = [column for column in range(grid.width) if _is_seat(upper.cell(column))]
    if len(named) < SEATS - 1 or any(
        head_of(grid.rows[at].cell(n)).seat is not None for n in named
    ):
        return [""] * grid.width
    span = max(later - one for one, later in pairwise(named))
    carried = [""] * grid.width
    for column in named:
        ends = next((later for later in named if later > column), column + span)
        for each in range(column, min(ends, grid.width)):
            carried[each] = upper.cell(column)
    return carried


def _is_seat(text: str) -> bool:
    head = head_of(text)
    return head.seat is not None and not head.role


#: choices of a name that are nobody's key
NEW_MEMBER, NEW_GUEST = 0, -1


class Others(StrEnum):
    """Who names are that nobody was chosen for."""

    ASK = ""
    MEMBERS = "members"
    GUESTS = "guests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the organizer asked for."""

    sheet: int = 0
    layout: Layout
    left_out: frozenset[int] = frozenset()  # lines, as far as anything is wrong with them
    others: Others = Others.ASK
    choices: Mapping[str, int] = field(default_factory=dict)  # a name to a member's key, or NEW_…


def grids_of(batch: SheetImport) -> tuple[Grid, ...]:
    """The tables of an import."""
    return unpacked(bytes(batch.data))


def asked_of(batch: SheetImport) -> Asked:
    """What is stored with an import."""
    kept: dict[str, Any] = batch.layout
    return Asked(
        sheet=kept["sheet"],
        layout=layout_again(kept["layout"]),
        left_out=frozenset(kept["left_out"]),
        others=Others(kept["others"]),
        choices=batch.choices,
    )


def layout_json(asked: Asked, digest: str) -> dict[str, Any]:
    """What an import keeps of what was asked, and of what its cells are."""
    return {
        "sheet": asked.sheet,
        "layout": asked.layout.as_json(),
        "left_out": sorted(asked.left_out),
        "others": asked.others.value,
        "digest": digest,
    }
