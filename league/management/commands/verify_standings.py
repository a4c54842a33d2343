"""``manage.py verify_standings``: prove that every ranking is what the games and rules give."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from league.models import Club
from league.selectors.verification import Tested, differences


class Command(BaseCommand):
    """Compute everything again, tell each difference in a line, end with 1 if there was any."""

    help = "Recompute every settlement and tally from the games; exit 1 on any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one club or, by default, all of them."""
        parser.add_argument("--club", metavar="SLUG", help="only this club")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the differences as they are found, then one line that sums up."""
        clubs = Club.objects.order_by("slug")
        if options["club"]:
            clubs = clubs.filter(slug=options["club"])
            if not clubs.exists():
                raise CommandError(_("There is no club “%(slug)s”.") % {"slug": options["club"]})
        tested, found = Tested(), 0
        for club in clubs:
            for sentence in differences(club, tested):
                found += 1
                self.stdout.write(f"{club.slug}: {sentence}")
        facts = {"games": tested.games, "tallies": tested.tallies, "found": found}
        self.stdout.write(
            _("%(games)s games and %(tallies)s tallies checked, differences: %(found)s") % facts
        )
        if found:
            sys.exit(1)
