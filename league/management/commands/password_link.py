"""Print a link by which somebody who has lost their password chooses another."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from league.management.owners import add_site_argument, site_of
from league.management.terminal import TerminalCommand
from league.members.write import password_link
from league.models import User


class Command(TerminalCommand):
    """``password_link sato``: for whomever no organizer may help, such as an owner."""

    help = "Print a one-time link with which a login chooses a new password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="login name")
        add_site_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link; older ones end.

        Raises:
            CommandError: there is no such login, or it is closed.
        """
        user = User.objects.filter(username__iexact=options["login"]).first()
        if user is None or not user.is_active:
            raise CommandError(_("There is no login “%(login)s”, or it is closed.") % options)
        self.stdout.write(f"{site_of(self, options)}{password_link(user)}")
