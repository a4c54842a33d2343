"""People from a pasted list: names with kana and romaji, one a line, or cells of a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import jaconv

from league.core.naming import cleaned, fold, is_readable, look, search_text
from league.models import Club, Member

#: lines that are read at once
MOST_LINES: Final = 300
LONGEST: Final = {"display_name": 40, "full_name": 60, "kana": 60, "romaji": 60}

_CELLS: Final = re.compile(r"\t|[,，、;；|]|[（(]|[)）]|\s{2,}")
#: what numbers or marks a line: 1. (1) ① ・ - *
_BULLET: Final = re.compile(r"^\s*(?:[(（]?\d{1,3}[.．:：)）]\s*|[①-⑳]\s*|[・•*]\s*|[‐-]\s+)")
_NUMBER: Final = re.compile(r"\d{1,4}")
_KANA: Final = re.compile(r"[\u3041-\u3096\u30a1-\u30ff・\s]+")
_LATIN: Final = re.compile(r"[A-Za-z\u00c0-\u024f'’.\-\s]+")
_KANJI: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々]")
#: letters without width that word processors and messengers leave between others
_INVISIBLE: Final = str.maketrans("", "", "\u200b\u2060\ufeff\u00ad")

#: the heads of columns, folded, by the field that stands below
_HEADS: Final = {
    **dict.fromkeys(("名前", "表示名", "なまえ", "呼び名", "ニックネーム", "name"), "display_name"),
    **dict.fromkeys(("氏名", "本名", "フルネーム", "fullname"), "full_name"),
    **dict.fromkeys(("かな", "ふりがな", "フリガナ", "よみ", "読み", "読み方", "kana"), "kana"),
    **dict.fromkeys(("ローマ字", "romaji", "英字"), "romaji"),
    **dict.fromkeys(("番号", "会員番号", "no", "no.", "#"), ""),
}
_FIELD_OF_HEAD: Final = {fold(head): field for head, field in _HEADS.items()}


@dataclass(frozen=True, slots=True)
class Pasted:
    """A line that names somebody, with ``line`` counted from 1."""

    line: int
    display_name: str
    full_name: str = ""
    kana: str = ""
    romaji: str = ""

    @property
    def values(self) -> dict[str, str]:
        """The fields of a member that the line fills."""
        return {name: getattr(self, name) for name in LONGEST if getattr(self, name)}


def read_pasted(text: str) -> list[Pasted]:
    """Read the people of a pasted text; blank lines and a line of heads are nobody."""
    heads: Sequence[str] | None = None
    found: list[Pasted] = []
    for number, line in enumerate(text.splitlines(), start=1):
        cells = _cells(line)
        if not any(cells):
            continue
        if not found and heads is None and (heads := _heads(cells)) is not None:
            continue
        fields = _by_heads(cells, heads) if heads else _by_script(cells)
        if name := fields.get("display_name") or fields.get("full_name"):
            found.append(Pasted(number, **{**fields, "display_name": name}))
    return found


def _cells(line: str) -> list[str]:
    plain = jaconv.z2h(jaconv.h2z(line), kana=False, ascii=True, digit=True)
    plain = _BULLET.sub("", plain.replace("\u3000", " ").translate(_INVISIBLE))
    cells = [" ".join(cleaned(cell).split()) for cell in _CELLS.split(plain)]
    return _halves(cells[0]) if len(cells) == 1 else cells


def _halves(cell: str) -> list[str]:
    """Part a name from its reading where only blanks are between: 佐藤 健一 さとう けんいち."""
    words = cell.split(" ")
    half = len(words) // 2
    name, reading = " ".join(words[:half]), " ".join(words[half:])
    is_reading = _KANA.fullmatch(reading) or _LATIN.fullmatch(reading)
    if half < 2 or len(words) % 2 or not is_reading or not _KANJI.search(name):
        return [cell]
    return [name, reading]


def _heads(cells: Iterable[str]) -> list[str] | None:
    """The field below each cell of a line of heads; None for any other line."""
    fields = [_FIELD_OF_HEAD.get(fold(cell)) for cell in cells]
    if None in fields or not {"display_name", "full_name"} & set(fields):
        return None
    return [field or "" for field in fields]


def _by_heads(cells: Sequence[str], heads: Sequence[str]) -> dict[str, str]:
    return {field: cell for field, cell in zip(heads, cells, strict=False) if field and cell}


def _by_script(cells: Iterable[str]) -> dict[str, str]:
    """Tell a line's cells by their letters: the first one with kanji, or else the first, names."""
    named = [cell for cell in cells if cell and not _NUMBER.fullmatch(cell)]
    if not named:
        return {}
    name = next((cell for cell in named if _KANJI.search(cell)), named[0])
    fields = {"display_name": name}
    for cell in named:
        if cell is name:
            continue
        if _KANA.fullmatch(cell):
            fields.setdefault("kana", cell)
        elif _LATIN.fullmatch(cell):
            fields.setdefault("romaji", cell)
        else:
            fields.setdefault("full_name", cell)
    return fields


