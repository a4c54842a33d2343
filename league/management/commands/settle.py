"""``manage.py settle``: final points to league scores, a line of JSON in, a line of JSON out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from functools import cache
from io import TextIOWrapper
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from league.selectors.settle_rules import stored_version
from rules.errors import RuleError
from rules.models import RuleVersion
from scoring.lines import settle_lines

_TOKYO = ZoneInfo("Asia/Tokyo")


class NoDatabaseError(RuleError):
    """A club's own rules were asked for, and there is no database that could have them."""

    code = "no-database"


class Command(BaseCommand):
    """Needs no database but for the clubs' own rules; see docs/commands.md for the format."""

    help = "Settle games given as JSON Lines (files, or standard input); exit 1 if any line failed."
    requires_system_checks: list[str] = []  # noqa: RUF012  # declared so by Django

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, or nothing for the standard input."""
        parser.add_argument("files", nargs="*", metavar="FILE", help="JSON Lines; - or none: stdin")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer each line as soon as it is read.

        Raises:
            CommandError: a file cannot be read.
        """
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON Lines are, whatever the terminal is
        today = datetime.now(_TOKYO).date()
        all_settled = True
        for answer, is_settled in _answers(_lines(options["files"] or ["-"]), today):
            all_settled = all_settled and is_settled
            self.stdout.write(answer)
            self.stdout.flush()
        if not all_settled:
            sys.exit(1)


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


def _answers(lines: Iterable[bytes], today: date) -> Iterator[tuple[str, bool]]:
    """One answer a line, as JSON, and whether the line was settled; blank lines give none."""
    club_version = cache(_club_version)  # a set is looked up once a day of play
    for line in lines:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            message = f"this line is not UTF-8: {error.reason} at byte {error.start}"
            yield json.dumps({"error": {"code": "bad-encoding", "message": message}}), False
        else:
            yield from settle_lines([text], today=today, club_version=club_version)


def _club_version(club: str, name: str, day: date) -> RuleVersion | None:
    try:
        return stored_version(club, name, day)
    except DatabaseError as error:
        message = f"the rules of {club}/{name} are in a database, and there is none yet"
        raise NoDatabaseError(message) from error
