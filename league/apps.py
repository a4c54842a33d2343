"""The league as a Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks


class LeagueConfig(AppConfig):
    """Registers the check of the database."""

    name = "league"

    def ready(self) -> None:
        """Register the check; it needs the models."""
        from league.core.database import check_database

        checks.register(check_database, checks.Tags.database)
