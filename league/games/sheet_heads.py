"""What stands over columns: which heads mean what, on score sheets as clubs keep them."""

from __future__ import annotations

import re
from typing import NamedTuple

from league.core.naming import fold

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
    """What a head says: the role of its column, and whose of a line's seats."""

    role: str = ""
    seat: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether it says anything that we know."""
        return bool(self.role) or self.seat is not None


def head_of(text: str) -> Head:
    """Read a head: ``日付``, ``東家``, ``名前2``, ``東家 持ち点``, ``1着スコア``."""
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
    """The seat that a cell names: 東, 南家, East, 1."""
    found = _BEFORE.fullmatch(fold(text))
    return None if found is None else _seat_in(found[1])


def is_sum(text: str) -> bool:
    """Whether a cell says that its line sums up others."""
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
