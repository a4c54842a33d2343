"""The games that a table tells of, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from league.sheets.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSeat:
    """Who sat at a game, and what they ended with. Amounts are points: +52.3 is 52_300."""

    name: str
    line: int
    column: int | None = None  # where the name stands
    points_at: int | None = None  # where the amounts stand
    score_at: int | None = None
    points: int | None = None
    score: int | None = None
    chips: int | None = None
    place: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame:
    """A game as its line or lines tell it."""

    line: int  # the first of its lines
    day: date | None
    table: int | None
    number: int | None
    seats: tuple[SheetSeat, ...]
    remark: str = ""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a table tells."""

    games: tuple[SheetGame, ...]
    sums: tuple[int, ...] = ()  # lines that sum up others
    others: tuple[int, ...] = ()  # lines that hold something, and no game
