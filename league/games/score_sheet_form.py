"""The typed score sheet of an evening as a form: fields, pasted cells, checks, entries."""

from __future__ import annotations

import csv
import io
import re
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from uuid import UUID

from django.db.models import Max
from django.http import QueryDict
from django.utils.translation import gettext as _

from league.core.errors import EntryError, LeagueError, NoVersionError
from league.core.letters import nfkc
from league.core.naming import fold
from league.core.numbers import number_in, whole_number
from league.games.check import CheckedEntry, check_entry
from league.games.entry import HanchanEntry, SeatEntry
from league.games.evening import session_sheets
from league.games.points import Counting, fill_last, parse_points, read_points
from league.games.score_sheet import (
    FRESH_ROWS,
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    Column,
    Row,
    Sheet,
    is_sum,
)
from league.models import Club, Hanchan, League, Member, Session
from league.rulebook.options import rule_of
from league.rulebook.versions import version_for
from scoring.checks import MOST_CHIPS

_LONGEST_CELL = 40
#: more than a full sheet with its headings, labels and sums; the rest of a paste is not even read
_MOST_LINES, _MOST_CELLS = 2 * MOST_ROWS, 2 * MOST_COLUMNS
#: what stands over the columns beside the players', and above which field they go
_LABELS = {
    **dict.fromkeys(("卓", "table", "たく"), "table"),
    **dict.fromkeys(("回", "回戦", "回数", "半荘", "no", "no.", "#", "game", "番号"), "number"),
    **dict.fromkeys(("供託", "立直棒", "sticks", "riichisticks"), "sticks"),
    **dict.fromkeys(("席順", "seats"), "seats"),
}


def paste(sheet: Sheet, text: str, *, at_row: int | None = None, at_column: int = 0) -> None:
    """Fill the sheet from copied cells.

    A first row of names says which columns follow, wherever they are; without one the cells start
    at ``at_column``, as in Excel. Rows start at ``at_row``, or below what is typed.
    """
    try:
        lines = _cells(text)
    except csv.Error:  # a single cell of more than 128 kB
        sheet.problems.append(_("The pasted text is not a table. Copy the cells again."))
        return
    if not lines:
        return
    # A row of results may begin with words ("1回戦"), but has no second word.
    header = sum(bool(cell) and not _is_number(cell) for cell in lines[0]) > 1
    targets = _by_names(sheet, lines[0]) if header else _by_place(sheet, lines, at_column)
    games = [line for line in lines[header:] if not any(map(is_sum, filter(None, line)))]
    first = at_row
    if header or first is None:
        first = max((row.index + 1 for row in sheet.typed), default=0)
    sheet.add_rows(first + len(games) - len(sheet.rows))
    for line, row in zip(games, sheet.rows[first:], strict=False):
        for value, target in zip(line, targets, strict=False):
            _put(row, target, value)
    if first + len(games) > len(sheet.rows):
        sheet.problems.append(
            _("A sheet can have at most %(most)s rows; the rest was left out.")
            % {"most": MOST_ROWS}
        )


