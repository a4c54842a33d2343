"""Every answer, however it ends, forbids foreign and inline code, framing and guessing of types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponseBase
from django.test import Client

from league.views import clubs
from tests.league.addresses import Stage, address, again, names, stage_of, taken_back, visit
from tests.league.rights_table import METHODS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        yield opened


def policy(response: HttpResponseBase) -> dict[str, str]:
    """The Content-Security-Policy by directive."""
    parts = response.headers.get("Content-Security-Policy", "").split("; ")
    return {part.partition(" ")[0]: part.partition(" ")[2] for part in parts}


def weak_spots(response: HttpResponseBase) -> list[str]:
    """What a browser is not told to refuse."""
    told = policy(response)
    wanted = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    weak = [name for name, value in wanted.items() if told.get(name) != value]
    weak += [word for word in ("unsafe-inline", "unsafe-eval", "*") if word in str(told)]
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Frame-Options": "DENY",
    }
    return weak + [name for name, value in headers.items() if response.headers.get(name) != value]


def test_a_bare_answer_has_every_weak_spot() -> None:
    assert len(weak_spots(HttpResponseBase())) == 11


@pytest.mark.parametrize("name", names())
def test_every_answer_of_an_address_tells_browsers_what_to_refuse(stage: Stage, name: str) -> None:
    url = address(name, stage.world)
    seen: dict[int, list[str]] = {}

    for role in ("anonymous", "outsider", "pass", "owner"):
        for method in (*METHODS, "HEAD", "OPTIONS"):
            cache.clear()
            with taken_back():
                response = visit(again(stage.clients[role]), method, url)
            seen.setdefault(response.status_code, []).extend(weak_spots(response))

    assert seen
    assert all(weak == [] for weak in seen.values()), seen


@pytest.mark.parametrize(
    ("url", "status"),
    [
        pytest.param("/nowhere/", 404, id="no such page"),
        pytest.param("/api/v1/nowhere", 404, id="no such call"),
        pytest.param("/c/nowhere/", 302, id="no such club"),
    ],
)
def test_addresses_that_lead_nowhere_are_no_weaker(url: str, status: int) -> None:
    response = Client().get(url)

    assert response.status_code == status
    assert weak_spots(response) == []


def test_a_page_that_breaks_is_no_weaker(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("for the test")

    monkeypatch.setattr(clubs, "club_home", broken)
    client = again(stage.clients["owner"], raise_request_exception=False)

    response = client.get(address("league:home", stage.world))

    assert response.status_code == 500
    assert weak_spots(response) == []


def test_a_refused_guess_at_a_password_is_no_weaker() -> None:
    cache.clear()
    client = Client()
    for _ in range(31):
        response = client.post("/accounts/login/", {"login": "nobody", "password": "wrong"})
    cache.clear()

    assert response.status_code == 429
    assert weak_spots(response) == []
