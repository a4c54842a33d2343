"""The typed sheet of an evening: laid out, read from what was posted, checked, made entries."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db.models import Max
from django.http import QueryDict

from league.entry import HanchanEntry
from league.errors import EntryError, NoVersionError
from league.forms.pasting import paste
from league.forms.sheet_reading import build_entries, read_fields
from league.forms.sheet_values import FRESH_ROWS, MOST_COLUMNS, Cell, Row, Sheet
from league.models import Hanchan, League, Member, Session
from league.selectors.entry_check import CheckedEntry
from league.selectors.options import rule_of
from league.selectors.rule_versions import version_for
from league.selectors.session_sheet import session_sheets
from league.selectors.sheet_check import check_sheet


def open_sheet(session: Session, league: League) -> Sheet:
    """A sheet without rows and columns, with all that it is read against. Eight queries."""
    people = Member.objects.for_club(session.club_id).filter(
        left_on__isnull=True, merged_into__isnull=True
    )
    stored = session_sheets(session, league=league)
    sheet = Sheet(
        session=session,
        league=league,
        stored=stored[0] if stored else None,
        people={member.pk: member for member in people},
        attendants=set(session.attendants.values_list("pk", flat=True)),
        last_number=_last_number(session),
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
    """The sheet as it is first shown: who is here as columns, some empty rows."""
    sheet = open_sheet(session, league)
    _fix_columns(sheet)
    sheet.seat_attendants()
    sheet.widen()
    sheet.add_rows(FRESH_ROWS)
    return sheet


def posted_sheet(session: Session, league: League, data: QueryDict) -> Sheet:
    """The sheet as it was sent, with nothing lost of what was typed."""
    sheet = open_sheet(session, league)
    read_fields(sheet, data)
    _fix_columns(sheet)
    sheet.widen()
    return sheet


def _last_number(session: Session) -> int:
    games = Hanchan.objects.for_club(session.club_id).filter(session=session, voided_at=None)
    return games.filter(table=1).aggregate(last=Max("number"))["last"] or 0


def _fix_columns(sheet: Sheet) -> None:
    sheet.fix_columns(sheet.stored.members if sheet.stored else ())


def change_sheet(sheet: Sheet, data: QueryDict) -> None:
    """Do what a button of the sheet asks for that stores nothing."""
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
                at_row=_short_number(row, most=len(sheet.rows)),
                at_column=_short_number(column, most=MOST_COLUMNS) or 0,
            )
            sheet.pasted = ""


def _short_number(text: str, *, most: int) -> int | None:
    """A place on the sheet out of a hidden field, or None when it is no such thing."""
    if not (text.isdecimal() and len(text) < 4):
        return None
    return int(text) if int(text) <= most else None


def entries_of(sheet: Sheet) -> dict[UUID, HanchanEntry]:
    """The entries of all rows that make one, by their keys. Call after ``build_entries``."""
    return {row.key: row.entry for row in sheet.typed if row.entry and not row.is_wrong}


def check(sheet: Sheet) -> None:
    """Settle every row without storing anything, and sum up each column."""
    build_entries(sheet)
    settle_rows(sheet)


def settle_rows(sheet: Sheet) -> None:
    """Write into each sound row what it would score, or what is wrong with it."""
    rows = {row.key: row for row in sheet.rows}
    for key, outcome in check_sheet(sheet.session.club, entries_of(sheet)).items():
        row = rows[key]
        if outcome is None:
            row.is_stored = True
        elif isinstance(outcome, EntryError):
            refuse(row, outcome.problems)
        else:
            _show(row, outcome)
    _sum_up(sheet)


def _show(row: Row, outcome: CheckedEntry) -> None:
    for column, place, score in zip(
        row.order, outcome.settled.places, outcome.settled.scores, strict=True
    ):
        row.cells[column].place, row.cells[column].score = place, score


def refuse(row: Row, problems: Mapping[str, list[str]]) -> None:
    """Put what an entry was refused for beside the row's own fields."""
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
