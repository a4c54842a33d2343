"""Hands in the middle of a live game: corrected, put in, taken out."""

from __future__ import annotations

import pytest

from league.core.errors import EntryError, LeagueError
from league.live.read import live_page
from league.models import LiveTable
from tests.league.live.live_help import ALL_NOTEN, DRAW, RON, latest, points, tap

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


def test_a_hand_in_the_middle_is_corrected_and_the_rest_follows(live: LiveTable) -> None:
    tap(live, "hand", RON)
    tap(live, "hand", ALL_NOTEN)
    better = {"result": "ron", "wins": [{"winner": 2, "from": 1, "han": 5}]}

    tap(live, "correct", {"at": 0, "hand": better})

    assert points(live) == (25_000, 17_000, 33_000, 25_000)
    assert len(latest(live).hands) == 2


def test_a_forgotten_hand_is_put_in_and_one_too_many_taken_out(live: LiveTable) -> None:
    tap(live, "hand", RON)
    tap(live, "hand", ALL_NOTEN)

    tap(live, "insert", {"at": 1, "hand": DRAW})
    assert [hand["result"] for hand in latest(live).hands] == ["ron", "draw", "draw"]
    tap(live, "drop", {"at": 0})

    assert latest(live).hands == [DRAW, ALL_NOTEN]


def test_hands_that_do_not_fit_any_more_stay_and_hold_the_game_up(live: LiveTable) -> None:
    poor = {"result": "ron", "wins": [{"winner": 2, "from": 1, "han": 4, "fu": 40}]}
    dear = {"result": "ron", "wins": [{"winner": 2, "from": 1, "han": 11}]}
    tap(live, "hand", poor)
    tap(live, "hand", {"result": "ron", "wins": [{"winner": 2, "from": 1, "han": 1, "fu": 30}]})
    tap(live, "hand", {**DRAW, "riichi": [1], "tenpai": [0, 1]})  # with nothing left by then

    tap(live, "correct", {"at": 0, "hand": dear})

    page = live_page(latest(live))
    assert len(latest(live).hands) == 3
    assert len(page.hands) == 2
    assert page.problem
    with pytest.raises(LeagueError):
        tap(live, "hand", ALL_NOTEN)
    with pytest.raises(LeagueError):
        tap(live, "finish", {"reason": "時間切れ"})
    tap(live, "undo")
    assert live_page(latest(live)).problem == ""


@pytest.mark.parametrize("at", [-1, 2, "0", None, True])
def test_no_hand_is_corrected_that_is_not_there(live: LiveTable, at: object) -> None:
    tap(live, "hand", RON)
    tap(live, "hand", RON)

    with pytest.raises(EntryError):
        tap(live, "correct", {"at": at, "hand": DRAW})

    assert latest(live).hands == [RON, RON]
