"""Thousands of games at random: no point is lost, and each comes to an end.

``make test-slow`` plays a tenth, ``make promises`` (JANCHO_FULL=1) the whole of it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

import pytest

from rules.parameters import override
from rules.presets import load, shipped_keys
from scoring.game import Game, GameState, TableHand
from scoring.game.lines import replay_request
from scoring.settlement import settle
from tests.scoring.game.players import as_json, random_game

PROMISED = 2_000
COUNT = PROMISED if os.environ.get("JANCHO_FULL") else PROMISED // 10
NO_CHANGES: Mapping[str, object] = MappingProxyType({})
#: long enough for any game that ends by itself
MOST_HANDS = 200


#: a value that no club document has, and what it needs beside it
TURNED: list[dict[str, object]] = [
    {"chombo_payment": None, "chombo_form": "each"},
    {"chombo_payment": None, "chombo_form": "reverse_mangan"},
    {"chombo_dealer": "moves"},
    {"chombo_honba": "grows"},
    {"chombo_returns_penalty_sticks": False},
    {"several_ron_sticks": "own_back_rest_first"},
    {"bust_ends_game": False, "riichi_below_stick": "on_credit"},
    {"bust_below": -20_000},
    {"bust_below": 5_000},
    {"bust_bonus": 10_000, "bust_bonus_without_winner": "none"},
    {"last_dealer_stop": "may_when_top"},
    {"last_dealer_stop": "when_top_at_target"},
    {"dealer_stays_in_east": "win_or_draw", "dealer_stays_after_east": "win_or_draw"},
    {"overtime_target": 27_500},
    {"tie": "share_uma_and_oka", "share_rest": "spread"},
    {"leftover_sticks": "tied_tops", "leftover_rest": "lost"},
    {"time_limit_minutes": 50, "time_limit_chombo_ends": False},
    {"chip_ippatsu": 1, "chip_closed_only": True},
    {"red_pin": 2, "gold_pin": 1, "chip_gold": 5},
    {"furiten_same_turn": "until_draw_or_any_call"},
    {"furiten_same_turn": "until_draw_or_own_call"},
    {"uma": [12_000, 4_000, 0, 0], "uma_sum_free": True},
]


def play_and_check(
    key: str, games: range, changes: Mapping[str, object] = NO_CHANGES
) -> set[str | None]:
    """Play games by their seeds; why they ended."""
    rule = override(load(key).versions[-1].parameters, changes)
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


@pytest.mark.slow
@pytest.mark.parametrize("changes", TURNED, ids=str)
def test_no_point_is_lost_whichever_new_value_is_turned(changes: dict[str, object]) -> None:
    assert None not in play_and_check("nekohouse-4a", range(5_000, 5_000 + COUNT), changes)


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
