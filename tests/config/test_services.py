"""The commands of docker-compose.yml as processes, against the PostgreSQL and Redis given."""

import contextlib
import json
import os
import secrets
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from tests.config.processes import ROOT, free_port, running, status, surroundings, until
from tests.config.test_compose import OURS, SERVICES

pytestmark = pytest.mark.services

REQUEST = "a3c1f0b29d5e4f6a"
#: sends a task as a web process does, and prints its number
SENDING = f"""
import config.wsgi, config.celery
from league.core.request_ids import work_under
from league.tasks import sweep_jobs

work_under("{REQUEST}")
print(sweep_jobs.delay().id)
"""


@contextlib.contextmanager
def own_database(url: str) -> Iterator[str]:
    """Make a database for this test alone, give its URL, and drop it."""
    name = f"jancho_services_{os.getpid()}"
    parts = urlsplit(url)
    server = urlunsplit(parts._replace(scheme="postgresql", path="/postgres"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(parts._replace(path=f"/{name}"))
        finally:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)")
            connection.execute(drop.format(sql.Identifier(name)))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[dict[str, str]]:
    """What compose gives its containers, with this test's own addresses and folders."""
    secret = tmp_path / "secret_key"
    secret.write_text(secrets.token_urlsafe(64), encoding="utf-8")
    redis = urlsplit(os.environ["BROKER_URL"])
    with own_database(os.environ["DATABASE_URL"]) as database:
        yield surroundings(
            DJANGO_SETTINGS_MODULE="config.settings.production",
            DATABASE_URL=database,
            BROKER_URL=urlunsplit(redis._replace(path="/14")),
            CACHE_URL=urlunsplit(redis._replace(path="/15")),
            SECRET_KEY_FILE=str(secret),
            ALLOWED_HOSTS="league.example.org",
            BEHIND_PROXY="1",
            JANCHO_VAR=str(tmp_path),
            STATIC_ROOT=str(tmp_path / "static"),
            HOSTNAME=socket.gethostname(),
            # What the image leaves to compose's port mapping.
            GUNICORN_CMD_ARGS=f"--bind 127.0.0.1:{free_port()}",
        )


def to_the_end(command: list[str], env: dict[str, str]) -> str:
    result = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False
    )

    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def healthy(name: str, env: dict[str, str]) -> bool:
    """Run a service's own health check, its container's addresses replaced by this test's."""
    kind, *check = SERVICES[name]["healthcheck"]["test"]
    port = env["GUNICORN_CMD_ARGS"].rpartition(":")[2]
    command = [
        part.replace("$$", "$").replace(":8000", f":{port}").replace("/tmp", env["JANCHO_VAR"])
        for part in (["sh", "-c", *check] if kind == "CMD-SHELL" else check)
    ]
    result = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, timeout=60, check=False
    )
    return result.returncode == 0


def test_the_cluster_starts_serves_works_and_ends(place: dict[str, str], tmp_path: Path) -> None:
    port = place["GUNICORN_CMD_ARGS"].rpartition(":")[2]
    site = f"http://127.0.0.1:{port}"
    with running(OURS["web"]["command"], place, tmp_path / "early.log"):
        until(lambda: status(f"{site}/healthz"))

        assert status(f"{site}/readyz") == 503, "ready before the migrations"
    to_the_end(["python", "manage.py", "collectstatic", "--no-input", "-v0"], place)
    to_the_end(OURS["migrate"]["command"], place)

    logs = {name: tmp_path / f"{name}.log" for name in ("web", "worker", "beat")}
    with contextlib.ExitStack() as stack:
        processes = [
            stack.enter_context(running(OURS[name]["command"], place, log))
            for name, log in logs.items()
        ]
        number = to_the_end(["python", "-c", SENDING], place).strip()
        until(lambda: all(healthy(name, place) for name in logs))
        until(lambda: f"[{number}] succeeded" in logs["worker"].read_text(encoding="utf-8"))

        assert status(f"{site}/readyz") == 200
        assert "beat: Starting" in logs["beat"].read_text(encoding="utf-8")
        for process in processes:
            process.terminate()
        assert [process.wait(30) for process in processes] == [0, 0, 0]
    lines = logs["worker"].read_text(encoding="utf-8").splitlines()
    said = [json.loads(line) for line in lines if f"[{number}]" in line]
    assert [line.get("request") for line in said] == [REQUEST], "what it says names the request"
    [ended] = [json.loads(line) for line in lines if "Warm shutdown" in line]
    assert ended["message"] == "worker: Warm shutdown (MainProcess)"
