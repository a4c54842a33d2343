"""Print a link by which somebody founds a club."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.founding_views import Founding
from league.clubs.invitations import DAYS, founding_link
from league.management.owners import add_site_argument, site_of
from league.management.terminal import TerminalCommand


class Command(TerminalCommand):
    """``founding_link --note 東風会``: for one club, where FOUNDING is ``invited``."""

    help = "Print a link with which one club can be founded."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--note", default="", help="for whom it is; operators see it")
        parser.add_argument(
            "--days", type=int, choices=sorted(DAYS), default=DAYS[0], help="how long it is good"
        )
        add_site_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link; say so where the server does not take any."""
        if settings.FOUNDING != Founding.INVITED:
            words = _("FOUNDING is “%(mode)s”: such links work only while it is “invited”.")
            words %= {"mode": settings.FOUNDING}
            self.stderr.write(words, self.style.WARNING)
        _link, secret = founding_link(days=options["days"], note=options["note"][:60], actor=None)
        address = reverse("club-new-invited", args=[secret])
        self.stdout.write(f"{site_of(self, options)}{address}")
