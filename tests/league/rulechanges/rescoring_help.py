"""What the tests of re-scores share: corrections of a rule that every game tells apart."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import connection

from config.celery import app
from league.core.jobs import perform_job
from league.models import Job, League, RuleChange
from league.rulechanges.write import publish_draft
from rules.models import RuleVersion
from tests.factories import ADMIN, make_draft

T = TypeVar("T")

#: by turns in force; every game scores otherwise under the other
UMAS = ((30_000, 10_000, -10_000, -30_000), (20_000, 10_000, -10_000, -20_000))


def worker_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what is put on the queue there: it lies in memory, and nobody takes it off."""
    monkeypatch.setitem(app.conf, "task_always_eager", False)


def in_force(league: League) -> RuleVersion:
    """The version that settles the league's games now."""
    published = RuleVersion.Status.PUBLISHED
    return league.rule_set.rule_set.versions.filter(status=published).latest("effective_from")


def ask_for_correction(league: League, uma: tuple[int, ...]) -> RuleChange:
    """Publish the version in force with another uma; the job waits."""
    corrected = in_force(league)
    return publish_draft(
        in_club=league.rule_set,
        draft=make_draft(league, uma=uma),
        draft_revision=0,
        day=corrected.first_day,
        corrects=corrected,
        reason="ウマの誤記",
        actor=ADMIN,
    )


def job_of(change: RuleChange) -> Job:
    """The job as it stands."""
    return Job.objects.for_club(change.club_id).get(change=change)


def carry_out(change: RuleChange) -> None:
    """Do as the worker does."""
    perform_job(job_of(change).pk)
    change.refresh_from_db()


def in_threads(works: list[Callable[[], T]]) -> list[Future[T]]:
    """Let all begin at once, each on a connection of its own, and wait for the end."""
    barrier = threading.Barrier(len(works))

    def begin(work: Callable[[], T]) -> T:
        try:
            barrier.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [pool.submit(begin, work) for work in works]
