"""The API as strangers find it: whatever they make of its description, no answer breaks it.

schemathesis reads ``GET /api/v1/schema`` and calls every operation in process with what fits the
description and with what does not. A case leaves nothing behind, so that one never depends on
another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, settings
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.core import NOT_SET
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.schemas import APIOperation, BaseSchema

from config.middleware import always_utf8
from league.api.rulings import RulingsView
from league.core.permissions import Scope
from league.core.tokens import issue_token
from tests.factories import ADMIN, ClubWorld, make_world

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

CASES = 100
SETTINGS = settings(
    max_examples=CASES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
#: the collections of the description beside itself; that none is missing is a test of its own
TAGS = (
    *("rule-sets", "leagues", "members", "sessions", "hanchan", "live", "seasons", "rulings"),
    *("sheet-imports", "tenhou-imports", "exports", "downloads"),
    *("settings", "standings-check", "settle", "value", "replay"),
)
#: a call that fits the description may still name nobody's game, a day before the calendar, points
#: that do not add up, or the wrong state; it is never one that nobody may send or could read
FITTING = ["2xx", "304", "400", "403", "404", "409", "412", "422", "428"]
REFUSED = [*FITTING[2:], "401", "405", "406", "411", "413", "415"]


@pytest.fixture
def world() -> ClubWorld:
    return make_world()


@pytest.fixture
def described(world: ClubWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseSchema]:
    """The description, with addresses of things that are there and a token that may do all."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_given: True)
    made: dict[str, Any] = {"club": world.club, "member": None, "name": "記述", "days": 1}
    _token, secret = issue_token(**made, scopes=list(Scope), actor=ADMIN)
    config = schemathesis.Config.from_dict(
        {
            "seed": 20261120,
            "headers": {
                "Authorization": f"Bearer {secret}",
                "Accept-Encoding": "identity",  # over WSGI an answer is read as it comes
            },
            "generation": {
                "deterministic": True,
                "database": "none",
                "no-shrink": True,
                "with-security-parameters": False,  # the token is sent, and opens all
            },
            "checks": {
                # it takes our own token for one made up; test_rights_api.py tries every caller
                "ignored_auth": {"enabled": False},
                # an evening that was taken off the list stays readable, and may come back
                "use_after_free": {"enabled": False},
                "positive_data_acceptance": {"expected-statuses": FITTING},
                "negative_data_rejection": {"expected-statuses": REFUSED},
            },
        }
    )
    # as Django's own test client does: the test's connection outlives the requests
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    door = always_utf8(WSGIHandler())
    yield schemathesis.openapi.from_wsgi("/api/v1/schema", door, config=config)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def at_fault(case: schemathesis.Case[Any]) -> bool:
    """Whether it is the address that does not fit the description."""
    assert case.meta
    path = case.meta.components.get(ParameterLocation.PATH)
    edge = getattr(case.meta.phase.data, "parameter_location", None)  # of edge cases alone
    spoilt = edge == ParameterLocation.PATH and not case.meta.generation.mode.is_positive
    return spoilt or bool(path and not path.mode.is_positive)


def says_nothing(case: schemathesis.Case[Any]) -> bool:
    """Whether a call that fits has only an address, in which nothing can be wrong but the key."""
    assert case.meta
    fits = case.meta.generation.mode.is_positive
    return fits and not case.query and case.body is NOT_SET and "If-Match" not in case.headers


def try_in(places: dict[str, Any], case: schemathesis.Case[Any]) -> None:
    """Ask for what is there, hold the answer to every check, and take back what was done.

    Where it is the address that does not fit, it stays as it is.
    """
    if not at_fault(case):
        case.path_parameters = {name: places[name] for name in case.path_parameters}
    with transaction.atomic():
        answer = case.call_and_validate()
        transaction.set_rollback(True)
    assert answer.status_code != 400 or not says_nothing(case), case.as_curl_command()


def calls_of(described: BaseSchema) -> list[APIOperation[Any, Any, Any, Any]]:
    """Every operation; one that cannot be read from the description is an error."""
    found = list(described.get_all_operations())
    read = [each.ok() for each in found if isinstance(each, Ok)]
    assert len(read) == len(found)
    return read


def _as_json(value: Any) -> Any:
    return str(value) if isinstance(value, UUID) else value


def try_calls(described: BaseSchema, world: ClubWorld, tag: str) -> None:
    """Call each operation of a collection with examples, edge cases and random ones."""
    calls = calls_of(described.include(tag=tag))
    assert calls
    places = {name: _as_json(value) for name, value in world.kwargs().items()}

    def try_case(case: schemathesis.Case[Any]) -> None:
        try_in(places, case)

    for call in calls:
        tried = build_operation_test(
            config=described.config,
            operation=call,
            test_func=try_case,
            given_kwargs={},
            feedback=FeedbackSources(),
            explicit_settings=SETTINGS,
        )
        tried()


def test_every_collection_is_called(described: BaseSchema) -> None:
    calls = calls_of(described)

    assert {tag for call in calls for tag in call.tags or ()} == set(TAGS)


@pytest.mark.parametrize("tag", TAGS)
def test_no_call_breaks_the_description(described: BaseSchema, world: ClubWorld, tag: str) -> None:
    try_calls(described, world, tag)


def test_an_answer_that_is_not_as_described_would_be_noticed(
    described: BaseSchema, world: ClubWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RulingsView, "get", lambda *_given, **_more: Response({"rows": 1}))

    with pytest.raises(FailureGroup):
        try_calls(described, world, "rulings")
