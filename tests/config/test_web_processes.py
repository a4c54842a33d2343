"""Web processes share what is asked: none lets it wait while another one has nothing to do."""

from __future__ import annotations

import http.client
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from config import gunicorn
from tests.config.processes import free_port, running, surroundings, until

#: of each of two processes
THREADS = gunicorn.threads


def answers(folder: Path, *options: str) -> list[int]:
    """How many requests two processes were answering at once, as each saw it."""
    asked, port = folder / "asked", free_port()
    asked.mkdir()
    command = [
        *(sys.executable, "-m", "gunicorn", "tests.config.all_at_once"),
        *("--config=python:config.gunicorn", f"--bind=127.0.0.1:{port}", "--workers=2"),
        *options,
    ]
    env = surroundings(ALL_AT_ONCE=str(asked), HOW_MANY=str(2 * THREADS))
    log = folder / "log"
    with running(command, env, log), ThreadPoolExecutor(2 * THREADS) as pool:
        workers = 1 if "--workers=1" in options else 2
        until(lambda: log.read_text(encoding="utf-8").count("Booting worker") == workers)
        return list(pool.map(lambda _number: seen(port), range(2 * THREADS)))


def seen(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.headers["Connection"] == "close"
    return int(answer.read())


def test_as_many_are_answered_at_once_as_all_processes_have_threads(tmp_path: Path) -> None:
    assert answers(tmp_path) == [2 * THREADS] * (2 * THREADS)


def test_more_threads_that_the_operator_asks_for_take_more_requests(tmp_path: Path) -> None:
    many = answers(tmp_path, f"--threads={2 * THREADS}", "--workers=1")

    assert many == [2 * THREADS] * (2 * THREADS)


@pytest.mark.parametrize(("keepalive", "connections"), [(0, 4), (5, 1000)])
def test_a_process_that_keeps_connections_takes_more_than_it_answers(
    keepalive: int, connections: int
) -> None:
    cfg = SimpleNamespace(keepalive=keepalive, threads=4, preload_app=True)
    worker = SimpleNamespace(worker_connections=1000)
    gunicorn.post_fork(SimpleNamespace(cfg=cfg), worker)

    assert worker.worker_connections == connections
