"""Rule versions published, corrected, moved, withdrawn: asked for here, done by a job."""

from __future__ import annotations

from datetime import date
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import day_problem
from league.core.errors import (
    ChangeUnderWayError,
    EntryError,
    LeagueError,
    RulesChangedError,
    checked_reason,
)
from league.core.jobs import tell_worker
from league.models import ClubRuleSet, Job, RuleChange, Settlement, TallyPage
from league.rulebook.typed import problems_of
from league.rulebook.write import copy_version
from league.rulechanges.draft_write import DraftChangedError
from league.rulechanges.plan import (
    Intended,
    intend_moving,
    intend_publishing,
    intend_withdrawing,
    plan_of_change,
    touched_games,
)
from league.rulechanges.preview import cannot_stand
from league.rulechanges.read import changes_of, open_change
from league.rulechanges.rescoring import apply_change
from league.wording.rules import language
from rules.models import RuleVersion
from rules.words import name_of

#: more games than these are settled by the job alone; it says then which cannot stand
CHECKED_AT_ONCE = 5_000

Status = RuleVersion.Status


class UnsoundRulesError(EntryError):
    """The new rules contradict themselves; ``problems`` are by parameter."""

    code = "bad-parameters"

    def __init__(self, message: str, problems: dict[str, list[str]]) -> None:
        super().__init__(problems)
        self.message, self.args = message, (message,)


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
    """Publish a draft from ``day``, as a correction of that day's version if it has one.

    Raises:
        LeagueError: the day has a version not named as corrected, or a correction has no
            reason.
        DraftChangedError: the draft was saved, published or deleted by somebody since.
        UnsoundRulesError: its parameters contradict each other.
        CannotStandInForceError: stored games that the draft cannot settle.
        OtherChangeError: another change is under way, or came first.
    """
    _check_day(day)
    there = in_club.rule_set.versions.filter(status=Status.PUBLISHED, effective_from=day).first()
    if there is not None and corrects != there:
        raise LeagueError(
            _(
                "%(label)s takes effect on that day. Publish this as its correction, or choose "
                "another day."
            )
            % {"label": there.label},
            field="day",
        )
    if corrects is not None and there is None:
        raise LeagueError(
            _("A correction has the same effective date as the version it corrects."), field="day"
        )
    kind = RuleChange.Kind.PUBLISH if there is None else RuleChange.Kind.CORRECT
    _check_games(intend_publishing(in_club, draft, day))
    with _one_change_at_a_time(in_club):
        arriving = _freeze(in_club, draft, draft_revision, day)
        return _open(in_club, kind, arriving, there, reason, actor)


def move_version(
    *, in_club: ClubRuleSet, version: RuleVersion, day: date, reason: str, actor: Actor
) -> RuleChange:
    """Move a published version to another day; the old label remains, withdrawn.

    Raises:
        LeagueError: not published, the same day, a day that has a version, no reason.
        CannotStandInForceError: games would be left without rules, or be impossible.
        OtherChangeError: another change is under way, or came first.
    """
    _check_day(day)
    _check_published(in_club, version)
    if day == version.first_day:
        raise LeagueError(_("It already takes effect on that day."), field="day")
    if in_club.rule_set.versions.filter(status=Status.PUBLISHED, effective_from=day).exists():
        raise LeagueError(_("A published version already takes effect on that day."), field="day")
    _check_games(intend_moving(in_club, version, day))
    with _one_change_at_a_time(in_club):
        arriving = copy_version(version, day=day, number=_next_number(in_club, day))
        return _open(in_club, RuleChange.Kind.MOVE, arriving, version, reason, actor)


def withdraw_version(
    *, in_club: ClubRuleSet, version: RuleVersion, reason: str, actor: Actor
) -> RuleChange:
    """Withdraw a published version; the version before it applies again.

    Raises:
        LeagueError: not published, no reason.
        CannotStandInForceError: games would be left without rules, or be impossible.
        OtherChangeError: another change is under way, or came first.
    """
    _check_published(in_club, version)
    _check_games(intend_withdrawing(in_club, version))
    with _one_change_at_a_time(in_club):
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
    """Turn the draft as read into the version being published, by compare-and-set."""
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
            _(
                "Someone has changed or published this draft in the meantime. Please review it "
                "again."
            )
        )
    return RuleVersion.objects.get(pk=draft.pk)


def _next_number(in_club: ClubRuleSet, day: date) -> int:
    """Return a number that no version of the day ever had, not even a withdrawn one."""
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
    if kind != RuleChange.Kind.PUBLISH or reason.strip():
        reason = checked_reason(reason)
    _check_parameters(arriving)
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
    _check_still(change)
    total = touched_games(plan_of_change(change)).count()
    job = Job.objects.create(club=in_club.club, kind=Job.Kind.RESCORE, change=change, total=total)
    if total == 0:
        _at_once(change, job, actor)
    else:
        _say_change(change, "rule_change.requested", actor)
        transaction.on_commit(partial(tell_worker, job.pk))
    return change


def _at_once(change: RuleChange, job: Job, actor: Actor) -> None:
    """Apply the change immediately, as it touches no game."""
    if apply_change(change, actor, lambda _games: None):
        change.refresh_from_db()
        job.state, job.finished_at = Job.State.DONE, timezone.now()
        job.save(update_fields=["state", "finished_at"])


def _check_games(intended: Intended) -> None:
    """Check for impossible games before taking locks; the job checks again."""
    _check_parameters(intended.arriving)
    plan = intended.plan()
    if touched_games(plan).count() > CHECKED_AT_ONCE:
        return
    games = cannot_stand(plan)
    if games:
        raise CannotStandInForceError(
            _("Some recorded games cannot be scored under these rules."), games=games
        )


