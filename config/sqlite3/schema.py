"""The schema editor: a table that a migration makes anew keeps its triggers.

SQLite changes most of a table by copying it to another one, dropping it, and renaming the copy:
its triggers would be gone, and while it is away no trigger of another table may name it.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.sqlite3 import schema


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    def _remake_table(self, *args: Any, **options: Any) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers: list[tuple[str, str]] = cursor.fetchall()
            for name, _sql in triggers:
                cursor.execute(f"DROP TRIGGER {self.quote_name(name)}")
            super()._remake_table(*args, **options)  # type: ignore[misc]
            for _name, sql in triggers:
                cursor.execute(sql)
