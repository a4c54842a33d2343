"""What the server writes down: lines of JSON that name the request, and nobody's secret."""

from __future__ import annotations

import json
import logging
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import signals
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory

import config.celery  # noqa: F401  # connects what is tried here
from config.logs import JsonFormatter, PlainFormatter, scrubbed
from config.middleware import RequestIdMiddleware
from league.core.request_ids import current_id, sane_id, work_under
from league.tasks import run_job
from tests.config.processes import BIN, free_port, manage, running, status, surroundings, until

PASS = "Zk3v-SecretOfThePass_9"


@pytest.fixture(autouse=True)
def under_no_id() -> Iterator[None]:
    yield
    work_under("")


def line_of(message: str, **more: Any) -> dict[str, Any]:
    record = logging.makeLogRecord({"name": "league", "levelname": "INFO", "msg": message, **more})
    written: dict[str, Any] = json.loads(JsonFormatter().format(record))
    return written


def test_an_answer_names_the_id_that_the_proxy_gave() -> None:
    answer = Client().get("/healthz", headers={"X-Request-ID": "a3c1f0b29d5e4f6a"})

    assert answer["X-Request-ID"] == "a3c1f0b29d5e4f6a"


@pytest.mark.parametrize(
    "said",
    [None, "", "short", "x" * 65, "*/ DROP TABLE club; /*", "two\nlines-of-it", "対局の番号として"],
)
def test_what_is_no_id_is_replaced_by_one(said: str | None) -> None:
    first, second = sane_id(said), sane_id(said)

    assert first != second, "an id that two requests have"
    assert sane_id(first) == first
    assert first != said


def test_each_request_has_an_id_of_its_own_while_it_runs() -> None:
    seen = []

    def page(_request: object) -> HttpResponse:
        seen.append(current_id())
        return HttpResponse("")

    answers = [RequestIdMiddleware(page)(RequestFactory().get("/")) for _ in range(2)]

    assert seen == [answer["X-Request-ID"] for answer in answers]
    assert len(set(seen)) == 2


def test_a_line_names_the_request() -> None:
    assert "request" not in line_of("Started")

    work_under("a3c1f0b29d5e4f6a")

    assert line_of("半荘")["request"] == "a3c1f0b29d5e4f6a"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (
            f"Forbidden (CSRF token missing): /pass/{PASS}/",
            "Forbidden (CSRF token missing): /pass/…",
        ),
        (f"/accounts/password/link/1/c7-{PASS}/", "/accounts/password/link/…"),
        (f"/invitation/{PASS}/", "/invitation/…"),
        (f"/clubs/new/{PASS}/", "/clubs/new/…"),
        (f"/look/{PASS}/board/", "/look/…"),
        (f"/embed/{PASS}/", "/embed/…"),
        (f"GET /c/tonan/?token={PASS}&x=1", "GET /c/tonan/?…"),
        ("Is the queue away? Nobody knows.", "Is the queue away? Nobody knows."),
    ],
)
def test_a_link_that_opens_something_is_not_written(message: str, kept: str) -> None:
    record = logging.makeLogRecord({"msg": message})

    assert scrubbed(message) == kept
    assert line_of(message)["message"] == kept
    assert PlainFormatter("%(message)s").format(record) == kept


def test_a_link_in_a_traceback_is_not_written() -> None:
    try:
        raise ValueError(f"no such page: /pass/{PASS}/")
    except ValueError as error:
        line = line_of("Failed", exc_info=(type(error), error, error.__traceback__))

    assert "no such page: /pass/…" in line["traceback"]
    assert PASS not in json.dumps(line)


@pytest.mark.django_db
def test_postgresql_is_told_the_request_with_each_query_and_sqlite_nothing() -> None:
    connection.ensure_connection()
    work_under("a3c1f0b29d5e4f6a")
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            assert cursor.execute("SELECT %s", [7]).fetchone() == (7,)
            return
        cursor.execute(
            "SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid() AND %s = 7", [7]
        )
        [query] = cursor.fetchone()

    assert query.startswith("SELECT query")
    assert query.endswith(" /* a3c1f0b29d5e4f6a */")


