"""``manage.py archive_club SLUG > club.json``: a club as one JSON document."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from league.archive.document import write_archive
from league.management.terminal import TerminalCommand, club_named


class Command(TerminalCommand):
    help = "Write a club as one JSON document to the standard output, without logins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the archive.

        Raises:
            CommandError: there is no such club.
        """
        club = club_named(options["slug"])
        self.stdout.ending = ""  # the document ends its lines itself
        write_archive(club, self.stdout.write)
