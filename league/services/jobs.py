"""Work that is owed: written with its cause, run once at a time, found again when lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from league.models import Club, Job
from league.selectors.verification import verify_club

#: a job that runs longer than this lost its worker
LOST_AFTER = timedelta(minutes=15)
MOST_ATTEMPTS = 3

_WORK: dict[str, Callable[[Club], object]] = {Job.Kind.VERIFY_STANDINGS: verify_club}


def request_job(*, club: Club, kind: Job.Kind) -> Job:
    """Owe a job, or find the one that waits already; a worker is told after the commit."""
    try:
        with transaction.atomic():
            job = Job.objects.create(club=club, kind=kind)
            transaction.on_commit(partial(_tell_worker, job.pk))
            return job
    except IntegrityError:
        return Job.objects.for_club(club).get(
            kind=kind, state__in=[Job.State.WAITING, Job.State.RUNNING]
        )


def _tell_worker(job_id: int) -> None:
    from kombu.exceptions import OperationalError

    from league.tasks import run_job

    try:
        run_job.delay(job_id)
    except OperationalError:  # the queue is down: the sweeper will find the job
        return


def perform_job(job_id: int) -> None:
    """Carry a job out once: whoever takes it from waiting to running does the work."""
    jobs = Job.objects.across_clubs()
    taken = jobs.filter(pk=job_id, state=Job.State.WAITING).update(
        state=Job.State.RUNNING, started_at=timezone.now(), attempts=F("attempts") + 1
    )
    if taken != 1:
        return
    job = jobs.select_related("club").get(pk=job_id)
    try:
        result = _WORK[job.kind](job.club)
    except Exception as error:
        again = job.attempts < MOST_ATTEMPTS
        state = Job.State.WAITING if again else Job.State.FAILED
        jobs.filter(pk=job_id).update(state=state, error=repr(error)[:2000])
        raise
    jobs.filter(pk=job_id, state=Job.State.RUNNING).update(
        state=Job.State.DONE, finished_at=timezone.now(), result=result, error=""
    )


def sweep_jobs() -> list[int]:
    """Put jobs whose worker was lost back, give up the hopeless, and name all that wait."""
    jobs = Job.objects.across_clubs()
    lost = jobs.filter(state=Job.State.RUNNING, started_at__lt=timezone.now() - LOST_AFTER)
    lost.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, error="the worker was lost"
    )
    lost.update(state=Job.State.WAITING)
    return list(jobs.filter(state=Job.State.WAITING).values_list("pk", flat=True))
