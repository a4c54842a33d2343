"""What holds under any parameters, and for whatever a script sends."""

from __future__ import annotations

import json
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.presets import shipped_keys
from scoring.game import Game
from scoring.game.lines import replay_lines
from scoring.settlement import settle
from tests.scoring.game.players import random_game
from tests.scoring.game.tables import rule

OPTIONS: dict[str, tuple[object, ...]] = {
    "length": ("tonpu", "tonnan"),
    "overtime": ("none", "sudden_death"),
    "overtime_rounds": (1, 2, 3),
    "overtime_sticks": ("not_counted", "to_the_top"),
    "overtime_dealer": ("target", "top_at_target"),
    "bust_below": (-20_000, 0, 5_000),
    "bust_at_zero": (True, False),
    "cap_points": (None, 50_000, 60_000),
    "last_dealer_stop": ("never", "may", "may_when_top", "when_top", "when_top_at_return"),
    "last_dealer_stops_after": ("win", "win_or_tenpai"),
    "last_dealer_stop_overtime": (True, False),
    "dealer_stays_in_east": ("win", "win_or_tenpai", "win_or_draw"),
    "dealer_stays_after_east": ("win", "win_or_tenpai", "win_or_draw"),
    "dealer_may_give_up": (True, False),
    "honba_after_giving_up": ("reset", "kept"),
    "honba_grows_on_every_draw": (True, False),
    "honba_after_child_win": ("reset", "kept"),
    "riichi_below_stick": ("not_allowed", "all_one_has", "on_credit"),
    "riichi_at_zero": ("not_allowed", "free"),
    "double_ron": ("all_win",),
    "triple_ron": ("all_win", "abort", "first_only"),
    "sanchahou_dealer": ("stays", "moves", "stays_if_winner"),
    "several_ron_honba": ("first", "each"),
    "several_ron_sticks": ("first", "own_back_rest_first"),
    "several_ron_dealer": ("stays_if_winner", "stays_if_first"),
    "abort_suufon": ("none", "dealer_stays", "dealer_moves"),
    "abort_adds_honba": (True, False),
    "nagashi": ("none", "mangan", "yakuman"),
    "nagashi_form": ("draw", "tsumo"),
    "nagashi_dealer": ("stays_if_tenpai", "stays_if_own"),
    "nagashi_winners": ("first", "all"),
    "chombo_payment": (None,),
    "chombo_form": ("each", "reverse_mangan"),
    "chombo_dealer": ("stays", "moves"),
    "chombo_honba": ("kept", "grows"),
    "chombo_returns_penalty_sticks": (True, False),
    "chombo_hand": ("replayed", "stands"),
    "chombo_returns_sticks": (True, False),
    "chombo_bust_ends_game": (True, False),
    "penalty_below_stick": ("all_one_has", "nothing"),
    "yakitori": (0, 5_000),
    "bust_bonus": (0, 10_000),
    "bust_bonus_without_winner": ("top", "none"),
    "tie": ("seat", "share_uma", "share_uma_and_oka"),
    "share_rest": ("nearest", "spread"),
    "leftover_sticks": ("top", "tied_tops"),
    "time_limit_minutes": (None, 50),
    "time_limit_chombo_ends": (True, False),
}
CHANGES = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()})


@given(changes=CHANGES, seed=st.integers(0, 10_000))
def test_whatever_is_agreed_no_point_is_lost_and_the_game_can_be_settled(
    changes: dict[str, object], seed: int
) -> None:
    agreed = rule("nekohouse-4a", **changes)
    game = Game(agreed)
    state = game.start()
    for hand in random_game(agreed, Random(seed)):
        played = game.play(state, hand)
        assert sum(played.after.points) + played.after.sticks == 100_000
        assert sum(played.deltas) == state.sticks - played.after.sticks
        state = played.after

    assert state.why is not None
    assert sum(settle(game.result(state), agreed).scores) == 0


