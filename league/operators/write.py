"""What an operator changes: logins and jobs. Each change leaves an event in the clubs' trails."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.jobs import tell_worker
from league.core.locks import end_session_holding
from league.core.permissions import Role
from league.models import Job, Member, User
from league.models.scoped import ClubQuerySet


def _jobs(job: Job, *states: Job.State) -> ClubQuerySet[Job]:
    return Job.objects.for_club(job.club_id).filter(pk=job.pk, state__in=states)


def operator(user: User) -> Actor:
    """Return an operator as the author of a change: no member of the club, and said to be one."""
    name = _("operator (%(login)s)") % {"login": user.get_username()}
    return Actor(name=name, role=Role.VISITOR, user=user)


@transaction.atomic
def set_login_open(*, login: User, is_open: bool, actor: Actor) -> None:
    """Close a login, which ends its sessions and tokens at their next request, or open it again.

    Every club that it belongs to gets the event.

    Raises:
        LeagueError: it is the operator's own.
    """
    if login == actor.user:
        raise LeagueError(_("You cannot close your own login."), field="is_active")
    changed = User.objects.filter(pk=login.pk).exclude(is_active=is_open).update(is_active=is_open)
    if not changed:
        return
    members = Member.objects.across_clubs().filter(user=login.pk).select_related("club")
    for member in members.order_by("pk"):
        record_event(
            "member.login_opened" if is_open else "member.login_closed",
            club=member.club,
            object_id=member.pk,
            actor=actor,
            before={"is_active": not is_open},
            after={"is_active": is_open},
        )


def retry_job(*, job: Job, actor: Actor) -> None:
    """Let a job that failed or was stopped wait again, with all of its attempts.

    Raises:
        LeagueError: it did not fail, or the same work is already waiting.
    """
    try:
        with transaction.atomic():
            ended = _jobs(job, Job.State.FAILED, Job.State.STOPPED)
            before = _locked(ended)
            if before is None:
                raise LeagueError(_("Only jobs that failed or were stopped can be retried."))
            ended.update(state=Job.State.WAITING, stop_asked=False, attempts=0, error="")
            _say("job.retried", job, actor, before, {"state": Job.State.WAITING})
            transaction.on_commit(partial(tell_worker, job.pk))
    except IntegrityError as error:
        raise LeagueError(_("The same work is already waiting.")) from error


@transaction.atomic
def fail_job(*, job: Job, actor: Actor) -> None:
    """End a job that waits or runs. On PostgreSQL its worker can write nothing more.

    Raises:
        LeagueError: it has ended already.
    """
    owed = _jobs(job, Job.State.WAITING, Job.State.RUNNING)
    before = _locked(owed)
    if before is None:
        raise LeagueError(_("This job has already ended."))
    owed.update(state=Job.State.FAILED, error=f"ended by {actor.name}", finished_at=timezone.now())
    transaction.on_commit(partial(end_session_holding, job.pk))
    _say("job.failed", job, actor, before, {"state": Job.State.FAILED})


def _locked(jobs: ClubQuerySet[Job]) -> dict[str, Any] | None:
    found = jobs.select_for_update().values("state", "attempts", "error").first()
    return dict(found) if found else None


def _say(type_: str, job: Job, actor: Actor, before: dict[str, Any], after: dict[str, Any]) -> None:
    record_event(type_, club=job.club, object_id=job.pk, actor=actor, before=before, after=after)
