"""Publishing, correcting, moving and withdrawing rule versions: asked for here, done by a job."""

from __future__ import annotations

from datetime import date
from functools import partial

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import day_problem
from league.errors import LeagueError
from league.models import ClubRuleSet, Job, RuleChange
from league.selectors.change_plan import plan_of_change, touched_games
from league.selectors.intended import (
    Intended,
    intend_moving,
    intend_publishing,
    intend_withdrawing,
)
from league.selectors.standing_check import cannot_stand
from league.services.applying import apply_change
from league.services.change_checks import check_parameters, check_still, one_change_at_a_time
from league.services.change_flow import say_change
from league.services.drafts import DraftChangedError
from league.services.jobs import tell_worker
from league.services.rule_sets import copy_version
from rules.models import RuleVersion

#: more games than these are settled by the job alone; it says then which cannot stand
CHECKED_AT_ONCE = 5_000

Status = RuleVersion.Status


class CannotStandInForceError(LeagueError):
    """Stored games that the planned versions cannot settle; ``games`` says which and why."""

    code = "games-cannot-stand"

    def __init__(self, message: str, *, games: list[str]) -> None:
        super().__init__(message)
        self.games = games


def publish_draft(
    *,
    in_club: ClubRuleSet,
    draft: RuleVersion,
    draft_revision: int,
    day: date,
    corrects: RuleVersion | None,
    reason: str,
    actor: Actor,
) -> RuleChange:
    """Bring a draft into force from ``day``, as a correction of that day's version if it has one.

    Raises:
        LeagueError: the day has a version that is not said to be corrected, a correction without
            a reason.
        DraftChangedError: the draft was saved, published or thrown away by somebody since.
        UnsoundRulesError: its parameters contradict each other.
        CannotStandInForceError: stored games that the draft cannot settle.
        OtherChangeError: another change is under way, or came first.
    """
    _check_day(day)
    there = in_club.rule_set.versions.filter(status=Status.PUBLISHED, effective_from=day).first()
    if there is not None and corrects != there:
        raise LeagueError(
            _(
                "%(label)s is in force from that day. Publish this as its correction, "
                "or choose another day."
            )
            % {"label": there.label},
            field="day",
        )
    if corrects is not None and there is None:
        raise LeagueError(
            _("A correction keeps the day of the version that it corrects."), field="day"
        )
    kind = RuleChange.Kind.PUBLISH if there is None else RuleChange.Kind.CORRECT
    _check_games(intend_publishing(in_club, draft, day))
    with one_change_at_a_time(in_club):
        arriving = _freeze(in_club, draft, draft_revision, day)
        return _open(in_club, kind, arriving, there, reason, actor)


def move_version(
    *, in_club: ClubRuleSet, version: RuleVersion, day: date, reason: str, actor: Actor
) -> RuleChange:
    """Let a published version begin on another day; the old label stays in the books, withdrawn.

    Raises:
        LeagueError: not published, the same day, a day that has a version, no reason.
        CannotStandInForceError: games that would be left without rules, or cannot stand.
        OtherChangeError: another change is under way, or came first.
    """
    _check_day(day)
    _check_published(in_club, version)
    if day == version.first_day:
        raise LeagueError(_("It is in force from that day already."), field="day")
    if in_club.rule_set.versions.filter(status=Status.PUBLISHED, effective_from=day).exists():
        raise LeagueError(_("There is a published version for that day already."), field="day")
    _check_games(intend_moving(in_club, version, day))
    with one_change_at_a_time(in_club):
        arriving = copy_version(version, day=day, number=_next_number(in_club, day))
        return _open(in_club, RuleChange.Kind.MOVE, arriving, version, reason, actor)


def withdraw_version(
    *, in_club: ClubRuleSet, version: RuleVersion, reason: str, actor: Actor
) -> RuleChange:
    """Take a published version out of force; the version before it holds on.

    Raises:
        LeagueError: not published, no reason.
        CannotStandInForceError: games that would be left without rules, or cannot stand.
        OtherChangeError: another change is under way, or came first.
    """
    _check_published(in_club, version)
    _check_games(intend_withdrawing(in_club, version))
    with one_change_at_a_time(in_club):
        return _open(in_club, RuleChange.Kind.WITHDRAW, None, version, reason, actor)


def _check_day(day: date) -> None:
    if problem := day_problem(day):
        raise LeagueError(problem, field="day")


def _check_published(in_club: ClubRuleSet, version: RuleVersion) -> None:
    if version.rule_set_id != in_club.rule_set_id or version.status != Status.PUBLISHED:
        raise LeagueError(_("Only a published version can be moved or withdrawn."))


def _freeze(
    in_club: ClubRuleSet, draft: RuleVersion, draft_revision: int, day: date
) -> RuleVersion:
    """Compare-and-set: the draft as it was read becomes the version that is being published."""
    drafts = RuleVersion.objects.filter(
        pk=draft.pk,
        rule_set=in_club.rule_set,
        status=Status.DRAFT,
        draft_revision=draft_revision,
    )
    frozen = drafts.update(
        status=Status.PENDING, effective_from=day, number=_next_number(in_club, day)
    )
    if frozen != 1:
        raise DraftChangedError(
            _("Somebody changed or published this draft meanwhile. Please look at it again.")
        )
    return RuleVersion.objects.get(pk=draft.pk)


def _next_number(in_club: ClubRuleSet, day: date) -> int:
    """Labels are never used twice, not even those of withdrawn versions."""
    of_day = in_club.rule_set.versions.filter(effective_from=day)
    highest: int = of_day.aggregate(highest=Max("number"))["highest"] or 0
    return highest + 1


def _open(
    in_club: ClubRuleSet,
    kind: RuleChange.Kind,
    arriving: RuleVersion | None,
    leaving: RuleVersion | None,
    reason: str,
    actor: Actor,
) -> RuleChange:
    reason = reason.strip()
    if kind != RuleChange.Kind.PUBLISH and not reason:
        raise LeagueError(_("Please say why, so that everybody can follow it."), field="reason")
    if len(reason) > 200:
        raise LeagueError(_("Please keep it under 200 characters."), field="reason")
    check_parameters(arriving)
    change = RuleChange.objects.create(
        club=in_club.club,
        rule_set=in_club,
        kind=kind,
        arriving=arriving,
        leaving=leaving,
        reason=reason,
        created_by=actor.user,
        created_by_name=actor.name[:80],
    )
    check_still(change)
    total = touched_games(plan_of_change(change)).count()
    job = Job.objects.create(club=in_club.club, kind=Job.Kind.RESCORE, change=change, total=total)
    if total == 0:
        _at_once(change, job, actor)
    else:
        say_change(change, "rule_change.requested", actor)
        transaction.on_commit(partial(tell_worker, job.pk))
    return change


def _at_once(change: RuleChange, job: Job, actor: Actor) -> None:
    """No game is touched: it can be in force right now."""
    if apply_change(change, actor, lambda _games: None):
        change.refresh_from_db()
        job.state, job.finished_at = Job.State.DONE, timezone.now()
        job.save(update_fields=["state", "finished_at"])


def _check_games(intended: Intended) -> None:
    """Look for games that cannot stand while nobody has to wait; the job looks again."""
    check_parameters(intended.arriving)
    plan = intended.plan()
    if touched_games(plan).count() > CHECKED_AT_ONCE:
        return
    games = cannot_stand(plan)
    if games:
        raise CannotStandInForceError(
            _("Some stored games cannot stand under these rules."), games=games
        )
