"""``manage.py import_lobby``: Tenhou's result lists into a league, each game once."""

from __future__ import annotations

from league.management.commands.import_tenhou import ImportCommand


class Command(ImportCommand):
    help = "Import Tenhou result lists; exit 1 if any line cannot be stored."
    file_help = "result lists, plain, gzip or zip; a name such as sca20151214.log gives the date"
