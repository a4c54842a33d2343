"""A job says how far it is, also amid a query that others write beside."""

from __future__ import annotations

from threading import Thread

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from league.core.jobs import OvertakenError, Stopped, teller
from league.models import Club, Job
from tests.factories import make_club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def job() -> Job:
    return Job.objects.create(
        club=make_club(), kind="export", state=Job.State.RUNNING, started_at=timezone.now()
    )


def write_beside() -> None:
    """Another connection changes something and commits."""

    def write() -> None:
        Club.objects.update(name="西北会")
        connection.close()

    other = Thread(target=write)
    other.start()
    other.join()


def done_of(job: Job) -> int:
    return Job.objects.across_clubs().get(pk=job.pk).done


def test_what_is_done_adds_up(job: Job) -> None:
    tell = teller(job)
    tell(500)
    tell(500)

    assert done_of(job) == 1_000


def test_amid_a_query_a_sign_of_life_is_left_out_rather_than_the_job_lost(job: Job) -> None:
    tell = teller(job)
    jobs = iter(Job.objects.across_clubs().all().iterator(chunk_size=1))
    Job.objects.create(club=job.club, kind=Job.Kind.RATING)
    next(jobs)
    write_beside()

    tell(500)
    list(jobs)
    tell(1)

    assert done_of(job) in ({1} if connection.vendor == "sqlite" else {501})


def test_control_writing_amid_a_query_is_refused_by_sqlite_once_others_have_written(
    job: Job,
) -> None:
    jobs = iter(Job.objects.across_clubs().all().iterator(chunk_size=1))
    Job.objects.create(club=job.club, kind=Job.Kind.RATING)
    next(jobs)
    write_beside()

    refused = False
    try:
        Job.objects.across_clubs().filter(pk=job.pk).update(done=1)
    except OperationalError:
        refused = True
    list(jobs)

    assert refused == (connection.vendor == "sqlite")


def test_a_job_that_another_has_taken_over_learns_of_it(job: Job) -> None:
    tell = teller(job)
    Job.objects.across_clubs().update(started_at=timezone.now())

    with pytest.raises(OvertakenError):
        tell(1)


def test_a_job_that_is_to_stop_learns_of_it(job: Job) -> None:
    Job.objects.across_clubs().update(stop_asked=True)

    with pytest.raises(Stopped):
        teller(job)(1)