def _cells(text: str) -> list[list[str]]:
    """Return the copied rows without empty ones; Excel uses CRLF and quotes some cells."""
    rows = csv.reader(io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")), delimiter="\t")
    lines = ([cell.strip()[:_LONGEST_CELL] for cell in row[:_MOST_CELLS]] for row in rows)
    return list(islice(filter(any, lines), _MOST_LINES))


def _is_number(text: str) -> bool:
    try:
        return parse_points(text) is not None
    except LeagueError:
        return False


Target = int | str | None  # a column, a field of the row, or nowhere


def _by_names(sheet: Sheet, header: Sequence[str]) -> list[Target]:
    names = {
        form: member.pk for member in sheet.people.values() for form in member.search.split("\n")
    }
    return [_named(sheet, name, names) for name in header]


def _named(sheet: Sheet, name: str, names: dict[str, int]) -> Target:
    folded = fold(name)
    if not folded or folded in _LABELS:
        return _LABELS.get(folded)
    member_id = names.get(folded)
    column = next((c for c in sheet.columns if member_id and c.member_id == member_id), None)
    column = column or _free_column(sheet)
    if column is None:
        return None
    if member_id is not None:
        column.member_id = member_id
    else:
        column.name = name
        column.problems.append(
            _("“%(name)s” is not on the club's list. Choose who it is.") % {"name": name}
        )
    return column.index


def _free_column(sheet: Sheet) -> Column | None:
    for column in sheet.columns:
        used = column.member_id or column.name or column.problems
        if not used and not any(row.cells[column.index].text for row in sheet.rows):
            return column
    return sheet.add_column()


def _by_place(sheet: Sheet, lines: Sequence[Sequence[str]], at_column: int) -> list[Target]:
    firsts = [line[0] for line in lines if line[0]]
    has_labels = bool(firsts) and not any(_is_number(text) for text in firsts)
    width = max(len(line) for line in lines) - has_labels
    while len(sheet.columns) < at_column + width and sheet.add_column():
        pass
    places: list[Target] = [*range(at_column, min(at_column + width, len(sheet.columns)))]
    return [None, *places] if has_labels else places


def _put(row: Row, target: Target, value: str) -> None:
    if isinstance(target, int):
        row.cells[target].text = nfkc(value)
    elif target == "number":
        _put_number(row, value)
    elif target is not None and value:
        setattr(row, target, value)


def _put_number(row: Row, value: str) -> None:
    """Read 3, 3回戦, or 2-3 (table and game)."""
    found = re.findall(r"\d+", nfkc(value))
    if len(found) > 1:
        row.table, row.number = found[0], found[1]
    elif found:
        row.number = found[0]


_LONGEST = 40


def _open_sheet(session: Session, league: League) -> Sheet:
    """Return a sheet without rows and columns, with its reference data. Eight queries."""
    people = Member.objects.for_club(session.club_id).filter(
        left_on__isnull=True, merged_into__isnull=True
    )
    stored = session_sheets(session, league=league)
    games = Hanchan.objects.for_club(session.club_id).filter(
        session=session, voided_at=None, table=1
    )
    sheet = Sheet(
        session=session,
        league=league,
        stored=stored[0] if stored else None,
        people={member.pk: member for member in people},
        attendants=set(session.attendants.values_list("pk", flat=True)),
        last_number=games.aggregate(last=Max("number"))["last"] or 0,
        rules=None,
    )
    if sheet.stored:
        sheet.people |= {member.pk: member for member in sheet.stored.members}
    try:
        rule = version_for(league, session.day).value
        sheet.rules = rule_of(league, rule, session, session.day)
    except NoVersionError as error:
        sheet.problems.append(error.message)
    return sheet


def fresh_sheet(session: Session, league: League) -> Sheet:
    """Return a new sheet: a column for everybody here, some empty rows."""
    sheet = _open_sheet(session, league)
    _fix_columns(sheet)
    sheet.seat_attendants()
    sheet.widen()
    sheet.add_rows(FRESH_ROWS)
    return sheet


def posted_sheet(session: Session, league: League, data: QueryDict) -> Sheet:
    sheet = _open_sheet(session, league)
    _read_fields(sheet, data)
    _fix_columns(sheet)
    sheet.widen()
    return sheet


def _fix_columns(sheet: Sheet) -> None:
    sheet.fix_columns(sheet.stored.members if sheet.stored else ())


def change_sheet(sheet: Sheet, data: QueryDict) -> None:
    match data.get("do"):
        case "column":
            sheet.add_column()
        case "rows":
            sheet.add_rows(FRESH_ROWS)
        case "paste":
            row, column = data.get("at-row", ""), data.get("at-column", "")
            paste(
                sheet,
                sheet.pasted,
                at_row=number_in(row, most=len(sheet.rows)),
                at_column=number_in(column, most=MOST_COLUMNS) or 0,
            )
            sheet.pasted = ""


def _read_fields(sheet: Sheet, data: QueryDict) -> None:
    sheet.pasted = data.get("paste", "")
    for index in range(MOST_COLUMNS):
        if f"column-{index}" not in data:
            break
        _read_column(sheet, index, data.get(f"column-{index}", ""))
    for index in range(MOST_ROWS):
        if f"key-{index}" not in data:
            break
        cells = [
            Cell(
                c.index,
                _text(data, f"cell-{index}-{c.index}"),
                _text(data, f"chips-{index}-{c.index}"),
            )
            for c in sheet.columns
        ]
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
    member_id = number_in(text) or 0
    if member_id not in sheet.people:
        column.problems.append(_("This person is not on the club's list."))
    elif any(other.member_id == member_id for other in sheet.columns):
        column.problems.append(_("This person already has a column."))
    else:
        column.member_id = member_id


def build_entries(sheet: Sheet) -> None:
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
    number = _count(row, "number", _("Which game of the session?"))
    sticks = _sticks(row, sheet.counting)
    _read_points(row, sheet.counting)
    chips = {cell.index: _chips(cell) for cell in row.cells}
    row.is_unfinished = sum(bool(cell.text) for cell in row.cells) < sheet.players
    row.order = _order(sheet, row)
    for index in row.order:
        column = sheet.columns[index]
        if column.member_id is None and not column.problems:
            column.problems.append(_("Who is this? Choose a person."))
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
            SeatEntry(
                member_id=sheet.columns[index].member_id,
                points=row.cells[index].points,
                chips=chips[index],
            )
            for index in row.order
        ),
        sticks=sticks,
    )


