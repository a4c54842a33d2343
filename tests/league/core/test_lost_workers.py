"""A killed worker gives its job back at once, whatever the clock says; a living one never."""

from __future__ import annotations

import threading
import time
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from league.core import jobs
from league.core.jobs import MOST_ATTEMPTS, STUCK_AFTER, perform_job, request_job, sweep_jobs
from league.core.locks import job_lock
from league.models import Club, Job
from tests.config.processes import until
from tests.factories import make_club
from tests.league.at_once import at_once
from tests.league.own_worker import at_work
from tests.league.rulechanges.rescoring_help import worker_is_away

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club whose jobs are carried out by hand."""
    worker_is_away(monkeypatch)
    return make_club()


@pytest.fixture
def job(club: Club) -> Job:
    return request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)


def now(job: Job) -> Job:
    return Job.objects.for_club(job.club_id).get(pk=job.pk)


def set_clock(job: Job, by: timedelta) -> None:
    """Let the job have begun, and its worker been heard of, at another hour."""
    at = timezone.now() + by
    Job.objects.for_club(job.club_id).filter(pk=job.pk).update(started_at=at, alive_at=at)


@pytest.mark.parametrize("by", [-HOUR, timedelta(0), HOUR], ids=["fast", "right", "set back"])
def test_the_sweeper_finds_the_job_of_a_killed_worker_whatever_the_clock_says(
    job: Job, tmp_path: Path, by: timedelta
) -> None:
    with at_work(job.pk, tmp_path) as worker:
        set_clock(job, by)
        assert sweep_jobs() == []  # it is at work
        worker.kill()

        assert until(sweep_jobs, seconds=5) == [job.pk]
    perform_job(job.pk)
    assert (now(job).state, now(job).attempts) == (Job.State.DONE, 2)


def test_a_message_that_comes_again_takes_the_job_of_a_killed_worker_over(
    job: Job, tmp_path: Path
) -> None:
    with at_work(job.pk, tmp_path) as worker:
        worker.kill()
        perform_job(job.pk)

    assert (now(job).state, now(job).attempts) == (Job.State.DONE, 2)


def test_a_message_that_comes_again_leaves_the_job_with_its_living_worker(
    job: Job, tmp_path: Path
) -> None:
    with at_work(job.pk, tmp_path):
        set_clock(job, -HOUR)
        perform_job(job.pk)

        assert (now(job).state, now(job).attempts) == (Job.State.RUNNING, 1)


def test_a_job_that_kills_its_workers_is_given_up_after_three(job: Job, tmp_path: Path) -> None:
    for attempt in range(1, MOST_ATTEMPTS + 1):
        with at_work(job.pk, tmp_path):
            assert now(job).attempts == attempt
    perform_job(job.pk)

    assert (now(job).state, now(job).error) == (Job.State.FAILED, "the worker was lost")
    assert sweep_jobs() == []


def test_a_worker_that_reports_nothing_for_long_loses_its_session_and_writes_nothing_more(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside an SQLite file there is one worker, and nobody who could take over."""
    kind = Job.Kind.VERIFY_STANDINGS
    monkeypatch.setitem(jobs.workers(), kind, jobs.workers()[kind]._replace(reports=True))
    has_sessions = connection.vendor == "postgresql"
    with at_work(job.pk, tmp_path) as worker:
        set_clock(job, -STUCK_AFTER / 2)
        assert sweep_jobs() == []
        set_clock(job, -STUCK_AFTER - timedelta(seconds=1))
        if has_sessions:
            assert until(sweep_jobs, seconds=5) == [job.pk]
        else:
            assert sweep_jobs() == []
        (tmp_path / "at_work.go").touch()
        assert (worker.wait(30) != 0) == has_sessions

    assert now(job).total == (0 if has_sessions else 1)


def test_a_job_that_is_handed_back_waits_and_is_offered_once_its_lock_is_free(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[tuple[str, bool]] = []

    def offer(job_id: int) -> None:
        with job_lock(job_id) as free:
            offered.append((now(job).state, free))

    kind = Job.Kind.VERIFY_STANDINGS
    usual = jobs.workers()[kind]

    def do(job: Job) -> object:
        jobs.hand_back_if_ending()
        return usual.do(job)

    monkeypatch.setitem(jobs.workers(), kind, usual._replace(do=do))
    monkeypatch.setattr(jobs, "tell_worker", offer)
    monkeypatch.setattr(jobs, "is_ending", lambda: True)
    for _turn in range(MOST_ATTEMPTS + 1):  # no worker was lost: it is no attempt
        perform_job(job.pk)
    monkeypatch.setattr(jobs, "is_ending", lambda: False)
    perform_job(job.pk)

    assert offered == [(Job.State.WAITING, True)] * (MOST_ATTEMPTS + 1)
    assert (now(job).state, now(job).attempts) == (Job.State.DONE, 1)


def most_at_once(job: Job, monkeypatch: pytest.MonkeyPatch) -> int:
    """Deliver a job again and again while sweepers look for lost ones; how often at one time."""
    lock, running, most = threading.Lock(), [0], [0]

    def do(_job: Job) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.2)
        with lock:
            running[0] -= 1

    kind = Job.Kind.VERIFY_STANDINGS
    monkeypatch.setitem(jobs.workers(), kind, jobs.workers()[kind]._replace(do=do))
    monkeypatch.setattr(jobs, "_NOTICED_WITHIN", 0.05)
    monkeypatch.setattr(jobs, "MOST_ATTEMPTS", 100)

    def hand(number: int) -> None:
        for _turn in range(4):
            if number % 2:
                sweep_jobs()
            perform_job(job.pk)

    assert [each for each in at_once(hand, 6) if each] == []
    return most[0]


def test_however_often_a_job_is_delivered_and_swept_one_worker_at_a_time_has_it(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert most_at_once(job, monkeypatch) == 1
    assert (now(job).state, now(job).attempts) == (Job.State.DONE, 1)


def test_control_without_the_lock_several_have_it_at_a_time(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "job_lock", lambda _job, **_how: nullcontext(True))

    assert most_at_once(job, monkeypatch) > 1
