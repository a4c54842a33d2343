"""SQLite: who waits to write looks for a free moment often, and not for ever."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.utils import OperationalError

from config import env
from config.sqlite3.base import DatabaseWrapper

pytestmark = pytest.mark.django_db  # opens the door for connections of the tests' own


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.sqlite3"


@pytest.fixture
def ours(file: Path) -> Iterator[DatabaseWrapper]:
    """A connection of ours to a database of its own."""
    setting = env.database(f"sqlite:///{file}")
    usual: dict[str, Any] = {"ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "TIME_ZONE": None}
    usual |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "TEST": {}}
    setting["OPTIONS"]["timeout"] = 0.2
    wrapper = DatabaseWrapper(usual | setting, alias="turns")
    wrapper.inc_thread_sharing()
    wrapper.ensure_connection()
    yield wrapper
    wrapper.close()


@pytest.fixture
def other(file: Path, ours: DatabaseWrapper) -> Iterator[sqlite3.Connection]:
    """Somebody else who writes."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    yield connection
    connection.close()


def waits(ours: DatabaseWrapper) -> int:
    assert ours.connection is not None
    return int(ours.connection.execute("PRAGMA busy_timeout").fetchone()[0])


def test_a_transaction_begins_once_the_lock_is_free(
    ours: DatabaseWrapper, other: sqlite3.Connection
) -> None:
    other.execute("BEGIN IMMEDIATE")
    free = threading.Timer(0.05, lambda: other.execute("COMMIT"))
    free.start()

    ours.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)

    free.join()
    other.execute("PRAGMA busy_timeout = 0").fetchone()
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    ours.rollback()


def test_a_database_that_stays_locked_is_said_to_be_so(
    ours: DatabaseWrapper, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []
    monkeypatch.setattr("config.sqlite3.base.time.sleep", looks.append)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(OperationalError, match="locked"):
        ours.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)

    assert len(looks) > 1
    assert waits(ours) == 200  # everything else waits as before
    other.execute("ROLLBACK")
