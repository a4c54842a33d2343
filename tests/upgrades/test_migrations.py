"""Tables are made from nothing and taken down again; a database of an older checkout is refused."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from league.models import AuditEvent
from tests.factories import make_club

ROOT = Path(__file__).parents[2]


def migrate(targets: list[tuple[str, str | None]]) -> None:
    MigrationExecutor(connection).migrate(targets)


def tables() -> set[str]:
    return {
        name
        for name in connection.introspection.table_names()
        if name.startswith(("league_", "rules_"))
    }


@pytest.fixture
def no_tables() -> Iterator[set[str]]:
    """Our tables taken down, and put up again after the test; yields those that there were."""
    before = tables()
    try:
        migrate([("league", None), ("rules", None)])
        yield before
    finally:
        migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())


@pytest.mark.django_db(transaction=True)
def test_migrations_go_back_to_nothing_and_forward_again(no_tables: set[str]) -> None:
    assert tables() == set()

    migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())

    assert tables() == no_tables
    make_club()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEvent.objects.across_clubs().update(type="other")


@pytest.mark.django_db
def test_every_model_is_as_the_migrations_make_it() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_a_database_of_an_older_checkout_is_refused_before_anything_is_changed() -> None:
    MigrationRecorder(connection).record_applied("league", "0002_append_only_trail")

    with pytest.raises(SystemCheckError, match="made by another version of Jancho"):
        call_command("migrate", verbosity=0, skip_checks=False)


def test_make_run_on_an_older_database_says_what_to_do(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "jancho.sqlite3") as old:
        old.execute(
            "CREATE TABLE django_migrations (id INTEGER, app TEXT, name TEXT, applied TEXT)"
        )
        for name in ("0001_initial", "0002_append_only_trail"):
            old.execute(
                "INSERT INTO django_migrations VALUES (1, 'league', ?, '2026-01-01')", [name]
            )
    place = {name: value for name, value in os.environ.items() if "DATABASE" not in name}
    place |= {"DJANGO_SETTINGS_MODULE": "config.settings.local", "JANCHO_VAR": str(tmp_path)}

    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"],
        cwd=ROOT,
        env=place,
        capture_output=True,
        check=False,
        text=True,
    )

    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(tmp_path / "jancho.sqlite3") in done.stderr
    assert "archive_club SLUG > SLUG.json" in done.stderr
