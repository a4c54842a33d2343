"""``manage.py load_archive FILE --owner NAME``: a club restored from its archive."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db import transaction

from league.archive.write import found_from_archive
from league.core.errors import LeagueError
from league.management.owners import add_owner_arguments, owner_of, print_club
from league.management.terminal import TerminalCommand
from league.models import Club, User


class Command(TerminalCommand):
    """Stores what ``archive_club`` wrote, whole or not at all."""

    help = "Restore a club from its archive and re-score every game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        add_owner_arguments(parser)
        parser.add_argument(
            "--slug", default="", help="its address, /c/<slug>/, if not the one in the archive"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Load the archive.

        Raises:
            CommandError: no such file, or no complete archive; nothing is stored.
        """
        try:
            club, owner = _found(options)
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}") from error
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except LeagueError as error:
            raise CommandError(error.message) from error
        print_club(self, club, owner, options)


@transaction.atomic
def _found(options: dict[str, Any]) -> tuple[Club, User]:
    """Found the club and, where there is none of its name, the owner's login."""
    owner = owner_of(options)
    with options["file"].open("rb") as file:
        return found_from_archive(file=file, owner=owner, slug=options["slug"]), owner
