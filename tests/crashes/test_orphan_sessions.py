"""The sessions of a killed client end within a second, and give back what they had locked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.config.processes import ROOT, until
from tests.crashes.site import Place, pause

pytestmark = [pytest.mark.slow, pytest.mark.servers]

KILLS = 20 if os.environ.get("JANCHO_FULL") else 2
#: a client that has a long query under way; its session says by its name which one it is
AT_IT = """
import django
from django.db import connection
django.setup()
connection.settings_dict["OPTIONS"]["application_name"] = "orphan"
if {control}:
    connection.settings_dict["OPTIONS"].pop("options")
connection.cursor().execute("SELECT pg_advisory_lock(77), pg_sleep(30)")
"""


def sessions(place: Place) -> int:
    """How many such sessions are at work."""
    with psycopg.connect(place.url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'orphan'"
            " AND state = 'active'"
        ).fetchone()
    assert row is not None
    return int(row[0])


@contextmanager
def killed(place: Place, *, control: bool = False) -> Iterator[None]:
    """Kill a client amid its query."""
    code = AT_IT.format(control=control)
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=place.surroundings())
    try:
        until(lambda: sessions(place))
        process.kill()
        yield
    finally:
        process.kill()
        process.wait()


def test_the_session_of_a_killed_client_is_gone_within_a_second(
    on_postgres: Place, record_property: Callable[[str, object], None]
) -> None:
    for _kill in range(KILLS):
        with killed(on_postgres):
            until(lambda: not sessions(on_postgres), seconds=1)
    record_property("measured", f"{KILLS} of {KILLS} within a second")


def test_control_a_server_that_does_not_ask_keeps_it(on_postgres: Place) -> None:
    with killed(on_postgres, control=True):
        pause(2)

        assert sessions(on_postgres) == 1
