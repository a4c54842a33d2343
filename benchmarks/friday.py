"""A Friday night on a site of 10,000 clubs, against the same night on a site of those that play.

``DATABASE_URL=postgres://… python -m benchmarks.friday [--clubs 10000] [--seconds 120]``

Needs PostgreSQL's superuser, and redis-server, which it starts itself.

The evening from seven to eleven is played in ``--seconds``. Each club that plays has a table of
four games, each of which ends around its time; whoever enters it reads ranking, evening and a
member, and others look at the club's pages, most of them towards the end. Requests come when their
time has come, whether earlier ones are answered or not: what is measured begins there.

Two sites with PostgreSQL, Redis, two web processes, a worker of two processes and beat, as
docker-compose.yml starts them, are asked by turns, and the same is asked of both. The yardstick has
the clubs that play and no others. All that is printed is wall-clock time on this machine, which
also plays the clubs. Ends with 1 when an entry that was answered is not there, or the ratio of p95
is beyond its limit in every round.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from benchmarks.common import ratios_of
from benchmarks.load import ROOT, analyze, free_port, own_database, until_it_answers
from tests.redis_server import redis_server

#: how far the numbers of neighbouring clubs' rows are apart, in every table
STRIDE = 100_000
#: how the secret of a club's token begins, the number of the club follows
SECRET = "jancho_friday_"
#: of the evening, 0 to 1: when the games of a table end, and how far around that
ENDS, AROUND = (0.22, 0.44, 0.66, 0.88), 0.05
#: who looks at a club's pages beside whoever enters, over the whole evening
READERS = 4
#: requests of a club that plays: each game's entry and three pages, and the readers'
EACH = len(ENDS) * 4 + READERS
PAGES = ("", "ranking/main/", "members/", "sessions/", "members/{member}/")
THREADS = 48
_MADE = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from benchmarks.make_clubs import make_clubs
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
count, members, games = map(int, sys.argv[1:])
print(json.dumps(make_clubs(count, members=members, games=games)))
"""


@dataclass(frozen=True, slots=True, order=True)
class Arrival:
    """A request that comes at a time of the evening, 0 to 1."""

    at: float
    club: int
    path: str | None = field(compare=False)  # None: a game is entered
    game: int = field(compare=False, default=0)


def evening(clubs: int, seed: int) -> list[Arrival]:
    """Everything that comes in one evening from so many clubs, in order of time."""
    dice = random.Random(seed)
    found = []
    for club in range(clubs):
        for game, end in enumerate(ENDS):
            at = dice.gauss(end, AROUND)
            found.append(Arrival(at, club, None, game))
            after = ("ranking/main/", "sessions/", "members/{member}/")
            found += [Arrival(at + dice.expovariate(60), club, path) for path in after]
        found += [
            Arrival(dice.triangular(0, 1, 0.9), club, dice.choice(PAGES)) for _ in range(READERS)
        ]
    return sorted(found)


