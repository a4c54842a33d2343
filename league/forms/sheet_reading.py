"""From the fields of a typed sheet to entries, row by row, saying what is missing where."""

from __future__ import annotations

import re
import unicodedata
import uuid
from collections import Counter

from django.http import QueryDict
from django.utils.translation import gettext as _

from league.counting import Counting
from league.entry import HanchanEntry, SeatEntry
from league.forms.points import fill_last, read_points
from league.forms.sheet_values import MOST_COLUMNS, MOST_ROWS, Cell, Column, Row, Sheet

_LONGEST = 40


def read_fields(sheet: Sheet, data: QueryDict) -> None:
    """Take columns and rows from the posted fields, as they were typed."""
    sheet.pasted = data.get("paste", "")
    for index in range(MOST_COLUMNS):
        if f"column-{index}" not in data:
            break
        _read_column(sheet, index, data.get(f"column-{index}", ""))
    for index in range(MOST_ROWS):
        if f"key-{index}" not in data:
            break
        cells = [Cell(c.index, _text(data, f"cell-{index}-{c.index}")) for c in sheet.columns]
        sheet.rows.append(
            Row(
                index,
                _key(data.get(f"key-{index}", "")),
                _text(data, f"table-{index}"),
                _text(data, f"number-{index}"),
                cells,
                sticks=_text(data, f"sticks-{index}"),
                seats=_text(data, f"seats-{index}"),
            )
        )


def _text(data: QueryDict, name: str) -> str:
    return data.get(name, "")[:_LONGEST].strip()


def _key(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.uuid4()


def _read_column(sheet: Sheet, index: int, text: str) -> None:
    column = Column(index)
    sheet.columns.append(column)
    if not text:
        return
    member_id = int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
    if member_id not in sheet.people:
        column.problems.append(_("This person is not on the club's list."))
    elif any(other.member_id == member_id for other in sheet.columns):
        column.problems.append(_("This person has a column already."))
    else:
        column.member_id = member_id


def build_entries(sheet: Sheet) -> None:
    """Turn every row that holds something into an entry, or say what keeps it from being one."""
    for row in sheet.typed:
        _build(sheet, row)
    slots = Counter((row.entry.table, row.entry.number) for row in sheet.typed if row.entry)
    for row in sheet.typed:
        if row.entry and slots[row.entry.table, row.entry.number] > 1:
            row.add(
                "number",
                _("Game %(number)s of table %(table)s is on this sheet twice.")
                % {"number": row.entry.number, "table": row.entry.table},
            )


def _build(sheet: Sheet, row: Row) -> None:
    table = _count(row, "table", _("Which table?"))
    number = _count(row, "number", _("Which game of the evening?"))
    sticks = _sticks(row, sheet.counting)
    _read_points(row, sheet.counting)
    row.is_unfinished = sum(bool(cell.text) for cell in row.cells) < sheet.players
    row.order = _order(sheet, row)
    _ask_for_people(sheet, row)
    if row.is_wrong or not row.order:
        return
    _fill_the_last(sheet, row, sticks)
    if any(sheet.columns[index].problems for index in row.order):
        return
    row.entry = HanchanEntry(
        league=sheet.league,
        day=sheet.session.day,
        session=sheet.session,
        table=table,
        number=number,
        seats=tuple(
            SeatEntry(member_id=sheet.columns[index].member_id, points=row.cells[index].points)
            for index in row.order
        ),
        sticks=sticks,
    )


def _count(row: Row, name: str, question: str) -> int:
    plain = unicodedata.normalize("NFKC", getattr(row, name))
    if plain.isascii() and plain.isdecimal() and len(plain) < 6:
        return int(plain)
    row.add(name, question)
    return 0


def _sticks(row: Row, counting: Counting) -> int:
    """In points; sticks are counted, and what is larger than any count was typed in points."""
    plain = re.sub(r"[\s,本]", "", unicodedata.normalize("NFKC", row.sticks))
    if not plain:
        return 0
    if not (plain.isascii() and plain.isdecimal() and len(plain) < 8):
        row.add("sticks", _("How many riichi sticks are left? Write a number, like 1."))
        return 0
    sticks = int(plain)
    return sticks * (counting.stick or 1) if sticks <= counting.most_sticks else sticks


def _read_points(row: Row, counting: Counting) -> None:
    texts = [cell.text for cell in row.cells]
    for cell, read in zip(row.cells, read_points(texts, unit=counting.unit), strict=True):
        cell.points = read.points
        if read.problem:
            cell.problems.append(read.problem)


def _order(sheet: Sheet, row: Row) -> tuple[int, ...]:
    """The columns by seat: as the row names them, else as the columns stand."""
    typed = [cell.index for cell in row.cells if cell.text]
    players = sheet.players
    if row.seats:
        return _named_order(sheet, row, typed)
    taken = [c.index for c in sheet.columns if c.member_id or c.problems or c.index in typed]
    if len(typed) == players - 1 and len(taken) == players:
        return tuple(taken)
    if len(typed) == players:
        return tuple(typed)
    if len(typed) == players - 1:
        facts = {"players": players, "typed": len(typed)}
        text = _(
            "A game has %(players)s results, this row has %(typed)s. Type the missing one too, or "
            "name the seats at the end of the row: then it is filled in."
        )
        row.add("", text % facts)
    else:
        _say_count(row, len(typed), players)
    return ()


def _say_count(row: Row, typed: int, players: int) -> None:
    text = _("A game has %(players)s results, this row has %(typed)s.")
    if typed > players:
        text = _("A game has %(players)s results, this row has %(typed)s. Leave empty who sat out.")
    row.add("", text % {"players": players, "typed": typed})


def _named_order(sheet: Sheet, row: Row, typed: list[int]) -> tuple[int, ...]:
    letters = re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKC", row.seats).upper())
    at = {column.letter: column.index for column in sheet.columns}
    order = tuple(at[letter] for letter in letters if letter in at)
    if not len(order) == len(letters) == len(set(order)) == sheet.players:
        example = "".join(column.letter for column in sheet.columns[: sheet.players])
        row.add(
            "seats",
            _("Write the letters of %(players)s columns, the first East first, like %(example)s.")
            % {"players": sheet.players, "example": example},
        )
        return ()
    if not set(typed) <= set(order):
        row.add("seats", _("Somebody has a result here who has no seat in this row."))
        return ()
    if len(typed) < sheet.players - 1:
        _say_count(row, len(typed), sheet.players)
        return ()
    return order


def _ask_for_people(sheet: Sheet, row: Row) -> None:
    for index in row.order:
        column = sheet.columns[index]
        if column.member_id is None and not column.problems:
            column.problems.append(_("Who is this? Choose a person."))


def _fill_the_last(sheet: Sheet, row: Row, sticks: int) -> None:
    """When one of the seats has no points, the sum says what they are."""
    missing = [index for index in row.order if row.cells[index].points is None]
    if not missing or sheet.rules is None:
        return
    held = [row.cells[index].points for index in row.order]
    cell = row.cells[missing[0]]
    cell.points = fill_last(held, sheet.counting, sticks=sticks)
    cell.is_filled = cell.points is not None
