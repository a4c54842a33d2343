"""The database: one moment of it read, rows inserted by the thousand, another version refused.

COPY on PostgreSQL, many VALUES on SQLite, without an object each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from django.core.checks import Error
from django.db import connection, connections, models, transaction
from django.db.migrations.loader import MigrationLoader

#: the apps of ours that have tables
_OURS = {"league", "rules"}


def check_database(databases: Sequence[str] | None = None, **_options: Any) -> list[Error]:
    """Refuse a database with migrations of ours that this checkout does not know.

    ``migrate`` runs the check. Its own error would be a traceback or none at all: the first
    migrations have been rewritten under their old names.
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


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything in the block as of one moment, without keeping anybody from writing.

    Nothing may be written in the block. Inside a transaction its own view is what is read.
    """
    if connection.in_atomic_block:
        yield
        return
    with _deferred(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _deferred() -> Iterator[None]:
    """On SQLite, let transactions that begin in the block leave writers alone until they write."""
    sqlite: Any = connection
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()  # which says how transactions begin
    mode, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = mode


#: a row's values, as the database's driver takes them
Row = tuple[Any, ...]

#: stores what was prepared
Store = Callable[[], None]

#: rows in one statement on SQLite: more make it no faster
_TOGETHER = 100


def copy_in(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Row], **same: Any
) -> None:
    """Insert rows as given; defaults, ``auto_now_add`` and validation are up to the caller.

    Args:
        model: whose table.
        columns: attribute names of its fields (``hanchan_id``), in the order of the values.
        rows: their values. Dates and times as ``date`` and aware ``datetime``.
        same: further columns, with the one value that they have in every row.
    """
    made_ready(model, columns, rows, **same)()


def made_ready(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Row], **same: Any
) -> Store:
    """Do all of :func:`copy_in` that needs no database; the returned function stores the rows.

    This keeps locks short when many rows are stored.
    """
    ready = list(rows)  # what makes them may ask the database, which COPY keeps busy
    fields = {field.attname: field for field in model._meta.concrete_fields}
    quoted = [connection.ops.quote_name(str(fields[name].column)) for name in (*columns, *same)]
    into = f"{connection.ops.quote_name(model._meta.db_table)} ({', '.join(quoted)})"
    shared = tuple(same.values())
    if connection.vendor == "postgresql":
        return lambda: _copy(into, ready, shared)
    statements = list(_statements(into, len(columns), ready, shared))
    return lambda: _execute(statements)


def _copy(into: str, rows: list[Row], same: Row) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row + same)


def _statements(
    into: str, width: int, rows: list[Row], same: Row
) -> Iterator[tuple[str, list[Any]]]:
    """Bind values common to every row only once per statement."""
    columns = ", ".join(f"column{number}" for number in range(1, width + 1))
    shared = ", ?" * len(same)
    row = f"({', '.join('?' * width)})"
    for start in range(0, len(rows), _TOGETHER):
        some = rows[start : start + _TOGETHER]
        values = ", ".join([row] * len(some))
        insert = f"INSERT INTO {into} SELECT {columns}{shared} FROM (VALUES {values})"  # noqa: S608, our own names
        yield insert, [*same, *chain.from_iterable(some)]


def _execute(statements: list[tuple[str, list[Any]]]) -> None:
    """Bypass Django's cursor, which would scan each statement for placeholders."""
    connection.ensure_connection()
    with connection.wrap_database_errors:
        for statement, values in statements:
            connection.connection.execute(statement, values)
