"""Rows by the thousand, without an object each: COPY on PostgreSQL, many VALUES on SQLite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.db import connection, models

#: a row's values, as the database's driver takes them
Row = tuple[Any, ...]

#: stores what was made ready
Store = Callable[[], None]

#: rows in one statement on SQLite: more make it no faster
_TOGETHER = 100


def copy_in(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Row], **same: Any
) -> None:
    """Insert rows as they are; defaults, ``auto_now_add`` and validation are the caller's.

    Args:
        model: whose table.
        columns: attribute names of its fields (``hanchan_id``), in the order of the values.
        rows: their values. Days and moments as ``date`` and aware ``datetime``.
        same: further columns, with the one value that they have in every row.
    """
    made_ready(model, columns, rows, **same)()


def made_ready(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Row], **same: Any
) -> Store:
    """Do all of :func:`copy_in` that needs no database; what comes back stores the rows.

    So whoever stores much holds a lock no longer than the database takes.
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
    """What is the same in every row is bound once a statement."""
    columns = ", ".join(f"column{number}" for number in range(1, width + 1))
    shared = ", ?" * len(same)
    row = f"({', '.join('?' * width)})"
    for start in range(0, len(rows), _TOGETHER):
        some = rows[start : start + _TOGETHER]
        values = ", ".join([row] * len(some))
        insert = f"INSERT INTO {into} SELECT {columns}{shared} FROM (VALUES {values})"  # noqa: S608, our own names
        yield insert, [*same, *chain.from_iterable(some)]


def _execute(statements: list[tuple[str, list[Any]]]) -> None:
    """Straight through the driver: Django would look through each for its place holders."""
    connection.ensure_connection()
    with connection.wrap_database_errors:
        for statement, values in statements:
            connection.connection.execute(statement, values)
