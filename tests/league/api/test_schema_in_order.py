"""Calls that follow each other, as the links of the API's description lead from one to the next.

schemathesis makes a thing, then reads, changes and removes it by the key that it was answered with,
in random order and with random bodies, and holds every answer to the description; what was made is
there, what was removed is gone. What makes a thing is often sent as docs/api.md shows it, since
random players have no game. A scenario leaves nothing behind. ``make test-slow`` plays a tenth of
them, ``make promises`` (JANCHO_FULL=1) all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.http import Http404
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.schemas import BaseSchema

from league.api import people
from league.api.schema import PREFIX, openapi
from league.models import Member
from tests.factories import ClubWorld
from tests.league.api.changing import Ready, made_ready
from tests.league.api.document import structure
from tests.league.api.prepared import Prepared, prepared
from tests.league.api.test_schema_in_full import described  # noqa: F401 - a fixture

pytestmark = [
    *(pytest.mark.slow, pytest.mark.django_db),
    pytest.mark.usefixtures("on_the_evening"),
]

#: of each call that makes something
SCENARIOS = 100 if os.environ.get("JANCHO_FULL") else 10
#: the calls that make something, and how many lead on from each
MAKERS = {
    path: links
    for path, methods in openapi()["paths"].items()
    if (links := methods.get("post", {}).get("responses", {}).get("201", {}).get("links"))
}


@pytest.fixture
def club() -> Prepared:
    return prepared()


@pytest.fixture
def world(club: Prepared) -> ClubWorld:
    return club.world


@dataclass
class Found:
    """What came of following the links."""

    again: int = 0  # so often what had been made was there
    lost: list[str] = field(default_factory=list)
    broken: list[BaseException] = field(default_factory=list)


class Followed:
    """What a scenario does beside schemathesis; mixed into its state machine."""

    club: Prepared
    found: Found
    maker: str
    ready: Ready
    turns: Iterator[int]

    def setup(self) -> None:
        self.changed: set[str] = set()  # addresses
        self.atomic = transaction.atomic()
        self.atomic.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def step(self, input: Any) -> Any:
        """Ask for what is there, unless the link says for what, and look whether it was."""
        case, places = input.case, self.club.world.kwargs()
        linked = {n for place, n in input.applied_parameters if place == ParameterLocation.PATH}
        case.path_parameters |= {n: places[n] for n in case.path_parameters if n not in linked}
        makes = case.operation.label == f"POST {self.maker}"
        if makes and next(self.turns) % 4:
            case.body = self.ready.body
        try:
            output = super().step(input)  # type: ignore[misc]
        except (AssertionError, BaseExceptionGroup) as broken:
            self.found.broken.append(broken)
            raise
        if linked:
            self.look(case.method, case.formatted_path, output.response.status_code)
        return output

    def look(self, method: str, path: str, status: int) -> None:
        """Note whether what was made is there; what was changed since may be gone."""
        if status != HTTPStatus.NOT_FOUND:
            self.found.again += 1
            self.changed |= {path} if method != "GET" else set()
        elif method == "GET" and path.count("/") == self.maker.count("/") + 1:
            untouched = not any(each.startswith(path) for each in self.changed)
            self.found.lost += [path] * untouched


def machine(schema: Any, club: Prepared, maker: str, found: Found) -> Any:
    """Scenarios of what one call makes, and of the calls that it leads to."""
    made = openapi()["paths"][maker]["post"]["operationId"]
    schema.config.generation.modes = [GenerationMode.POSITIVE]  # the other test tries the rest
    # our own links alone: schemathesis would take any “id” for that of a thing further up
    schema.config.phases.stateful.inference.algorithms = []
    chosen = schema.include(operation_id=[made, *MAKERS[maker]])
    ready = made_ready(club, ("POST", structure(maker.removeprefix(PREFIX))))
    own = {"club": club, "found": found, "maker": maker, "ready": ready, "turns": count()}
    return type("Scenario", (Followed, chosen.as_state_machine()), own)


def run(scenarios: Any, attempts: int = 5) -> None:
    """Run them; begin again where what was drawn hung on the numbers that a database gives.

    PostgreSQL gives none twice, so Hypothesis may find its own replay different. What was found
    until then counts.
    """
    try:
        _run(scenarios)
    except FlakyStrategyDefinition:
        if attempts == 1:
            raise
        run(scenarios, attempts - 1)


def _run(scenarios: Any) -> None:
    scenarios.run(
        settings=settings(
            max_examples=SCENARIOS,
            stateful_step_count=10,
            phases=[Phase.generate],
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
    )


@pytest.mark.parametrize("maker", list(MAKERS))
def test_what_a_call_makes_can_be_read_changed_and_removed_by_the_calls_it_leads_to(
    described: BaseSchema,  # noqa: F811
    club: Prepared,
    maker: str,
    record_property: Callable[[str, object], None],
) -> None:
    found = Found()

    run(machine(described, club, maker, found))

    assert found.broken == []
    assert found.lost == []
    assert found.again
    record_property("measured", f"{found.again} times what was made was there")


def test_control_something_made_that_is_not_there_afterwards_would_be_noticed(
    described: BaseSchema,  # noqa: F811
    club: Prepared,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    newest = Member.objects.for_club(club.world.club).latest("pk").pk
    find = people._member

    def forget(visit: Any, member_id: int) -> Any:
        if member_id > newest:
            raise Http404
        return find(visit, member_id)

    monkeypatch.setattr(people, "_member", forget)

    found = Found()
    run(machine(described, club, f"{PREFIX}clubs/{{club_slug}}/members", found))

    assert found.lost
