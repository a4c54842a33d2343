"""The league as a Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        """Register the check here, because it needs the models."""
        from league.core.database import check_database

        checks.register(check_database, checks.Tags.database)
