"""Say who may use the operator's tool."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from league.management.owners import add_site_argument, site_of
from league.management.terminal import TerminalCommand
from league.members.write import password_link
from league.models import User


class Command(TerminalCommand):
    """``create_operator sato``, ``create_operator sato --end``."""

    help = "Make a login an operator of this server; it is created if it does not exist."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="login name")
        parser.add_argument("--end", action="store_true", help="take the right away instead")
        add_site_argument(parser)

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Set or take away the right.

        Raises:
            CommandError: the right of nobody is to be taken away, or the login is closed.
        """
        login = options["login"]
        user = User.objects.filter(username__iexact=login).first()
        if options["end"]:
            if user is None or not user.is_staff:
                raise CommandError(_("“%(login)s” is no operator.") % {"login": login})
        elif user is None:
            user = User.objects.create_user(username=login)
        elif not user.is_active:
            raise CommandError(_("There is no login “%(login)s”, or it is closed.") % options)
        user.is_staff = not options["end"]
        user.save(update_fields=["is_staff"])
        if user.is_staff:
            self._say_how(user, site_of(self, options))

    def _say_how(self, user: User, site: str) -> None:
        self.stdout.write(_("The operator’s tool: %(address)s") % {"address": f"{site}/operator/"})
        self.stdout.write(_("It asks for two-step login, which is set up at the first visit."))
        if not user.has_usable_password():
            words = _("%(login)s chooses a password at:") % {"login": user.get_username()}
            self.stdout.write(f"{words}\n{site}{password_link(user)}")
