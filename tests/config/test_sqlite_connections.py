"""SQLite: a connection outlives its request, but not its file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config import env
from config.sqlite3.base import DatabaseWrapper

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.sqlite3"


@pytest.fixture
def database(file: Path) -> Iterator[DatabaseWrapper]:
    """A database of its own with a table, as a request has left it."""
    usual: dict[str, Any] = {"ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "TIME_ZONE": None}
    wrapper = DatabaseWrapper(usual | {"TEST": {}} | env.database(f"sqlite:///{file}"), "own")
    wrapper.inc_thread_sharing()
    with wrapper.cursor() as cursor:
        cursor.execute("CREATE TABLE game (number INTEGER)")
    yield wrapper
    wrapper.close()


def next_request(database: DatabaseWrapper) -> Any:
    """What Django does before each request; the connection that is then used."""
    state: Any = database  # of which Django's types say too little
    state.close_if_unusable_or_obsolete()
    with database.cursor() as cursor:
        cursor.execute("SELECT 1")
    return database.connection


def games(database: DatabaseWrapper) -> int:
    with database.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM game")
        return int(cursor.fetchone()[0])


def test_the_next_request_uses_the_same_connection(database: DatabaseWrapper) -> None:
    before = database.connection

    assert next_request(database) is before


def test_a_file_put_in_place_of_the_other_is_what_the_next_request_reads(
    database: DatabaseWrapper, file: Path
) -> None:
    copy = file.with_name("copy.sqlite3")
    with database.cursor() as cursor:
        cursor.execute("INSERT INTO game VALUES (1)")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(file, copy)
        cursor.execute("INSERT INTO game VALUES (2)")
    assert games(database) == 2

    for beside in file.parent.glob("club.sqlite3-*"):
        beside.unlink()
    copy.rename(file)
    next_request(database)

    assert games(database) == 1


def test_nothing_is_written_to_a_file_that_was_removed(
    database: DatabaseWrapper, file: Path
) -> None:
    before = database.connection
    file.unlink()

    assert next_request(database) is not before
    assert file.exists()
