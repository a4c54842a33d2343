"""Locks that end with whoever holds them, so that nobody needs a clock to see who still lives.

On PostgreSQL they belong to the session: when a worker is killed, its connection ends and so do
they. Beside an SQLite file they belong to the process, by the operating system's ``flock``.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, TypeVar

from django.db import Error, connection

#: the upper part of a job's lock number: other advisory locks of this database stay apart
_JOBS: Final = 0x6A6F62 << 32
_AGAIN: Final = 0.05  # seconds
T = TypeVar("T")


@contextmanager
def job_lock(job_id: int, *, patience: float = 0) -> Iterator[bool]:
    """Try to get a job's lock, hold it to the end of the block, and tell whether it was got.

    Args:
        job_id: whoever carries this job out holds its lock all the while.
        patience: seconds to go on trying while somebody else has it.
    """
    if connection.vendor == "postgresql":
        with _session_lock(_JOBS | job_id, patience) as got:
            yield got
    else:
        path = Path(f"{connection.settings_dict['NAME']}-job-{job_id}")
        with file_lock(path, patience=patience) as got:
            yield got


@contextmanager
def _session_lock(number: int, patience: float) -> Iterator[bool]:
    got = bool(_tried(lambda: _asked("SELECT pg_try_advisory_lock(%s)", number), patience))
    try:
        yield got
    finally:
        if got:
            with suppress(Error):  # the connection is gone, and the lock with it
                _asked("SELECT pg_advisory_unlock(%s)", number)


def end_session_holding(job_id: int) -> None:
    """End the database session that holds a job's lock: its worker can write nothing any more.

    Beside an SQLite file there is nothing to end: its only worker is the one that would ask.
    """
    if connection.vendor == "postgresql":
        _asked(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " AND (classid::bigint << 32) | objid::bigint = %s AND objsubid = 1"
            " AND pid <> pg_backend_pid()",
            _JOBS | job_id,
        )


def _asked(question: str, number: int) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question, [number])
        row = cursor.fetchone()
    return row[0] if row else None


@contextmanager
def file_lock(path: Path, *, patience: float = 0) -> Iterator[bool]:
    """Try to lock a file, hold it to the end of the block, and tell whether it was got.

    The file is there as long as it is locked.
    """
    file = _tried(lambda: _locked(path), patience)
    try:
        yield file is not None
    finally:
        if file is not None:
            path.unlink(missing_ok=True)
            file.close()


def _locked(path: Path) -> IO[str] | None:
    """Open and lock the file of this name; None while another has it."""
    while True:
        file = path.open("a", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever had it may have removed it in between: nobody else would find this lock.
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except BlockingIOError:
            file.close()
            return None
        except FileNotFoundError:
            pass
        file.close()


def _tried(take: Callable[[], T], patience: float) -> T:
    """Try once, and again until something was got or the patience is at its end."""
    end = time.monotonic() + patience
    got = take()
    while not got and time.monotonic() < end:
        time.sleep(_AGAIN)
        got = take()
    return got
