"""``manage.py backup``: the whole database in one file, with a manifest beside it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from league.core.errors import LeagueError
from league.management.terminal import TerminalCommand
from league.upkeep.backups import make_backup, remove_superfluous


class Command(TerminalCommand):
    """What beat does each night, at once or to another folder."""

    help = "Back up the database to one file, and remove the backups that BACKUP_KEEP lets go."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to",
            type=Path,
            metavar="FOLDER",
            help="another folder than BACKUP_DIR, where nothing is removed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the backup.

        Raises:
            CommandError: it could not be made.
        """
        folder: Path | None = options["to"]
        try:
            backup = make_backup(folder)
        except LeagueError as error:
            raise CommandError(error.message) from error
        if folder is None:
            remove_superfluous(Path(settings.BACKUP_DIR))
        facts = {"clubs": backup.facts.clubs, "games": backup.facts.games, "bytes": backup.size}
        words = _("%(clubs)s clubs, %(games)s games, %(bytes)s bytes") % facts
        self.stdout.write(f"{backup.file}: {words}")
