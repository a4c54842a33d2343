"""A site of a test's own: its database, its web server and whoever enters games into it.

It takes no part of the tests' database. Everything is started with a free port and a folder of its
own, and ended by its process.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from config import env
from tests.config.processes import (
    ROOT,
    alive,
    descendants,
    free_port,
    manage,
    running,
    status,
    surroundings,
    until,
)
from tests.league.api.calls import POINTS
from tests.league.games.writer_process import slots
from tests.machine import postgres_program

#: what a game consists of: itself, its seats, its settlement, its event in the trail
WHOLE, NOTHING = (1, 4, 1, 1), (0, 0, 0, 0)


class PostgresServer:
    """A cluster of a test's own, as a distribution sets it up."""

    def __init__(self, folder: Path) -> None:
        # PostgreSQL does not run as root.
        self.owner: dict[str, Any] = {"user": "postgres"} if os.geteuid() == 0 else {}
        self.folder, self.port = folder, free_port()
        if self.owner:
            shutil.chown(folder, "postgres")
        subprocess.run(
            [
                *(postgres_program("initdb"), "--pgdata", str(folder / "data"), "--no-sync"),
                *("--username", "postgres", "--auth", "trust", "--encoding", "UTF8"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **self.owner,
        )
        self.options: dict[str, str] = {}
        self.start()

    def url(self, database: str = "postgres") -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def create(self, database: str, template: str = "template1") -> str:
        """Make a database as another one is, and return its URL."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {database} TEMPLATE {template}")
            # Copied sequences would count on from where they were if it crashed before this.
            connection.execute("CHECKPOINT")
        return self.url(database)

    def start(self) -> None:
        """Start it, and wait until it answers: after a crash it first reads its log again."""
        # What a killed process has written, the system still has: waiting for the disk itself
        # would only make the tests slow.
        options = {
            "unix_socket_directories": str(self.folder),
            "listen_addresses": "127.0.0.1",
            "fsync": "off",
        }
        given = [f"--{name}={value}" for name, value in (options | self.options).items()]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(postgres_program("postgres"), "-D", str(self.folder / "data")),
                    *("-p", str(self.port), *given),
                ],
                stdout=log,
                stderr=log,
                cwd="/",
                **self.owner,
            )
        until(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None, (self.folder / "log").read_text(errors="replace")[-900:]
        with suppress(psycopg.OperationalError), psycopg.connect(self.url(), connect_timeout=5):
            return True
        return False

    @property
    def is_up(self) -> bool:
        return self.process.poll() is None

    def restart(self) -> None:
        if self.is_up:
            self.stop_at_once()
        self.start()

    def stop_at_once(self) -> None:
        """Stop it as an operator in a hurry does: nothing is finished, nothing is written."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """Kill the first of its processes; the others notice."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        below = list(descendants(self.process.pid))
        os.kill(self.process.pid, how)
        self.process.wait()
        until(lambda: not alive(below))


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Start a cluster; nothing of it stays."""
    with tempfile.TemporaryDirectory(prefix="jancho-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(folder))
        try:
            yield server
        finally:
            if server.is_up:
                server.stop_at_once()


@dataclass
class Place:
    """A database with a club in it."""

    url: str
    folder: Path
    slug: str = ""
    secret: str = ""
    people: list[int] = field(default_factory=list)

    def surroundings(self, **more: str) -> dict[str, str]:
        """What our processes are started with: the settings of the embedded server."""
        return surroundings(
            DJANGO_SETTINGS_MODULE="config.settings.local",
            DATABASE_URL=self.url,
            JANCHO_VAR=str(self.folder),
            **more,
        )

    def fill(self) -> None:
        """Make the tables and a club."""
        made = subprocess.run(
            [sys.executable, "-m", "tests.crashes.prepare"],
            cwd=ROOT,
            env=self.surroundings(),
            capture_output=True,
            check=True,
        )
        for name, value in json.loads(made.stdout).items():
            setattr(self, name, value)

    @property
    def connection(self) -> BaseDatabaseWrapper:
        """A way into the database beside the site's own."""
        return ConnectionHandler({"default": env.database(self.url)})["default"]

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        connection = self.connection
        try:
            with connection.cursor() as cursor:
                cursor.execute(question)
                return list(cursor.fetchall())
        finally:
            connection.close()

    def pieces(self) -> dict[str, tuple[int, ...]]:
        """Of each game by its key: how many of its parts are there."""
        found = self.rows(
            "SELECT key, 1, (SELECT count(*) FROM league_seat WHERE hanchan_id = game.id),"
            " (SELECT count(*) FROM league_settlement WHERE hanchan_id = game.id),"
            " (SELECT count(*) FROM league_auditevent WHERE type = 'hanchan.recorded'"
            " AND object_id = game.id) FROM league_hanchan game"
        )
        return {uuid.UUID(str(key)).hex: tuple(parts) for key, *parts in found}

    def differences(self) -> str:
        """What the check of the standings finds; nothing when all is well."""
        done = manage("verify_standings", **self.surroundings())
        return "" if done.returncode == 0 else done.stdout + done.stderr


@dataclass
class Web:
    """A web server with one process that answers, to be killed."""

    place: Place
    port: int
    process: subprocess.Popen[bytes]

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def up(self) -> bool:
        return status(self.url("healthz")) == 200

    def worker(self) -> int:
        """The process that answers."""
        return next(iter(until(lambda: descendants(self.process.pid))))

    def send(self, path: str, body: Any, method: str = "POST") -> tuple[int, bytes] | None:
        """Call the club's API; None when no answer came."""
        place = self.place
        headers = {"Authorization": f"Bearer {place.secret}", "Content-Type": "application/json"}
        call = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            address = f"/api/v1/clubs/{place.slug}/{path}"
            call.request(method, address, json.dumps(body), headers)
            answer = call.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            call.close()

    def read(self, path: str) -> Any:
        """Read of the club by the API."""
        answer = self.send(path, None, "GET")
        assert answer
        assert answer[0] == 200, answer
        return json.loads(answer[1])


@contextmanager
def web(
    place: Place, *, application: str = "config.wsgi", threads: int = 4, **more: str
) -> Iterator[Web]:
    """Serve a place with gunicorn as the embedded server does; a killed process is replaced."""
    port = free_port()
    command = [
        *(sys.executable, "-m", "gunicorn", application, "--preload", "--no-control-socket"),
        *("--worker-class", "gthread", "--workers", "1", "--threads", str(threads)),
        *("--log-level", "warning", "--bind", f"127.0.0.1:{port}"),
    ]
    log = place.folder / "web.log"
    with running(command, place.surroundings(**more), log) as process:
        site = Web(place, port, process)
        until(site.up, seconds=60)
        yield site


def results(people: list[int], table: int, seed: int) -> Iterator[dict[str, Any]]:
    """Sound bodies of games at one table, each under a key of its own."""
    chance = random.Random(seed)
    for slot in slots(100_000):
        seats = [
            {"member": member, "points": points}
            for member, points in zip(chance.sample(people, 4), POINTS, strict=True)
        ]
        yield {
            "key": str(uuid.UUID(int=chance.getrandbits(128), version=4)),
            "league": "main",
            "day": slot["day"].isoformat(),
            "table": table,
            "number": slot["number"],
            "seats": seats,
        }


def pause(seconds: float) -> None:
    """Wait for a moment that a test draws by lot: no sooner and no later is right or wrong."""
    time.sleep(seconds)
