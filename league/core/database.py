"""A database whose tables were made by an older checkout is named before anything fails on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import Error
from django.db import connections
from django.db.migrations.loader import MigrationLoader

#: the apps of ours that have tables
_OURS = {"league", "rules"}


def check_database(databases: Sequence[str] | None = None, **_options: Any) -> list[Error]:
    """Refuse a database that holds migrations of ours that this checkout does not know.

    ``migrate`` runs the check. Its own error would be a traceback or none at all: the first
    migrations have been written anew under their old names.
    """
    return [error for alias in databases or () for error in _unknown_migrations(alias)]


def _unknown_migrations(alias: str) -> list[Error]:
    loader = MigrationLoader(connections[alias])
    unknown = set(loader.applied_migrations) - set(loader.disk_migrations)
    if not any(app in _OURS for app, _name in unknown):
        return []
    name = connections[alias].settings_dict["NAME"]
    return [
        Error(
            f"The database {name} was made by another version of Jancho, and this one cannot "
            "read it. Nothing was changed.",
            hint=(
                "To keep its clubs, go back to that version, write each to a file "
                "(python manage.py archive_club SLUG > SLUG.json), come back and bring them into "
                "a new database (python manage.py load_archive SLUG.json --owner LOGIN). To get a "
                "new database, move this file away, or name another in DATABASE_URL."
            ),
            id="league.E001",
        )
    ]
