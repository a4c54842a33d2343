"""Games hand by hand over HTTP: the same objects as the command's."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.api.calculations import ReplayThrottle
from tests.league.api.calls import error_of, post

pytestmark = pytest.mark.django_db

DRAW = {"result": "draw", "tenpai": [0]}
GAME: dict[str, Any] = {"rule": "nekohouse-4a", "hands": [DRAW]}


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


def ron(**win: Any) -> dict[str, Any]:
    return {"result": "ron", "wins": [{"winner": 1, "from": 0, **win}]}


def test_everybody_may_replay_a_game_under_a_shipped_rule(client: Client) -> None:
    response = post(client, "replay", GAME)

    assert response.status_code == 200
    assert response.json() == {
        "hands": [
            {
                "at": "E1",
                "honba": 0,
                "sticks": 0,
                "dealer": 0,
                "deltas": [3_000, -1_000, -1_000, -1_000],
                "points": [28_000, 24_000, 24_000, 24_000],
            }
        ],
        "over": False,
        "why": None,
        "points": [28_000, 24_000, 24_000, 24_000],
        "places": None,
        "scores": None,
    }


@pytest.mark.parametrize(
    ("hand", "code", "english", "japanese"),
    [
        pytest.param(
            ron(han=2),
            "fu-needed",
            "hands[1]: “wins.0.fu”: Fu is required for hands below mangan.",
            "hands[1]: ",
            id="fu",
        ),
        pytest.param(
            ron(han=2, colour="red"), "unknown-key", "hands[1]: ", "hands[1]: ", id="unknown key"
        ),
        pytest.param(
            ron(value={"win": "4m"}),
            "missing-key",
            "hands[1]: wins.0.value: “hand” is missing.",
            "hands[1]: wins.0.value: ",
            id="no tiles",
        ),
        pytest.param(
            7, "bad-value", "hands[1]: This must be a JSON object.", "hands[1]: ", id="no object"
        ),
        pytest.param(
            ron(value={"hand": "23m567m678p22s345s", "win": "9m"}),
            "not-a-win",
            "hands[1]: wins.0.value: The tiles do not form a winning hand.",
            "hands[1]: wins.0.value: ",
            id="no win",
        ),
        pytest.param(
            DRAW | {"riichi": [0, 2]},
            "bad-game-hand",
            "“riichi.1”: Seat 2 has declared riichi but is not tenpai: enter a chombo.",
            "riichi.1",
            id="noten riichi",
        ),
        pytest.param(
            {"result": "chombo", "by": 4},
            "bad-game-hand",
            "“by”: There is no seat 4; seats are numbered from 0 to 3.",
            "by",
            id="no seat",
        ),
    ],
)
def test_a_hand_that_cannot_be_says_why_in_the_callers_language(
    client: Client, hand: object, code: str, english: str, japanese: str
) -> None:
    body = GAME | {"hands": [DRAW, hand]}
    response = post(client, "replay", body, headers={"Accept-Language": "en"})

    assert response.status_code == 422
    assert error_of(response)["code"] == code
    assert english in error_of(response)["message"]
    in_japanese = post(client, "replay", body, headers={"Accept-Language": "ja"})
    assert japanese in error_of(in_japanese)["message"]


def test_a_hand_after_the_end_is_told_where_the_game_ended(client: Client) -> None:
    body = {"rule": "kinyoukai", "hands": [ron(yakuman=1), DRAW]}

    response = post(client, "replay", body, headers={"Accept-Language": "en"})

    assert error_of(response) == {
        "code": "game-over",
        "message": "hands[1]: The game ended after 1 hands, at E1.",
    }


def test_whoever_asks_too_often_is_told_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReplayThrottle, "rate", "1/min")

    first, second = post(client, "replay", GAME), post(client, "replay", GAME)

    assert (first.status_code, second.status_code) == (200, 429)


def test_a_body_that_no_game_needs_is_not_looked_through(client: Client) -> None:
    response = post(client, "replay", GAME | {"hands": [DRAW] * 2_000})

    assert response.status_code == 400
