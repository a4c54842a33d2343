"""``manage.py import_tenhou``: Tenhou's game records into a league, each game once."""

from __future__ import annotations

from league.management.tenhou_command import ImportCommand


class Command(ImportCommand):
    """Records keep their hands; which score counts is the league's choice."""

    help = "Store the games of Tenhou's game records; exit 1 if any cannot be stored."
    file_help = "mjlog or tenhou.net/6, plain, gzip or zip"
