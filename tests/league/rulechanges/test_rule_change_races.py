"""Two organizers at once: one change wins, and the others are told."""

from __future__ import annotations

import time
from datetime import date

import pytest

from league.clubs.verification import verify_club
from league.core.errors import LeagueError
from league.core.jobs import perform_job
from league.models import Job, League, Member, RuleChange
from league.rulechanges.write import (
    give_up_change,
    move_version,
    publish_draft,
    stop_change,
    withdraw_version,
)
from rules.models import RuleVersion
from tests.factories import ADMIN, EVENING, make_draft, record
from tests.league.at_once import HANDS, at_once
from tests.league.rulechanges.rescoring_help import worker_is_away

pytestmark = pytest.mark.django_db(transaction=True)

BIGGER = (30_000, 10_000, -10_000, -30_000)  # 10-30 in place of 5-10
LATER = date(2026, 11, 27)


@pytest.fixture
def _no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what is owed to be carried out later, as where the worker is away."""
    worker_is_away(monkeypatch)


def publish(league: League, draft: RuleVersion, day: date = EVENING) -> RuleChange:
    return publish_draft(
        in_club=league.rule_set,
        draft=draft,
        draft_revision=0,
        day=day,
        corrects=None,
        reason="",
        actor=ADMIN,
    )


def published(league: League) -> list[str]:
    versions = league.rule_set.rule_set.versions
    return [v.label for v in versions.filter(status=RuleVersion.Status.PUBLISHED)]


def refusals(answers: list[RuleChange | Exception]) -> list[LeagueError]:
    """Those who were told that somebody else was first."""
    return [answer for answer in answers if isinstance(answer, LeagueError)]


@pytest.mark.usefixtures("_no_worker")
def test_a_draft_that_eight_organizers_publish_at_once_is_published_once(
    league: League, four: list[Member]
) -> None:
    record(league, four)
    draft = make_draft(league, uma=BIGGER)

    answers = at_once(lambda _n: publish(league, draft))

    assert len(refusals(answers)) == HANDS - 1
    [change] = RuleChange.objects.for_club(league.club)
    perform_job(change.job.pk)
    assert published(league) == ["2015-04-01", "2015-04-10", "2026-11-20"]
    assert verify_club(league.club)["differences"] == 0


def test_control_looking_whether_it_is_a_draft_and_publishing_then_does_so_several_times(
    league: League,
) -> None:
    draft = make_draft(league, uma=BIGGER)

    def naive(_number: int) -> bool:
        found = RuleVersion.objects.get(pk=draft.pk)
        if found.status != RuleVersion.Status.DRAFT:
            return False
        time.sleep(0.1)
        found.status, found.number = RuleVersion.Status.PENDING, 1
        found.save(update_fields=["status", "number"])
        return True

    assert at_once(naive).count(True) > 1


@pytest.mark.usefixtures("_no_worker")
@pytest.mark.parametrize("day", [EVENING, LATER], ids=["with games", "in force at once"])
def test_of_eight_drafts_for_one_day_one_wins_and_seven_stay_drafts(
    league: League, four: list[Member], day: date
) -> None:
    record(league, four)
    drafts = [make_draft(league, uma=BIGGER) for _ in range(HANDS)]

    answers = at_once(lambda number: publish(league, drafts[number], day))

    assert len(refusals(answers)) == HANDS - 1
    left = league.rule_set.rule_set.versions.filter(status=RuleVersion.Status.DRAFT)
    assert left.count() == HANDS - 1
    for job in Job.objects.for_club(league.club).filter(state=Job.State.WAITING):
        perform_job(job.pk)
    assert published(league) == ["2015-04-01", "2015-04-10", day.isoformat()]


@pytest.mark.usefixtures("_no_worker")
def test_control_looking_whether_the_day_is_free_and_taking_it_then_claims_it_several_times(
    league: League,
) -> None:
    drafts = [make_draft(league, uma=BIGGER) for _ in range(HANDS)]

    def naive(number: int) -> bool:
        versions = league.rule_set.rule_set.versions
        if versions.filter(effective_from=LATER, number__gte=1).exists():
            return False
        time.sleep(0.1)
        RuleVersion.objects.filter(pk=drafts[number].pk).update(
            effective_from=LATER, number=number + 1, status=RuleVersion.Status.PENDING
        )
        return True

    assert at_once(naive).count(True) > 1


@pytest.mark.usefixtures("_no_worker")
def test_a_version_that_is_moved_and_withdrawn_at_once_goes_one_way(league: League) -> None:
    publish(league, make_draft(league, uma=BIGGER), LATER)
    read = [
        league.rule_set.rule_set.versions.get(effective_from=LATER, status="published")
        for _ in range(HANDS)
    ]

    def either(number: int) -> RuleChange:
        if number % 2:
            return withdraw_version(
                in_club=league.rule_set, version=read[number], reason="撤回", actor=ADMIN
            )
        day = date(2027, 1, 1 + number)
        return move_version(
            in_club=league.rule_set, version=read[number], day=day, reason="延期", actor=ADMIN
        )

    answers = at_once(either)

    assert len(refusals(answers)) == HANDS - 1
    [done] = [answer for answer in answers if isinstance(answer, RuleChange)]
    kept = [label for label in published(league) if label > "2015-04-10"]
    assert kept == ([done.arriving.label] if done.arriving else [])


@pytest.mark.usefixtures("_no_worker")
def test_a_change_that_eight_hands_give_up_at_once_is_given_up_once(
    league: League, four: list[Member]
) -> None:
    record(league, four)
    draft = make_draft(league, uma=BIGGER)
    change = publish(league, draft)

    answers = at_once(lambda _n: give_up_change(change=change, actor=ADMIN))

    assert sum(isinstance(answer, LeagueError) for answer in answers) == HANDS - 1
    draft.refresh_from_db()
    assert draft.status == RuleVersion.Status.DRAFT


@pytest.mark.usefixtures("_no_worker")
def test_games_entered_while_a_change_is_carried_out_are_settled_under_what_counts_then(
    league: League, four: list[Member]
) -> None:
    for number in range(4):
        record(league, four, number=number + 1)
    change = publish(league, make_draft(league, uma=BIGGER))

    def work(hand: int) -> None:
        if hand == 0:
            perform_job(change.job.pk)
        elif hand == 1:
            stop_change(change=change, actor=ADMIN)
        else:
            record(league, four, number=10 + hand)

    at_once(work)
    for job in Job.objects.for_club(league.club).filter(state=Job.State.STOPPED):
        Job.objects.for_club(league.club).filter(pk=job.pk).update(state=Job.State.WAITING)
        perform_job(job.pk)

    change.refresh_from_db()
    assert change.state == RuleChange.State.APPLIED
    assert verify_club(league.club)["told"] == []
    assert league.hanchan.count() == 4 + HANDS - 2
