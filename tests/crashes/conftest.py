"""What the crashes share: places to try them at, on both databases."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.crashes.site import Place, PostgresServer, postgres_server

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def _server() -> Iterator[PostgresServer]:
    with postgres_server() as started:
        yield started


@pytest.fixture
def server(_server: PostgresServer) -> Iterator[PostgresServer]:
    """A PostgreSQL of the tests' own; it runs again when a test is over."""
    yield _server
    if _server.options or not _server.is_up:
        _server.options = {}
        _server.restart()


@pytest.fixture(scope="session")
def _on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("sqlite")
    made = Place(f"sqlite:///{folder / 'jancho.sqlite3'}", folder)
    made.fill()
    return made


@pytest.fixture(scope="session")
def _on_postgres(_server: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(_server.create("first"), tmp_path_factory.mktemp("postgres"))
    made.fill()
    return made


@pytest.fixture
def _reading(django_db_blocker: Any) -> Iterator[None]:
    """Let a test look into the databases that it made itself."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def on_sqlite(_on_sqlite: Place, tmp_path: Path, _reading: None) -> Place:
    """A club on SQLite."""
    file = shutil.copy(_on_sqlite.folder / "jancho.sqlite3", tmp_path)
    return replace(_on_sqlite, url=f"sqlite:///{file}", folder=tmp_path)


@pytest.fixture
def on_postgres(
    server: PostgresServer, _on_postgres: Place, tmp_path: Path, _reading: None
) -> Place:
    """A club on a PostgreSQL of the tests' own."""
    url = server.create(f"place_{next(_numbers)}", template="first")
    return replace(_on_postgres, url=url, folder=tmp_path)


@pytest.fixture(params=["on_sqlite", "on_postgres"], ids=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Place:
    """A club on either."""
    made: Place = request.getfixturevalue(request.param)
    return made
