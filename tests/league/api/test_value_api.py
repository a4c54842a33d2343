"""Hands over HTTP: the same objects as the command's."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.api.calculations import ValueThrottle
from tests.league.api.calls import error_of, post

pytestmark = pytest.mark.django_db

HAND = {
    "rule": "nekohouse-4a",
    "hand": "23m567m678p22s",
    "win": "4m",
    "how": "ron",
    "melds": ["chi:345s"],
    "seat": "S",
    "round": "E",
}


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


def test_everybody_may_value_a_hand_under_a_shipped_rule(client: Client) -> None:
    response = post(client, "value", HAND)

    assert response.status_code == 200
    assert response.json() == {
        "yaku": {"tanyao": 1},
        "han": 1,
        "fu": 30,
        "fu_parts": [["base", 20], ["open hand raised to 30", 10]],
        "limit": None,
        "total": 1000,
        "payment": {"discarder": 1000},
    }


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        pytest.param(
            {"win": "9m"}, "not-a-win", "The tiles do not form a winning hand.", id="no win"
        ),
        pytest.param({"win": "1m"}, "no-yaku", "The hand has no yaku.", id="no yaku"),
        pytest.param(
            {"win": "0x"},
            "bad-hand",
            "“win”: “0x” is not a valid tile. Write it like",
            id="no tile",
        ),
        pytest.param({"rule": "nowhere"}, "unknown-rule", "There is no rule set", id="no rule"),
        pytest.param({"colour": "red"}, "unknown-key", "colour", id="unknown key"),
        pytest.param(
            {"rule": "nekohouse-4a", "with": {"two_han_from_honba": 1}, "honba": 1},
            "no-yaku",
            "The hand has 1 han without dora; these rules require 2.",
            id="two han asked for",
        ),
    ],
)
def test_a_hand_without_a_value_says_why_in_the_callers_language(
    client: Client, body: dict[str, Any], code: str, words: str
) -> None:
    response = post(client, "value", HAND | body, headers={"Accept-Language": "en"})

    assert response.status_code == 422
    assert error_of(response)["code"] == code
    assert words in error_of(response)["message"]


def test_a_zung_jung_hand_is_answered_with_its_patterns(client: Client) -> None:
    hand = {"rule": "zung-jung", "hand": "23m567m678p22s345s", "win": "4m"}

    body = post(client, "value", hand | {"how": "tsumo", "seat": "E"}).json()

    assert body["worth"] == sum(body["patterns"].values()) == 15
    assert body["payment"] == {"each": 15}
    assert body["total"] == 45


def test_whoever_asks_too_often_is_told_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ValueThrottle, "rate", "1/min")

    first, second = post(client, "value", HAND), post(client, "value", HAND)

    assert (first.status_code, second.status_code) == (200, 429)


def test_a_body_that_no_hand_needs_is_not_looked_through(client: Client) -> None:
    response = post(
        client, "value", HAND | {"melds": [1] * 40_000}, headers={"Accept-Language": "en"}
    )

    assert response.status_code == 400
    assert error_of(response)["message"] == "The request body is too long: at most 32,000 bytes."
    assert post(client, "value", HAND | {"melds": [1] * 10_000}).status_code == 422
