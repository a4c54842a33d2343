"""The job behind a rule change: prepare every league, then put it in force; stop when asked."""

from __future__ import annotations

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Job, RuleChange
from league.permissions import Role
from league.selectors.change_plan import leagues_of, plan_of_change
from league.selectors.change_preview import why_not
from league.services.applying import apply_change, clear_old_pages
from league.services.rescoring import CannotStandError, OvertakenError, prepare_league

#: rounds of preparing before the job gives up catching up with entries
MOST_ROUNDS = 100


class Stopped(Exception):  # noqa: N818, nothing went wrong
    """Somebody asked the job to stop."""


class _Teller:
    """Tells how far the job is after each chunk, and hears whether it is to stop."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def __call__(self, games: int) -> None:
        jobs = Job.objects.across_clubs().filter(
            pk=self.job.pk, state=Job.State.RUNNING, started_at=self.job.started_at
        )
        # a chunk that is done shows that the worker is no lost cause
        told = jobs.update(done=F("done") + games, alive_at=timezone.now(), attempts=1)
        if told != 1:  # given up for lost: another worker has it now
            raise OvertakenError

    def pause(self) -> None:
        """Hear whether to go on.

        Raises:
            Stopped: somebody has asked for it.
        """
        if Job.objects.across_clubs().filter(pk=self.job.pk, stop_asked=True).exists():
            raise Stopped


def carry_out_change(job: Job) -> dict[str, int]:
    """Settle what is missing chunk by chunk, then let it all count at once.

    Returns:
        ``{"altered": …}``: settlements that were written.

    Raises:
        Stopped: somebody asked for it; what is done stays and is not done again.
        OvertakenError: another worker has the job.
        LeagueError: games that cannot stand; the change stays open, nothing counts.
    """
    change = job.change
    assert change is not None  # a re-score carries a change
    tell = _Teller(job)
    try:
        _carry_out(change, tell)
    except CannotStandError as error:
        raise LeagueError(why_not(error.league, error.games[0])) from error
    for league in leagues_of(change.rule_set):
        clear_old_pages(league)
    change.refresh_from_db()
    return {"altered": change.altered}


def _carry_out(change: RuleChange, tell: _Teller) -> None:
    actor = Actor(name=change.created_by_name, role=Role.ORGANIZER, user=change.created_by)
    for _round in range(MOST_ROUNDS):
        change.refresh_from_db()
        if change.state != RuleChange.State.OPEN:
            return
        plan = plan_of_change(change)
        for league in leagues_of(change.rule_set):
            prepare_league(change, plan, league, tell, tell.pause)
        if apply_change(change, actor, tell):
            return
    raise LeagueError(_("Games come in faster than they can be settled anew. Try again later."))
