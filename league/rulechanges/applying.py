"""The job behind a change of the rules: prepare every league, then put it all in force at once."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.jobs import OvertakenError, Stopped, job
from league.core.permissions import Role
from league.games.tallies import raise_revision
from league.models import DirtyDay, Hanchan, Job, League, RuleChange, TallyPage
from league.rulechanges.plan import (
    Plan,
    days_with_games,
    leagues_of,
    plan_of_change,
    touched_months,
)
from league.rulechanges.preview import why_not
from league.rulechanges.rescoring import (
    CHUNK,
    CannotStandError,
    Progress,
    dirty_days,
    mend_day,
    pages_of,
    prepare_league,
)
from rules.models import RuleVersion

_EVENTS = {
    RuleChange.Kind.PUBLISH: "rule_version.published",
    RuleChange.Kind.CORRECT: "rule_version.corrected",
    RuleChange.Kind.MOVE: "rule_version.moved",
    RuleChange.Kind.WITHDRAW: "rule_version.withdrawn",
}


#: rounds of preparing before the job gives up catching up with entries
MOST_ROUNDS = 100


class _Reporter:
    def __init__(self, job: Job) -> None:
        self.job = job

    def __call__(self, games: int) -> None:
        jobs = Job.objects.across_clubs().filter(
            pk=self.job.pk, state=Job.State.RUNNING, started_at=self.job.started_at
        )
        # a chunk that is done shows that the worker is no lost cause
        reported = jobs.update(done=F("done") + games, alive_at=timezone.now(), attempts=1)
        if reported != 1:  # given up for lost: another worker has it now
            raise OvertakenError

    def pause(self) -> None:
        """Check whether to continue.

        Raises:
            Stopped: somebody has asked for it.
        """
        if Job.objects.across_clubs().filter(pk=self.job.pk, stop_asked=True).exists():
            raise Stopped


@job(Job.Kind.RESCORE, reports=True)
def carry_out_change(job: Job) -> dict[str, int]:
    """Settle what is missing chunk by chunk, then let it all count at once.

    Returns:
        ``{"altered": …}``: settlements that were written.

    Raises:
        Stopped: somebody asked for it; what is done stays and is not repeated.
        OvertakenError: another worker has the job.
        LeagueError: some games are impossible; the change stays open, nothing counts.
    """
    change = job.change
    assert change is not None  # a re-score carries a change
    report = _Reporter(job)
    try:
        _carry_out(change, report)
    except CannotStandError as error:
        raise LeagueError(why_not(error.league, error.games[0])) from error
    for league in leagues_of(change.rule_set):
        clear_old_pages(league)
    change.refresh_from_db()
    return {"altered": change.altered}


def _carry_out(change: RuleChange, report: _Reporter) -> None:
    actor = Actor(name=change.created_by_name, role=Role.ORGANIZER, user=change.created_by)
    for _round in range(MOST_ROUNDS):
        change.refresh_from_db()
        if change.state != RuleChange.State.OPEN:
            return
        plan = plan_of_change(change)
        for league in leagues_of(change.rule_set):
            prepare_league(change, plan, league, report, report.pause)
        if apply_change(change, actor, report):
            return
    raise LeagueError(
        _("Games are being entered faster than they can be re-scored. Try again later.")
    )


@transaction.atomic
def apply_change(change: RuleChange, actor: Actor, progress: Progress) -> bool:
    """Let all that was prepared count at once, if nothing is missing.

    Locks the leagues one after the other, redoes the few days that changed meanwhile, switches the
    tallies' pages and the versions' states, and raises every revision.

    Returns:
        False when too much is missing to be done under the lock; then nothing has changed.

    Raises:
        CannotStandError: a game that was entered meanwhile cannot be settled.
    """
    plan = plan_of_change(change)
    leagues = leagues_of(change.rule_set)
    for league in leagues:
        raise_revision(league)
    current = RuleChange.objects.for_club(change.club_id).get(pk=change.pk)
    if current.state != RuleChange.State.OPEN:
        return True
    if any(_is_behind(change, plan, league) for league in leagues):
        transaction.set_rollback(True)
        return False
    for league in leagues:
        for day in dirty_days(change, league):
            mend_day(change, plan, league, day, progress)
        _turn_pages(change, league)
    _turn_versions(change)
    RuleChange.objects.for_club(change.club_id).filter(pk=change.pk).update(
        state=RuleChange.State.APPLIED, closed_at=timezone.now()
    )
    DirtyDay.objects.for_club(change.club_id).filter(change=change).delete()
    _record(change, actor)
    return True


def _is_behind(change: RuleChange, plan: Plan, league: League) -> bool:
    ready = set(pages_of(change, league).filter(is_ready=True).values_list("month", flat=True))
    if not ready.issuperset(touched_months(plan, league)):
        return True
    days = dirty_days(change, league)
    live = Hanchan.objects.for_club(league.club_id).filter(
        league=league, voided_at=None, day__in=days
    )
    return len(days) > 1 and sum(games for _day, games in days_with_games(live)) > CHUNK


def _turn_pages(change: RuleChange, league: League) -> None:
    months = list(pages_of(change, league).values_list("month", flat=True))
    pages = TallyPage.objects.for_club(league.club_id).filter(league=league)
    pages.filter(month__in=months, counts=True).update(counts=False)
    pages.filter(change=change, counts=False).update(counts=True, change=None)


def _turn_versions(change: RuleChange) -> None:
    """Remove the leaving version first: a day has at most one published version."""
    if change.leaving is not None:
        replaced = change.kind == RuleChange.Kind.CORRECT
        status = RuleVersion.Status.SUPERSEDED if replaced else RuleVersion.Status.WITHDRAWN
        RuleVersion.objects.filter(pk=change.leaving.pk).update(status=status)
    if change.arriving is not None:
        RuleVersion.objects.filter(pk=change.arriving.pk).update(
            status=RuleVersion.Status.PUBLISHED, published_at=timezone.now()
        )


def _record(change: RuleChange, actor: Actor) -> None:
    arriving, leaving = change.arriving, change.leaving
    shown = arriving or leaving
    assert shown is not None  # a change changes something
    record_event(
        _EVENTS[RuleChange.Kind(change.kind)],
        club=change.club,
        object_id=shown.pk,
        actor=actor,
        before=None if leaving is None else {"version": leaving.label},
        after={
            "rule_set": change.rule_set.slug,
            "version": None if arriving is None else arriving.label,
            "change": change.pk,
        },
        reason=change.reason,
    )


def clear_old_pages(league: League) -> None:
    """Delete replaced pages, one at a time; nobody reads them any more."""
    old = TallyPage.objects.for_club(league.club_id).filter(
        league=league, counts=False, change=None
    )
    for page in list(old):
        page.delete()