@dataclass
class Night:
    """What came of an evening."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    entered: list[uuid.UUID] = field(default_factory=list)
    queue_ages: list[float] = field(default_factory=list)
    lost: int = 0
    drained: float = 0.0  # seconds after the evening until no job waited

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.times, n=100)[94]

    def line(self, name: str, seconds: float) -> str:
        cuts = statistics.quantiles(self.times, n=100)
        p50, p95, p99 = (f"{cuts[at] * 1000:.0f}" for at in (49, 94, 98))
        oldest = max(self.queue_ages, default=0)
        return (
            f"{name}: {len(self.times)} requests, {len(self.times) / seconds:.1f} a second,"
            f" p50 {p50}, p95 {p95}, p99 {p99} ms; {self.refused} refused;"
            f" {len(self.entered)} entries, {self.lost} lost;"
            f" oldest job {oldest:.0f} s, none {self.drained:.0f} s after the end"
        )


class Site:
    """So many clubs, their servers, and how they answer."""

    def __init__(
        self,
        clubs: int,
        playing: int,
        options: argparse.Namespace,
        folder: Path,
        stack: ExitStack,
    ) -> None:
        folder.mkdir()
        self.clubs, self.playing, self.folder, self.port = clubs, playing, folder, free_port()
        self.database = stack.enter_context(own_database(f"friday_{clubs}", folder))
        redis = stack.enter_context(redis_server(folder))
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "DATABASE_URL": self.database,
            "BROKER_URL": redis.url(0),
            "CACHE_URL": redis.url(1),
            "SECRET_KEY": "of this benchmark alone" * 3,
            "ALLOWED_HOSTS": "127.0.0.1",
            "BEHIND_PROXY": "1",
            "JANCHO_VAR": str(folder),
            "STATIC_ROOT": str(folder / "static"),
        }
        began = time.monotonic()
        given = [str(value) for value in (clubs, options.members, options.games)]
        made = subprocess.run(
            [sys.executable, "-c", _MADE, *given],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        self.league, self.people = json.loads(made.splitlines()[-1])
        analyze(self.database)
        self.made_in = time.monotonic() - began
        self.size = self._one("SELECT pg_database_size(current_database())")

    def _one(self, question: str, *given: object) -> float:
        with psycopg.connect(self.database) as connection:
            found = connection.execute(question, given).fetchall()
        return float(found[0][0] or 0)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Run web processes, worker and beat."""
        gunicorn = ["gunicorn", "config.wsgi", "--config=python:config.gunicorn", "--workers=2"]
        celery = ["celery", "--quiet", "-A", "config"]
        schedule = str(self.folder / "schedule")
        commands = (
            [*gunicorn, f"--bind=127.0.0.1:{self.port}", "--log-level=error"],
            [*celery, "worker", "--concurrency=2", "--loglevel=ERROR"],
            [*celery, "beat", "--loglevel=ERROR", "--pidfile=", f"--schedule={schedule}"],
        )
        with ExitStack() as stack, (self.folder / "log").open("ab") as log:
            for command in commands:
                process = subprocess.Popen(
                    [sys.executable, "-m", *command],
                    cwd=ROOT,
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
                stack.callback(_ended, process)
            until_it_answers(self.port)
            yield

    def play(self, arrivals: list[Arrival], *, seconds: float, turn: int) -> Night:
        """Let everything come at its time, and wait until it is answered and no job waits."""
        night, began = Night(), time.monotonic() + 1
        opens, closes = arrivals[0].at, arrivals[-1].at
        scale = seconds / (closes - opens)
        due = iter([(began + (each.at - opens) * scale, each) for each in arrivals])
        lock, over = threading.Lock(), threading.Event()
        readers = [
            threading.Thread(target=self._come, args=(due, lock, night, turn))
            for _thread in range(THREADS)
        ]
        watch = threading.Thread(target=self._watch, args=(over, night))
        for each in (watch, *readers):
            each.start()
        for each in readers:
            each.join()
        ended = time.monotonic()
        while self._waiting() > 0 and time.monotonic() < ended + 300:
            time.sleep(0.5)
        night.drained = time.monotonic() - ended
        over.set()
        watch.join()
        there = "SELECT count(*) FROM league_hanchan WHERE key = ANY(%s)"
        night.lost = len(night.entered) - int(self._one(there, night.entered))
        return night

    def _waiting(self) -> float:
        return self._one("SELECT count(*) FROM league_job WHERE state = 'waiting'")

    def _watch(self, over: threading.Event, night: Night) -> None:
        oldest = (
            "SELECT extract(epoch FROM now() - min(created_at)) FROM league_job"
            " WHERE state = 'waiting'"
        )
        while not over.wait(0.5):
            night.queue_ages.append(self._one(oldest))

    def _come(
        self, due: Iterator[tuple[float, Arrival]], lock: threading.Lock, night: Night, turn: int
    ) -> None:
        while True:
            with lock:
                at, arrival = next(due, (0.0, None))
            if arrival is None:
                break
            time.sleep(max(0.0, at - time.monotonic()))
            key = uuid.uuid4()
            try:
                status = self._ask(arrival, key, turn)
            except (OSError, http.client.HTTPException):
                status = 599  # no answer
            with lock:
                night.times.append(time.monotonic() - at)
                night.refused += status >= 400
                if status == http.client.CREATED:
                    night.entered.append(key)

    def _ask(self, arrival: Arrival, key: uuid.UUID, turn: int) -> int:
        """One request over a connection of its own, as a proxy asks; its status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        club = arrival.club * (self.clubs // self.playing)
        people = [person + club * STRIDE for person in self.people]
        secured = {"X-Forwarded-Proto": "https"}
        if arrival.path is not None:
            path = arrival.path.format(member=people[arrival.game])
            cookie = {"Cookie": f"__Host-session={session_key(club)}"}
            connection.request("GET", f"/c/bench-{club}/{path}", headers=cookie | secured)
        else:
            body = _game(self.league, people, arrival, key, turn)
            headers = {
                "Authorization": f"Bearer {SECRET}{club}",
                "Content-Type": "application/json",
            }
            address = f"/api/v1/clubs/bench-{club}/hanchan"
            connection.request("POST", address, body, headers | secured)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status


def session_key(number: int) -> str:
    """The cookie of a club's owner, who was logged in when the club was made."""
    return f"friday{number:026d}"


def _game(league: str, people: list[int], arrival: Arrival, key: uuid.UUID, turn: int) -> str:
    dice = random.Random(f"{arrival.club} {arrival.game} {turn}")
    seats = zip(dice.sample(people, 4), (41400, 30000, 23800, 4800), strict=True)
    return json.dumps(
        {
            "key": str(key),
            "league": league,
            "day": "2026-11-20",
            "table": 1 + turn,
            "number": 1 + arrival.game,
            "seats": [{"member": member, "points": points} for member, points in seats],
        }
    )


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait()


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when something is lost or even the best round beyond the limit."""
    options = _options(arguments)
    playing = options.playing or max(1, round(options.rate * options.seconds / EACH))
    with TemporaryDirectory(prefix="jancho-friday-") as place, ExitStack() as stack:
        sites = []
        for clubs in (playing, max(options.clubs, playing + 1)):
            site = Site(clubs, playing, options, Path(place, str(clubs)), stack)
            sites.append(site)
            print(
                f"{clubs:,} clubs of {options.members} members and {options.games} games made in"
                f" {site.made_in:.0f} s: {site.size / 1e6:,.0f} MB",
                flush=True,
            )
        for site in sites:
            stack.enter_context(site.open())
            site.play(evening(min(8, playing), 0), seconds=min(8, options.seconds), turn=0)  # warm
        nights: dict[int, list[Night]] = {site.clubs: [] for site in sites}
        for turn in range(1, options.rounds + 1):
            for site in sites:
                night = site.play(evening(playing, turn), seconds=options.seconds, turn=turn)
                nights[site.clubs].append(night)
                name = f"{site.clubs:,} clubs, {playing:,} playing"
                print(night.line(name, options.seconds), flush=True)
    few, many = nights.values()
    ratios = ratios_of([each.p95 for each in few], [each.p95 for each in many], clock="wall")
    print(ratios.line("p95 of all clubs / p95 of those that play", options.limit))
    wrong = sum(each.lost + each.refused for each in (*few, *many))
    print(f"lost or refused: {wrong}")
    return int(wrong > 0 or ratios.beyond(options.limit))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clubs", type=int, default=10_000)
    parser.add_argument("--members", type=int, default=12, help="of each club")
    parser.add_argument("--games", type=int, default=60, help="of each club, this autumn")
    parser.add_argument("--seconds", type=float, default=120, help="that the evening takes")
    parser.add_argument("--rate", type=float, default=12, help="requests a second, on average")
    parser.add_argument("--playing", type=int, help="clubs that play, in place of --rate")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--limit", type=float, default=2.0)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
