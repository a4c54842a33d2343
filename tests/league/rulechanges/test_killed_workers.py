"""A worker that is killed amid a re-score leaves nothing that counts; the next one ends it.

``make test-slow`` kills two, each amid 2,000 games; ``make promises`` (JANCHO_FULL=1) a hundred,
each amid 20,000, in fifty parts.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from benchmarks.make_games import make_club, make_evenings
from league.clubs.verification import verify_club
from league.core.jobs import sweep_jobs
from league.games.tallies import TALLY_COLUMNS, rebuild_tallies, tallies_of
from league.models import Job, League, RuleChange, Tally
from tests.config.processes import until
from tests.league.own_worker import database_url
from tests.league.rulechanges.rescoring_help import (
    UMAS,
    ask_for_correction,
    job_of,
    worker_is_away,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FULL = bool(os.environ.get("JANCHO_FULL"))
GAMES, PARTS, CHUNK = (20_000, 50, 500) if FULL else (2_000, 1, 50)
KILLS = 2  # in each part
ROOT = Path(__file__).parents[3]
#: seconds after which something is wrong
PATIENCE = 600


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> League:
    """Five years of games; jobs are carried out by processes of their own."""
    worker_is_away(monkeypatch)
    _club, league, people = make_club(members=40)
    make_evenings(league, people, first=date(2021, 1, 1), games=GAMES)
    return league


def worker(change: RuleChange) -> subprocess.Popen[bytes]:
    """Start a worker on this very database."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.league.rulechanges.worker_process"),
            *(str(job_of(change).pk), str(CHUNK)),
        ],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url()},
    )


def kill_amid(change: RuleChange, done: int, later: float) -> bool:
    """Kill a worker soon after it has settled so many games; False when it was done before."""
    process = worker(change)
    until = time.monotonic() + PATIENCE
    try:
        while job_of(change).done < done and process.poll() is None:
            assert time.monotonic() < until
            time.sleep(0.005)
        time.sleep(later)
        os.kill(process.pid, signal.SIGKILL)
        return process.wait() == -signal.SIGKILL
    finally:
        process.kill()
        process.wait()


def found_again(change: RuleChange) -> None:
    """Let the sweeper find the job."""
    job = job_of(change)
    assert job.state == Job.State.RUNNING
    assert until(sweep_jobs, seconds=5) == [job.pk]


def stored(league: League) -> set[tuple[Any, ...]]:
    rows = tallies_of(league)
    return set(rows.values_list("member", "span", "start", *TALLY_COLUMNS))


def months(league: League) -> dict[tuple[int, date], int]:
    rows = tallies_of(league).filter(span=Tally.Span.MONTH)
    return {
        (member, month): score
        for member, month, score in rows.values_list("member", "start", "score")
    }


@pytest.mark.parametrize("part", range(PARTS))
def test_a_rescore_whose_worker_was_killed_ends_in_the_right_standings(
    league: League, part: int
) -> None:
    chance, killed = random.Random(part), 0
    while killed < KILLS:
        before = months(league)
        change = ask_for_correction(league, UMAS[killed % 2])
        if not kill_amid(change, chance.randrange(1, GAMES), chance.uniform(0, 0.1)):
            continue  # it was quicker than the killer
        killed += 1
        change.refresh_from_db()
        if change.state == RuleChange.State.OPEN:
            assert months(league) == before  # nothing of it counts
        found_again(change)
        assert worker(change).wait(PATIENCE) == 0

        assert job_of(change).state == Job.State.DONE
        assert verify_club(league.club)["told"] == []
        assert months(league) != before
    kept = stored(league)
    rebuild_tallies(league)
    assert stored(league) == kept
