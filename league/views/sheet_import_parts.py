"""What the pages of a spreadsheet's import show: its cells, what is wrong, games, names, days."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.forms import BoundField
from django.utils.translation import gettext as _

from league.closing_words import after_saving, before_saving
from league.forms.sheet_import import LayoutForm
from league.forms.sheet_names import MOST_NAMES, SheetNamesForm
from league.models import Member, SheetImport
from league.selectors.sheet_import import PlannedGame, SheetRun
from league.selectors.sheet_page import (
    SheetName,
    closings_touched,
    corrected_games,
    days_of,
    names_of,
)
from league.selectors.tenhou_page import people_to_choose
from league.sheet_store import NEW_GUEST, NEW_MEMBER, Asked
from league.sheets.layout import heads_of
from league.sheets.problems import letters
from league.tenhou_names import How, Meant

#: games that are shown, lines with something wrong, lines of the table itself, days of a result
MOST_GAMES = 50
MOST_WRONG = 200
_MOST_LINES = 6
_MOST_DAYS = 200
_MOST_CORRECTED = 100


class SeatShown(NamedTuple):
    """A player of a game: the name as it stands there, who that is, points and score."""

    name: str
    who: str
    points: int | None
    score: int | None


class NameShown(NamedTuple):
    """A name to choose for."""

    at: int
    line: SheetName
    says: str
    typed: str
    kind: str
    error: str


class ColumnShown(NamedTuple):
    """A column of the table: what it is called, its head, what it is, its first cells."""

    letter: str
    head: str
    field: BoundField


def dry_run_context(
    batch: SheetImport,
    run: SheetRun,
    form: LayoutForm,
    names: SheetNamesForm | None,
    asked: Asked,
) -> dict[str, Any]:
    """What the dry run shows."""
    listed = names_of(run)
    shown = list(_names(listed[:MOST_NAMES], names, asked.choices))
    good, wrong, blocking = run.good, run.wrong, run.blocking
    days = {each.game.day for each in good if each.game.day}
    return {
        "batch": batch,
        "run": run,
        "form": form,
        "columns": list(_columns(form)),
        "lines": _lines(form),
        "good": len(good),
        "wrong": wrong[:MOST_WRONG],
        "more_wrong": max(len(wrong) - MOST_WRONG, 0),
        "blocking": len(blocking),
        "left_out": len(wrong) - len(blocking),
        "games": [(each, _seats(each)) for each in good[:MOST_GAMES]],
        "more_games": max(len(good) - MOST_GAMES, 0),
        "differing": sum(each.differs for each in good),
        "asking": [each for each in shown if each.line.asks or each.error],
        "known": [each for each in shown if not each.line.asks and not each.error],
        "more_names": max(len(listed) - MOST_NAMES, 0),
        "names_are_wrong": bool(names and names.errors),
        "people": people_to_choose(batch.club),
        "closed": [before_saving(close) for close in closings_touched(batch.league, days)],
    }


def result_context(batch: SheetImport) -> dict[str, Any]:
    """What came of an import, and what would be undone."""
    days = days_of(batch)
    corrected = corrected_games(batch)
    closed = closings_touched(batch.league, [each.day for each in days])
    return {
        "batch": batch,
        "days": days[:_MOST_DAYS],
        "more_days": max(len(days) - _MOST_DAYS, 0),
        "live": sum(each.games - each.voided for each in days),
        "corrected": corrected[:_MOST_CORRECTED],
        "more_corrected": max(len(corrected) - _MOST_CORRECTED, 0),
        "closed": [after_saving(close) for close in closed],
        "reason": "",
        "error": "",
    }


def _lines(form: LayoutForm) -> list[tuple[int, list[str]]]:
    """The first lines below the heads, as wide as the table."""
    below = [row for row in form.grid.rows if row.number > form.asked.layout.header]
    columns = range(form.grid.width)
    return [(row.number, [row.cell(at) for at in columns]) for row in below[:_MOST_LINES]]


def _columns(form: LayoutForm) -> Iterator[ColumnShown]:
    heads = heads_of(form.grid, form.asked.layout.header)
    for at, head in enumerate(heads):
        yield ColumnShown(letters(at), head, form[f"column-{at}"])


def _seats(planned: PlannedGame) -> list[SeatShown]:
    """The players of a game, in the order in which they would be stored."""
    entry = planned.entry
    assert entry is not None  # it is a good one
    by_key: dict[int, tuple[str, Member]] = {
        meant.member.pk: (name, meant.member)
        for name, meant in zip(planned.names, planned.seats, strict=True)
        if meant.member
    }
    scores = planned.scores or (None,) * len(entry.seats)
    shown = []
    for seat, score in zip(entry.seats, scores, strict=True):
        points = seat.points if entry.points_are_known else None
        if seat.member_id is None:
            shown.append(SeatShown(seat.guest, _("new person"), points, score))
            continue
        name, member = by_key[seat.member_id]
        who = member.display_name if member.display_name != name else ""
        shown.append(SeatShown(name, who, points, score))
    return shown


def _names(
    listed: list[SheetName], names: SheetNamesForm | None, choices: Mapping[str, int]
) -> Iterator[NameShown]:
    for at, line in enumerate(listed):
        meant = line.meant
        said = choices.get(line.name)
        people = (meant.member, *meant.offered)
        typed = next((who.display_name for who in people if who and who.pk == said), "")
        kind = {NEW_MEMBER: "member", NEW_GUEST: "guest"}.get(said, "") if said is not None else ""
        if names is not None:
            typed, kind = names.typed.get(line.name, (typed, kind))
        error = names.errors.get(line.name, "") if names else ""
        yield NameShown(at, line, _says(line), typed, kind, error)


def _says(line: SheetName) -> str:
    """How a name was understood."""
    meant: Meant = line.meant
    offered = _(", ").join(member.display_name for member in meant.offered)
    if meant.member is not None:
        words = {How.FOLDED: _("similar"), How.TEAM: _("without the team")}.get(meant.how, "")
        if meant.how is How.CHOSEN:
            words = _("your choice")
        name = meant.member.display_name
        return f"{name} ({words})" if words else name
    if meant.how is How.NEW and not line.asks:
        return _("new person")
    if offered:
        return _("May be %(names)s") % {"names": offered}
    return _("not on the list")
