"""Reading changes nothing, and nothing is changed without the token that only our pages carry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from tests.league.addresses import (
    Stage,
    address,
    again,
    names,
    outcome,
    stage_of,
    taken_back,
    visit,
)
from tests.league.rights_table import ROLES

pytestmark = pytest.mark.django_db
SAFE = ("GET", "HEAD", "OPTIONS")
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        yield opened


def stored() -> str:
    """A fingerprint of every row of every table, sessions and logins included."""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows = sorted(repr(row) for row in cursor.fetchall())
            digest.update(f"{table}{rows}".encode())
    return digest.hexdigest()


def test_the_fingerprint_sees_a_single_changed_letter(stage: Stage) -> None:
    before = stored()

    with taken_back():
        stage.world.player.display_name += "子"
        stage.world.player.save()
        changed = stored()

    assert changed != before
    assert stored() == before


@pytest.mark.parametrize("name", names())
def test_looking_at_a_page_writes_nothing_at_all(stage: Stage, name: str) -> None:
    url = address(name, stage.world)
    before = stored()

    writers = []
    for role in ROLES:
        for method in SAFE:
            cache.clear()
            with taken_back():
                visit(again(stage.clients[role]), method, url)
                if stored() != before:
                    writers.append(f"{role} {method}")

    assert writers == []


@pytest.mark.parametrize("role", ["anonymous", "pass", "owner"])
@pytest.mark.parametrize("name", names())
def test_nothing_is_changed_without_the_token_of_our_own_pages(
    stage: Stage, name: str, role: str
) -> None:
    url = address(name, stage.world)
    before = stored()

    let_in = {}
    for method in UNSAFE:
        cache.clear()
        with taken_back():
            client = again(stage.clients[role], enforce_csrf_checks=True)
            ended = outcome(visit(client, method, url))
            changed = stored() != before
        # Settling a game stores nothing: whoever is not logged in needs no token for it.
        if changed or ended not in ("forbidden", "missing", "method"):
            let_in[method] = ended

    is_calculation = name in ("api:settle", "api:value", "api:replay")
    free = {"POST": "refused"} if is_calculation and role != "owner" else {}
    assert let_in == free