@dataclass(frozen=True, slots=True)
class Looked:
    """A pasted person held against the club's list and the lines above."""

    who: Pasted
    #: the field that is too long, or ``unreadable``; empty if there is none
    problem: str = ""
    #: somebody of this very name, whom it would be twice
    same: Member | None = None
    #: a line above that has this very name
    line_above: int | None = None
    #: people of the list who may be the same
    alike: tuple[Member, ...] = ()
    #: lines above that may be the same
    lines_alike: tuple[int, ...] = ()

    @property
    def readings(self) -> list[str]:
        """What the line holds beside the display name."""
        return [text for name, text in self.who.values.items() if name != "display_name"]

    @property
    def can_be_added(self) -> bool:
        return not self.problem and self.same is None and self.line_above is None

    @property
    def is_plain(self) -> bool:
        """Whether nothing about it has to be decided."""
        return self.can_be_added and not self.alike and not self.lines_alike


class _Names(NamedTuple):
    """What somebody is called, as it looks."""

    #: names and readings, folded
    forms: frozenset[str]
    #: family names of those that have a given name behind a blank
    families: frozenset[str]

    @classmethod
    def of(cls, search: str, *names: str) -> _Names:
        families = (name.split()[0] for name in names if len(name.split()) > 1)
        forms = (look(line) for line in search.split("\n") if line)
        return cls(frozenset(forms), frozenset(look(fold(family)) for family in families))

    def may_be(self, other: _Names) -> bool:
        """Whether two share a name or reading, or one is called by the other's family name."""
        return (
            not self.forms.isdisjoint(other.forms)
            or not self.forms.isdisjoint(other.families)
            or not self.families.isdisjoint(other.forms)
            or self._begins(other)
            or other._begins(self)
        )

    def _begins(self, other: _Names) -> bool:
        """Whether a name of kanji, at least two, is the start of one of the other's."""
        short = tuple(form for form in self.forms if len(form) > 1 and _KANJI.search(form))
        return any(form.startswith(short) for form in other.forms)


def look_through(club: Club, people: Sequence[Pasted]) -> list[Looked]:
    """Hold pasted people against the club's list, former members among it. One query."""
    members = list(Member.objects.for_club(club).filter(merged_into=None).order_by("pk"))
    by_name = {member.display_name: member for member in members}
    listed = [(_Names.of(m.search, m.display_name, m.full_name), m) for m in members]
    above: list[tuple[_Names, Pasted]] = []
    lines: dict[str, int] = {}
    found = []
    for who in people:
        mine = _Names.of(search_text(who.values.values()), who.display_name, who.full_name)
        same = by_name.get(who.display_name)
        looked = Looked(
            who=who,
            problem=_problem(who),
            same=same,
            line_above=lines.get(who.display_name),
            alike=tuple(m for theirs, m in listed if m is not same and mine.may_be(theirs)),
            lines_alike=tuple(
                other.line
                for theirs, other in above
                if other.display_name != who.display_name and mine.may_be(theirs)
            ),
        )
        found.append(looked)
        lines.setdefault(who.display_name, who.line)
        above.append((mine, who))
    return found


def _problem(who: Pasted) -> str:
    for name, text in who.values.items():
        if len(text) > LONGEST[name]:
            return name
    return "" if is_readable(who.display_name) else "unreadable"
