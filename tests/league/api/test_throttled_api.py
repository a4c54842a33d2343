"""Calls that make the server work are counted, and who asks without end is told to wait."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from league.core.throttles import WorkingOutThrottle, turn_to_compute
from league.models import Club, Member
from tests.factories import league_of, make_draft, make_login
from tests.league.api.calls import error_of, get, post
from tests.league.api.rule_calls import SET

pytestmark = pytest.mark.django_db

WHAT_IF = "clubs/tonan/leagues/main/what-if?month=2026-11"
DAY = {"effective_from": "2027-01-01"}


@pytest.fixture
def organizer(club: Club, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(WorkingOutThrottle, "rate", "2/min")
    return make_login(club, "organizer", Member.Role.ORGANIZER)


def test_previews_and_imagined_rankings_are_counted_together(organizer: Client, club: Club) -> None:
    draft = make_draft(league_of(club))
    answers = [
        post(organizer, f"{SET}/drafts/{draft.pk}/preview", DAY),
        get(organizer, f"{WHAT_IF}&version=2015-04-10"),
        get(organizer, f"{WHAT_IF}&version=2015-04-10"),
        post(organizer, f"{SET}/versions/2015-04-10/move", DAY | {"preview": True}),
        post(organizer, f"{SET}/versions/2015-04-10/withdraw", {"preview": True}),
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 429, 429]
    for answer in answers[2:]:
        assert error_of(answer)["code"] == "too-many-requests"
        assert 0 < int(answer["Retry-After"]) <= 61


def test_a_third_costly_answer_waits_while_two_are_worked_out_and_is_not_counted(
    organizer: Client, club: Club
) -> None:
    draft = make_draft(league_of(club))

    def answers() -> list[Any]:
        return [
            post(organizer, f"{SET}/drafts/{draft.pk}/preview", DAY),
            get(organizer, f"{WHAT_IF}&version=2015-04-10"),
        ]

    page = "/c/tonan/ranking/main/what-if/?month=2026-11&version=2015-04-10"
    with turn_to_compute(), turn_to_compute():
        busy = [*answers(), organizer.get(page)]
        assert organizer.get("/c/tonan/ranking/main/").status_code == 200

    assert [each.status_code for each in busy] == [429] * 3
    assert {each["Retry-After"] for each in busy} == {"5"}
    assert [each.status_code for each in answers()] == [200, 200]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_has_to_wait_is_told_so_in_their_language(organizer: Client, language: str) -> None:
    path = f"{WHAT_IF}&version=2015-04-10"
    organizer.cookies["django_language"] = language
    answers = [get(organizer, path) for _ in range(3)]

    with translation.override(language):
        words = gettext("Too many requests. Please wait a little.")
    assert error_of(answers[2])["message"] == words


def test_asking_which_versions_there_are_is_not_counted(organizer: Client) -> None:
    assert [get(organizer, WHAT_IF).status_code for _ in range(4)] == [200] * 4


def test_refused_calls_use_nothing_up(organizer: Client, club: Club) -> None:
    draft = make_draft(league_of(club))
    path = f"{SET}/drafts/{draft.pk}/preview"
    unreadable: list[Any] = [{}, [], {"effective_from": 3}]
    refused = [post(organizer, path, body) for body in unreadable]

    assert [answer.status_code for answer in refused] == [400] * 3
    assert [post(organizer, path, DAY).status_code for _ in range(3)] == [200, 200, 429]


def test_each_login_is_counted_apart(organizer: Client, club: Club) -> None:
    path = f"{WHAT_IF}&version=2015-04-10"
    for _ in range(3):
        get(organizer, path)

    assert get(make_login(club, "other"), path).status_code == 200
