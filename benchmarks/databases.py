"""Scratch databases that stand behind the default connection by turns."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

ALIAS = "default"


def use(database: BaseDatabaseWrapper) -> None:
    """Let every query from now on go to ``database``."""
    connections[ALIAS] = database


@contextmanager
def scratch_databases(*names: str) -> Iterator[list[BaseDatabaseWrapper]]:
    """Make migrated databases of the configured kind, and remove them in the end.

    SQLite: files in a temporary folder. PostgreSQL: databases beside the configured one.
    """
    usual = connections[ALIAS]
    made: list[BaseDatabaseWrapper] = []
    with TemporaryDirectory(prefix="jancho-bench-") as folder:
        try:
            for name in names:
                database = _wrapper(usual, name, Path(folder))
                use(database)
                database.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
                made.append(database)
            yield made
        finally:
            for database in made:
                database.creation.destroy_test_db(database.settings_dict["NAME"], verbosity=0)
            use(usual)


def _wrapper(usual: BaseDatabaseWrapper, name: str, folder: Path) -> BaseDatabaseWrapper:
    settings = copy.deepcopy(usual.settings_dict)
    test_name = (
        str(folder / f"{name}.sqlite3") if usual.vendor == "sqlite" else f"jancho_bench_{name}"
    )
    settings["TEST"] = {**settings.get("TEST", {}), "NAME": test_name}
    return type(usual)(settings, ALIAS)
