"""Thousands of games at random: no point is lost, and each comes to an end.

``make test-slow`` plays a tenth, ``make promises`` (JANCHO_FULL=1) the whole of it.
"""

from __future__ import annotations

import os
from datetime import date
from random import Random

import pytest

from rules.parameters import override
from rules.presets import load, shipped_keys
from scoring.game import Game, GameState, TableHand
from scoring.game.lines import replay_request
from scoring.settlement import settle
from tests.scoring.game.players import as_json, random_game

PROMISED = 2_000
COUNT = PROMISED if os.environ.get("JANCHO_FULL") else PROMISED // 10
#: long enough for any game that ends by itself
MOST_HANDS = 200


def play_and_check(key: str, games: range) -> set[str | None]:
    """Play games by their seeds; why they ended."""
    rule = load(key).versions[-1].parameters
    game = Game(rule)
    ends: set[str | None] = set()
    for seed in games:
        hands = random_game(rule, Random(seed))
        assert len(hands) <= MOST_HANDS
        ends.add(through(game, hands).why)
    return ends


def through(game: Game, hands: list[TableHand]) -> GameState:
    """Play a game through and look at every hand of it."""
    state = game.start()
    dealt = sum(state.points)
    for hand in hands:
        assert state.why is None
        played = game.play(state, hand)
        after = played.after
        assert sum(after.points) + after.sticks == dealt
        assert played.deltas == tuple(
            new - old for new, old in zip(after.points, state.points, strict=True)
        )
        assert sum(played.chips) == sum(after.chips) == 0
        state = after
    return state


@pytest.mark.parametrize("key", shipped_keys())
def test_no_point_is_lost_and_every_game_ends_for_a_reason(key: str) -> None:
    assert None not in play_and_check(key, range(30))


@pytest.mark.slow
@pytest.mark.parametrize("key", shipped_keys())
def test_no_point_is_lost_in_two_thousand_games(key: str) -> None:
    assert None not in play_and_check(key, range(1_000, 1_000 + COUNT))


@pytest.mark.parametrize("key", shipped_keys())
def test_a_game_written_down_comes_out_the_same(key: str) -> None:
    rule = load(key).versions[-1].parameters
    game = Game(rule)
    for seed in range(10):
        hands = random_game(rule, Random(seed))
        end = through(game, hands)
        asked = {"rule": key, "hands": [as_json(hand) for hand in hands]}

        answer = replay_request(asked, today=date(2026, 12, 1))

        assert (answer["over"], answer["why"]) == (True, end.why)
        assert tuple(answer["points"]) == answer_points(answer) == end.points
        assert answer["scores"] == list(settle(game.result(end), rule).scores)


def answer_points(answer: dict[str, list[dict[str, tuple[int, ...]]]]) -> tuple[int, ...]:
    return tuple(answer["hands"][-1]["points"])


@pytest.mark.parametrize("key", ["kinyoukai", "nekohouse-4a", "nekohouse-boo"])
def test_the_same_hands_give_the_same_state(key: str) -> None:
    rule = load(key).versions[-1].parameters
    hands = random_game(rule, Random(7))

    assert through(Game(rule), hands) == through(Game(rule), hands)


def test_a_game_with_a_clock_may_end_by_it() -> None:
    rule = override(load("kinyoukai").versions[-1].parameters, {"time_limit_minutes": 50})

    whys = {through(Game(rule), random_game(rule, Random(seed))).why for seed in range(30)}

    assert "time" in whys
