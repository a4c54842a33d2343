"""``manage.py load_demo``: an invented club with a year of evenings, to look around in."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from wcwidth import wcswidth

from league.core.days import club_day
from league.core.errors import LeagueError
from league.demo import SEED, SLUG, load_demo, logins
from league.management.terminal import TerminalCommand
from league.models import Club


class Command(TerminalCommand):
    help = "Load the demo club (invented people, a year of evenings) and print its logins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing if there is already a club"
        )
        parser.add_argument(
            "--today",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="last day of the demo data",
        )
        parser.add_argument(
            "--seed", type=int, default=SEED, help="random seed; each seed gives a different club"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Load the club; print its logins even if the server already has a demo club.

        Raises:
            CommandError: there is one, or the names of its logins are taken.
        """
        if not (options["if_empty"] and Club.objects.exists()):
            try:
                load_demo(today=options["today"] or club_day(Club()), seed=options["seed"])
            except LeagueError as error:
                raise CommandError(error.message) from error
        if Club.objects.filter(slug=SLUG, is_demo=True).exists():
            self._print_logins()

    def _print_logins(self) -> None:
        self.stdout.write(_("The demo club, whose people are invented, has these logins:"))
        heads = (_("Login name"), _("Password"), _("Role"))
        rows = [(login.username, login.password, str(login.role.label)) for login in logins()]
        widths = [max(wcswidth(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
        for row in (heads, ["-" * width for width in widths], *rows):
            cells = (
                f"{cell}{' ' * (most - wcswidth(cell))}"
                for cell, most in zip(row, widths, strict=True)
            )
            self.stdout.write(f"  {'  '.join(cells)}".rstrip())
