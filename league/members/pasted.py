"""People from a pasted list: names with kana and romaji, one a line, or cells of a spreadsheet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import jaconv

from league.core.likeness import KANJI, Listed, Names
from league.core.naming import cleaned, fold, is_readable, search_text
from league.models import Club, Member

#: lines, and people, that are read at once
MOST_LINES: Final = 300
#: characters that are read at once: so many in each line
MOST_LETTERS: Final = 40_000
LONGEST: Final = {"display_name": 40, "full_name": 60, "kana": 60, "romaji": 60}

#: what parts cells where there are no tabs; one letter in brackets belongs to the name: 佐藤(兄)
_CELLS: Final = re.compile(
    r"[,，、;；|/／【】\[\]［］〈〉<>「」《》]|[(（](?![^)）]?[)）])|(?<![(（].)[)）]|\s{2,}"
)
#: what numbers, times or marks a line: 1. (1) ① 12:30 ・ ● - *
_BULLET: Final = re.compile(
    r"^\s*(?:\d{1,2}:\d{2}\s+|[(（]?\d{1,3}(?:[.．:：)）]\s*|\s+(?=\D))|[①-⑳㉑-㉟❶-➓]\s*"
    r"|[・•*●○■□◎★☆→▶√✓☑]\s*|[‐–—-]\s+)"
)
_KANA: Final = re.compile(r"[\u3041-\u3096\u30a1-\u30ff・\s]+")
_LATIN: Final = re.compile(r"[A-Za-z\u00c0-\u024f'’.\-\s]+")
#: at least two letters, one of them kanji, and no digit
_IN_FULL: Final = re.compile(rf"(?=.*{KANJI.pattern})\D{{2,}}")
_LAST_FIRST: Final = re.compile(
    r"^([A-Za-z\u00c0-\u024f'’.\- ]+), *+([A-Za-z\u00c0-\u024f'’.\- ]+)$"
)
#: letters without width that word processors and messengers leave between others
_INVISIBLE: Final = str.maketrans("", "", "\u200b\u200e\u200f\u061c\u2060\ufeff\u00ad")
#: what a nickname ends with, and no reading
_NICK: Final = ("ちゃん", "さん", "くん", "チャン", "サン", "クン")
#: numbers, days, telephones, codes and e-mail addresses
_NO_NAME: Final = re.compile(r"[\d\-/.:+~ ()年月日歳才]+|[A-Za-z]?\d+|.*@.*")
#: cells of one letter or two that say something of a person, and do not name one
_NO_NAMES: Final = frozenset(
    {"男", "女", "男性", "女性", "幹事", "会員", "新人", "代表", "会長", "副会長"}
)

#: the heads of columns, folded, by the field that stands below
_HEADS: Final = {
    **dict.fromkeys(
        ("名前", "お名前", "表示名", "なまえ", "呼び名", "ニックネーム", "name", "displayname"),
        "display_name",
    ),
    **dict.fromkeys(("氏名", "本名", "フルネーム", "fullname"), "full_name"),
    **dict.fromkeys(("かな", "ふりがな", "よみ", "よみがな", "読み", "読み方", "kana"), "kana"),
    **dict.fromkeys(("ローマ字", "romaji", "英字"), "romaji"),
    **{"姓": "family", "名": "given", "せい": "family_kana", "めい": "given_kana"},
    **dict.fromkeys(("番号", "会員番号", "no", "no.", "#"), ""),
}
_FIELD_OF_HEAD: Final = {fold(head): field for head, field in _HEADS.items()}
_NAMING: Final = frozenset({"display_name", "full_name", "family"})
_LONGEST_HEAD: Final = 12
#: lines among which the heads are: a title may stand above them
_TOP: Final = 3


@dataclass(frozen=True, slots=True)
class Pasted:
    """Somebody who is named, with their ``number`` in the list, counted from 1."""

    number: int
    display_name: str
    full_name: str = ""
    kana: str = ""
    romaji: str = ""
    #: cells of theirs that fill no field
    left_out: tuple[str, ...] = ()

    @property
    def values(self) -> dict[str, str]:
        """The fields of a member that the line fills."""
        return {name: getattr(self, name) for name in LONGEST if getattr(self, name)}


class _Fields(NamedTuple):
    values: dict[str, str]
    left_out: tuple[str, ...] = ()


def read_pasted(text: str) -> list[Pasted]:
    """Read the people of a text; blank lines, heads and what stands above heads are nobody."""
    lines = [cells for cells in map(_cells, text.splitlines()) if any(cells)]
    heads: Sequence[str] | None = None
    for at, cells in enumerate(lines[:_TOP]):
        if (heads := _heads(cells)) is not None:
            lines = lines[at + 1 :]
            break
    found: list[Pasted] = []
    for cells in lines:
        for fields in [_by_heads(cells, heads)] if heads else _by_script(cells):
            values = fields.values
            if name := values.get("display_name") or values.get("full_name"):
                values["display_name"] = name
                if reading := values.get("kana"):  # a spreadsheet's furigana are often katakana
                    values["kana"] = jaconv.kata2hira(reading)
                found.append(Pasted(len(found) + 1, **values, left_out=fields.left_out))
    return found


def _cells(line: str) -> list[str]:
    plain = jaconv.z2h(jaconv.h2z(line), kana=False, ascii=True, digit=True)
    plain = plain.replace("\u3000", " ").translate(_INVISIBLE)
    plain = _BULLET.sub("", plain) if "\t" not in plain else plain
    last_first = _LAST_FIRST.match(plain.strip())
    if last_first and not _FIELD_OF_HEAD.keys() & {fold(part) for part in last_first.groups()}:
        return [f"{last_first[2].strip()} {last_first[1].strip()}"]  # Smith, John
    split = plain.split("\t") if "\t" in plain else _CELLS.split(plain)
    cells = [" ".join(cleaned(cell).strip(' "').split()) for cell in split]
    return _halves(cells[0]) if len(cells) == 1 else cells


def _halves(cell: str) -> list[str]:
    """Part a name from its reading where only blanks are between: 佐藤 健一 さとう けんいち."""
    if len(cell) > LONGEST["full_name"] + LONGEST["romaji"]:
        return [cell]  # too long for both; each blank of it would be tried
    words = cell.split(" ")
    for at in range(1, len(words)):
        name, reading = " ".join(words[:at]), " ".join(words[at:])
        is_whole = at > 1 or len(name) > 2  # 高橋 みなみ is a name
        if is_whole and KANJI.search(name) and _is_reading(reading, name):
            return [name, reading]
    return [cell]


def _is_reading(text: str, name: str) -> bool:
    """Whether kana or Latin letters may be how a name of kanji is read, and are no nickname."""
    letters, written = text.replace(" ", ""), name.replace(" ", "")
    if _KANA.fullmatch(text):
        return len(letters) > len(written) and not letters.endswith(_NICK)
    return bool(_LATIN.fullmatch(text)) and (" " in text or len(written) <= 2)


def _heads(cells: Sequence[str]) -> list[str] | None:
    """The field below each cell of a line of heads, empty for unknown ones; None for a line."""
    fields = [_field_below(cell) for cell in cells]
    if max(map(len, cells)) > _LONGEST_HEAD or not _NAMING & set(fields):
        return None
    return fields


def _field_below(head: str) -> str:
    plain = fold(head)
    if field := _FIELD_OF_HEAD.get(plain):
        return field
    if "かな" in plain or "がな" in plain:
        return "kana"
    return _FIELD_OF_HEAD.get(re.split(r"[(（]", plain)[0], "")


def _by_heads(cells: Sequence[str], heads: Sequence[str]) -> _Fields:
    values: dict[str, str] = {}
    for field, cell in zip(heads, cells, strict=False):
        if field and cell:
            values.setdefault(field, cell)
    for whole, parts in (
        ("display_name", ("family", "given")),
        ("kana", ("family_kana", "given_kana")),
    ):
        if joined := " ".join(filter(None, (values.pop(part, "") for part in parts))):
            values.setdefault(whole, joined)
    return _Fields(values)


def _by_script(cells: Iterable[str]) -> list[_Fields]:
    """Tell a line's cells by their letters: the first one with kanji, or else the first, names."""
    named = [cell for cell in cells if cell]
    kanji = [cell for cell in named if _may_name(cell) and KANJI.search(cell)]
    kana = [cell for cell in named if _KANA.fullmatch(cell)]
    if len(kanji) > 2 and len(kanji) == len(named) and max(map(len, kanji)) <= 5:
        return [_Fields({"display_name": cell}) for cell in kanji]  # several on one line
    if len(kanji) == len(kana) == 2 and not any(" " in cell for cell in [*kanji, *kana]):
        values = {"display_name": " ".join(kanji), "kana": " ".join(kana)}  # 佐藤 | 健一 | …
        return [_Fields(values, tuple(c for c in named if c not in kanji + kana))]
    names = [cell for cell in named if _may_name(cell)]
    if not names:
        return []
    return [_one(named, kanji[0] if kanji else names[0], names[0])]