def test_a_job_carries_the_id_of_the_request_that_asked_for_it() -> None:
    headers: dict[str, str] = {}
    signals.before_task_publish.send(sender=run_job.name, headers=headers)

    assert headers == {}, "what beat sends has no id"

    work_under("a3c1f0b29d5e4f6a")
    signals.before_task_publish.send(sender=run_job.name, headers=headers)

    assert headers == {"request_id": "a3c1f0b29d5e4f6a"}


def test_a_worker_takes_the_id_for_as_long_as_the_task_runs() -> None:
    run_job.push_request(request_id="a3c1f0b29d5e4f6a", is_eager=False)
    try:
        signals.task_prerun.send(sender=run_job, task=run_job)
        inside = current_id()
        signals.task_postrun.send(sender=run_job, task=run_job)
    finally:
        run_job.pop_request()

    assert inside == "a3c1f0b29d5e4f6a"
    assert current_id() == ""


@pytest.mark.parametrize("addresses", ["0", "1"])
def test_a_web_process_writes_json_without_secrets_and_without_whom_it_serves(
    tmp_path: Path, addresses: str
) -> None:
    port, log = free_port(), tmp_path / "web.log"
    env = surroundings(
        DJANGO_SETTINGS_MODULE="config.settings.production",
        DATABASE_URL=f"sqlite:///{tmp_path / 'jancho.sqlite3'}",
        BROKER_URL="memory://",
        SECRET_KEY="of this test alone" * 4,
        ALLOWED_HOSTS="127.0.0.1",
        BEHIND_PROXY="1",
        LOG_ADDRESSES=addresses,
        JANCHO_VAR=str(tmp_path),
        STATIC_ROOT=str(tmp_path / "static"),
    )
    assert manage("collectstatic", "--no-input", "-v0", **env).returncode == 0
    assert manage("migrate", "--no-input", "-v0", **env).returncode == 0
    command = [str(BIN / "gunicorn"), "config.wsgi", "--config", "python:config.gunicorn"]
    with running([*command, "--bind", f"127.0.0.1:{port}"], env, log):
        site = f"http://127.0.0.1:{port}"
        until(lambda: status(f"{site}/healthz"))
        asked = urllib.request.Request(
            f"{site}/pass/{PASS}/?next={PASS}",
            headers={
                "X-Forwarded-Proto": "https",
                "X-Forwarded-For": "203.0.113.9",
                "X-Request-ID": "a3c1f0b29d5e4f6a",
                "Referer": f"https://127.0.0.1/pass/{PASS}/",
            },
        )
        assert status(asked) == 404
        with socket.create_connection(("127.0.0.1", port), timeout=10) as stranger:
            stranger.sendall(b"no request\r\n\r\n")
            assert b"400" in stranger.recv(1000)
        foreign = urllib.request.Request(f"{site}/clubs/new/", headers={"Host": "evil.example"})
        assert status(foreign) == 400, log.read_text()
        found = until(lambda: [line for line in log.read_text().splitlines() if "/pass/" in line])
    lines = [json.loads(line) for line in log.read_text().splitlines()]

    assert PASS not in log.read_text()
    assert "evil.example" not in log.read_text()  # a stranger fills no log with tracebacks
    assert "healthz" not in log.read_text()
    assert ("203.0.113.9" in log.read_text()) == (addresses == "1")
    [invalid] = [line["message"] for line in lines if "Invalid request" in line["message"]]
    assert ("127.0.0.1" in invalid) == (addresses == "1"), invalid
    assert {"time", "level", "logger", "message"} <= set.intersection(*map(set, lines))
    [request] = [json.loads(line) for line in found if "gunicorn.access" in line]
    assert request["status"] == 404
    assert request["path"] == "/pass/…"
    assert request["request"] == "a3c1f0b29d5e4f6a"
    assert os.linesep not in request["message"]
