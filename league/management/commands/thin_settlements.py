"""``manage.py thin_settlements``: remove what old rule changes left behind, without the worker."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from league.management.terminal import TerminalCommand, requested_clubs
from league.rulechanges.thinning import kept_since, thin_club, to_remove


class Command(TerminalCommand):
    """Print a line per club: how many settlements were removed, or would be."""

    help = "Remove settlements of rule changes older than RESCORES_KEPT days that count no more."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="only this club")
        parser.add_argument("--dry-run", action="store_true", help="only count them")

    def handle(self, *args: Any, **options: Any) -> None:
        before = kept_since()
        if before is None:
            self.stdout.write(_("RESCORES_KEPT is 0: every settlement is kept."))
            return
        for club in requested_clubs(options["club"]):
            if options["dry_run"]:
                count = to_remove(club, before)
                words = _("%(club)s: %(count)s settlements would be removed")
            else:
                count = thin_club(club, before)
                words = _("%(club)s: %(count)s settlements removed")
            self.stdout.write(words % {"club": club.slug, "count": count})
