"""Work that is owed: written with its cause, run once at a time, found again when lost.

Whoever carries a job out holds its lock (``locks.job_lock``), which ends with its process or
connection. A job that is running and whose lock is free has therefore lost its worker (adr/0023).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeVar

from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Count, F, Max, Q
from django.utils import timezone, translation

from league.core.ending import is_ending
from league.core.errors import LeagueError
from league.core.locks import end_session_holding, job_lock
from league.core.outages import AwayError
from league.core.queue import send_job
from league.models import Club, Job

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
#: a worker that lives, reports how far it is and says nothing for so long has got stuck
STUCK_AFTER = timedelta(minutes=15)
#: seconds until the database has noticed that a worker was killed
_NOTICED_WITHIN: Final = 2.0
#: jobs among which the next one is looked for, and that are begun at once at most
_LOOKED_THROUGH: Final = 5_000
_MOST_AT_ONCE: Final = 50
_LATELY: Final = timedelta(minutes=10)
#: unless a message names it: what is out of order is given a moment
_TRIED_AGAIN_AFTER: Final = timedelta(seconds=15)
_OPEN: Final = (Job.State.WAITING, Job.State.RUNNING)

Do = Callable[[Job], Any]
D = TypeVar("D", bound=Do)


class OvertakenError(Exception):
    """Another worker has the job, or it is closed: nothing may be written any more."""


class Stopped(Exception):  # noqa: N818, nothing went wrong
    """Somebody asked the job to stop."""


class HandedBack(Exception):  # noqa: N818, nothing went wrong
    """The worker is to end, and another one goes on from here."""


def hand_back_if_ending() -> None:
    """Give the job back if this worker is to end: called between slices that need not be repeated.

    Raises:
        HandedBack: it is.
    """
    if is_ending():
        raise HandedBack


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


#: is called with how much more is done, and may end the work by raising
Tell = Callable[[int], object]


def nobody(_done: int) -> None:
    """Report progress to nobody, where no job does the work."""


def teller(job: Job) -> Tell:
    """Return a progress callback, which raises if the job is stopped or taken over.

    It may be called amid a query: SQLite then refuses to write once somebody else has, and this
    sign of life is left out.
    """

    def tell(done: int) -> None:
        jobs = Job.objects.across_clubs().filter(pk=job.pk)
        ours = jobs.filter(state=Job.State.RUNNING, started_at=job.started_at)
        try:
            told = ours.update(done=F("done") + done, alive_at=timezone.now())
        except OperationalError as error:
            if connection.vendor == "sqlite" and "locked" in str(error):
                return
            raise
        if told != 1:
            raise OvertakenError
        if jobs.filter(stop_asked=True).exists():
            raise Stopped

    return tell


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
    """Put a job's key on the queue; if the queue is away, the sweeper finds the job."""
    with suppress(AwayError):
        send_job(job_id)


def perform_job(job_id: int) -> None:
    """Carry out the job of a message, or the one whose turn it is: a message says that one is owed.

    Whoever gets the lock of a job that is running takes it over: its worker was lost. A message
    that comes again may come a moment before the database has noticed that, so it waits a little.
    """
    state = Job.objects.across_clubs().filter(pk=job_id).values_list("state", flat=True).first()
    if state == Job.State.RUNNING:
        _tried(job_id, patience=_NOTICED_WITHIN)
        return
    any(_tried(each) for each in _in_turn(job_id))  # up to the first that nobody else is at


def _in_turn(job_id: int) -> list[int]:
    """Return the jobs that wait, those of clubs first for which least was done lately.

    Somebody who lets a hundred files be read keeps the next club's change of rules waiting for one.
    Of one club the job of the message comes first. Three queries.
    """
    jobs, now = Job.objects.across_clubs().order_by(), timezone.now()
    failed_just_now = Q(attempts__gt=0, alive_at__gt=now - _TRIED_AGAIN_AFTER) & ~Q(pk=job_id)
    waiting = jobs.filter(state=Job.State.WAITING).exclude(failed_just_now).order_by("pk")
    found = list(waiting.values_list("pk", "club")[:_LOOKED_THROUGH])
    if len(found) < 2:
        return [pk for pk, _club in found]
    newest = jobs.aggregate(newest=Max("pk"))["newest"]
    lately = jobs.filter(pk__gt=newest - _LOOKED_THROUGH, started_at__gt=now - _LATELY).values_list(
        "club"
    )
    begun = dict(lately.annotate(jobs=Count("pk")))
    found.sort(key=lambda each: (begun.get(each[1], 0), each[0] != job_id, each[0]))
    return [pk for pk, _club in found[:_MOST_AT_ONCE]]


