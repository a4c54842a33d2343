"""Answers that end badly forbid foreign and inline code too; see ``test_rights`` for the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.test import Client
from django.urls import path

from config import urls
from tests.league.addresses import Stage, again, stage_of, weak_spots

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        yield opened


def test_a_bare_answer_has_every_weak_spot() -> None:
    assert len(weak_spots(HttpResponseBase())) == 11


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


@pytest.mark.parametrize("url", ["/healthz", "/readyz"])
def test_what_says_that_the_server_is_well_is_no_weaker(url: str) -> None:
    assert weak_spots(Client().get(url)) == []


def test_the_way_to_https_is_no_weaker(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True

    response = Client().get("/")

    assert response.status_code == 301
    assert [spot for spot in weak_spots(response) if spot != "X-Frame-Options"] == []


def broken(_request: HttpRequest) -> HttpResponseBase:
    raise RuntimeError("for the test")


urlpatterns = [path("broken/", broken), *urls.urlpatterns]


@pytest.mark.urls(__name__)
def test_a_page_that_breaks_is_no_weaker(stage: Stage) -> None:
    client = again(stage.clients["owner"], raise_request_exception=False)

    response = client.get("/broken/")

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
