"""The league as a Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks
from django.db.backends.signals import connection_created
from django.utils.translation import pgettext_lazy


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = pgettext_lazy("table", "Clubs and leagues")

    def ready(self) -> None:
        """Register the check here, because it needs the models."""
        from league.core.database import check_database
        from league.core.honorifics import call_each_once
        from league.core.request_ids import name_queries

        checks.register(check_database, checks.Tags.database)
        connection_created.connect(name_queries)
        call_each_once()
