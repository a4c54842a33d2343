"""What is wrong with a spreadsheet, said so that a club secretary finds the cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
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
    TABLE,
)
from league.imports.spreadsheets.grid import Problem, SheetError
from league.imports.spreadsheets.layout import Figures, Kind, Unit

_FILES: Mapping[str, Promise | str] = {
    "old-excel": _(
        "This is a workbook of an old Excel (.xls), or one with a password. "
        "Save it as .xlsx or CSV without a password."
    ),
    "no-workbook": _("This workbook cannot be read. Save it once more as .xlsx, or as CSV."),
    "too-big-inside": _("Unpacked, this workbook is larger than %(most)s MB."),
    "too-many-sheets": _("A workbook may have %(most)s sheets. Save the one you need by itself."),
    "too-many-rows": _("A table may have %(most)s lines. Bring it in several parts."),
    "too-many-columns": _("A table may have %(most)s columns. Leave out what is no result."),
    "too-many-cells": _("A table may have %(most)s cells. Bring it in several parts."),
    "encoding": _("This is no text that we can read. Save it as CSV in UTF-8, or as .xlsx."),
    "no-table": _("This is not a table. Save it as CSV or .xlsx, or copy the cells again."),
    "empty": _("There is nothing in it."),
}
_PROBLEMS: Mapping[str, Promise | str] = {
    "bad-day": _("“%(text)s” is no date."),
    "no-day": _("The date is missing. Choose its column, or say which day it was."),
    "day-above": _("The date is missing, and the one above cannot be read."),
    "no-year": _("“%(text)s” has no year. Say above which year it was."),
    "bad-table": _("“%(text)s” is no table number from 1 to 99."),
    "bad-number": _("“%(text)s” is no game number from 1 to 99."),
    "formula": _(
        "This cell is a formula without a stored value. Open the file in Excel and save it once."
    ),
    "no-number": _("“%(text)s” is not a number."),
    "no-name": _("The name is missing."),
    "no-points": _("%(name)s has no points."),
    "no-score": _("%(name)s has no score."),
    "twice": _("%(name)s stands twice in this game."),
    "too-many": _("%(count)s people have a result here; a game has at most %(most)s."),
}
_KINDS: Mapping[Kind, Promise | str] = {
    Kind.GAMES: _("A line is a game: names and figures beside each other"),
    Kind.MEMBERS: _("A line is a game: a column for each member"),
    Kind.SEATS: _("A line is one player of a game"),
}
_UNITS: Mapping[Unit, Promise | str] = {
    Unit.AUTO: _("As the figures look"),
    Unit.FULL: _("Points in full (41400)"),
    Unit.HUNDREDS: _("Hundreds (414)"),
    Unit.THOUSANDS: _("Thousands (41.4)"),
}
_FIGURES: Mapping[Figures, Promise | str] = {
    Figures.POINTS: _("The points; the rules of the day give the scores"),
    Figures.SCORES: _("The scores as they stand in the table"),
}
_ROLES: Mapping[str, Promise | str] = {
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


def error_words(error: SheetError) -> str:
    """Why a file cannot be read."""
    facts = {name: f"{fact:,}" if type(fact) is int else fact for name, fact in error.facts.items()}
    return str(_FILES[error.code]) % facts


def problem_words(problem: Problem) -> str:
    """What is wrong in a line."""
    facts: dict[str, Any] = dict(problem.facts)
    if "text" in facts:
        facts["text"] = str(facts["text"])[:40]
    return str(_PROBLEMS[problem.code]) % facts


def kind_words(kind: Kind) -> str:
    """What the lines of a table are."""
    return str(_KINDS[kind])


def unit_words(unit: Unit) -> str:
    """What points are written in."""
    return str(_UNITS[unit])


def figures_words(figures: Figures) -> str:
    """What counts."""
    return str(_FIGURES[figures])


def role_words(role: str) -> str:
    """What a column is."""
    stem, _dash, seat = role.partition("-")
    words = str(_ROLES[stem])
    if not seat:
        return words
    return gettext("%(number)s: %(what)s") % {"number": int(seat) + 1, "what": words}
