"""A club on its busiest evening, and one with 42,000 games in the month: the same clients on both.

``python -m benchmarks.load [--clients 16] [--seconds 20] [--rounds 3]``

Two servers with two processes each, run as config/gunicorn.py says, on the database of DATABASE_URL
(without one, SQLite), are asked by turns. Of ten requests three enter a game through the API; the
others read home, ranking, a member, evenings and the form of a new result. What is printed of a
round is wall-clock time, the clients' own share among it: it tells something of a machine that does
nothing else. The last lines are the web processes' CPU time, their start among it, which a busy one
changes less.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

ROOT = Path(__file__).parents[1]
PAGES = (
    *("", "ranking/main/?month=2026-11", "ranking/main/", "members/", "sessions/", "enter/"),
    *("members/{0}/", "members/{1}/", "sessions/?month=2026-11"),
)
_MADE = """
import sys, json
import django
django.setup()
from datetime import date
from django.core.management import call_command
from django.test import Client
from benchmarks.make_games import make_club, make_history
from league.core.audit import system
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import Member, User
call_command("migrate", verbosity=0)
club, league, people = make_club(members=40)
make_history(league, people, month=date(2026, 11, 1), in_month=int(sys.argv[1]), before=0)
owner = Client()
owner.force_login(User.objects.get(username="owner"))
token, secret = issue_token(club=club, member=None, name="load", scopes=[Scope.GAMES], days=1,
    actor=system("benchmark"))
print(json.dumps([owner.cookies["sessionid"].value, secret, league.slug,
    [person.pk for person in people]]))
"""


class Server:
    """One club, its server, and how it answers."""

    def __init__(self, name: str, games: int, folder: Path, stack: ExitStack) -> None:
        self.name = name
        self.port = free_port()
        database = stack.enter_context(own_database(name, folder))
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "DATABASE_URL": database,
            "JANCHO_VAR": str(folder / name),
        }
        made = subprocess.run(
            [sys.executable, "-c", _MADE, str(games)],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        self.session, self.secret, self.league, self.people = json.loads(made.splitlines()[-1])
        self.slots = itertools.count()
        self.answered = 0
        self.cpu = 0.0  # seconds, known once it has ended
        analyze(database)
        stack.enter_context(self._running())

    @contextmanager
    def _running(self) -> Iterator[None]:
        command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--workers=2"]
        command += ["--config=python:config.gunicorn", "--log-level=error"]
        with Path(f"{self.environment['JANCHO_VAR']}.log").open("wb") as log:  # a line a request
            process = subprocess.Popen(
                [*command, f"--bind=127.0.0.1:{self.port}"],
                cwd=ROOT,
                env=self.environment,
                start_new_session=True,
                stdout=log,
                stderr=log,
            )
        try:
            until_it_answers(self.port)
            yield
        finally:
            before = _seconds_of_children()
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            self.cpu = _seconds_of_children() - before

    def ask(self, client: http.client.HTTPConnection, dice: random.Random) -> int:
        """One request; its status."""
        if dice.random() < 0.3:
            headers = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
            client.request("POST", "/api/v1/clubs/bench/hanchan", self._game(dice), headers)
        else:
            page = dice.choice(PAGES).format(*dice.sample(self.people, 2))
            client.request(
                "GET", f"/c/bench/{page}", headers={"Cookie": f"sessionid={self.session}"}
            )
        answer = client.getresponse()
        answer.read()
        return answer.status

    def _game(self, dice: random.Random) -> str:
        slot = next(self.slots)
        held = (41400, 30000, 23800, 4800)
        seats = zip(dice.sample(self.people, 4), held, strict=True)
        return json.dumps(
            {
                "key": str(uuid.uuid4()),
                "league": self.league,
                "day": f"2026-11-{1 + slot // 9000 % 28:02d}",
                "table": 2 + slot // 90 % 97,
                "number": 1 + slot % 90,
                "seats": [{"member": member, "points": points} for member, points in seats],
            }
        )


def load(server: Server, *, clients: int, seconds: float, seed: int) -> tuple[list[float], int]:
    """Let the clients ask for so long: the times of all answers, and how many were refused."""
    times: list[float] = []
    refused: list[int] = []
    end = time.monotonic() + seconds

    def client(number: int) -> None:
        dice = random.Random(seed * 1000 + number)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        while time.monotonic() < end:
            began = time.monotonic()
            status = server.ask(connection, dice)
            times.append(time.monotonic() - began)
            if status >= 400:
                refused.append(status)
        connection.close()

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    server.answered += len(times)
    return times, len(refused)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when even the best round is beyond a limit."""
    options = _options(arguments)
    with TemporaryDirectory(prefix="jancho-load-") as folder, ExitStack() as stack:
        servers = [
            Server(name, games, Path(folder), stack)
            for name, games in (("small", 200), ("large", options.games))
        ]
        for server in servers:
            load(server, clients=4, seconds=options.seconds / 4, seed=0)  # warm
        slowest: dict[str, list[float]] = {server.name: [] for server in servers}
        wrong = 0
        for turn in range(1, options.rounds + 1):
            for server in servers:
                times, refused = load(
                    server, clients=options.clients, seconds=options.seconds, seed=turn
                )
                p95 = statistics.quantiles(times, n=20)[-1]
                slowest[server.name].append(p95)
                wrong += refused
                print(
                    f"{server.name}: {len(times) / options.seconds:.0f} requests a second, median"
                    f" {statistics.median(times) * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms,"
                    f" {refused} refused"
                )
    ratios = [
        large / small for small, large in zip(slowest["small"], slowest["large"], strict=True)
    ]
    print(
        f"p95 of the small club {min(slowest['small']) * 1000:.0f} to"
        f" {max(slowest['small']) * 1000:.0f} ms, limit {options.p95 * 1000:.0f};"
        f" of {options.games:,} games {statistics.median(ratios):.2f}"
        f" [{min(ratios):.2f}..{max(ratios):.2f}] times that, limit {options.limit:.2f}"
    )
    for server in servers:
        print(f"{server.name}: {server.cpu / server.answered * 1000:.1f} ms CPU a request")
    return int(wrong > 0 or min(slowest["small"]) > options.p95 or min(ratios) > options.limit)


@contextmanager
def own_database(name: str, folder: Path) -> Iterator[str]:
    """A database of the configured kind that is removed in the end."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        (folder / name).mkdir()
        yield f"sqlite:///{folder / name / 'bench.sqlite3'}"
        return
    server = url.rpartition("/")[0]
    own = f"jancho_load_{name}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{own}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{own}"')
        yield f"{server}/{own}"
        connection.execute(f'DROP DATABASE "{own}" WITH (FORCE)')


def analyze(database: str) -> None:
    """Do at once what PostgreSQL does by itself within a minute."""
    if database.startswith("postgres"):
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")


def _seconds_of_children() -> float:
    """CPU that processes have used which this one started and which have ended, theirs included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until_it_answers(port: int) -> None:
    for _look in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("the server does not answer")


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=42_000, help="in the month of the large club")
    parser.add_argument("--p95", type=float, default=0.4, help="limit of the small club, seconds")
    parser.add_argument("--limit", type=float, default=1.5, help="of the large one, in small ones")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
