"""The same lines as the command's, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.api.calculations import SettleThrottle
from league.models import Club, Member
from tests.factories import make_club, make_login
from tests.league.api.calls import error_of, post

pytestmark = pytest.mark.django_db

GAME = {"rule": "kinyoukai", "on": "2015-04-11", "points": [41400, 30000, 23800, 4800]}


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


def test_everybody_may_settle_a_game_under_a_shipped_rule(client: Client) -> None:
    response = post(client, "settle", GAME | {"sticks": 0})

    assert response.status_code == 200
    body = response.json()
    assert list(body) == ["places", "scores", "version", "parts"]
    assert body["scores"] == [41_000, 5_000, -11_000, -35_000]
    assert body["version"] == "2015-04-10"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param(GAME | {"rule": "nowhere"}, "unknown-rule", id="unknown rule"),
        pytest.param(GAME | {"points": [1, 2]}, "wrong-seat-count", id="too few seats"),
        pytest.param(GAME | {"colour": "red"}, "unknown-key", id="unknown key"),
        pytest.param({"points": [1]}, "missing-key", id="no rule"),
        pytest.param([], "bad-value", id="no object"),
        pytest.param(GAME | {"rule": "tonan/kinyoukai"}, "unknown-rule", id="no such club"),
    ],
)
def test_a_game_that_cannot_be_settled_says_why(client: Client, body: Any, code: str) -> None:
    response = post(client, "settle", body)

    assert response.status_code == 422
    assert error_of(response)["code"] == code


def test_a_body_that_is_no_json_is_a_bad_request(client: Client) -> None:
    response = post(client, "settle", "{")

    assert response.status_code == 400
    assert error_of(response)["code"] == "bad-json"


def test_a_clubs_own_rules_are_told_to_those_who_may_read_the_club() -> None:
    club = make_club()
    member = make_login(club, "member")
    stranger = make_login(make_club("seihoku", owner="other"), "stranger", Member.Role.OWNER)
    game = GAME | {"rule": "tonan/kinyoukai"}

    assert post(member, "settle", game).json()["scores"] == [41_000, 5_000, -11_000, -35_000]
    assert error_of(post(stranger, "settle", game))["code"] == "unknown-rule"
    assert error_of(post(Client(), "settle", game))["code"] == "unknown-rule"

    club.visibility = Club.Visibility.PUBLIC
    club.save()

    assert post(Client(), "settle", game).status_code == 200


def test_a_day_before_the_clubs_rules_names_their_first(client: Client) -> None:
    member = make_login(make_club(), "member")
    response = post(member, "settle", GAME | {"rule": "tonan/kinyoukai", "on": "2015-03-31"})

    assert error_of(response)["code"] == "no-version"
    assert "2015-04-01" in error_of(response)["message"]


def test_somebody_who_asks_without_end_is_told_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SettleThrottle, "rate", "2/min")
    answers = [post(client, "settle", GAME) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert error_of(answers[2])["code"] == "too-many-requests"
    assert 0 < int(answers[2]["Retry-After"]) <= 61


def test_a_login_is_counted_apart_from_its_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SettleThrottle, "rate", "1/min")
    post(client, "settle", GAME)

    assert post(make_login(make_club(), "member"), "settle", GAME).status_code == 200


def test_an_address_that_a_caller_makes_up_is_no_other_caller(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SettleThrottle, "rate", "1/min")
    answers = [
        post(client, "settle", GAME, headers={"x-forwarded-for": f"192.0.2.{n}"}) for n in (1, 2)
    ]

    assert [answer.status_code for answer in answers] == [200, 429]


@pytest.mark.parametrize("rule", ["tonan/\0", "\0/kinyoukai", "tonan/\ud800", "\udfff", "a/b/c"])
def test_a_name_that_no_database_can_hold_is_no_rule(client: Client, rule: str) -> None:
    response = post(client, "settle", GAME | {"rule": rule})

    assert response.status_code == 422
    assert error_of(response)["code"] == "unknown-rule"
