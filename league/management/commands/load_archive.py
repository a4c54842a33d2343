"""``manage.py load_archive FILE --owner NAME``: a club restored from its archive."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from league.archive.write import found_from_archive
from league.core.errors import LeagueError
from league.management.terminal import TerminalCommand
from league.models import User


class Command(TerminalCommand):
    """Stores what ``archive_club`` wrote, whole or not at all."""

    help = "Restore a club from its archive and re-score every game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--owner", required=True, help="login name of the owner")
        parser.add_argument(
            "--slug", default="", help="its address, /c/<slug>/, if not the one in the archive"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Load the archive.

        Raises:
            CommandError: no such login or file, or no complete archive; nothing is stored.
        """
        owner = User.objects.filter(username__iexact=options["owner"]).first()
        if owner is None:
            raise CommandError(
                _("There is no account with the login name “%(name)s”.")
                % {"name": options["owner"]}
            )
        try:
            with options["file"].open("rb") as file:
                club = found_from_archive(file=file, owner=owner, slug=options["slug"])
        except OSError as error:
            raise CommandError(str(error)) from error
        except LeagueError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{club.name}: /c/{club.slug}/")
