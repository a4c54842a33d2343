"""Commands that answer JSON Lines: ``settle``, ``value`` and their like."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from functools import cache
from io import TextIOWrapper
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext_noop

from league.rulebook.versions import stored_version
from rules.errors import RuleError, shown
from rules.models import RuleVersion
from scoring.json_lines import error_answer
from scoring.versions import ClubVersion

TOKYO = ZoneInfo("Asia/Tokyo")

#: answers lines: the lines, the day of those that name none, and what finds a club's own version
Lines: TypeAlias = Callable[..., Iterator[tuple[str, bool]]]


class NoDatabaseError(RuleError):
    """A club's own rules were asked for, and there is no database to find them in."""

    code = "no-database"
    sentences = MappingProxyType(
        {
            "no-database": gettext_noop(
                "The rules of %(club)s/%(name)s are stored in a database, but there is no "
                "database yet."
            )
        }
    )


class JsonLinesCommand(BaseCommand):
    """Needs a database only for the clubs' own rules; see docs/commands.md for the formats."""

    requires_system_checks: list[str] = []  # noqa: RUF012  # declared so by Django
    answers: ClassVar[Lines]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="*", metavar="FILE", help="JSON Lines; - or nothing for standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer each line as soon as it is read.

        Raises:
            CommandError: a file cannot be read.
        """
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON Lines are, whatever the terminal is
        today = datetime.now(TOKYO).date()
        all_done = True
        for answer, is_done in self._answers(_lines(options["files"] or ["-"]), today):
            all_done = all_done and is_done
            self.stdout.write(answer)
            self.stdout.flush()
        if not all_done:
            sys.exit(1)

    def _answers(self, lines: Iterable[bytes], today: date) -> Iterator[tuple[str, bool]]:
        """Yield one JSON answer per line, and whether it succeeded; blank lines are skipped."""
        found: ClubVersion = cache(club_version)  # a set is looked up once a day of play
        for line in lines:
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                message = f"this line is not UTF-8: {error.reason} at byte {error.start}"
                yield json.dumps(error_answer("bad-encoding", message)), False
            else:
                yield from self.answers([text], today=today, club_version=found)


def _lines(names: Iterable[str]) -> Iterator[bytes]:
    for name in names:
        if name == "-":
            yield from sys.stdin.buffer
            continue
        try:
            with open(name, "rb") as file:
                yield from file
        except OSError as error:
            raise CommandError(f"{name} cannot be read: {error.strerror}") from error


def club_version(club: str, name: str, day: date) -> RuleVersion | None:
    """A club's own version of a day.

    Raises:
        NoDatabaseError: there is no database to look it up in.
    """
    try:
        return stored_version(club, name, day)
    except DatabaseError as error:
        raise NoDatabaseError(club=shown(club), name=shown(name)) from error
