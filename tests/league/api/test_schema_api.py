"""The API describes itself, and every answer in these tests is held to that description."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from league.api import people
from league.api.schema import drawn, openapi
from league.api.urls import urlpatterns
from league.models import Club
from tests.league.api.calls import get
from tests.league.api.held import fits

_PLACES = re.compile(r"<\w+:(\w+)>")


def _drawn_by_four_threads(ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the description is drawn when four threads of a new process ask for it at once."""
    times = []
    again = threading.Event()

    def get_schema(_self: object, *, public: bool) -> dict[str, Any]:
        times.append(public)
        if len(times) > 1:
            again.set()
        again.wait(1)  # second, for whoever else asks
        return {"components": {"schemas": {}}, "paths": {}}

    monkeypatch.setattr(SchemaGenerator, "get_schema", get_schema)
    drawn.cache_clear()
    try:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda _each: ask(), range(4)))
    finally:
        drawn.cache_clear()
    return len(times)


def test_the_description_is_drawn_once_however_many_ask_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _drawn_by_four_threads(openapi, monkeypatch) == 1


def test_control_without_waiting_for_each_other_it_is_drawn_several_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _drawn_by_four_threads(drawn, monkeypatch) > 1


@pytest.mark.django_db
def test_the_description_is_open_to_everybody_and_kept_by_its_tag(client: Client) -> None:
    answer = get(client, "schema")

    assert answer.json()["openapi"] == "3.1.1"
    assert "/api/v1/clubs/{club_slug}/hanchan" in answer.json()["paths"]
    again = client.get("/api/v1/schema", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"nickname": "Ken"}, id="a key too many"),
        pytest.param({"guest": 0}, id="another kind of value"),
        pytest.param({"name": None}, id="null where there is a name"),
    ],
)
def test_an_answer_that_is_not_as_declared_does_not_fit(change: dict[str, Any]) -> None:
    person = {"id": 1, "url": "/c/tonan/members/1/", "name": "佐藤", "guest": False, "left": False}

    assert fits(people.Person, person) == []
    assert fits(people.Person, person | change) != []
    assert fits(people.Person, dict(reversed(person.items()))) != []


def test_a_call_whose_answer_is_not_as_declared_fails_the_test_that_made_it(
    club: Club, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    member_json = people._member_json

    def with_more(*given: Any) -> Any:
        return member_json(*given) | {"nickname": "Ken"}

    monkeypatch.setattr(people, "_member_json", with_more)

    with pytest.raises(AssertionError, match="nickname"):
        get(organizer, "clubs/tonan/members")


def test_every_call_is_described_and_nothing_about_it_is_doubtful() -> None:
    drawn.cache_clear()
    found = openapi()

    assert dict(GENERATOR_STATS._warn_cache) == {}
    assert dict(GENERATOR_STATS._error_cache) == {}
    validate_schema(found)
    calls = {
        ("/api/v1/" + _PLACES.sub(r"{\1}", str(pattern.pattern)), method.lower())
        for pattern in urlpatterns[:-1]
        if hasattr(pattern.callback, "cls")
        for method in getattr(pattern.callback, "cls")().allowed_methods  # noqa: B009 - no type knows it
        if method not in ("HEAD", "OPTIONS")
    }
    assert {(path, method) for path, calls in found["paths"].items() for method in calls} == calls