class _one_change_at_a_time(transaction.Atomic):  # noqa: N801, a context manager
    """A transaction that turns the database's refusal into a readable error."""

    def __init__(self, in_club: ClubRuleSet) -> None:
        super().__init__(using=None, savepoint=True, durable=False)
        self.in_club = in_club

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        super().__exit__(kind, error, trace)  # type: ignore[arg-type]
        if kind is None or not issubclass(kind, IntegrityError):
            return
        check_none_under_way(self.in_club)
        first = changes_of(self.in_club).first()
        if first is not None:  # without any it was no race, but a mistake of ours
            raise _came_first(first) from None


def check_none_under_way(in_club: ClubRuleSet) -> None:
    """Check that no other change of the set is under way. One query.

    Raises:
        ChangeUnderWayError: there is one; says which.
    """
    other = open_change(in_club)
    if other is not None:
        words = _(
            "Another change to these rules is in progress. Wait for it to finish, or abandon it."
        )
        raise ChangeUnderWayError(words, change=other.pk)


def _came_first(first: RuleChange) -> RulesChangedError:
    words = _("Someone else changed these rules a moment ago. Please review them again.")
    return RulesChangedError(words, change=first.pk)


def _check_parameters(arriving: RuleVersion | None) -> None:
    """Check that the new rules are valid.

    Raises:
        UnsoundRulesError: by parameter what is wrong with them.
    """
    if arriving is None:
        return
    family = arriving.rule_set.family
    problems = problems_of(family, arriving.parameters)
    if not problems:
        return
    named = [
        _("%(name)s: %(why)s") % {"name": name_of(family, name, language()), "why": why}
        if name
        else why
        for name, sentences in problems.items()
        for why in sentences
    ]
    words = _("The draft contains contradictory values. Fix them before you publish it.")
    raise UnsoundRulesError(" ".join([words, *named]), problems)


def _check_still(change: RuleChange) -> None:
    """Repeat the caller's check, now that no other change can be under way.

    Raises:
        RulesChangedError: another change has come into force since.
    """
    published = RuleVersion.objects.filter(
        rule_set=change.rule_set.rule_set, status=RuleVersion.Status.PUBLISHED
    )
    leaving, arriving = change.leaving, change.arriving
    gone = leaving is not None and not published.filter(pk=leaving.pk).exists()
    others = published.exclude(pk__in=[leaving.pk] if leaving else [])
    if gone or (arriving and others.filter(effective_from=arriving.first_day).exists()):
        first = changes_of(change.rule_set).exclude(pk=change.pk).first()
        raise _came_first(first or change)


def stop_change(*, change: RuleChange, actor: Actor) -> None:
    """Ask the job to stop after its chunk; what it has prepared stays.

    A change that is idle or done is left as it is.
    """
    jobs = Job.objects.for_club(change.club_id).filter(change=change)
    with transaction.atomic():
        asked = jobs.filter(state=Job.State.RUNNING, stop_asked=False).update(stop_asked=True)
        asked += jobs.filter(state=Job.State.WAITING).update(state=Job.State.STOPPED)
        if asked:
            _say_change(change, "rule_change.stopped", actor)


def resume_change(*, change: RuleChange, actor: Actor) -> None:
    jobs = Job.objects.for_club(change.club_id).filter(change=change)
    with transaction.atomic():
        again = jobs.filter(state__in=[Job.State.STOPPED, Job.State.FAILED]).update(
            state=Job.State.WAITING, stop_asked=False, attempts=0, error=""
        )
        if again and change.state == RuleChange.State.OPEN:
            _say_change(change, "rule_change.resumed", actor)
            transaction.on_commit(partial(tell_worker, jobs.get().pk))


def give_up_change(*, change: RuleChange, actor: Actor, reason: str = "") -> None:
    """Give the change up: nothing of it counts, now or later.

    Raises:
        LeagueError: it is already in force, or its job is running: stop it first.
    """
    with transaction.atomic():
        changes = RuleChange.objects.for_club(change.club_id).select_for_update(of=("self",))
        current = changes.select_related("arriving").get(pk=change.pk)
        if current.state != RuleChange.State.OPEN:
            raise LeagueError(_("This change has already ended."))
        jobs = Job.objects.for_club(change.club_id).filter(change=change)
        stopped = jobs.exclude(state=Job.State.RUNNING).update(
            state=Job.State.DONE, finished_at=timezone.now()
        )
        if stopped != 1:
            raise LeagueError(_("Games are being re-scored right now. Stop that first."))
        RuleChange.objects.for_club(change.club_id).filter(pk=change.pk).update(
            state=RuleChange.State.GIVEN_UP, closed_at=timezone.now()
        )
        TallyPage.objects.for_club(change.club_id).filter(change=change).delete()
        Settlement.objects.for_club(change.club_id).filter(change=change).delete()
        _thaw(current)
        _say_change(change, "rule_change.given_up", actor, reason)


def _thaw(change: RuleChange) -> None:
    """Turn the incoming version back into a draft; delete the copy of a moved one."""
    arriving = change.arriving
    if arriving is None:
        return
    if change.kind == RuleChange.Kind.MOVE:
        RuleChange.objects.for_club(change.club_id).filter(pk=change.pk).update(arriving=None)
        arriving.delete()
    else:
        RuleVersion.objects.filter(pk=arriving.pk).update(status=RuleVersion.Status.DRAFT, number=0)


def _say_change(change: RuleChange, type_: str, actor: Actor, reason: str = "") -> None:
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
