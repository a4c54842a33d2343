"""Lines of a table put together to games, each with its amounts in points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date

from league.sheets.amounts import points_of, scores_of
from league.sheets.games import SheetGame, SheetSeat
from league.sheets.grid import Row
from league.sheets.layout import SEATS, Figures, Kind, Layout
from league.sheets.problems import Problem
from league.sheets.values import Number


@dataclass(slots=True)
class Line:
    """A line being read: its heading, the raw numbers of its seats, and what is wrong."""

    row: Row
    day: date | None = None
    table: int | None = None
    number: int | None = None
    seats: list[SheetSeat] = field(default_factory=list)
    raw_points: list[Number | None] = field(default_factory=list)
    raw_scores: list[Number | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remark: str = ""

    def add(self, code: str, column: int | None = None, **facts: object) -> None:
        """Say what is wrong."""
        self.problems.append(Problem(code, self.row.number, column, facts))


def joined(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines of seats put together: by day, table and number, or as one game follows another.

    Without numbers a game ends where a name or a place comes again, or all seats are taken.
    """
    numbered: dict[tuple[date | None, int | None, int], Line] = {}
    last: Line | None = None
    for line in lines:
        game = _numbered_game(numbered, line) or _game_before(last, line)
        if game is not None:
            _join(game, line)
            continue
        if last is not None and last.number is None:
            yield last
        last = line
        if line.number is not None:
            numbered[line.day, line.table, line.number] = line
    if last is not None and last.number is None:
        yield last
    yield from numbered.values()


def _numbered_game(
    numbered: dict[tuple[date | None, int | None, int], Line], line: Line
) -> Line | None:
    return None if line.number is None else numbered.get((line.day, line.table, line.number))


def _game_before(last: Line | None, line: Line) -> Line | None:
    if last is None or line.number is not None or last.number is not None:
        return None
    (new,) = line.seats
    goes_on = (
        (last.day, last.table) == (line.day, line.table)
        and len(last.seats) < SEATS
        and last.seats[-1].line + 1 == line.row.number
        and all(seat.name != new.name for seat in last.seats)
        and (new.place is None or all(seat.place != new.place for seat in last.seats))
    )
    return last if goes_on else None


def _join(game: Line, line: Line) -> None:
    game.seats += line.seats
    game.raw_points += line.raw_points
    game.raw_scores += line.raw_scores
    game.problems += line.problems
    if line.remark and line.remark not in game.remark:
        game.remark = f"{game.remark} {line.remark}".strip()


def game_of(line: Line, layout: Layout) -> SheetGame:
    """The game of a line, its seats in order where the table tells it."""
    points = points_of(line.raw_points, layout.unit)
    scores = scores_of(line.raw_scores)
    if layout.kind is Kind.MEMBERS:  # the same figures were read as both
        nothing = (None,) * len(points)
        if layout.figures is Figures.SCORES:
            points = nothing
        else:
            scores = nothing
    seats = [
        replace(seat, points=held, score=score)
        for seat, held, score in zip(line.seats, points, scores, strict=True)
    ]
    _check(line, seats, layout)
    return SheetGame(
        line=line.row.number,
        day=line.day,
        table=line.table,
        number=line.number,
        seats=tuple(sorted(seats, key=lambda seat: _order(seat, seats))),
        remark=line.remark,
        problems=tuple(line.problems),
    )


def _order(seat: SheetSeat, seats: list[SheetSeat]) -> int:
    """By seat where every seat is told, then by place; else as they stand."""
    for told in ([each.seat for each in seats], [each.place for each in seats]):
        if None not in told and len(set(told)) == len(told):
            return told[seats.index(seat)] or 0
    return seats.index(seat)


def _check(line: Line, seats: list[SheetSeat], layout: Layout) -> None:
    for name, times in Counter(seat.name for seat in seats if seat.name).items():
        if times > 1:
            line.add("twice", None, name=name)
    if len(seats) > SEATS:
        line.add("too-many", None, count=len(seats), most=SEATS)
    wants_score = layout.figures is Figures.SCORES
    said = {problem.line for problem in line.problems if problem.code == "no-number"}
    for seat in seats:
        amount = seat.score if wants_score else seat.points
        if amount is None and seat.line not in said:
            code = "no-score" if wants_score else "no-points"
            empty = seat.score_at if wants_score else seat.points_at
            column = seat.column if empty is None else empty
            line.problems.append(Problem(code, seat.line, column, {"name": seat.name}))
