"""Putting a prepared change in force: one short transaction, whatever the history's length."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from league.actors import Actor
from league.models import DirtyDay, Hanchan, League, RuleChange, TallyPage
from league.selectors.change_plan import Plan, days_with_games, leagues_of, plan_of_change
from league.selectors.standing_check import touched_months
from league.services.audit import record_event
from league.services.pages import pages_of
from league.services.rescoring import (
    CHUNK,
    Progress,
    dirty_days,
    mend_day,
)
from league.services.tallies import raise_revision
from rules.models import RuleVersion

_EVENTS = {
    RuleChange.Kind.PUBLISH: "rule_version.published",
    RuleChange.Kind.CORRECT: "rule_version.corrected",
    RuleChange.Kind.MOVE: "rule_version.moved",
    RuleChange.Kind.WITHDRAW: "rule_version.withdrawn",
}


@transaction.atomic
def apply_change(change: RuleChange, actor: Actor, progress: Progress) -> bool:
    """Let all that was prepared count at once, if nothing is missing.

    Locks the leagues one after the other, mends the few days that changed meanwhile, turns the
    pages of the tallies and the versions' states, and raises every revision.

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
    """The one that leaves goes first: a day has one published version at any time."""
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
    """Throw away pages that were turned over, one at a time; nobody reads them any more."""
    old = TallyPage.objects.for_club(league.club_id).filter(
        league=league, counts=False, change=None
    )
    for page in list(old):
        page.delete()
