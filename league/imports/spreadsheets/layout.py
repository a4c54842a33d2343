"""The layout of a table: what its lines and columns mean, and how it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

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
    SUM,
    TABLE,
    Head,
    head_of,
    is_sum,
)
from league.imports.people import NEW_MEMBER, Others
from league.imports.spreadsheets.grid import (
    MOST_COLUMNS,
    Grid,
    Row,
    day_in,
    number_in,
    says_nothing,
    unpacked,
)
from league.models import SheetImport

SEATS = 4


class Kind(TextChoices):
    GAMES = "games", _("One game: names and figures side by side")
    MEMBERS = "members", _("One game: a column for each member")
    SEATS = "seats", _("One player of a game")


class Unit(TextChoices):
    AUTO = "auto", _("Detect from the figures")  # game by game
    FULL = "full", _("Points in full (41400)")
    HUNDREDS = "hundreds", _("Hundreds (414)")
    THOUSANDS = "thousands", _("Thousands (41.4)")


class Figures(TextChoices):
    """What counts."""

    POINTS = "points", _("Points; scores are calculated under the rules of the day")
    SCORES = "scores", _("Scores as given in the table")


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
    return role in _REPEATED


_ROLE_WORDS: Mapping[str, Any] = {
    "": "–",
    DAY: _("Date"),
    TABLE: _("Table"),
    NUMBER: _("Game number"),
    NAME: _("Name"),
    POINTS: _("Points"),
    SCORE: _("Score (pt)"),
    CHIPS: _("Chips"),
    PLACE: _("Place"),
    SEAT: _("Seat"),
    MEMBER: _("A member’s column"),
    REMARK: _("Remark"),
}


def role_words(role: str) -> str:
    stem, _dash, seat = role.partition("-")
    words = str(_ROLE_WORDS[stem])
    if not seat:
        return words
    return gettext("%(number)s: %(what)s") % {"number": int(seat) + 1, "what": words}


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    kind: Kind = Kind.GAMES
    header: int = 0  # the line of the heads; 0: there is none
    columns: tuple[str, ...] = ()  # the role of each; empty: it is passed over
    unit: Unit = Unit.AUTO
    figures: Figures = Figures.POINTS
    year: int | None = None  # of the first line, where days are written without one
    day: date | None = None  # of lines before any day

    def columns_of(self, role: str) -> tuple[int, ...]:
        return tuple(at for at, each in enumerate(self.columns) if each == role)

    def column_of(self, role: str) -> int | None:
        return next(iter(self.columns_of(role)), None)

    def as_json(self) -> dict[str, Any]:
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
    seen: set[str] = set()
    kept = []
    for role in roles[:MOST_COLUMNS]:
        known = role in ROLES[kind] and (repeats(role) or role not in seen)
        kept.append(role if known else "")
        seen.add(role)
    return tuple(kept)


def heads_of(grid: Grid, header: int) -> tuple[str, ...]:
    """Return each column's heading; of two heading lines, the upper one is carried along.

    ``東家`` over ``名前`` and ``点数`` applies to both: a merged cell keeps its text at its left.
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
    """Return the seats that the line above names, each extending to the next."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSettings:
    sheet: int = 0
    layout: Layout
    left_out: frozenset[int] = frozenset()  # lines, as far as anything is wrong with them
    others: Others = Others.ASK
    choices: Mapping[str, int] = field(default_factory=dict)  # a name to a member's key, or NEW_…


def grids_of(batch: SheetImport) -> tuple[Grid, ...]:
    return unpacked(bytes(batch.data))


def settings_of(batch: SheetImport) -> ImportSettings:
    kept: dict[str, Any] = batch.layout
    return ImportSettings(
        sheet=kept["sheet"],
        layout=layout_again(kept["layout"]),
        left_out=frozenset(kept["left_out"]),
        others=Others(kept["others"]),
        # a new member was 0 before imports of Tenhou's games asked about them too
        choices={name: key or NEW_MEMBER for name, key in batch.choices.items()},
    )


def layout_json(settings: ImportSettings, digest: str) -> dict[str, Any]:
    return {
        "sheet": settings.sheet,
        "layout": settings.layout.as_json(),
        "left_out": sorted(settings.left_out),
        "others": settings.others.value,
        "digest": digest,
    }


#: lines in which heads are looked for, and lines that tell what columns hold
_FIRST = 30
_LOOKED_AT = 400
_SEVERAL = 3


def guessed(grid: Grid) -> Layout:
    return guessed_with(grid, header=_header(grid))


def guessed_with(grid: Grid, *, header: int, kind: Kind | None = None) -> Layout:
    texts = heads_of(grid, header)
    heads = [head_of(text) for text in texts]
    contents = _contents(grid, header)
    kind = kind or _kind(heads, contents, header)
    roles = _ROLES_BY_KIND[kind](heads, contents)
    columns = roles_once(
        kind,
        [role if text or role != MEMBER else "" for role, text in zip(roles, texts, strict=True)],
    )
    figures = _figures(kind, columns, contents)
    if figures is Figures.SCORES:
        columns = _as_scores(columns)
    return Layout(kind=kind, header=header, columns=columns, figures=figures)


class _Content:
    def __init__(self, texts: Sequence[str]) -> None:
        self.filled = [text for text in texts if not says_nothing(text)]
        self.numbers = [number for text in self.filled if (number := number_in(text))]
        self.is_numeric = bool(self.filled) and 2 * len(self.numbers) >= len(self.filled)
        # a bare 41400 is Excel's way to write a day, too, but few days look like that
        days = sum(day_in(text) is not None and len(text) > 5 for text in self.filled[:50])
        self.is_days = bool(days) and 10 * days >= 7 * len(self.filled[:50])
        self.is_text = bool(self.filled) and 2 * len(self.numbers) < len(self.filled)

    @property
    def looks_like_amounts(self) -> bool:
        return self.is_numeric and any(
            abs(n.thousandths) > 100_000 or n.is_fraction or n.thousandths < 0 for n in self.numbers
        )


def _header(grid: Grid) -> int:
    """Return the line that looks most like headings; 0 if none does."""
    best, header = 1, 0
    for row in grid.rows[:_FIRST]:
        weight = _weight(row)
        if weight > best:
            best, header = weight, row.number
    return header or _line_of_names(grid)


def _line_of_names(grid: Grid) -> int:
    """Return a line of words right above figures; 0 if there is none."""
    for row, below in zip(grid.rows[:_FIRST], grid.rows[1:], strict=False):
        words = [text for text in row.cells if text]
        figures = sum(number_in(text) is not None for text in below.cells)
        are_words = not any(number_in(text) or day_in(text) for text in words)
        if len(words) >= _SEVERAL and are_words and figures >= _SEVERAL:
            following = {text for text in below.cells if text and number_in(text) is None}
            return row.number if not following or any(map(day_in, following)) else 0
    return 0


def _weight(row: Row) -> int:
    texts = [text for text in row.cells if text]
    if any(number_in(text) and len(text) > 2 for text in texts) or len(texts) < _SEVERAL:
        return 0
    if is_sum(texts[0]) or any(day_in(text) for text in texts):
        return 0
    known = sum(head_of(text).is_known for text in texts)
    return 3 * known + len(texts) if known else 0


def _contents(grid: Grid, header: int) -> list[_Content]:
    rows = [row for row in grid.rows if row.number > header][:_LOOKED_AT]
    heads = next((row.cells for row in grid.rows if row.number == header), None)
    games = [row for row in rows if row.cells != heads and not any(map(is_sum, row.cells[:4]))]
    return [_Content([row.cell(at) for row in games]) for at in range(grid.width)]


def _kind(heads: Sequence[Head], contents: Sequence[_Content], header: int) -> Kind:
    pairs = list(zip(heads, contents, strict=True))
    names = sum(1 for head, held in pairs if head.role in (NAME, "") and held.is_text)
    seats = {head.seat for head in heads if head.seat is not None}
    named = [head for head in heads if head.role == NAME]
    if len(seats) >= _SEVERAL or len(named) >= _SEVERAL:
        return Kind.GAMES
    if named and any(head.role in (POINTS, SCORE) for head in heads):
        return Kind.SEATS
    if names >= _SEVERAL:
        return Kind.GAMES
    members = [head for head, held in pairs if not head.is_known and held.looks_like_amounts]
    return Kind.MEMBERS if header and len(members) >= _SEVERAL else Kind.SEATS


def _roles_of_games(heads: Sequence[Head], contents: Sequence[_Content]) -> list[str]:
    roles: list[str] = []
    used = dict.fromkeys((NAME, POINTS, SCORE, CHIPS), 0)
    for head, held in zip(heads, contents, strict=True):
        role = head.role or _role_by_content(head, held, roles)
        if role in used:
            seat = used[role] if head.seat is None else head.seat
            used[role] += 1
            role = f"{role}-{seat}"
        elif role == SUM or role not in ROLES[Kind.GAMES]:
            role = ""
        roles.append(role)
    return roles


def _role_by_content(head: Head, held: _Content, before: Sequence[str]) -> str:
    if held.is_days and DAY not in before:
        return DAY
    if head.seat is not None or not head.is_known:
        if held.is_text and (head.seat is not None or not held.is_days):
            return NAME
        follows_a_name = bool(before) and before[-1].startswith(NAME)
        if held.looks_like_amounts or (held.is_numeric and follows_a_name):
            return POINTS
        if held.is_numeric and NUMBER not in before and not any("-" in role for role in before):
            return NUMBER
    return ""


def _roles_of_members(heads: Sequence[Head], contents: Sequence[_Content]) -> list[str]:
    roles: list[str] = []
    for head, held in zip(heads, contents, strict=True):
        if not head.is_known:
            roles.append(DAY if held.is_days and DAY not in roles else _member(held))
        else:
            roles.append(head.role if head.role in ROLES[Kind.MEMBERS] else "")
    return roles


def _member(held: _Content) -> str:
    return MEMBER if held.is_numeric or not held.filled else ""


def _roles_of_seats(heads: Sequence[Head], contents: Sequence[_Content]) -> list[str]:
    roles: list[str] = []
    for head, held in zip(heads, contents, strict=True):
        role = head.role
        if not role and held.is_days and DAY not in roles:
            role = DAY
        elif not role and held.is_text and NAME not in roles:
            role = NAME
        elif not role and held.looks_like_amounts and POINTS not in roles:
            role = POINTS
        roles.append(role)
    return roles


_ROLES_BY_KIND = {
    Kind.GAMES: _roles_of_games,
    Kind.MEMBERS: _roles_of_members,
    Kind.SEATS: _roles_of_seats,
}


def _figures(kind: Kind, columns: Sequence[str], contents: Sequence[_Content]) -> Figures:
    """Detect whether amounts are scores, which sum to zero, as points never do."""
    of_points = [held for held in _with_role(columns, contents, POINTS, MEMBER) if held.numbers]
    of_scores = [held for held in _with_role(columns, contents, SCORE) if held.numbers]
    if not of_points:
        return Figures.SCORES if of_scores else Figures.POINTS
    if of_scores:
        return Figures.POINTS
    amounts = [number.thousandths for held in of_points for number in held.numbers]
    weight = sum(map(abs, amounts))
    return Figures.SCORES if weight and 50 * abs(sum(amounts)) <= weight else Figures.POINTS


def _with_role(
    columns: Sequence[str], contents: Sequence[_Content], *roles: str
) -> Iterator[_Content]:
    for role, held in zip(columns, contents, strict=False):
        if role.partition("-")[0] in roles:
            yield held


def _as_scores(columns: Sequence[str]) -> tuple[str, ...]:
    """Turn amounts that look like scores into scores, whatever their headings."""
    has_scores = any(role.partition("-")[0] == SCORE for role in columns)
    if has_scores:
        return tuple(columns)
    return tuple(
        SCORE + role[len(POINTS) :] if role.partition("-")[0] == POINTS else role
        for role in columns
    )
