"""The two addresses that load balancers and containers ask."""

from unittest import mock

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from config.middleware import HealthMiddleware


def test_healthz_answers_without_a_database() -> None:
    response = Client().get("/healthz")

    assert response.status_code == 200
    assert response.json() == {"status": "ok", "process": "ok"}
    assert response["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_readyz_answers_when_database_and_migrations_are_there() -> None:
    response = Client().get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "migrations": "ok"}


@pytest.mark.django_db
@override_settings(ALLOWED_HOSTS=["league.example.org"], SECURE_SSL_REDIRECT=True)
def test_they_answer_under_any_host_and_without_https() -> None:
    client = Client(headers={"host": "10.0.0.7:8000"})

    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200


def test_readyz_names_a_database_that_is_away_and_tells_no_more() -> None:
    failing = mock.Mock()
    failing.cursor.side_effect = OperationalError("password of jancho@10.0.0.3 is wrong")
    with mock.patch("config.middleware.connection", failing):
        response = Client().get("/readyz")

    assert response.status_code == 503
    assert response.json() == {
        "status": "unavailable",
        "database": "unreachable",
        "migrations": "unknown",
    }


@pytest.mark.django_db
def test_readyz_waits_for_migrations_and_asks_no_more_once_they_are_there() -> None:
    with mock.patch("config.middleware.MigrationExecutor") as executor:
        plan = executor.return_value.migration_plan
        plan.return_value = ["league.0002"]
        client = Client()
        before = client.get("/readyz")
        plan.return_value = []
        after = client.get("/readyz")
        client.get("/readyz")

    assert before.status_code == 503
    assert before.json()["migrations"] == "missing"
    assert after.status_code == 200
    assert plan.call_count == 2


def test_every_other_address_goes_on() -> None:
    page = HttpResponse("the page")
    request = RequestFactory().get("/healthz/more")

    assert HealthMiddleware(lambda _request: page)(request) is page
