"""The two addresses that load balancers and containers ask."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from config import env
from config.health import HealthMiddleware
from league.core import redis_cache
from league.models import Job
from league.upkeep import readiness
from league.upkeep.readiness import Readiness
from tests.factories import make_club
from tests.redis_server import RedisServer, redis_server

ALL_WELL = dict.fromkeys(("database", "migrations", "queue", "broker", "cache", "disk"), "ok")


@pytest.fixture(autouse=True)
def _of_its_own() -> Iterator[None]:
    """Let each test ask for the migrations again."""
    readiness._migrated.clear()
    yield
    readiness._migrated.clear()


def ready(client: Client | None = None) -> tuple[int, dict[str, str]]:
    response = (client or Client()).get("/readyz")
    assert response["Cache-Control"] == "no-store"
    return response.status_code, response.json()


def test_healthz_answers_without_a_database() -> None:
    response = Client().get("/healthz")

    assert response.status_code == 200
    assert response.json() == {"status": "ok", "process": "ok"}
    assert response["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_readyz_names_every_part_when_all_is_well() -> None:
    assert ready() == (200, {"status": "ok", **ALL_WELL})


@pytest.mark.django_db
def test_they_answer_under_any_host_and_without_https(settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["league.example.org"], True
    client = Client(headers={"host": "10.0.0.7:8000"})

    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200


def test_readyz_names_a_database_that_is_away_and_tells_no_more() -> None:
    failing = mock.Mock()
    failing.cursor.side_effect = OperationalError("password of jancho@10.0.0.3 is wrong")
    with mock.patch("league.upkeep.readiness.connection", failing):
        answer = ready()

    missing = {"database": "unreachable", "migrations": "unknown", "queue": "unknown"}
    assert answer == (503, {"status": "unavailable", **ALL_WELL, **missing})


@pytest.mark.django_db
def test_readyz_waits_for_migrations_and_asks_no_more_once_they_are_there() -> None:
    with mock.patch("league.upkeep.readiness.MigrationExecutor") as executor:
        plan = executor.return_value.migration_plan
        plan.return_value = ["league.0002"]
        before = ready()
        plan.return_value = []
        after = ready()
        ready()

    assert before[0] == 503
    assert before[1] == {
        **{"status": "unavailable", **ALL_WELL},
        **{"migrations": "missing", "queue": "unknown"},
    }
    assert after[0] == 200
    assert plan.call_count == 2


@pytest.mark.django_db(transaction=True)
def test_jobs_that_nobody_carries_out_are_told() -> None:
    job = Job.objects.create(club=make_club(), kind=Job.Kind.VERIFY_STANDINGS)
    assert ready() == (200, {"status": "ok", **ALL_WELL})

    Job.objects.across_clubs().update(created_at=timezone.now() - timedelta(minutes=11))
    assert ready() == (200, {"status": "degraded", **ALL_WELL, "queue": "stuck"})

    Job.objects.across_clubs().filter(pk=job.pk).update(state=Job.State.RUNNING)
    assert ready() == (200, {"status": "ok", **ALL_WELL})


@pytest.mark.django_db
def test_a_full_disk_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_LITTLE_ROOM", 10**18)

    assert ready() == (200, {"status": "degraded", **ALL_WELL, "disk": "full"})


@pytest.mark.django_db
def test_a_queue_of_files_that_cannot_be_written_is_told(tmp_path: Path, settings: Any) -> None:
    settings.CELERY_BROKER_URL = "filesystem://localhost"
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = env.broker_options("filesystem:", tmp_path)
    assert ready()[1]["broker"] == "ok"

    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path / "gone")}
    assert ready() == (200, {"status": "degraded", **ALL_WELL, "broker": "unreachable"})


@pytest.mark.django_db
def test_a_part_that_hangs_is_told_and_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, over = [], threading.Event()

    def hang() -> dict[str, str]:
        looks.append(1)
        over.wait()
        return {"disk": "ok"}

    monkeypatch.setattr(readiness, "PATIENCE", 0.5)
    monkeypatch.setattr(Readiness, "looks", {**Readiness.looks, ("disk",): hang})
    client = Client()
    try:
        for _again in range(3):
            assert ready(client) == (200, {"status": "degraded", **ALL_WELL, "disk": "hanging"})
        assert len(looks) == 1
    finally:
        over.set()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis of this test's own, as cache or as queue."""
    with redis_server(tmp_path) as server:
        redis_cache.breaker_of.cache_clear()
        yield server
        redis_cache.breaker_of.cache_clear()


@pytest.mark.services
@pytest.mark.django_db
@pytest.mark.parametrize("happens", ["stop", "freeze", "fill", "make_read_only"])
@pytest.mark.parametrize("part", ["cache", "broker"])
def test_cache_and_broker_are_told_apart_whatever_happens_to_them(
    server: RedisServer, settings: Any, part: str, happens: str
) -> None:
    if part == "cache":
        settings.CACHES = {"default": env.cache(server.url())}
    else:
        settings.CELERY_BROKER_URL = server.url()
    assert ready() == (200, {"status": "ok", **ALL_WELL})

    getattr(server, happens)()

    assert ready() == (200, {"status": "degraded", **ALL_WELL, part: "unreachable"})


def test_every_other_address_goes_on() -> None:
    page = HttpResponse("the page")
    request = RequestFactory().get("/healthz/more")

    assert HealthMiddleware(lambda _request: page)(request) is page
