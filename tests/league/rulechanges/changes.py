"""What the tests of rule changes do: type, look, confirm, let the worker work, read."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.test import Client

from league.core.jobs import perform_job
from league.models import Job, League, RuleChange
from league.rulechanges.write import publish_draft
from rules.models import RuleVersion
from tests.factories import ADMIN, EVENING
from tests.pages import parsed

BIGGER = (30_000, 10_000, -10_000, -30_000)  # 10-30 in place of 5-10
RULES = "/c/tonan/rules/kinyoukai/"
EARLIER = date(2026, 11, 6)


def publish(league: League, draft: RuleVersion, day: date = EVENING) -> RuleChange:
    """Publish a draft as the factory's own hand."""
    return publish_draft(
        in_club=league.rule_set,
        draft=draft,
        draft_revision=draft.draft_revision,
        day=day,
        corrects=None,
        reason="総会で決定",
        actor=ADMIN,
    )


def publishing(draft: RuleVersion) -> str:
    """Where a draft is published."""
    return f"{RULES}drafts/{draft.pk}/publish/"


def text(response: Any) -> str:
    """The page's words, spaces evened out."""
    return parsed(response).words


def two_steps(client: Client, url: str, **typed: str) -> Any:
    """Look at the preview, then do it."""
    seen = client.post(url, {**typed, "do": "preview"})

    assert seen.status_code == 200
    return client.post(url, {**typed, "do": "go", "seen": seen.context["mark"]})


def typed(day: date = EVENING, kind: str = "publish", reason: str = "総会で決定") -> dict[str, str]:
    """What an organizer types."""
    return {"day": day.isoformat(), "kind": kind, "reason": reason}


def carry_out(league: League) -> RuleChange:
    """Let the worker do what is owed."""
    job = Job.objects.for_club(league.club).get(change__isnull=False, state=Job.State.WAITING)
    perform_job(job.pk)
    return RuleChange.objects.for_club(league.club).get(job=job)


def statuses(league: League) -> dict[str, str]:
    """Every version's status by its label."""
    return {v.label: v.status for v in league.rule_set.rule_set.versions.all()}


def progress(client: Client, change: RuleChange, **headers: str) -> Any:
    """A change's page."""
    page = client.get(f"{RULES}changes/{change.pk}/", headers=headers)

    assert page.status_code == 200
    return page
