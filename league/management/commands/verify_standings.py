"""``manage.py verify_standings``: prove that every ranking is what the games and rules give."""

import sys
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from league.clubs.verification import Tested, differences, mend_club
from league.core.audit import system
from league.management.terminal import TerminalCommand, requested_clubs
from league.models import Club


class Command(TerminalCommand):
    """Recompute everything, print each difference in a line, exit with 1 if there was any."""

    help = "Recompute every settlement and tally from the games; exit 1 on any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="only this club")
        parser.add_argument(
            "--allow-empty", action="store_true", help="let a database without any club pass"
        )
        parser.add_argument(
            "--mend",
            action="store_true",
            help="repair what differs, check again, and exit 1 if anything still differs",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, and mend if asked to.

        Raises:
            CommandError: there is no club at all, as after a restore that failed.
        """
        clubs = requested_clubs(options["club"])
        if not clubs and not options["allow_empty"]:
            raise CommandError(
                _("There is no club in this database. Was it restored? (--allow-empty passes it)")
            )
        wrong = self._verify(clubs)
        if wrong and options["mend"]:
            for club in wrong:
                self._mend(club)
            wrong = self._verify(wrong)
        if wrong:
            sys.exit(1)

    def _verify(self, clubs: Iterable[Club]) -> list[Club]:
        tested, found, wrong = Tested(), 0, []
        for club in clubs:
            before = found
            for sentence in differences(club, tested):
                found += 1
                self.stdout.write(f"{club.slug}: {sentence}")
            if found > before:
                wrong.append(club)
        facts = {"games": tested.games, "tallies": tested.tallies, "found": found}
        self.stdout.write(
            _("%(games)s games and %(tallies)s tallies checked, differences: %(found)s") % facts
        )
        return wrong

    def _mend(self, club: Club) -> None:
        with translation.override(club.language):
            reason = _("differences found by the standings check were repaired")
        mended = mend_club(club, reason=reason, actor=system("verify_standings"))
        facts = {"club": club.slug, "games": mended.games, "tallies": mended.tallies}
        self.stdout.write(
            _("%(club)s: %(games)s games re-scored, %(tallies)s tallies rebuilt") % facts
        )
