"""What to do while a service does not answer: wait once, then not at all for a moment.

And which of the database's errors mean that it is away, full, read-only or too busy.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import Error, InterfaceError, OperationalError

logger = logging.getLogger(__name__)

#: seconds to wait for a service that pages can do without: half of what a page may lose by it
PATIENCE: Final = 0.1
#: seconds in which a service that did not answer is not asked again
PAUSE: Final = 3.0
#: seconds after which whoever was refused meanwhile is to try again
AWAY_FOR: Final = 30

_SQLITE: Final = frozenset(
    (
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM),
        *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL),
        sqlite3.SQLITE_CANTOPEN,
    )
)
#: the connection, transactions that got in each other's way, too little disk or memory, locks,
#: an operator, the system; and a server that is only read
_POSTGRES: Final = ("08", "40", "53", "55P03", "57", "58", "25006")


class AwayError(Exception):
    """A service does not answer, or refuses: whoever can do without it goes on."""


class Breaker:
    """Keeps the callers of one process from waiting, each anew, for a service that is away."""

    def __init__(self, name: str, *silences: type[Exception]) -> None:
        """Take the service's name for the log, and the errors that mean that nothing answered."""
        self.name, self.silences = name, silences
        self.paused_until = 0.0

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Ask the service inside.

        Raises:
            AwayError: it did not answer, now or a moment ago.
        """
        if time.monotonic() < self.paused_until:
            raise AwayError(self.name)
        try:
            yield
        except self.silences as error:
            self.paused_until = time.monotonic() + PAUSE
            logger.warning("The %s does not answer: %s", self.name, error)
            raise AwayError(self.name) from error


def is_outage(error: BaseException) -> bool:
    """Whether an error means that a service is not there for now, and no mistake of ours."""
    if isinstance(error, AwayError):
        return True
    if not isinstance(error, Error):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in _SQLITE  # its upper part says more
    state: str | None = getattr(cause, "sqlstate", None)
    if state is None:  # nobody answered who could have given one
        return isinstance(error, OperationalError | InterfaceError)
    return state.startswith(_POSTGRES)