def _tried(job_id: int, *, patience: float = 0) -> bool:
    """Carry a job out if nobody else is at it; whether it was."""
    goes_on = False
    with job_lock(job_id, patience=patience) as ours:
        job = _taken(job_id) if ours else None
        if job is not None:
            goes_on = _carry_out(job)
    if goes_on:  # whoever is told now finds the lock free
        tell_worker(job_id)
    return job is not None


def _taken(job_id: int) -> Job | None:
    """Take a job whose lock is held; None if it was closed meanwhile, or is now given up."""
    jobs, now = Job.objects.across_clubs(), timezone.now()
    _give_up(job_id)
    taken = jobs.filter(pk=job_id, state__in=_OPEN).update(
        state=Job.State.RUNNING, started_at=now, alive_at=now, attempts=F("attempts") + 1
    )
    if taken != 1:
        return None
    return jobs.select_related(
        "club", "change__rule_set__rule_set", "tenhou_import__club", "tenhou_import__league"
    ).get(pk=job_id)


def _give_up(job_id: int) -> None:
    """Fail a job that has lost its worker as often as it may; the caller holds its lock."""
    lost = Job.objects.across_clubs().filter(pk=job_id, state=Job.State.RUNNING)
    error = "the worker was lost"
    if lost.filter(attempts__gte=MOST_ATTEMPTS).update(state=Job.State.FAILED, error=error):
        logger.error("Job %s failed: its worker was lost %s times", job_id, MOST_ATTEMPTS)


def _carry_out(job: Job) -> bool:
    """Carry a job out that is ours; whether another worker has to go on at once."""
    worker = workers()[job.kind]
    jobs = Job.objects.across_clubs()
    running = jobs.filter(pk=job.pk, state=Job.State.RUNNING, started_at=job.started_at)
    job.error = ""  # what a worker says here is stored with the result
    try:
        with translation.override(job.club.language):
            result = worker.do(job)
    except LeagueError as error:
        # Somebody has to mend something first: to try again by itself would change nothing.
        result_words = {"said": error.message}
        running.update(state=Job.State.FAILED, error=repr(error)[:2000], result=result_words)
        return False
    except OvertakenError:
        return False  # the worker that has it now says how it ends
    except Stopped:
        running.update(state=Job.State.STOPPED, stop_asked=False)
        return False
    except HandedBack:
        return bool(running.update(state=Job.State.WAITING, attempts=F("attempts") - 1))
    except Exception as error:
        job.refresh_from_db(fields=["attempts"])
        again = job.attempts < MOST_ATTEMPTS
        state = Job.State.WAITING if again else Job.State.FAILED
        running.update(state=state, error=repr(error)[:2000])
        raise
    ended = timezone.now()
    running.update(state=Job.State.DONE, finished_at=ended, result=result, error=job.error)
    if worker.again(job.club):
        request_job(club=job.club, kind=job.kind)
    return False


def sweep_jobs() -> list[int]:
    """Let jobs wait again whose worker was lost, fail hopeless ones, and return those that wait.

    Of many the first: each message lets one be carried out, whichever it names, and those that are
    on the queue already are to be no multitude while workers are busy for an hour.
    """
    jobs = Job.objects.across_clubs()
    running = jobs.filter(state=Job.State.RUNNING)
    _end_stuck()
    for job_id in list(running.values_list("pk", flat=True)):
        with job_lock(job_id) as lost:
            if lost:
                _give_up(job_id)
                running.filter(pk=job_id).update(state=Job.State.WAITING)
    waiting = jobs.filter(state=Job.State.WAITING).order_by("pk")
    return list(waiting.values_list("pk", flat=True)[:_MOST_AT_ONCE])


def _end_stuck() -> None:
    """Take the database away from workers that live and have got nowhere for long."""
    reporting = [kind for kind, worker in workers().items() if worker.reports]
    silent = Job.objects.across_clubs().filter(
        kind__in=reporting, state=Job.State.RUNNING, alive_at__lt=timezone.now() - STUCK_AFTER
    )
    for job_id in silent.values_list("pk", flat=True):
        logger.error("Job %s is stuck: the session of its worker is ended", job_id)
        end_session_holding(job_id)
