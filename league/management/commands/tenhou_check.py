"""``manage.py tenhou_check``: real Tenhou records against the engine, a line of JSON for each."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import partial
from io import TextIOWrapper
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from league.management.json_commands import NoDatabaseError
from league.rulebook.versions import stored_version
from rules.errors import RuleError, shown
from rules.models import RuleVersion
from scoring.errors import ScoringError
from scoring.json_lines import error_answer
from scoring.tenhou.checker import check
from scoring.tenhou.errors import RecordError, TooMuchError
from scoring.tenhou.reading import read_record
from scoring.tenhou.rules_for import rule_for
from scoring.tenhou.unpacking import records_in

_TOKYO: Final = ZoneInfo("Asia/Tokyo")
#: bytes of a file; those of a zip file are far fewer than what is in it
_MOST_FILE: Final = 100_000_000
_SUMS: Final = ("files", "equal", "wins", "wins_equal", "unreadable")


class Command(BaseCommand):
    """The ``tenhou_check`` format of docs/commands.md."""

    help = "Check Tenhou game records against the engine; exit 1 if any differs or is unreadable."
    requires_system_checks: list[str] = []  # noqa: RUF012  # declared so by Django

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, and the rule to check them under."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="mjlog, JSON, gzip or zip")
        parser.add_argument("--rule", metavar="KEY", help="another rule than Tenhou's own")
        parser.add_argument("--with", dest="changes", metavar="JSON", help="parameters to change")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check each record, then say how many there were.

        Raises:
            CommandError: ``--with`` is no JSON object.
        """
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON Lines are, whatever the terminal is
        answering = partial(
            _answer,
            key=options["rule"],
            changes=_changes(options["changes"]),
            today=datetime.now(_TOKYO).date(),
        )
        sums: Counter[str] = Counter()
        for name in options["files"]:
            for where, inner, data in _records(name):
                answer = answering(data, inner)
                self._write({"file": _printable(where), **answer})
                sums.update(_counts(answer))
        self._write({key: sums[key] for key in _SUMS})
        if sums["equal"] < sums["files"]:
            sys.exit(1)

    def _write(self, answer: Mapping[str, Any]) -> None:
        self.stdout.write(json.dumps(answer, ensure_ascii=False))
        self.stdout.flush()


def _changes(text: str | None) -> dict[str, Any]:
    try:
        changes = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise CommandError(f"--with is no JSON: {error}") from error
    if not isinstance(changes, dict):
        raise CommandError("--with must be a JSON object, such as {}")
    return changes


def _records(name: str) -> Iterator[tuple[str, str, bytes | RecordError]]:
    """What to show, what the record itself is called, and its bytes or why there are none."""
    try:
        with open(name, "rb") as file:
            data = file.read(_MOST_FILE + 1)
    except OSError as error:
        yield name, name, RecordError("unreadable", why=str(error.strerror))
        return
    if len(data) > _MOST_FILE:
        yield name, name, TooMuchError()
        return
    for inner, record in records_in(data, name):
        yield (name if inner == name else f"{name}: {inner}"), inner, record


def _answer(
    data: bytes | RecordError,
    name: str,
    *,
    key: str | None,
    changes: Mapping[str, Any],
    today: date,
) -> dict[str, Any]:
    try:
        if isinstance(data, RecordError):
            raise data
        record = read_record(data, name)
        rule = rule_for(record, today=today, key=key, changes=changes, club_version=_club_version)
    except (RuleError, ScoringError) as error:
        return error_answer(error.code, str(error))
    return check(record, rule).as_json()


def _counts(answer: Mapping[str, Any]) -> dict[str, int]:
    if "error" in answer:
        return {"files": 1, "unreadable": 1}
    return {
        "files": 1,
        "equal": not answer["differences"],
        "wins": answer["wins"],
        "wins_equal": answer["wins_equal"],
    }


def _printable(name: str) -> str:
    """A file's name may hold bytes that are no text."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _club_version(club: str, name: str, day: date) -> RuleVersion | None:
    try:
        return stored_version(club, name, day)
    except DatabaseError as error:
        raise NoDatabaseError(club=shown(club), name=shown(name)) from error
