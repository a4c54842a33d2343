"""The address of the database of this very test, for processes that it starts."""

from __future__ import annotations

from django.db import connection


def database_url() -> str:
    """The address, as DATABASE_URL takes it."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    host = f"{at['HOST'] or '127.0.0.1'}:{at['PORT'] or 5432}"
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{host}/{at['NAME']}"
