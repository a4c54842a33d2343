"""Commands that answer JSON Lines: ``settle``, ``value`` and their like."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from functools import cache
from io import TextIOWrapper
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext_noop

from league.rulebook.versions import stored_version
from rules.errors import RuleError, shown
from rules.models import RuleVersion
from scoring.versions import ClubVersion

#: bytes that are read at once, where so many are there
_PIECE: Final = 1 << 16
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
        found: ClubVersion = cache(club_version)  # a set is looked up once a day of play
        waiting: list[str] = []

        def let_go() -> None:
            if waiting:
                self.stdout.write("\n".join(waiting))
                self.stdout.flush()
                waiting.clear()

        all_done = True
        lines = _lines(options["files"] or ["-"], before_reading=let_go)
        try:
            for answer, is_done in self.answers(lines, today=today, club_version=found):
                all_done = all_done and is_done
                waiting.append(answer)
        finally:
            let_go()
        if not all_done:
            sys.exit(1)


def _lines(names: Iterable[str], *, before_reading: Callable[[], None]) -> Iterator[list[bytes]]:
    """Give the lines of files and of standard input, which may be a pipe that waits for answers.

    Args:
        names: of files; ``-`` for standard input.
        before_reading: called before each piece is read, when what was read is answered.

    Raises:
        CommandError: a file cannot be read.
    """
    for name in names:
        if name == "-":
            stdin: Any = sys.stdin.buffer  # always buffered, though it is declared as less
            yield from _in_pieces(stdin.read1, before_reading)
            continue
        try:
            with open(name, "rb") as file:
                yield from _in_pieces(file.read1, before_reading)
        except OSError as error:
            raise CommandError(f"{name} cannot be read: {error.strerror}") from error


def _in_pieces(
    read: Callable[[int], bytes], before_reading: Callable[[], None]
) -> Iterator[list[bytes]]:
    begun: list[bytes] = []  # pieces of a line whose end has not come yet
    while True:
        before_reading()
        piece = read(_PIECE)
        first, *others = piece.split(b"\n")
        begun.append(first)
        if others or not piece:
            *whole, last = others or (b"",)
            yield [b"".join(begun), *whole]
            begun = [last]
        if not piece:
            return


def club_version(club: str, name: str, day: date) -> RuleVersion | None:
    """A club's own version of a day.

    Raises:
        NoDatabaseError: there is no database to look it up in.
    """
    try:
        return stored_version(club, name, day)
    except DatabaseError as error:
        raise NoDatabaseError(club=shown(club), name=shown(name)) from error
