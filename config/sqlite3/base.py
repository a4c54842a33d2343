"""The database backend: writers of several processes get their turn, and no file is lost sight of.

SQLite itself asks for the lock again after pauses that grow to a tenth of a second. While others
write one transaction after the other, whoever waits so long between two looks may never find the
moment between: of 10,000 games that four processes entered without a pause, a few were refused
after 20 seconds. Nor may a thread wait within SQLite at all: it keeps its connection's mutex there,
and when the garbage collector of the thread that holds the lock clears a cursor of that connection,
both wait until the patience is at its end. So SQLite waits for nothing, and each statement that
finds the database locked is tried again every few milliseconds.

A connection that outlives its request would go on with a file that was removed or replaced
meanwhile, and what is written there would be gone: each request looks whether it is the same.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from contextlib import suppress
from functools import partial
from typing import Any, Final

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from config.sqlite3.schema import DatabaseSchemaEditor

#: one thread of a process looks; those behind it would only keep each other from it
_LOOKING: Final = threading.Lock()
#: seconds between two looks, drawn anew each time so that those who wait do not keep step
_BETWEEN = (0.001, 0.005)
_USUAL_PATIENCE = 5.0


class _Cursor(base.SQLiteCursorWrapper):
    def __init__(self, connection: sqlite3.Connection, *, patience: float) -> None:
        super().__init__(connection)
        self._patience = patience

    def execute(self, query: Any, params: Any = None) -> Any:
        """Carry a statement out as soon as nobody is in its way.

        Raises:
            sqlite3.OperationalError: somebody was, for as long as the option ``timeout`` says.
        """
        until = time.monotonic() + self._patience
        while True:
            try:
                return super().execute(query, params)
            except sqlite3.OperationalError as error:
                if not _may_pass(error) or time.monotonic() > until:
                    raise
            time.sleep(random.uniform(*_BETWEEN))


def _may_pass(error: sqlite3.OperationalError) -> bool:
    """Whether the same statement may succeed later: not so once others wrote after what it read."""
    code = error.sqlite_errorcode
    return code & 0xFF == sqlite3.SQLITE_BUSY and code != sqlite3.SQLITE_BUSY_SNAPSHOT


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = DatabaseSchemaEditor
    _opened: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.execute("PRAGMA busy_timeout = 0")
        self._opened = self._file()
        return connection

    def create_cursor(self, name: str | None = None) -> Any:
        connection: Any = self.connection
        return connection.cursor(factory=partial(_Cursor, patience=self._patience))

    @property
    def _patience(self) -> float:
        return float(self.settings_dict["OPTIONS"].get("timeout", _USUAL_PATIENCE))

    def is_usable(self) -> bool:
        return self._opened == self._file()

    def _file(self) -> tuple[int, int] | None:
        """Return what tells the file from any other of its name; None for one in memory."""
        with suppress(OSError):
            found = os.stat(self.settings_dict["NAME"])
            return found.st_dev, found.st_ino
        return None

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction as soon as the lock is free.

        Raises:
            OperationalError: it was not for as long as the option ``timeout`` says.
        """
        begin = super()._start_transaction_under_autocommit  # type: ignore[misc]
        sqlite: Any = self
        if sqlite.transaction_mode != "IMMEDIATE":  # it takes no lock before it writes
            begin()
            return
        if not _LOOKING.acquire(timeout=self._patience):
            raise OperationalError("database is locked")
        try:
            begin()
        finally:
            _LOOKING.release()