def _count(row: Row, name: str, question: str) -> int:
    plain = nfkc(getattr(row, name))
    number = number_in(plain, most=99_999)
    if number is None:
        row.add(name, question)
    return number or 0


def _sticks(row: Row, counting: Counting) -> int:
    """Return points; sticks are counted, but a number too large for a count is points."""
    plain = re.sub(r"[\s,本]", "", nfkc(row.sticks))
    if not plain:
        return 0
    sticks = number_in(plain, most=9_999_999)
    if sticks is None:
        row.add("sticks", _("How many riichi sticks are left? Enter a number, such as 1."))
        return 0
    return sticks * (counting.stick or 1) if sticks <= counting.most_sticks else sticks


def _read_points(row: Row, counting: Counting) -> None:
    texts = [cell.text for cell in row.cells]
    for cell, read in zip(row.cells, read_points(texts, unit=counting.unit), strict=True):
        cell.points = read.points
        if read.problem:
            cell.problems.append(read.problem)


def _chips(cell: Cell) -> int:
    if not cell.chips:
        return 0
    chips = whole_number(cell.chips.removesuffix("枚"))
    if isinstance(chips, int) and abs(chips) <= MOST_CHIPS:
        return chips
    cell.problems.append(_("How many chips? Enter a whole number, such as 3 or -3."))
    return 0


def _order(sheet: Sheet, row: Row) -> tuple[int, ...]:
    """Return the columns by seat: as the row names them, else in column order."""
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
            "A game has %(players)s results, but this row has %(typed)s. Enter the missing "
            "one too, or enter the seat order at the end of the row to have it filled in."
        )
        row.add("", text % facts)
    else:
        _say_count(row, len(typed), players)
    return ()


def _say_count(row: Row, typed: int, players: int) -> None:
    text = _("A game has %(players)s results, but this row has %(typed)s.")
    if typed > players:
        text = _(
            "A game has %(players)s results, but this row has %(typed)s. Leave the cell "
            "empty for anyone who sat out."
        )
    row.add("", text % {"players": players, "typed": typed})


