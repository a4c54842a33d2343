"""A worker that is told to end amid a re-score hands it back, and another one goes on at once.

``make test-slow`` ends two, ``make promises`` (JANCHO_FULL=1) ten, each amid 2,000 games. Nobody
sweeps: what is found again is found by the message alone.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from benchmarks.make_games import make_club, make_evenings
from config.celery import app
from league.clubs.verification import verify_club
from league.core import queue
from league.models import Job, League, RuleChange, Settlement
from tests.config.processes import BIN, running, surroundings, until
from tests.league.own_worker import database_url
from tests.league.rulechanges.rescoring_help import (
    UMAS,
    ask_for_correction,
    job_of,
    worker_is_away,
)
from tests.redis_server import RedisServer, redis_server

pytestmark = [pytest.mark.slow, pytest.mark.services, pytest.mark.django_db(transaction=True)]

ENDS = 10 if os.environ.get("JANCHO_FULL") else 2
GAMES = 2_000
WORKER = "-A tests.league.rulechanges.celery_worker worker --concurrency 1 --loglevel INFO"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    """A queue of this test's own."""
    worker_is_away(monkeypatch)
    with redis_server(tmp_path) as server:
        for name in ("broker_url", "broker_write_url"):
            monkeypatch.setitem(app.conf, name, server.url())
        queue._way.cache_clear()
        yield server
        queue._way.cache_clear()


@pytest.fixture
def league(server: RedisServer) -> League:
    _club, league, people = make_club(members=40)
    make_evenings(league, people, first=date(2021, 1, 1), games=GAMES)
    return league


@dataclass
class Worker:
    process: subprocess.Popen[bytes]
    log: Path

    def is_ready(self) -> bool:
        return "ready." in self.log.read_text("utf-8")

    def has_job(self) -> bool:
        return "takes league.tasks.run_job" in self.log.read_text("utf-8").rpartition("ready.")[2]


@contextmanager
def two_workers(folder: Path, server: RedisServer, **more: str) -> Iterator[list[Worker]]:
    env = surroundings(
        DJANGO_SETTINGS_MODULE="config.settings.local",
        DATABASE_URL=database_url(),
        BROKER_URL=server.url(),
        JANCHO_VAR=str(folder),
        **more,
    )
    with ExitStack() as stack:
        workers = []
        for number in range(2):
            log = folder / f"worker-{number}.log"
            command = [str(BIN / "celery"), *WORKER.split(), f"--hostname=worker{number}@test"]
            workers.append(Worker(stack.enter_context(running(command, env, log)), log))
        until(lambda: all(worker.is_ready() for worker in workers), 120)
        yield workers


def is_done(change: RuleChange) -> bool:
    return job_of(change).state == Job.State.DONE


def end_amid(change: RuleChange, workers: list[Worker], done: int) -> Worker:
    """Tell the worker that has the job to end, once it has settled so many games; the other one."""
    until(lambda: job_of(change).done >= done, 120)
    [ended] = [worker for worker in workers if worker.has_job()]
    assert not is_done(change)
    ended.process.terminate()
    assert ended.process.wait(60) == 0
    return next(worker for worker in workers if worker is not ended)


def test_a_rescore_whose_worker_is_told_to_end_goes_to_another_one_and_nothing_is_done_twice(
    league: League,
    server: RedisServer,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    chance = random.Random(2)
    for turn in range(ENDS):
        with two_workers(tmp_path, server) as workers:
            change = ask_for_correction(league, UMAS[turn % 2])
            other = end_amid(change, workers, chance.randrange(1, GAMES // 2))
            until(lambda: is_done(change), 120)  # noqa: B023

            assert other.has_job()
        job = job_of(change)
        assert (job.done, job.attempts) == (GAMES, 1)
        assert Settlement.objects.for_club(league.club).filter(change=change).count() == GAMES
        change.refresh_from_db()
        assert change.state == RuleChange.State.APPLIED
        assert verify_club(league.club)["told"] == []
    record_property("measured", f"{ENDS} of {ENDS} gone on with, nothing done twice")


def test_control_a_worker_that_hands_nothing_back_is_waited_for_to_the_end_of_its_job(
    league: League, server: RedisServer, tmp_path: Path
) -> None:
    with two_workers(tmp_path, server, JANCHO_KEEPS="1") as workers:
        change = ask_for_correction(league, UMAS[0])
        other = end_amid(change, workers, 1)

        assert is_done(change)
        assert not other.has_job()
