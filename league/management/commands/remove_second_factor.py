"""Let somebody in who has lost app or passkey and the recovery codes of their two-step login."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from league.management.terminal import TerminalCommand


class Command(TerminalCommand):
    """``remove_second_factor sato``: afterwards the password alone is enough."""

    help = "Turn off the two-step login of a login. Make sure first who is asking."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="login name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete the app's key, the passkeys and the recovery codes.

        Raises:
            CommandError: there is no such login, or it has none.
        """
        gone, _each = Authenticator.objects.filter(user__username__iexact=options["login"]).delete()
        if not gone:
            raise CommandError(_("“%(login)s” has no two-step login.") % options)
        self.stdout.write(_("“%(login)s” logs in with the password alone now.") % options)