def _named_order(sheet: Sheet, row: Row, typed: list[int]) -> tuple[int, ...]:
    letters = re.sub(r"[^A-Z]", "", nfkc(row.seats).upper())
    at = {column.letter: column.index for column in sheet.columns}
    order = tuple(at[letter] for letter in letters if letter in at)
    if not len(order) == len(letters) == len(set(order)) == sheet.players:
        example = "".join(column.letter for column in sheet.columns[: sheet.players])
        row.add(
            "seats",
            _(
                "Enter the letters of %(players)s columns in seat order, starting with the "
                "first East, such as %(example)s."
            )
            % {"players": sheet.players, "example": example},
        )
        return ()
    if not set(typed) <= set(order):
        row.add("seats", _("Someone has a result in this row but is not in its seat order."))
        return ()
    if len(typed) < sheet.players - 1:
        _say_count(row, len(typed), sheet.players)
        return ()
    return order


def _fill_the_last(sheet: Sheet, row: Row, sticks: int) -> None:
    """Compute the points of a single empty seat from the sum."""
    missing = [index for index in row.order if row.cells[index].points is None]
    if not missing or sheet.rules is None:
        return
    held = [row.cells[index].points for index in row.order]
    cell = row.cells[missing[0]]
    cell.points = fill_last(held, sheet.counting, sticks=sticks)
    cell.is_filled = cell.points is not None


def entries_of(sheet: Sheet) -> dict[UUID, HanchanEntry]:
    """Return the entries of valid rows by key. Call after ``build_entries``."""
    return {row.key: row.entry for row in sheet.typed if row.entry and not row.is_wrong}


def check(sheet: Sheet) -> None:
    build_entries(sheet)
    settle_rows(sheet)


def settle_rows(sheet: Sheet) -> None:
    rows = {row.key: row for row in sheet.rows}
    for key, outcome in _check_rows(sheet.session.club, entries_of(sheet)).items():
        row = rows[key]
        if outcome is None:
            row.is_stored = True
        elif isinstance(outcome, EntryError):
            refuse(row, outcome.problems)
        else:
            settled = outcome.settled
            for column, place, score in zip(row.order, settled.places, settled.scores, strict=True):
                row.cells[column].place, row.cells[column].score = place, score
    _sum_up(sheet)


def refuse(row: Row, problems: Mapping[str, list[str]]) -> None:
    for field, texts in problems.items():
        cell = _cell_of(row, field)
        for text in texts:
            if cell is not None:
                cell.problems.append(text)
            else:
                row.add(field if field in {"table", "number", "sticks"} else "", text)


def _cell_of(row: Row, field: str) -> Cell | None:
    kind, _dash, seat = field.partition("-")
    if kind in {"seat", "points", "chips"} and seat.isdecimal() and int(seat) < len(row.order):
        return row.cells[row.order[int(seat)]]
    return None


def _sum_up(sheet: Sheet) -> None:
    totals = {t.member.pk: t.score for t in sheet.stored.totals} if sheet.stored else {}
    for column in sheet.columns:
        typed = [
            score
            for row in sheet.rows
            if not row.is_wrong and (score := row.cells[column.index].score) is not None
        ]
        before = totals.get(column.member_id or 0)
        if typed or before is not None:
            column.total = sum(typed) + (before or 0)


def _check_rows(
    club: Club, entries: Mapping[UUID, HanchanEntry]
) -> dict[UUID, CheckedEntry | EntryError | None]:
    """Check each entry as if entered with the others. One query, and nine for each entry.

    Args:
        club: whose games they are.
        entries: the results by the key that each was typed under.

    Returns:
        For each key what the game would score, or what is wrong with it; None for a game that
        this very key has stored already.
    """
    stored = dict(
        Hanchan.objects.for_club(club).filter(key__in=list(entries)).values_list("key", "digest")
    )
    new = {key: entry for key, entry in entries.items() if stored.get(key) != entry.digest()}
    return {key: _checked(club, key, new) if key in new else None for key in entries}


def _checked(
    club: Club, key: UUID, entries: Mapping[UUID, HanchanEntry]
) -> CheckedEntry | EntryError:
    others = [entry for other, entry in entries.items() if other != key]
    try:
        return check_entry(club, entries[key], beside=others)
    except EntryError as error:
        return error
