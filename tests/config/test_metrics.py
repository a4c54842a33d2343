"""What monitoring reads: requests, jobs and backups, for whoever has the token."""

from __future__ import annotations

import urllib.error
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone
from prometheus_client import CollectorRegistry

from config.metrics import count_queries
from league.models import Job
from league.upkeep.metrics import StateCollector
from tests.config.processes import BIN, free_port, manage, running, status, surroundings, until
from tests.factories import make_world

TOKEN = "of-prometheus-alone-2f8c"  # of this test


def figures() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(StateCollector())
    return registry


@pytest.mark.django_db(transaction=True)
def test_monitoring_sees_what_waits_for_how_long_and_what_failed() -> None:
    club = make_world().club
    now = timezone.now()
    kinds = list(Job.Kind)
    for kind, state in zip(
        kinds, (Job.State.WAITING, Job.State.RUNNING, Job.State.FAILED), strict=False
    ):
        job = Job.objects.create(club=club, kind=kind, state=state, started_at=now)
        Job.objects.for_club(club).filter(pk=job.pk).update(created_at=now - timedelta(minutes=7))
    long_ago = Job.objects.create(club=club, kind=kinds[0], state=Job.State.FAILED)
    Job.objects.for_club(club).filter(pk=long_ago.pk).update(started_at=now - timedelta(days=3))
    seen = figures()

    assert seen.get_sample_value("jancho_jobs", {"state": "waiting"}) == 1
    assert seen.get_sample_value("jancho_jobs", {"state": "running"}) == 1
    assert seen.get_sample_value("jancho_failed_jobs") == 1
    assert 420 <= (seen.get_sample_value("jancho_oldest_waiting_job_seconds") or 0) < 480
    assert seen.get_sample_value("jancho_part_ok", {"part": "database"}) == 1


@pytest.mark.django_db
def test_queries_and_their_errors_are_counted_with_any_backend() -> None:
    from prometheus_client import REGISTRY

    names = {"alias": "default", "vendor": connection.vendor}

    def counted() -> float:
        return REGISTRY.get_sample_value("django_db_execute_total", names) or 0

    count_queries(connection)
    count_queries(connection)
    try:
        before = counted()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")

        assert counted() == before + 1
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT nothing_of_that_name")
        assert counted() == before + 2
    finally:
        connection.execute_wrappers.pop()


def scraped(site: str, token: str = "") -> tuple[int, str]:
    asked = urllib.request.Request(f"{site}/metrics")
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize("token", [TOKEN, ""])
def test_two_web_processes_count_together_for_whoever_has_the_token(
    tmp_path: Path, token: str
) -> None:
    port, log = free_port(), tmp_path / "web.log"
    env = surroundings(
        DJANGO_SETTINGS_MODULE="config.settings.production",
        DATABASE_URL=f"sqlite:///{tmp_path / 'jancho.sqlite3'}",
        BROKER_URL="memory://",
        SECRET_KEY="of this test alone" * 4,
        ALLOWED_HOSTS="league.example.org",
        JANCHO_VAR=str(tmp_path),
        STATIC_ROOT=str(tmp_path / "static"),
        METRICS_TOKEN=token,
        TMPDIR=str(tmp_path),
    )
    assert manage("migrate", "--no-input", "-v0", **env).returncode == 0
    assert manage("collectstatic", "--no-input", "-v0", **env).returncode == 0
    command = [str(BIN / "gunicorn"), "config.wsgi", "--config", "python:config.gunicorn"]
    with running([*command, "--workers=2", f"--bind=127.0.0.1:{port}"], env, log):
        site = f"http://127.0.0.1:{port}"
        until(lambda: status(f"{site}/healthz"))
        for _ in range(20):
            assert status(f"{site}/healthz") == 200
        code, text = scraped(site, TOKEN)

        assert scraped(site)[0] in (400, 404)
        assert scraped(site, "another")[0] in (400, 404)
        if not token:
            assert code == 400, "without a token it is an address like any other"
            return
        assert code == 200
        total = next(
            line
            for line in text.splitlines()
            if line.startswith("django_http_requests_before_middlewares_total ")
        )
        assert float(total.split()[1]) >= 21, "what one process counted alone"
        assert "jancho_failed_jobs 0.0" in text
        assert "127.0.0.1" not in text
        assert TOKEN not in text
        assert list(tmp_path.glob("jancho-metrics-*"))
    assert not list(tmp_path.glob("jancho-metrics-*")), "left behind"
