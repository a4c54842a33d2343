"""No job is lost, none is done twice, and one that cannot be done stops where somebody sees it.

``make test-slow`` runs a tenth, ``make promises`` (JANCHO_FULL=1) the whole of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from league.clubs.verification import verify_club
from league.core import jobs
from league.core.jobs import MOST_ATTEMPTS, perform_job, request_job, sweep_jobs
from league.models import AuditEvent, Club, Job, League, Member, RuleChange
from tests.factories import make_club, make_login, record
from tests.league.at_once import at_once
from tests.league.evenings import english
from tests.league.own_worker import database_url
from tests.league.rulechanges.rescoring_help import (
    UMAS,
    ask_for_correction,
    job_of,
    worker_is_away,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FULL = bool(os.environ.get("JANCHO_FULL"))
ROOT = Path(__file__).parents[3]
Measured = Callable[[str, object], None]


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    worker_is_away(monkeypatch)


def part(count: int) -> int:
    """The promised count, or a tenth of it."""
    return count if FULL else count // 10


def die_after_the_commit(how: str, deaths: int) -> list[Club]:
    """Let a process die for each of so many clubs; they owe a job each."""
    clubs = [make_club(f"club-{number}") for number in range(deaths)]
    subprocess.run(
        [
            *(sys.executable, "-m", "tests.league.core.dying", how),
            *(str(club.pk) for club in clubs),
        ],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url()},
        check=True,
    )
    assert {club.name for club in Club.objects.all()} == {"改名"}  # what they did is committed
    return clubs


def test_the_sweeper_finds_every_job_whose_process_died_between_commit_and_queue(
    record_property: Measured,
) -> None:
    clubs = die_after_the_commit("first", part(100))

    found = sweep_jobs()
    for job in found:
        perform_job(job)

    done = Job.objects.across_clubs().filter(state=Job.State.DONE)
    assert set(done.values_list("club", flat=True)) == {club.pk for club in clubs}
    assert len(found) == len(clubs)
    assert sweep_jobs() == []
    record_property("measured", f"{len(found)} of {len(clubs)} found by one sweep")


def test_control_jobs_that_are_written_after_their_cause_are_lost() -> None:
    die_after_the_commit("later", 3)

    assert sweep_jobs() == []


def let_rescores(monkeypatch: pytest.MonkeyPatch, do: Callable[[Job], object]) -> None:
    """Let a worker that has taken a re-score do this with it."""
    kind = Job.Kind.RESCORE
    monkeypatch.setitem(jobs.workers(), kind, jobs.workers()[kind]._replace(do=do))


def take_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let a re-score take so long that the others come while it is under way."""
    usual = jobs.workers()[Job.Kind.RESCORE].do

    def do(job: Job) -> object:
        time.sleep(seconds)
        return usual(job)

    let_rescores(monkeypatch, do)


def deliver_five_times(league: League, turn: int) -> RuleChange:
    """Correct a rule, and deliver the job to five workers at once, and to five more afterwards."""
    change = ask_for_correction(league, UMAS[turn % 2])
    job = job_of(change).pk
    for _time in range(2):
        assert not any(at_once(lambda _hand: perform_job(job), 5))
    change.refresh_from_db()
    return change


def test_a_rescore_that_is_delivered_ten_times_five_at_once_is_done_once(
    league: League,
    four: list[Member],
    monkeypatch: pytest.MonkeyPatch,
    record_property: Measured,
) -> None:
    take_time(monkeypatch, 0.2)
    rounds = part(20)
    for _game in range(5):
        record(league, four)
    for turn in range(rounds):
        change = deliver_five_times(league, turn)

        assert change.state == RuleChange.State.APPLIED
        assert (job_of(change).state, job_of(change).attempts) == (Job.State.DONE, 1)
        events = AuditEvent.objects.for_club(league.club).filter(after__change=change.pk)
        assert events.exclude(type="rule_change.requested").count() == 1
    assert verify_club(league.club)["differences"] == 0
    record_property("measured", f"{rounds} of {rounds} done once")


def test_control_without_the_lock_several_workers_take_it(
    league: League, four: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    record(league, four)
    two, came = threading.Barrier(2), []

    def wait_for_another(_job: Job) -> None:  # and re-score nothing: together they may deadlock
        came.append(threading.get_ident())
        with suppress(threading.BrokenBarrierError):
            two.wait(10)

    let_rescores(monkeypatch, wait_for_another)
    monkeypatch.setattr(jobs, "job_lock", lambda _job, **_how: nullcontext(True))
    job = job_of(ask_for_correction(league, UMAS[0]))

    at_once(lambda _hand: perform_job(job.pk), 5)

    assert len(set(came)) > 1


def poison(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    """Let the check of one club's standings fail each time."""
    kind = Job.Kind.VERIFY_STANDINGS
    usual = jobs.workers()[kind]

    def do(job: Job) -> object:
        if job.club_id == club.pk:
            raise ZeroDivisionError
        return usual.do(job)

    monkeypatch.setitem(jobs.workers(), kind, usual._replace(do=do))


def work_off(rounds: int) -> None:
    """Sweep and carry out, as beat and a worker do."""
    for _round in range(rounds):
        for job in sweep_jobs():
            try:
                perform_job(job)
            except ZeroDivisionError:
                continue


def test_a_job_that_fails_each_time_ends_after_three_where_an_organizer_reads_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = Job.Kind.VERIFY_STANDINGS
    poison(monkeypatch, club)
    others = [make_club(f"other-{number}") for number in range(3)]
    poisoned = request_job(club=club, kind=kind)
    jobs_of_others = [request_job(club=other, kind=kind) for other in others]

    work_off(rounds=MOST_ATTEMPTS + 3)

    poisoned.refresh_from_db()
    assert (poisoned.state, poisoned.attempts) == (Job.State.FAILED, 3)
    for job in jobs_of_others:
        job.refresh_from_db()
        assert (job.state, job.attempts) == (Job.State.DONE, 1)
    words = "The check could not be completed."
    organizer = english(make_login(club, "organizer", Member.Role.ORGANIZER))
    assert words in organizer.get(f"/c/{club.slug}/").content.decode()
    member = english(make_login(club, "reader"))
    assert words not in member.get(f"/c/{club.slug}/").content.decode()


def test_control_without_a_limit_it_is_tried_for_ever(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison(monkeypatch, club)
    monkeypatch.setattr(jobs, "MOST_ATTEMPTS", 1_000)
    job = request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)

    work_off(rounds=10)

    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.WAITING, 10)
