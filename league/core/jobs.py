"""Work that is owed: written with its cause, run once at a time, found again when lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone, translation

from league.core.errors import LeagueError
from league.models import Club, Job

#: a job that says nothing for longer than this lost its worker
LOST_AFTER = timedelta(minutes=15)
#: the same for jobs that tell how far they are, every few moments
SILENT_AFTER = timedelta(seconds=30)
MOST_ATTEMPTS = 3

Do = Callable[[Job], Any]
D = TypeVar("D", bound=Do)


class OvertakenError(Exception):
    """Another worker has the job, or it is closed: nothing may be written any more."""


class Stopped(Exception):  # noqa: N818, nothing went wrong
    """Somebody asked the job to stop."""


class _Worker(NamedTuple):
    do: Do
    #: whether it says how far it is, every few moments
    reports: bool
    #: whether the same job is owed again once it is done
    again: Callable[[Club], bool]


_registered: dict[str, _Worker] = {}


def job(
    kind: str, *, reports: bool = False, again: Callable[[Club], bool] = lambda _club: False
) -> Callable[[D], D]:
    """Register a function as the worker of a kind of job; it returns the job's result."""

    def register(do: D) -> D:
        _registered[kind] = _Worker(do, reports, again)
        return do

    return register


def workers() -> dict[str, _Worker]:
    import_module(settings.TASKS)  # loads every module that registers one
    return _registered


def request_job(*, club: Club, kind: str) -> Job:
    """Queue a job, or find the one already waiting; a worker is notified after the commit."""
    try:
        with transaction.atomic():
            job = Job.objects.create(club=club, kind=kind)
            transaction.on_commit(partial(tell_worker, job.pk))
            return job
    except IntegrityError:
        return Job.objects.for_club(club).get(
            kind=kind, state__in=[Job.State.WAITING, Job.State.RUNNING]
        )


def tell_worker(job_id: int) -> None:
    """Put a job's key on the queue; if the queue is down, the sweeper finds the job."""
    import_module(settings.QUEUE)  # the app that tasks are sent by
    from kombu.exceptions import OperationalError

    try:
        import_module(settings.TASKS).run_job.delay(job_id)
    except OperationalError:
        return


def perform_job(job_id: int) -> None:
    """Run a job once: only the caller that moves it from waiting to running does the work."""
    jobs = Job.objects.across_clubs()
    now = timezone.now()
    taken = jobs.filter(pk=job_id, state=Job.State.WAITING).update(
        state=Job.State.RUNNING, started_at=now, alive_at=now, attempts=F("attempts") + 1
    )
    if taken != 1:
        return
    job = jobs.select_related(
        "club", "change__rule_set__rule_set", "tenhou_import__club", "tenhou_import__league"
    ).get(pk=job_id)
    worker = workers()[job.kind]
    running = jobs.filter(pk=job_id, state=Job.State.RUNNING, started_at=now)
    try:
        with translation.override(job.club.language):
            result = worker.do(job)
    except LeagueError as error:
        # Somebody has to mend something first: to try again by itself would change nothing.
        result_words = {"said": error.message}
        running.update(state=Job.State.FAILED, error=repr(error)[:2000], result=result_words)
        return
    except OvertakenError:
        return  # the worker that has it now says how it ends
    except Stopped:
        running.update(state=Job.State.STOPPED, stop_asked=False)
        return
    except Exception as error:
        job.refresh_from_db(fields=["attempts"])
        again = job.attempts < MOST_ATTEMPTS
        state = Job.State.WAITING if again else Job.State.FAILED
        running.update(state=state, error=repr(error)[:2000])
        raise
    running.update(state=Job.State.DONE, finished_at=timezone.now(), result=result, error="")
    if worker.again(job.club):
        request_job(club=job.club, kind=job.kind)


def sweep_jobs() -> list[int]:
    """Requeue jobs whose worker was lost, fail hopeless ones, and return all that wait."""
    jobs = Job.objects.across_clubs()
    now = timezone.now()
    reporting = [kind for kind, worker in workers().items() if worker.reports]
    lost = jobs.filter(state=Job.State.RUNNING).filter(
        Q(alive_at__lt=now - LOST_AFTER)
        | Q(alive_at=None, started_at__lt=now - LOST_AFTER)
        | Q(kind__in=reporting, alive_at__lt=now - SILENT_AFTER)
    )
    lost.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, error="the worker was lost"
    )
    lost.update(state=Job.State.WAITING)
    return list(jobs.filter(state=Job.State.WAITING).values_list("pk", flat=True))
