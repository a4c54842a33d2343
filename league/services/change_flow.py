"""Stopping the job behind a rule change, letting it go on, and calling the change off."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Job, RuleChange, Settlement, TallyPage
from league.services.audit import record_event
from league.services.jobs import tell_worker
from rules.models import RuleVersion


def stop_change(*, change: RuleChange, actor: Actor) -> None:
    """Ask the job to stop after its chunk; what it has prepared stays.

    One that is at rest or done is left as it is.
    """
    jobs = Job.objects.for_club(change.club_id).filter(change=change)
    with transaction.atomic():
        asked = jobs.filter(state=Job.State.RUNNING, stop_asked=False).update(stop_asked=True)
        asked += jobs.filter(state=Job.State.WAITING).update(state=Job.State.STOPPED)
        if asked:
            say_change(change, "rule_change.stopped", actor)


def resume_change(*, change: RuleChange, actor: Actor) -> None:
    """Let a stopped or failed job go on where it was."""
    jobs = Job.objects.for_club(change.club_id).filter(change=change)
    with transaction.atomic():
        again = jobs.filter(state__in=[Job.State.STOPPED, Job.State.FAILED]).update(
            state=Job.State.WAITING, stop_asked=False, attempts=0, error=""
        )
        if again and change.state == RuleChange.State.OPEN:
            say_change(change, "rule_change.resumed", actor)
            transaction.on_commit(partial(tell_worker, jobs.get().pk))


def give_up_change(*, change: RuleChange, actor: Actor, reason: str = "") -> None:
    """Call the change off: nothing of it has counted, and nothing of it will.

    Raises:
        LeagueError: it is in force already, or its job is at work: stop it first.
    """
    with transaction.atomic():
        changes = RuleChange.objects.for_club(change.club_id).select_for_update(of=("self",))
        current = changes.select_related("arriving").get(pk=change.pk)
        if current.state != RuleChange.State.OPEN:
            raise LeagueError(_("This change is closed already."))
        jobs = Job.objects.for_club(change.club_id).filter(change=change)
        stopped = jobs.exclude(state=Job.State.RUNNING).update(
            state=Job.State.DONE, finished_at=timezone.now()
        )
        if stopped != 1:
            raise LeagueError(_("The games are being settled right now. Stop that first."))
        RuleChange.objects.for_club(change.club_id).filter(pk=change.pk).update(
            state=RuleChange.State.GIVEN_UP, closed_at=timezone.now()
        )
        TallyPage.objects.for_club(change.club_id).filter(change=change).delete()
        Settlement.objects.for_club(change.club_id).filter(change=change).delete()
        _thaw(current)
        say_change(change, "rule_change.given_up", actor, reason)


def _thaw(change: RuleChange) -> None:
    """Make a draft of what was to come again; a copy that was only moved goes."""
    arriving = change.arriving
    if arriving is None:
        return
    if change.kind == RuleChange.Kind.MOVE:
        RuleChange.objects.for_club(change.club_id).filter(pk=change.pk).update(arriving=None)
        arriving.delete()
    else:
        RuleVersion.objects.filter(pk=arriving.pk).update(status=RuleVersion.Status.DRAFT, number=0)


def say_change(change: RuleChange, type_: str, actor: Actor, reason: str = "") -> None:
    """Write down in the trail what was done with a change."""
    record_event(
        type_,
        club=change.club,
        object_id=change.pk,
        actor=actor,
        after={
            "kind": change.kind,
            "rule_set": change.rule_set.slug,
            "arriving": change.arriving.label if change.arriving else None,
            "leaving": change.leaving.label if change.leaving else None,
        },
        reason=reason or change.reason,
    )
