"""``manage.py doctor``: whether this server has what it needs, a line for each thing."""

from __future__ import annotations

import sys
from typing import Any

from django.utils.translation import gettext as _

from league.core.outages import logger
from league.management.terminal import TerminalCommand
from league.upkeep.doctor import findings


class Command(TerminalCommand):
    """Prints what it looks at, and exits with 1 if somebody has to see to anything."""

    help = "Look at settings, database, queue, clock, disk and backups; exit 1 on a fault."
    requires_system_checks = ()  # a fault of the settings is a line like any other

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at everything; a fault keeps nothing else from being looked at."""
        logger.disabled = True  # a service that is away is a line here, none of the log as well
        try:
            is_ill = self._print_findings()
        finally:
            logger.disabled = False
        if is_ill:
            sys.exit(1)

    def _print_findings(self) -> bool:
        """Print them, and return whether one is a fault."""
        is_ill = False
        for finding in findings():
            is_ill = is_ill or finding.is_fault
            mark = _("FAULT") if finding.is_fault else _("ok")
            self.stdout.write(f"{mark}  {finding.subject}: {finding.text}")
        return is_ill
