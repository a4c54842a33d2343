"""Reads games out of a table by its layout, with every problem and its cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

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
    is_sum,
    seat_of,
)
from league.imports.spreadsheets.grid import (
    Grid,
    Number,
    Problem,
    Row,
    ShortDay,
    counts_in,
    day_in,
    number_in,
    says_nothing,
)
from league.imports.spreadsheets.layout import SEATS, Figures, Kind, Layout, Unit, heads_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSeat:
    """A player of a game and their result. Amounts are points: +52.3 is 52_300."""

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
    line: int  # the first of its lines
    day: date | None
    table: int | None
    number: int | None
    seats: tuple[SheetSeat, ...]
    remark: str = ""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    games: tuple[SheetGame, ...]
    sums: tuple[int, ...] = ()  # lines that sum up others
    others: tuple[int, ...] = ()  # lines that hold something, and no game


#: thousandths times these are millionths of what is meant
_FULL, _HUNDREDS, _THOUSANDS = 1_000, 100_000, 1_000_000
#: nobody's points at the top of a table are fewer: in full, in hundreds
_SURELY_FULL, _SURELY_HUNDREDS = 3_000, 200
#: a score of so much is written in points, 52,300 for +52.3
_SURELY_POINTS = 1_000


def points_of(numbers: Sequence[Number | None], unit: Unit) -> tuple[int | None, ...]:
    """Return points by seat; those of one game share one unit.

    A number with a k is always in thousands; one that makes no whole points in any unit is left
    out.
    """
    there = [number for number in numbers if number is not None]
    factor = _FACTORS.get(unit) or _factor(there)
    return tuple(None if one is None else _in_points(one, factor) for one in numbers)


_FACTORS = {Unit.FULL: _FULL, Unit.HUNDREDS: _HUNDREDS, Unit.THOUSANDS: _THOUSANDS}


def _factor(numbers: Sequence[Number]) -> int:
    bare = [number for number in numbers if not number.in_thousands]
    if any(number.thousandths % 1_000 for number in bare):
        return _THOUSANDS
    most = max((abs(number.thousandths) // 1_000 for number in bare), default=0)
    if most >= _SURELY_FULL:
        return _FULL
    return _HUNDREDS if most >= _SURELY_HUNDREDS else _THOUSANDS


def _in_points(number: Number, factor: int) -> int | None:
    points, rest = divmod(
        number.thousandths * (_THOUSANDS if number.in_thousands else factor), _THOUSANDS
    )
    return None if rest else points


def scores_of(numbers: Sequence[Number | None]) -> tuple[int | None, ...]:
    """Return scores by seat: +52.3 as 52_300, also where it is written 52,300."""
    most = max((abs(one.thousandths) // 1_000 for one in numbers if one is not None), default=0)
    divisor = 1_000 if most >= _SURELY_POINTS else 1
    return tuple(
        None if one is None or one.thousandths % divisor else one.thousandths // divisor
        for one in numbers
    )


@dataclass(slots=True)
class Line:
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
        self.problems.append(Problem(code, self.row.number, column, facts))


def joined(lines: Iterable[Line]) -> Iterator[Line]:
    """Join lines of seats: by day, table and number, or consecutively.

    Without numbers a game ends when a name or place is repeated, or all seats are taken.
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
    """Return the game of a line, its seats in order if the table gives one."""
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
    """Order by seat if every seat is known, then by place; else as listed."""
    for numbers in ([each.seat for each in seats], [each.place for each in seats]):
        if None not in numbers and len(set(numbers)) == len(numbers):
            return numbers[seats.index(seat)] or 0
    return seats.index(seat)


def _check(line: Line, seats: list[SheetSeat], layout: Layout) -> None:
    for name, times in Counter(seat.name for seat in seats if seat.name).items():
        if times > 1:
            line.add("twice", None, name=name)
    if len(seats) > SEATS:
        line.add("too-many", None, count=len(seats), most=SEATS)
    wants_score = layout.figures is Figures.SCORES
    without_number = {problem.line for problem in line.problems if problem.code == "no-number"}
    for seat in seats:
        amount = seat.score if wants_score else seat.points
        if amount is None and seat.line not in without_number:
            code = "no-score" if wants_score else "no-points"
            empty = seat.score_at if wants_score else seat.points_at
            column = seat.column if empty is None else empty
            line.problems.append(Problem(code, seat.line, column, {"name": seat.name}))


