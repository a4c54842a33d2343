"""The patterns of Zung Jung and what replay takes for granted."""

from __future__ import annotations

import pytest

from rules.parameters import ZungJungParameters
from tests.rules.tables import latest, values

WORTHS = {
    **dict.fromkeys(("all_sequences", "concealed_hand", "no_terminals"), 5),
    **{"mixed_one_suit": 40, "pure_one_suit": 90, "nine_gates": 480},
    **{"value_honor": 10, "small_three_dragons": 40, "big_three_dragons": 130},
    **{"small_three_winds": 30, "big_three_winds": 120},
    **{"small_four_winds": 320, "big_four_winds": 400, "all_honors": 320},
    **{"all_triplets": 30, "two_concealed_triplets": 5},
    **{"three_concealed_triplets": 30, "four_concealed_triplets": 125},
    **{"one_kong": 5, "two_kong": 20, "three_kong": 120, "four_kong": 480},
    **{"two_identical_sequences": 10, "two_identical_sequences_twice": 60},
    **{"three_identical_sequences": 120, "four_identical_sequences": 480},
    **{"three_similar_sequences": 35},
    **{"small_three_similar_triplets": 30, "three_similar_triplets": 120},
    **{"nine_tile_straight": 40},
    **{"three_consecutive_triplets": 100, "four_consecutive_triplets": 200},
    **{"mixed_lesser_terminals": 40, "pure_lesser_terminals": 50},
    **{"mixed_greater_terminals": 100, "pure_greater_terminals": 400},
    **dict.fromkeys(("final_draw", "final_discard", "win_on_kong", "robbing_a_kong"), 10),
    **{"blessing_of_heaven": 155, "blessing_of_earth": 155},
    **{"thirteen_terminals": 160, "seven_pairs": 30},
    "chicken_hand": 1,
}
PLAY = {
    "players": 4,
    "length": "four_winds",
    "hands": 16,
    "start_points": 0,
    "dealer_stays": "never",
    "below_zero_allowed": True,
    "worth_cap": 320,
    "immunity": "since_own_discard",
    "immunity_from_deal": True,
    "immunity_called_discards": True,
    "robbed_kong_responsible": "adder",
    "winners": "first_only",
    "draw_payment": 0,
    "dead_wall": 14,
    "flowers": False,
    "dora_played": False,
    "riichi_played": False,
    "furiten_played": False,
    "seven_pairs_four_alike": True,
    "final_draw_with_kong": True,
    "blessings_after_dealers_kong": False,
    "heaven_waits_on_nine": False,
}


@pytest.mark.parametrize(
    ("key", "changed"), [("zung-jung", {}), ("zung-jung-v33", {"pure_one_suit": 80})]
)
def test_the_44_patterns_have_their_worth(key: str, changed: dict[str, int]) -> None:
    rule = latest(key).parameters

    assert isinstance(rule, ZungJungParameters)
    assert rule.patterns.worth_table == {**WORTHS, **changed}
    assert len(WORTHS) == 44 + 1


@pytest.mark.parametrize("key", ["zung-jung", "zung-jung-v33"])
@pytest.mark.parametrize(("name", "value"), PLAY.items())
def test_zung_jung_is_played_as_assumed(key: str, name: str, value: object) -> None:
    assert values(latest(key))[name] == value


@pytest.mark.parametrize(("key", "base"), [("zung-jung", 30), ("zung-jung-v33", 25)])
def test_everybody_pays_alike_up_to_the_base(key: str, base: int) -> None:
    assert values(latest(key))["payment_base"] == base
