"""What Celery carries: ids of jobs, nothing else; each task calls one service.

The services that do the work of jobs are all loaded here, so that each registers itself.
"""

from __future__ import annotations

from celery import shared_task
from django.core.management import call_command

import league.archive.document
import league.clubs.verification
import league.exports.views
import league.imports.tenhou.write
import league.rulechanges.rescoring  # noqa: F401
from league.api.idempotency import clear_calls
from league.core.jobs import perform_job, request_job
from league.core.jobs import sweep_jobs as find_waiting
from league.exports.prepared import clear_downloads as clear_old_downloads
from league.models import Club, Job
from league.rankings.rate import owe_ratings
from league.rulechanges.thinning import owe_thinning
from league.upkeep.backups import make_nightly_backup
from league.upkeep.schedule import note_sweep


@shared_task
def run_job(job_id: int) -> None:
    perform_job(job_id)


@shared_task
def sweep_jobs() -> None:
    """Requeue jobs that were lost between a commit and the queue, or with their worker."""
    for job_id in find_waiting():
        run_job.delay(job_id)
    note_sweep()


@shared_task
def verify_standings() -> None:
    for club in Club.objects.all():
        request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)


@shared_task
def rate_games() -> None:
    owe_ratings()


@shared_task
def clear_sessions() -> None:
    """Delete sessions that are over: Django leaves them in the table for ever."""
    call_command("clearsessions")


@shared_task
def back_up() -> None:
    make_nightly_backup()


@shared_task
def thin_settlements() -> None:
    owe_thinning()


@shared_task
def clear_downloads() -> None:
    clear_old_downloads()


@shared_task
def clear_api_calls() -> None:
    clear_calls()