def _one(named: Sequence[str], name: str, first: str) -> _Fields:
    """One person's cells, given the one that names them and the first that could."""
    fields, left_out = {"display_name": name}, []
    if name != first and KANJI.search(name) and not _is_reading(first, name):
        fields = {"display_name": first, "full_name": name}  # a nickname stands first
    for cell in named:
        if cell in fields.values():
            continue
        if _KANA.fullmatch(cell) and "kana" not in fields:
            fields["kana"] = cell
        elif _LATIN.fullmatch(cell) and "romaji" not in fields:
            fields["romaji"] = cell
        elif "full_name" not in fields and _may_name(cell) and _IN_FULL.fullmatch(cell):
            fields["full_name"] = cell
        else:
            left_out.append(cell)
    return _Fields(fields, tuple(left_out))


def _may_name(cell: str) -> bool:
    """Whether a cell is no number, date, address or remark, and has letters."""
    is_written = any(unicodedata.category(letter)[0] in "LNS" for letter in cell)
    return is_written and cell not in _NO_NAMES and not _NO_NAME.fullmatch(cell)


@dataclass(frozen=True, slots=True)
class Looked:
    """A pasted person held against the club's list and those above."""

    who: Pasted
    #: the field that is too long, or ``unreadable``; empty if there is none
    problem: str = ""
    #: somebody of this very name, whom it would be twice
    same: Member | None = None
    #: the number of somebody above with this very name
    twice: int | None = None
    #: people of the list who may be the same
    alike: tuple[Member, ...] = ()
    #: people above who may be the same
    alike_above: tuple[Pasted, ...] = ()

    @property
    def readings(self) -> list[str]:
        """What the line holds beside the display name."""
        return [text for text in self.who.values.values() if text != self.who.display_name]

    @property
    def can_be_added(self) -> bool:
        return not self.problem and self.same is None and self.twice is None

    @property
    def is_plain(self) -> bool:
        """Whether nothing about it has to be decided."""
        return self.can_be_added and not self.alike and not self.alike_above


