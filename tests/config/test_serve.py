"""The embedded club server: one command that keeps a web process and a worker."""

import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from league.management.commands.serve import lan_address
from tests.config.processes import (
    alive,
    descendants,
    free_port,
    manage,
    running,
    status,
    surroundings,
    until,
)


def embedded(folder: Path) -> dict[str, str]:
    local = "config.settings.local"
    return surroundings(DJANGO_SETTINGS_MODULE=local, JANCHO_VAR=str(folder), PYTHONUNBUFFERED="1")


def workers(pid: int) -> list[int]:
    """Return the worker (first) and its beat once both run, else nothing."""
    found = sorted(child for child, line in descendants(pid).items() if "celery" in line)
    return found if len(found) == 2 else []


def test_the_server_answers_does_its_jobs_and_ends_whole(tmp_path: Path) -> None:
    port, log, env = free_port(), tmp_path / "log", embedded(tmp_path)
    with running([sys.executable, "manage.py", "serve", "--port", str(port)], env, log) as server:
        until(lambda: "Jancho runs at" in log.read_text(encoding="utf-8"))
        first = until(lambda: workers(server.pid))

        assert f"http://127.0.0.1:{port}/" in log.read_text(encoding="utf-8")
        assert status(f"http://127.0.0.1:{port}/healthz") == 200

        # A worker that is killed is started again, and its beat does not stay behind.
        os.kill(first[0], signal.SIGKILL)
        until(lambda: not alive(first))
        second = until(lambda: workers(server.pid))

        assert "it is started again" in log.read_text(encoding="utf-8")
        assert not set(first) & set(second)

        everything = list(descendants(server.pid))
        server.send_signal(signal.SIGTERM)

        assert server.wait(20) == 0
        assert len(everything) == 4
        assert alive(everything) == []
        assert log.read_text(encoding="utf-8").rstrip().endswith("Stopped.")
        # All of it is in the one file, which people copy.
        assert [file.name for file in tmp_path.glob("*.sqlite3*")] == ["jancho.sqlite3"]


def test_the_worker_takes_what_the_queue_holds(tmp_path: Path) -> None:
    port, log, env = free_port(), tmp_path / "log", embedded(tmp_path)
    queue = tmp_path / "queue" / "messages"
    call = [sys.executable, "-m", "celery", "-A", "config", "call", "league.tasks.sweep_jobs"]
    with running(call, env, tmp_path / "call.log") as caller:
        caller.wait(30)

    assert len(list(queue.iterdir())) == 1
    manage(
        "migrate",
        "-v0",
        DJANGO_SETTINGS_MODULE=env["DJANGO_SETTINGS_MODULE"],
        JANCHO_VAR=str(tmp_path),
    )
    with running([sys.executable, "manage.py", "serve", "--port", str(port)], env, log):
        until(lambda: not list(queue.iterdir()))

    assert "ERROR" not in log.read_text(encoding="utf-8")


def test_a_web_server_that_dies_ends_all_with_its_exit_code(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with running(command, embedded(tmp_path), log) as server:
        until(lambda: workers(server.pid))
        everything = descendants(server.pid)
        os.kill(min(pid for pid, line in everything.items() if "gunicorn" in line), signal.SIGKILL)

        assert server.wait(20) == 137
        until(lambda: not alive(list(everything)))
        assert "The web server ended by itself (exit code 137)" in log.read_text(encoding="utf-8")


def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        local = "config.settings.local"
        result = manage(
            "serve", "--port", str(port), DJANGO_SETTINGS_MODULE=local, JANCHO_VAR=str(tmp_path)
        )

    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert f"Port {port} cannot be used" in result.stderr


@pytest.mark.parametrize("lan", [True, False], ids=["network", "this machine"])
def test_the_network_gets_an_address_and_a_picture_to_scan(tmp_path: Path, lan: bool) -> None:
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, "manage.py", "serve", "--port", str(port), *["--lan"] * lan]
    with running(command, embedded(tmp_path), log):
        until(lambda: "Jancho runs at" in log.read_text(encoding="utf-8"))
        until(lambda: not lan or "█" in log.read_text(encoding="utf-8"))

        assert (f"http://{lan_address()}:{port}/" in log.read_text(encoding="utf-8")) == lan
