"""Work that is owed: written with its cause, run once at a time, found again when lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone, translation

from league.errors import LeagueError
from league.models import Club, Job, League
from league.selectors.ratings import RATING, clubs_behind, leagues_behind
from league.selectors.verification import verify_club
from league.services.carrying_out import Stopped, carry_out_change
from league.services.ratings import carry_out_ratings
from league.services.rescoring import OvertakenError
from league.services.tenhou_work import carry_out_import

#: a job that says nothing for longer than this lost its worker
LOST_AFTER = timedelta(minutes=15)
#: the same for jobs that tell how far they are, every few moments
SILENT_AFTER = timedelta(seconds=30)
MOST_ATTEMPTS = 3

#: jobs that tell how far they are
_TELLING = (Job.Kind.RESCORE, Job.Kind.IMPORT, RATING)

_WORK: dict[str, Callable[[Job], object]] = {
    Job.Kind.VERIFY_STANDINGS: lambda job: verify_club(job.club),
    Job.Kind.RESCORE: carry_out_change,
    Job.Kind.IMPORT: carry_out_import,
    RATING: carry_out_ratings,
}


def request_job(*, club: Club, kind: str) -> Job:
    """Owe a job, or find the one that waits already; a worker is told after the commit."""
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
    """Put a job's key on the queue; with the queue down the sweeper finds the job."""
    import_module(settings.QUEUE)  # the app that tasks are sent by
    from kombu.exceptions import OperationalError

    from league.tasks import run_job

    try:
        run_job.delay(job_id)
    except OperationalError:
        return


def perform_job(job_id: int) -> None:
    """Carry a job out once: whoever takes it from waiting to running does the work."""
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
    running = jobs.filter(pk=job_id, state=Job.State.RUNNING, started_at=now)
    try:
        with translation.override(job.club.language):
            result = _WORK[job.kind](job)
    except LeagueError as error:
        # Somebody has to mend something first: to try again by itself would change nothing.
        said = {"said": error.message}
        running.update(state=Job.State.FAILED, error=repr(error)[:2000], result=said)
        return
    except OvertakenError:
        return  # whoever has it now says how it ends
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
    if job.kind == RATING and leagues_behind(League.objects.for_club(job.club)).exists():
        request_job(club=job.club, kind=RATING)  # games changed while it worked


def owe_ratings() -> list[Job]:
    """Owe ratings to every club whose games have changed; one job a club at a time.

    A league's revision is what tells: entering a game costs nothing for it, whatever changes
    within a minute is rated once, and nothing that the queue loses is lost.
    """
    return [request_job(club=club, kind=RATING) for club in clubs_behind()]


def sweep_jobs() -> list[int]:
    """Put jobs whose worker was lost back, give up the hopeless, and name all that wait."""
    jobs = Job.objects.across_clubs()
    now = timezone.now()
    lost = jobs.filter(state=Job.State.RUNNING).filter(
        Q(alive_at__lt=now - LOST_AFTER)
        | Q(alive_at=None, started_at__lt=now - LOST_AFTER)
        | Q(kind__in=_TELLING, alive_at__lt=now - SILENT_AFTER)
    )
    lost.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, error="the worker was lost"
    )
    lost.update(state=Job.State.WAITING)
    return list(jobs.filter(state=Job.State.WAITING).values_list("pk", flat=True))
