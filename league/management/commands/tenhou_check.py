"""``manage.py tenhou_check``: real Tenhou records against the engine, a line of JSON for each."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime
from functools import partial
from io import TextIOWrapper
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from league.management.json_commands import TOKYO, club_version
from league.management.terminal import records_of
from rules.errors import RuleError
from scoring.errors import ScoringError
from scoring.json_lines import error_answer
from scoring.tenhou.checker import check
from scoring.tenhou.errors import RecordError
from scoring.tenhou.governing import rule_for
from scoring.tenhou.reading import read_record

_SUMS: Final = ("files", "equal", "wins", "wins_equal", "unreadable")


class Command(BaseCommand):
    """The ``tenhou_check`` format of docs/commands.md."""

    help = "Check Tenhou game records against the engine; exit 1 if any differs or is unreadable."
    requires_system_checks: list[str] = []  # noqa: RUF012  # declared so by Django

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="mjlog, JSON, gzip or zip")
        parser.add_argument(
            "--rule", metavar="SET", help="use this rule set instead of the room's own"
        )
        parser.add_argument(
            "--on",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="use the version of this day instead of the record's",
        )
        parser.add_argument("--with", dest="changes", metavar="JSON", help="parameters to change")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check each record, then print how many there were.

        Raises:
            CommandError: ``--with`` is not a JSON object.
        """
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON Lines are, whatever the terminal is
        answering = partial(
            _answer,
            key=options["rule"],
            changes=_changes(options["changes"]),
            on=options["on"],
        )
        sums: Counter[str] = Counter()
        for name in options["files"]:
            for inner, data in records_of(name):
                answer = answering(data, inner)
                where = name if inner == name else f"{name}: {inner}"
                # a file's name may hold bytes that are no text
                self._write({"file": where.encode("utf-8", "replace").decode(), **answer})
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


def _answer(
    data: bytes | RecordError,
    name: str,
    *,
    key: str | None,
    changes: Mapping[str, Any],
    on: date | None,
) -> dict[str, Any]:
    try:
        if isinstance(data, RecordError):
            raise data
        record = read_record(data, name)
        governing = rule_for(
            record,
            today=datetime.now(TOKYO).date(),
            on=on,
            key=key,
            changes=changes,
            club_version=club_version,
        )
    except (RuleError, ScoringError) as error:
        return error_answer(error.code, str(error))
    return {**governing.as_json(), **check(record, governing.rule).as_json()}


def _counts(answer: Mapping[str, Any]) -> dict[str, int]:
    if "error" in answer:
        return {"files": 1, "unreadable": 1}
    return {
        "files": 1,
        "equal": int(not answer["differences"]),
        "wins": answer["wins"],
        "wins_equal": answer["wins_equal"],
    }