@given(changes=CHANGES, seed=st.integers(0, 10_000))
def test_a_game_ends_once_and_only_for_what_the_rule_knows(
    changes: dict[str, object], seed: int
) -> None:
    agreed = rule("nekohouse-4a", **changes)
    game = Game(agreed)
    state = game.start()
    for hand in random_game(agreed, Random(seed)):
        assert state.why is None
        state = game.play(state, hand).after

    impossible = {
        "yakuman": True,
        "target": changes["overtime"] == "none",
        "overtime_end": changes["overtime"] == "none",
        "cap": changes["cap_points"] is None,
        "dealer_stopped": changes["last_dealer_stop"] == "never",
    }
    assert not impossible.get(str(state.why), False)


SEATS = st.integers(-1, 4) | st.sampled_from((True, None, "0", 1.0, 10**30))
JUNK = st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=3)
LISTS = st.lists(SEATS, max_size=5)
WINS = st.fixed_dictionaries(
    {},
    optional={
        "winner": SEATS,
        "from": SEATS,
        "han": st.integers(0, 14) | JUNK,
        "fu": st.sampled_from((20, 30, 35, None, "30")),
        "yakuman": st.integers(0, 3) | JUNK,
        "pao": SEATS | LISTS | st.fixed_dictionaries({"seat": SEATS, "times": JUNK}),
        "dora": JUNK,
        "worth": JUNK,
        "responsible": SEATS,
        "chips": st.fixed_dictionaries({}, optional={"ura": JUNK, "gold": JUNK}) | JUNK,
        "value": JUNK
        | st.fixed_dictionaries(
            {"hand": st.sampled_from(("23m567m678p22s345s", "1z", "")) | JUNK},
            optional={
                "win": st.sampled_from(("4m", "0z", "")) | JUNK,
                "seat": st.sampled_from("ESWN") | JUNK,
                "honba": JUNK,
                "rule": JUNK,
                "flags": st.lists(st.sampled_from(("riichi", "luck")), max_size=2) | JUNK,
            },
        ),
    },
)
HANDS = JUNK | st.fixed_dictionaries(
    {},
    optional={
        "result": st.sampled_from(("ron", "tsumo", "draw", "abort", "nagashi", "chombo")) | JUNK,
        "riichi": LISTS | JUNK,
        "wins": st.lists(WINS | JUNK, max_size=3) | JUNK,
        "tenpai": LISTS | JUNK,
        "kind": st.sampled_from(("kyuushu", "suurii", "sanchahou")) | JUNK,
        "by": LISTS | SEATS,
        "penalties": st.lists(
            st.fixed_dictionaries({"seat": SEATS, "kind": st.sampled_from(("stick", "forfeit"))}),
            max_size=2,
        ),
        "yakuman_tenpai": st.lists(
            st.fixed_dictionaries({"seat": SEATS, "value": JUNK}), max_size=2
        ),
        "stop": JUNK,
        "give_up": JUNK,
        "time_up": JUNK,
    },
)


@pytest.mark.parametrize("key", ["nekohouse-4b", "nekohouse-boo", "tenhou-3p-tonpu", "zung-jung"])
@settings(max_examples=200)
@given(hands=st.lists(HANDS, max_size=3), dabu_ken=JUNK)
def test_whatever_a_line_holds_it_is_answered(key: str, hands: list[Any], dabu_ken: object) -> None:
    asked = {"rule": key, "hands": hands} | ({"dabu_ken": dabu_ken} if dabu_ken else {})

    ((line, is_done),) = replay_lines([json.dumps(asked)], today=date(2026, 1, 1))

    answer = json.loads(line)
    assert is_done is ("error" not in answer)
    if not is_done:
        assert answer["error"]["code"]
        assert answer["error"]["message"]


def test_every_shipped_rule_can_be_played() -> None:
    assert {Game(rule(key)).start().at for key in shipped_keys()} == {"E1"}
