"""The typed score sheet of an evening as values, and what stands over columns of such sheets."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import NamedTuple

from league.core.naming import fold
from league.games.entry import HanchanEntry
from league.games.evening import LeagueSheet, SheetCell, SheetLine
from league.games.points import UNKNOWN, Counting, counting_of
from league.models import League, Member, Session
from rules.parameters import Parameters

#: roles of columns; those of a seat stand once a seat in a table with a line a game
DAY, TABLE, NUMBER, REMARK = "day", "table", "number", "remark"
NAME, POINTS, SCORE, CHIPS = "name", "points", "score", "chips"
PLACE, SEAT, MEMBER, SUM = "place", "seat", "member", "sum"

_WORDS: dict[str, tuple[str, ...]] = {
    DAY: (
        *("日付", "日", "開催日", "対局日", "対戦日", "実施日", "年月日", "日時", "月日", "日程"),
        *("でーと", "date", "day", "playedon"),
    ),
    TABLE: ("卓", "卓番", "卓番号", "卓名", "卓no", "卓no.", "てーぶる", "table", "tableno"),
    NUMBER: (
        *("回", "回戦", "回数", "半荘", "半荘数", "半荘no", "半荘no.", "試合", "対局", "対局番号"),
        *("げーむ", "番号", "no", "no.", "#", "game", "gameno", "gameno.", "round", "第", "対局no"),
    ),
    NAME: (
        *("名前", "氏名", "選手", "選手名", "対局者", "対局者名", "参加者", "会員", "会員名"),
        *("ぷれいやー", "ぷれーやー", "ぷれいやー名", "めんばー", "雀士", "雀士名"),
        *("name", "player", "playername", "member"),
    ),
    POINTS: (
        *("持ち点", "持点", "素点", "得点", "点", "点数", "点棒", "最終持ち点", "最終持点"),
        *(
            "最終得点",
            "終了時点数",
            "終局時",
            "rawscore",
            "rawpoints",
            "raw",
            "points",
            "endpoints",
        ),
    ),
    SCORE: (
        *(
            "ぽいんと",
            "pt",
            "pts",
            "すこあ",
            "成績",
            "収支",
            "得失点",
            "最終ぽいんと",
            "個人ぽいんと",
        ),
        *("ぷらまい", "±", "+-", "増減", "うま込み", "score", "point", "result"),
    ),
    CHIPS: ("ちっぷ", "祝儀", "ちっぷ枚数", "chip", "chips"),
    PLACE: ("着順", "順位", "着", "位", "順", "place", "rank", "finish", "position"),
    SEAT: ("席", "席順", "家", "風", "座順", "起家", "seat", "wind"),
    REMARK: (
        *("備考", "めも", "こめんと", "摘要", "備忘", "特記"),
        *("remark", "remarks", "note", "notes", "memo", "comment"),
    ),
    SUM: (
        *(
            "合計",
            "計",
            "小計",
            "総計",
            "累計",
            "通算",
            "とーたる",
            "平均",
            "検算",
            "ちぇっく",
            "過不足",
        ),
        *("total", "sum", "subtotal", "average", "avg", "check", "mean"),
    ),
}
_ROLES = {word: role for role, words in _WORDS.items() for word in words}
#: rows that sum up others are not games
SUMS = frozenset({fold(word) for word in _WORDS[SUM]}) - {"ちぇっく", "check"}
_WINDS = {"東": 0, "南": 1, "西": 2, "北": 3, "east": 0, "south": 1, "west": 2, "north": 3}
_BEFORE = re.compile(
    r"(東|南|西|北|east|south|west|north|[1-4a-d](?![0-9a-z])|とっぷ|らす)(?:家|着|位|人目|番|席|st|nd|rd|th)?の?"
)
_BEHIND = re.compile(r"[(_\-]?([1-4a-d東南西北])(?:家|着|位)?\)?$")
_ENDS = {"とっぷ": 0, "らす": 3}


class Head(NamedTuple):
    role: str = ""
    seat: int | None = None

    @property
    def is_known(self) -> bool:
        return bool(self.role) or self.seat is not None


def head_of(text: str) -> Head:
    """Read a heading: ``日付``, ``東家``, ``名前2``, ``東家 持ち点``, ``1着スコア``."""
    bare = fold(text).replace(":", "").strip("<>[]【】")
    if bare in _ROLES:
        return Head(_ROLES[bare])
    if bare != (without := re.sub(r"\(.*?\)", "", bare)) and without in _ROLES:
        return Head(_ROLES[without], _seat_in(bare[len(without) :].strip("()")))
    if before := _BEFORE.match(bare):
        rest = bare[before.end() :].strip("()_- ")
        if not rest or rest in _ROLES:
            return Head(_ROLES.get(rest, ""), _seat_in(before[1]))
    if (behind := _BEHIND.search(bare)) and (role := _ROLES.get(bare[: behind.start()])):
        return Head(role, _seat_in(behind[1]))
    return Head()


def seat_of(text: str) -> int | None:
    found = _BEFORE.fullmatch(fold(text))
    return None if found is None else _seat_in(found[1])


def is_sum(text: str) -> bool:
    bare = fold(text).strip("()")
    return bare in SUMS or bare.removeprefix("月間").removeprefix("年間") in SUMS


def _seat_in(text: str) -> int | None:
    if text in _WINDS:
        return _WINDS[text]
    if text in _ENDS:
        return _ENDS[text]
    if len(text) == 1 and text in "1234":
        return int(text) - 1
    return "abcd".index(text) if len(text) == 1 and text in "abcd" else None


#: a sheet that is larger than this is a mistake
MOST_COLUMNS = 16
MOST_ROWS = 60
#: rows that a fresh sheet offers, and that "more rows" adds
FRESH_ROWS = 6


class _Lettered:
    __slots__ = ()
    index: int

    @property
    def letter(self) -> str:
        return ascii_uppercase[self.index]


@dataclass(slots=True)
class Column(_Lettered):
    index: int
    member_id: int | None = None
    name: str = ""  # what an unknown id or pasted name was, or who a fixed column belongs to
    is_fixed: bool = False  # they have stored games on this sheet
    problems: list[str] = field(default_factory=list)
    total: int | None = None  # score of stored and typed games together, in points


@dataclass(slots=True)
class Cell(_Lettered):
    index: int
    text: str = ""
    chips: str = ""  # as typed, where the rule has chips
    points: int | None = None
    is_filled: bool = False  # the points come from the sum
    place: int | None = None
    score: int | None = None
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Row:
    index: int
    key: uuid.UUID
    table: str
    number: str
    cells: list[Cell]
    sticks: str = ""
    seats: str = ""  # letters of columns from the first East on; empty: as the columns stand
    order: tuple[int, ...] = ()  # columns by seat, once known
    entry: HanchanEntry | None = None
    problems: dict[str, list[str]] = field(default_factory=dict)
    is_stored: bool = False  # this very row was saved before
    is_unfinished: bool = False  # too few results yet, which is no mistake while typing

    @property
    def is_blank(self) -> bool:
        """Return whether nothing was typed; table and number are prefilled."""
        return not any(cell.text.strip() for cell in self.cells)

    @property
    def is_wrong(self) -> bool:
        return bool(self.problems) or any(cell.problems for cell in self.cells)

    @property
    def is_ready(self) -> bool:
        return not self.is_wrong and any(cell.place for cell in self.cells)

    @property
    def messages(self) -> list[str]:
        every = [*self.problems.values(), *(cell.problems for cell in self.cells)]
        return list(dict.fromkeys(text for texts in every for text in texts))

    def add(self, name: str, text: str) -> None:
        """Add an error to a field of the row: table, number, sticks, seats or the whole row."""
        self.problems.setdefault(name, []).append(text)


@dataclass(slots=True)
class Sheet:
    session: Session
    league: League
    stored: LeagueSheet | None
    people: dict[int, Member]  # who may take a column
    attendants: set[int]  # who of them came tonight
    last_number: int  # of the evening's stored games at the first table, whatever their league
    rules: Parameters | None  # None: no version of that day settles games
    columns: list[Column] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    pasted: str = ""

    @property
    def players(self) -> int:
        return self.rules.game.players if self.rules else 4

    @property
    def counting(self) -> Counting:
        return counting_of(self.rules) if self.rules else UNKNOWN

    @property
    def decimals(self) -> int:
        return self.rules.ranking.score_decimals if self.rules else 1

    @property
    def is_wrong(self) -> bool:
        wrong_columns = any(column.problems for column in self.columns)
        return bool(self.problems) or wrong_columns or any(row.is_wrong for row in self.rows)

    @property
    def wrong_rows(self) -> list[Row]:
        return [row for row in self.rows if row.is_wrong]

    @property
    def width(self) -> int:
        return len(self.columns) + (3 if self.counting.stick else 2)

    @property
    def ready(self) -> int:
        return sum(row.is_ready and not row.is_stored for row in self.rows)

    @property
    def typed(self) -> list[Row]:
        return [row for row in self.rows if not row.is_blank]

    @property
    def stored_rows(self) -> list[tuple[SheetLine, list[SheetCell | None]]]:
        if self.stored is None:
            return []
        at = {member.pk: index for index, member in enumerate(self.stored.members)}
        places = [at.get(column.member_id or 0) for column in self.columns]
        return [
            (line, [None if place is None else line.cells[place] for place in places])
            for line in self.stored.lines
        ]

    @property
    def here(self) -> list[Member]:
        return [m for m in self.people.values() if m.pk in self.attendants]

    @property
    def others(self) -> list[Member]:
        return [m for m in self.people.values() if m.pk not in self.attendants]

    def add_column(self, member: Member | None = None, *, name: str = "") -> Column | None:
        """Add a column at the right; None when the sheet is already at its widest."""
        if len(self.columns) >= MOST_COLUMNS:
            return None
        column = Column(len(self.columns), member.pk if member else None, name)
        self.columns.append(column)
        for row in self.rows:
            row.cells.append(Cell(column.index))
        return column

    def add_rows(self, count: int) -> None:
        """Add empty rows below, continuing the numbers of the last one."""
        for _ in range(min(count, MOST_ROWS - len(self.rows))):
            table = self.rows[-1].table if self.rows else "1"
            typed = [row.number for row in self.rows if row.table == table]
            last = max([int(n) for n in typed if n.isdecimal()], default=self.last_number)
            cells = [Cell(column.index) for column in self.columns]
            self.rows.append(Row(len(self.rows), uuid.uuid4(), table, str(last + 1), cells))

    def fix_columns(self, members: Sequence[Member]) -> None:
        held = {column.member_id: column for column in self.columns if column.member_id}
        for member in members:
            column = held.get(member.pk) or self.add_column(member)
            if column is not None:
                column.is_fixed, column.name = True, member.shown_name(self.session.club)

    def seat_attendants(self) -> None:
        held = {column.member_id for column in self.columns}
        for member in self.here:
            if member.pk not in held:
                self.add_column(member)

    def widen(self) -> None:
        while len(self.columns) < self.players:
            self.add_column()
