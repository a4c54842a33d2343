"""``manage.py restore FILE``: a backup put back; ``--drill``: proved elsewhere."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from league.core.errors import LeagueError
from league.management.terminal import TerminalCommand
from league.upkeep.backups import backup_of
from league.upkeep.restoring import Proof, drill, newest_backup, restore


class Command(TerminalCommand):
    """Nothing is changed by a backup that is damaged, or of another kind of database."""

    help = "Restore the database from a backup, or prove by a drill that it could be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            metavar="FILE",
            help="for a drill: the newest, unless given",
        )
        parser.add_argument(
            "--drill",
            action="store_true",
            help="restore to a temporary database, recompute the standings there and compare",
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="even if the database holds clubs; they are backed up first",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore or drill; exit with 1 if anything differs from the backup or its games.

        Raises:
            CommandError: the backup is damaged or cannot be restored, or no file is named.
        """
        if options["file"] is None and not options["drill"]:
            raise CommandError(_("Name the backup's file; --drill alone takes the newest."))
        try:
            proof = self._restored(options)
        except LeagueError as error:
            raise CommandError(error.message) from error
        for sentence in proof.wrong:
            self.stderr.write(sentence)
        facts = {
            "file": proof.backup.file,
            "clubs": proof.backup.facts.clubs,
            "games": proof.games,
            "tallies": proof.tallies,
            "found": len(proof.wrong),
        }
        self.stdout.write(
            _(
                "%(file)s: %(clubs)s clubs restored, %(games)s games and %(tallies)s tallies "
                "checked, differences: %(found)s"
            )
            % facts
        )
        if not options["drill"]:
            self.stdout.write(_("Now restart the web processes, workers and beat."))
        if proof.wrong:
            sys.exit(1)

    def _restored(self, options: dict[str, Any]) -> Proof:
        file: Path | None = options["file"]
        backup = newest_backup() if file is None else backup_of(file)
        return drill(backup) if options["drill"] else restore(backup, replace=options["replace"])