def look_through(club: Club, people: Sequence[Pasted]) -> list[Looked]:
    """Hold pasted people against the club's list, former members among it. One query."""
    members = list(Member.objects.for_club(club).filter(merged_into=None).order_by("pk"))
    by_name = {member.display_name: member for member in members}
    listed: Listed[Member] = Listed()
    for member in members:
        names = Names.of(member.search, member.display_name, member.full_name)
        listed.add(names, member)
    above: Listed[Pasted] = Listed()
    numbers: dict[str, int] = {}
    found = []
    for who in people:
        if problem := _problem(who):
            found.append(Looked(who=who, problem=problem))
            continue
        mine = Names.of(search_text(who.values.values()), who.display_name, who.full_name)
        same = by_name.get(who.display_name)
        looked = Looked(
            who=who,
            same=same,
            twice=numbers.get(who.display_name),
            alike=tuple(member for member in listed.alike(mine) if member is not same),
            alike_above=tuple(
                other for other in above.alike(mine) if other.display_name != who.display_name
            ),
        )
        found.append(looked)
        numbers.setdefault(who.display_name, who.number)
        above.add(mine, who)
    return found


def _problem(who: Pasted) -> str:
    for name, text in who.values.items():
        if len(text) > LONGEST[name]:
            return name
    is_whole = is_readable(who.display_name) and "\ufffd" not in who.display_name
    return "" if is_whole else "unreadable"