#: months between two lines that can only be the turn of a year
_HALF_A_YEAR = 6
_LONGEST_REMARK = 200  # as long as a game's
_LARGEST_COUNT = 99


def read_games(grid: Grid, layout: Layout) -> Reading:
    """Read the games of a table.

    Args:
        grid: its cells.
        layout: what they mean; a table of single points needs it as its ``unit``.
    """
    return _Reader(grid, layout).reading()


class _Reader:
    """Reads line by line, remembering values from the lines above."""

    def __init__(self, grid: Grid, layout: Layout) -> None:
        self.grid, self.layout = grid, layout
        self.heads = heads_of(grid, layout.header)
        self.day, self.year, self.month = layout.day, layout.year, 0
        self.day_is_wrong = False
        self.above: dict[str, int | None] = {TABLE: None, NUMBER: None}
        self.sums: list[int] = []
        self.others: list[int] = []
        self.before = 0  # the line before

    def reading(self) -> Reading:
        """Return every game, and the lines that are none."""
        lines = list(self._lines())
        games = list(joined(lines)) if self.layout.kind is Kind.SEATS else lines
        return Reading(
            games=tuple(game_of(line, self.layout) for line in games),
            sums=tuple(self.sums),
            others=tuple(self.others),
        )

    def _lines(self) -> Iterator[Line]:
        read = _SEATS_OF[self.layout.kind]
        heads = next((r.cells for r in self.grid.rows if r.number == self.layout.header), None)
        for row in self.grid.rows:
            if row.number <= self.layout.header or row.cells == heads:
                continue
            if self._is_sum(row):
                self.sums.append(row.number)
                continue
            line = Line(row)
            read(self, line)
            self._read_day(line)
            if line.seats:
                self._read_heading(line)
                yield line
            elif not self._is_day_alone(row):
                self.others.append(row.number)

    def _is_sum(self, row: Row) -> bool:
        amounts = {POINTS, SCORE, CHIPS, MEMBER}
        roles = self.layout.columns
        return any(
            is_sum(text)
            for text, role in zip(row.cells, roles, strict=False)
            if text and role.partition("-")[0] not in amounts
        )

    def _is_day_alone(self, row: Row) -> bool:
        at = self.layout.column_of(DAY)
        return at is not None and sum(map(bool, row.cells)) == 1 and bool(day_in(row.cell(at)))

    # the heading of a line

    def _read_day(self, line: Line) -> None:
        """Read a line's day; an empty cell repeats the one above."""
        at = self.layout.column_of(DAY)
        text = "" if at is None else line.row.cell(at)
        if text and not says_nothing(text):
            found = day_in(text)
            if found is None and not line.seats:
                return  # a heading
            self.day, self.day_is_wrong = None, True
            if found is None:
                line.add("bad-day", at, text=text)
            elif isinstance(found, ShortDay):
                self._read_short(line, at, text, found)
            else:
                self._take(found)
        elif self.day is None and line.seats and not self.day_is_wrong:
            line.add("no-day", at)
        elif self.day is None and line.seats:
            line.add("day-above", at)
        line.day = self.day

    def _take(self, day: date) -> None:
        self.day, self.day_is_wrong = day, False
        self.year, self.month = day.year, day.month

    def _read_short(self, line: Line, at: int | None, text: str, found: ShortDay) -> None:
        """Take 4/10 in the year of the line above, or the given one; 1/8 in the next."""
        if self.year is None:
            line.add("no-year", at, text=text)
            return
        gone = self.month - found.month if self.month else 0
        turn = (gone > _HALF_A_YEAR) - (gone < -_HALF_A_YEAR)
        try:
            self._take(date(self.year + turn, found.month, found.day))
        except ValueError:
            line.add("bad-day", at, text=text)

    def _read_heading(self, line: Line) -> None:
        line.table = self._count(line, TABLE)
        line.number = self._count(line, NUMBER)
        line.remark = " ".join(
            text for at in self.layout.columns_of(REMARK) if (text := line.row.cell(at))
        )[:_LONGEST_REMARK]
        for at, role in enumerate(self.layout.columns):
            if role and (line.row.number, at) in self.grid.blind:
                line.add("formula", at)

    def _count(self, line: Line, role: str) -> int | None:
        """Read a table or game number; in lines of seats, an empty cell repeats the one above."""
        at = self.layout.column_of(role)
        if at is None:
            return None
        text = line.row.cell(at)
        if says_nothing(text):
            is_merged = self.layout.kind is Kind.SEATS or role == TABLE
            return self.above[role] if is_merged else None
        found = counts_in(text)
        if not found or not 1 <= found[-1] <= _LARGEST_COUNT:
            line.add(f"bad-{role}", at, text=text)
            return None
        if role == NUMBER and len(found) > 1 and self.layout.column_of(TABLE) is None:
            line.table = found[0]  # 2-3 is the third game of table 2
        self.above[role] = found[-1]
        return found[-1]

    # the seats of a line

    def _cell_number(self, line: Line, at: int | None) -> Number | None:
        """Read the number in a cell; None if it is empty or not a number."""
        text = "" if at is None else line.row.cell(at)
        if says_nothing(text):
            return None
        found = number_in(text)
        if found is None and (line.row.number, at) not in self.grid.blind:
            line.add("no-number", at, text=text)
        return found

    def _seat(self, line: Line, name: str, at: int | None, suffix: str) -> None:
        column = {r: self.layout.column_of(r + suffix) for r in (POINTS, SCORE, CHIPS)}
        found = {role: self._cell_number(line, column[role]) for role in column}
        chips = found[CHIPS]
        if chips is not None and chips.thousandths % 1_000:
            line.add("no-number", column[CHIPS], text=line.row.cell(column[CHIPS] or 0))
        line.raw_points.append(found[POINTS])
        line.raw_scores.append(found[SCORE])
        line.seats.append(
            SheetSeat(
                name=name,
                line=line.row.number,
                column=at,
                points_at=column[POINTS],
                score_at=column[SCORE],
                chips=None if chips is None else chips.thousandths // 1_000,
            )
        )

    def seats_of_game(self, line: Line) -> None:
        for seat in range(SEATS):
            suffix = f"-{seat}"
            at = self.layout.column_of(NAME + suffix)
            name = "" if at is None else line.row.cell(at)
            amounts = [self.layout.column_of(role + suffix) for role in (POINTS, SCORE)]
            written = [n for n in amounts if n is not None and not says_nothing(line.row.cell(n))]
            if says_nothing(name) and not written:
                continue
            if says_nothing(name):
                line.add("no-name", at if at is not None else written[0])
                name = ""
            self._seat(line, name, at, suffix)
            line.seats[-1] = replace(line.seats[-1], seat=seat)

    def seats_of_members(self, line: Line) -> None:
        """Read a line that is a game, a column per member; no figure means not playing."""
        for at in self.layout.columns_of(MEMBER):
            if not says_nothing(line.row.cell(at)):
                found = self._cell_number(line, at)
                line.raw_points.append(found)
                line.raw_scores.append(found)
                line.seats.append(SheetSeat(name=self.heads[at], line=line.row.number, column=at))

    def seat_of_line(self, line: Line) -> None:
        at = self.layout.column_of(NAME)
        name = "" if at is None else line.row.cell(at)
        amounts = [self.layout.column_of(role) for role in (POINTS, SCORE)]
        if all(n is None or says_nothing(line.row.cell(n)) for n in amounts) and (
            says_nothing(name) or self.layout.column_of(PLACE) is None
        ):
            return
        if says_nothing(name):
            line.add("no-name", at)
            name = ""
        self._seat(line, name, at, "")
        place, wind = self.layout.column_of(PLACE), self.layout.column_of(SEAT)
        places = counts_in(line.row.cell(place)) if place is not None else ()
        sat = seat_of(line.row.cell(wind)) if wind is not None else None
        line.seats[-1] = replace(
            line.seats[-1], place=places[0] if places and places[0] <= SEATS else None, seat=sat
        )


_SEATS_OF: dict[Kind, Callable[[_Reader, Line], None]] = {
    Kind.GAMES: _Reader.seats_of_game,
    Kind.MEMBERS: _Reader.seats_of_members,
    Kind.SEATS: _Reader.seat_of_line,
}
