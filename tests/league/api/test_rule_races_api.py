"""Calls that arrive beside another one: whoever comes second is told what the first one did."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.api import rule_changes as calls
from league.models import Club, League, Member, RuleChange
from league.rulechanges.write import publish_draft, withdraw_version
from rules.models import RuleVersion
from tests.factories import ADMIN, league_of, make_draft, make_login, make_members, record
from tests.league.api.calls import error_of, post
from tests.league.api.rule_calls import SET

pytestmark = pytest.mark.django_db

NOVEMBER, FUTURE = "2026-11-01", "2027-01-01"
OLD = f"{SET}/versions/2015-04-01"
STEEPER = (30_000, 10_000, -10_000, -30_000)
MOVED = {"effective_from": "2015-04-02", "reason": "誤記"}


@pytest.fixture
def league(club: Club) -> League:
    """With one game, which a change from November touches."""
    league = league_of(club)
    record(league, make_members(club))
    return league


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


def published(league: League, draft: RuleVersion, day: str) -> RuleChange:
    return publish_draft(
        in_club=league.rule_set,
        draft=draft,
        draft_revision=0,
        day=date.fromisoformat(day),
        corrects=None,
        reason="",
        actor=ADMIN,
    )


def withdrawn(league: League) -> RuleChange:
    there = league.rule_set.rule_set.versions.get(effective_from="2015-04-01")
    return withdraw_version(in_club=league.rule_set, version=there, reason="誤記", actor=ADMIN)


def first_comes(
    monkeypatch: pytest.MonkeyPatch, step: str, change: Callable[[], RuleChange]
) -> list[RuleChange]:
    """Let ``change`` be done by somebody else just before a step of the call."""
    done: list[RuleChange] = []
    real = getattr(calls, step)

    def beside(*args: Any, **named: Any) -> Any:
        if not done:
            done.append(change())
        return real(*args, **named)

    monkeypatch.setattr(calls, step, beside)
    return done


@pytest.mark.parametrize("day", [NOVEMBER, FUTURE], ids=["with games", "in force at once"])
@pytest.mark.parametrize("step", ["check_none_under_way", "check_revision", "publish_draft"])
def test_a_draft_that_another_call_published_a_moment_before_is_told_as_what(
    organizer: Client, league: League, monkeypatch: pytest.MonkeyPatch, step: str, day: str
) -> None:
    draft = make_draft(league, day=None, uma=STEEPER)
    first = first_comes(monkeypatch, step, lambda: published(league, draft, day))

    body = {"draft_revision": 0, "effective_from": day}
    answer = post(organizer, f"{SET}/drafts/{draft.pk}/publish", body)

    error = error_of(answer)
    assert (answer.status_code, error["code"]) == (409, "published-already")
    assert (error["version"], error["change"]) == (day, first[0].pk)


@pytest.mark.parametrize("action", ["publish", "move", "withdraw"])
def test_a_change_that_another_call_began_a_moment_before_is_named(
    organizer: Client, league: League, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    draft, other = make_draft(league, day=None), make_draft(league, day=None, uma=STEEPER)
    step = {"publish": "publish_draft", "move": "move_version", "withdraw": "withdraw_version"}
    first = first_comes(monkeypatch, step[action], lambda: published(league, other, NOVEMBER))
    path, body = {
        "publish": (
            f"{SET}/drafts/{draft.pk}/publish",
            {"draft_revision": 0, "effective_from": NOVEMBER},
        ),
        "move": (f"{OLD}/move", MOVED),
        "withdraw": (f"{OLD}/withdraw", {"reason": "誤記"}),
    }[action]

    answer = post(organizer, path, body)

    error = error_of(answer)
    assert (answer.status_code, error["code"]) == (409, "change-under-way")
    assert (error["change"], "fields" in error) == (first[0].pk, False)


def test_a_version_that_was_withdrawn_a_moment_before_is_not_moved_and_the_change_is_named(
    organizer: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = first_comes(monkeypatch, "move_version", lambda: withdrawn(league_of(club)))

    answer = post(organizer, f"{OLD}/move", MOVED)

    error = error_of(answer)
    assert (answer.status_code, error["code"]) == (409, "rules-changed")
    assert (error["change"], "fields" in error) == (first[0].pk, False)
