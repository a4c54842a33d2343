"""``manage.py rate_games``: compute the ratings again, without waiting for the worker."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.terminal import TerminalCommand, requested_clubs
from league.models import League
from league.rankings.rate import rate_league


class Command(TerminalCommand):
    """Rate every league from all its games; print a line per league."""

    help = "Recompute the ratings of all leagues from their games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="only this club")

    def handle(self, *args: Any, **options: Any) -> None:
        for club in requested_clubs(options["club"]):
            for league in League.objects.for_club(club):
                run = rate_league(league)
                facts = {"league": f"{club.slug}/{league.slug}", "games": run.games if run else 0}
                self.stdout.write(_("%(league)s: %(games)s games rated") % facts)
