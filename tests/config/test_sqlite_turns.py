"""SQLite: who waits to write looks for a free moment often, and not for ever."""

from __future__ import annotations

import gc
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
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


@contextmanager
def freed_soon(other: sqlite3.Connection) -> Iterator[None]:
    """Hold the lock, and let it go while somebody waits."""
    other.execute("BEGIN IMMEDIATE")
    free = threading.Timer(0.05, lambda: other.execute("COMMIT"))
    free.start()
    yield
    free.join()


def test_a_transaction_begins_once_the_lock_is_free(
    ours: DatabaseWrapper, other: sqlite3.Connection
) -> None:
    with freed_soon(other):
        begin(ours)

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


def test_a_statement_outside_of_a_transaction_waits_too(
    ours: DatabaseWrapper, other: sqlite3.Connection
) -> None:
    other.execute("CREATE TABLE game (points)")
    with freed_soon(other), ours.cursor() as cursor:
        cursor.execute("INSERT INTO game VALUES (%s)", [25_000])

    assert other.execute("SELECT points FROM game").fetchall() == [(25_000,)]


def test_a_transaction_that_has_read_what_is_no_longer_so_is_told_at_once(
    ours: DatabaseWrapper, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []
    monkeypatch.setattr("config.sqlite3.base.time.sleep", looks.append)
    other.execute("CREATE TABLE game (points)")
    sqlite: Any = ours
    sqlite.transaction_mode = "DEFERRED"
    begin(ours)
    with ours.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM game")
        other.execute("INSERT INTO game VALUES (25000)")

        with pytest.raises(OperationalError, match="locked"):
            cursor.execute("INSERT INTO game VALUES (%s)", [30_000])

    assert looks == []
    ours.rollback()


class Circle:
    """What only the garbage collector clears away."""

    def __init__(self, cursor: Any) -> None:
        self.itself, self.cursor = self, cursor


def both_go_on(holder: DatabaseWrapper, waiting: DatabaseWrapper) -> bool:
    """One holds the lock and collects a cursor of another, who waits; does that one get it?"""
    with holder.cursor() as cursor:
        cursor.execute("CREATE TABLE game (points)")
    circle = Circle(waiting.connection.execute("SELECT 1 UNION SELECT 2"))
    begin(holder)

    def write() -> bool:
        with suppress(OperationalError), waiting.cursor() as cursor:
            cursor.execute("INSERT INTO game VALUES (%s)", [25_000])
            return True
        return False

    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(write)
        time.sleep(0.2)  # by now it waits
        del circle
        gc.collect()
        holder.rollback()
        return written.result()


def test_who_waits_is_in_nobody_s_way_when_the_garbage_is_collected(
    ours: DatabaseWrapper, file: Path
) -> None:
    waiting = connected(file, patience=60)

    assert both_go_on(ours, waiting)
    waiting.close()


def test_control_whoever_waits_within_sqlite_stops_the_one_with_the_lock(
    ours: DatabaseWrapper, file: Path
) -> None:
    waiting = connected(file, patience=0)
    waiting.connection.execute("PRAGMA busy_timeout = 2000")

    assert not both_go_on(ours, waiting)
    waiting.close()


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
