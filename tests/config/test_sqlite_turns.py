"""SQLite: who waits to write looks for a free moment often, and not for ever."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
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


def connected(file: Path, patience: float) -> DatabaseWrapper:
    setting = env.database(f"sqlite:///{file}")
    usual: dict[str, Any] = {"ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "TIME_ZONE": None}
    usual |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "TEST": {}}
    setting["OPTIONS"]["timeout"] = patience
    wrapper = DatabaseWrapper(usual | setting, alias="turns")
    wrapper.inc_thread_sharing()
    wrapper.ensure_connection()
    return wrapper


@pytest.fixture
def ours(file: Path) -> Iterator[DatabaseWrapper]:
    """A connection of ours to a database of its own."""
    wrapper = connected(file, patience=0.2)
    yield wrapper
    wrapper.close()


def begin(ours: DatabaseWrapper) -> None:
    ours.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


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

    begin(ours)

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
        begin(ours)

    assert len(looks) > 1
    assert waits(ours) == 200  # everything else waits as before
    other.execute("ROLLBACK")


def test_of_those_who_wait_in_a_process_one_looks_and_all_get_their_turn(
    file: Path, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    sleep = time.sleep

    def look_later(seconds: float) -> None:
        looks.append(threading.get_ident())
        sleep(seconds)

    monkeypatch.setattr("config.sqlite3.base.time.sleep", look_later)
    waiting = [connected(file, patience=10) for _number in range(4)]

    def hand(number: int) -> int:
        begin(waiting[number])
        waiting[number].rollback()
        waiting[number].set_autocommit(True)
        return number

    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(4) as pool:
        turns = pool.map(hand, range(4))
        sleep(0.3)
        before = set(looks)
        other.execute("ROLLBACK")
        assert list(turns) == [0, 1, 2, 3]

    assert len(before) == 1
    for connection in waiting:
        connection.close()


def test_who_only_reads_waits_for_nobody(ours: DatabaseWrapper, other: sqlite3.Connection) -> None:
    sqlite: Any = ours
    sqlite.transaction_mode = "DEFERRED"
    other.execute("BEGIN IMMEDIATE")

    begin(ours)

    with ours.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM sqlite_master")
        assert cursor.fetchone() == (0,)
    ours.rollback()
    other.execute("ROLLBACK")
