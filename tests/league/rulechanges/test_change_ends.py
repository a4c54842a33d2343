"""Changes that stand still or were given up: asked first, kept with the reason, told as such."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import AuditEvent, Club, Job, League, RuleChange
from league.rulechanges.write import give_up_change, stop_change
from tests.factories import ADMIN, make_login
from tests.league.evenings import english
from tests.league.rulechanges.changes import RULES, progress, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


def test_giving_up_asks_first_and_keeps_the_reason_for_everybody(
    league: League, organizer: Client, under_way: RuleChange, club: Club
) -> None:
    url = f"{RULES}changes/{under_way.pk}/give-up/"

    asked = organizer.get(url)
    refused = organizer.post(url, {"reason": " "})
    under_way.refresh_from_db()
    assert (asked.status_code, refused.status_code) == (200, 422)
    assert "Please give a reason" in text(refused)
    assert under_way.state == RuleChange.State.OPEN

    organizer.post(url, {"reason": "日付の間違い"})

    event = AuditEvent.objects.for_club(club).get(type="rule_change.given_up")
    assert (event.reason, event.actor_name) == ("日付の間違い", "organizer")
    reader = english(make_login(club, "reader"))
    for page in (f"{RULES}changes/", f"{RULES}changes/{under_way.pk}/"):
        words = text(reader.get(page))
        assert "Abandoned by organizer, 2026-11-20 21:00" in words
        assert "日付の間違い" in words


def test_a_change_given_up_without_a_word_does_not_repeat_its_own_reason(
    organizer: Client, under_way: RuleChange
) -> None:
    give_up_change(change=under_way, actor=ADMIN)

    words = text(progress(organizer, under_way))

    assert "Abandoned by tests" in words
    assert words.count("総会で決定") == 1


def test_work_that_is_running_is_not_given_up(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    Job.objects.for_club(league.club).filter(change=under_way).update(state=Job.State.RUNNING)
    url = f"{RULES}changes/{under_way.pk}/give-up/"

    for page in (organizer.get(url), organizer.post(url, {"reason": "やめる"})):
        assert "Games are being re-scored right now. Stop that first." in text(page)
        assert 'name="reason"' not in page.content.decode()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        pytest.param(Job.State.STOPPED, "stopped", id="stopped"),
        pytest.param(Job.State.FAILED, "needs attention", id="failed"),
        pytest.param(Job.State.WAITING, "waiting", id="waiting"),
        pytest.param(Job.State.RUNNING, "under way", id="running"),
    ],
)
def test_the_history_says_whether_a_change_moves_or_is_stopped(
    league: League, organizer: Client, under_way: RuleChange, state: str, words: str
) -> None:
    Job.objects.for_club(league.club).filter(change=under_way).update(state=state)

    page = organizer.get(f"{RULES}changes/")

    [line] = page.context["changes"]
    assert line["badge"] == words
    assert words in text(page)


def test_the_timeline_says_that_a_change_is_stopped(
    organizer: Client, under_way: RuleChange
) -> None:
    moving = text(organizer.get(RULES))
    stop_change(change=under_way, actor=ADMIN)

    assert "In progress: publication" in moving
    assert "Stopped: publication" in text(organizer.get(RULES))
