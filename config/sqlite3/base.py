"""The database backend: writers of several processes get their turn, and no file is lost sight of.

SQLite itself asks for the lock again after pauses that grow to a tenth of a second. While others
write one transaction after the other, whoever waits so long between two looks may never find the
moment between: of 10,000 games that four processes entered without a pause, a few were refused
after 20 seconds. We look every few milliseconds instead.

A connection that outlives its request would go on with a file that was removed or replaced
meanwhile, and what is written there would be gone: each request looks whether it is the same.
"""

from __future__ import annotations

import os
import random
import threading
import time
from contextlib import suppress
from typing import Any, Final

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from config.sqlite3.schema import DatabaseSchemaEditor

#: one thread of a process looks; those behind it would only keep each other from it
_LOOKING: Final = threading.Lock()
#: seconds between two looks, drawn anew each time so that those who wait do not keep step
_BETWEEN = (0.001, 0.005)
_USUAL_PATIENCE = 5.0


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = DatabaseSchemaEditor
    _opened: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        self._opened = self._file()
        return connection

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
        patience = float(self.settings_dict["OPTIONS"].get("timeout", _USUAL_PATIENCE))
        until = time.monotonic() + patience
        sqlite: Any = self
        if sqlite.transaction_mode != "IMMEDIATE":  # it takes no lock before it writes
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        is_first = _LOOKING.acquire(timeout=patience)
        self._let_sqlite_wait(0)
        try:
            self._begin(until)
        finally:
            self._let_sqlite_wait(patience)
            if is_first:
                _LOOKING.release()

    def _begin(self, until: float) -> None:
        while True:
            try:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            except OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(random.uniform(*_BETWEEN))
            else:
                return

    def _let_sqlite_wait(self, seconds: float) -> None:
        connection: Any = self.connection
        connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
