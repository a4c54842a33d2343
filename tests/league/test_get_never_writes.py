"""Nothing is changed without the token that only our pages carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from league.models import Club
from tests.league.addresses import (
    Stage,
    address,
    again,
    names,
    outcome,
    stage_of,
    taken_back,
    visit,
    writing,
)

pytestmark = pytest.mark.django_db
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        yield opened


def test_a_single_changed_letter_is_seen(stage: Stage) -> None:
    with taken_back(), writing() as written:
        Club.objects.filter(pk=stage.world.club.pk).update(name="東南麻雀会")

    assert [statement.split()[0] for statement in written] == ["UPDATE"]


def test_reading_is_not_taken_for_writing(stage: Stage) -> None:
    with taken_back(), writing() as written:
        assert Club.objects.filter(pk=stage.world.club.pk).exists()

    assert written == []


@pytest.mark.parametrize("name", names())
def test_nothing_is_changed_without_the_token_of_our_own_pages(stage: Stage, name: str) -> None:
    url = address(name, stage.world)

    let_in = {}
    for role in ("anonymous", "pass", "owner"):
        for method in UNSAFE:
            cache.clear()
            with taken_back(), writing() as written:
                client = again(stage.clients[role], enforce_csrf_checks=True)
                ended = outcome(visit(client, method, url))
            # Settling a game stores nothing: whoever is not logged in needs no token for it.
            if written or ended not in ("forbidden", "missing", "method"):
                let_in[f"{role} {method}"] = ended

    is_calculation = name in ("api:settle", "api:value", "api:replay")
    free = {"anonymous POST": "refused", "pass POST": "refused"} if is_calculation else {}
    assert let_in == free
