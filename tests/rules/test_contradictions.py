"""Rules that cannot stand beside each other are refused, and the message names the parameter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.errors import ParametersError
from rules.parameters import (
    BooParameters,
    RiichiParameters,
    ZungJungParameters,
    override,
    parameter_names,
    parse_parameters,
)
from rules.parameters.base import FamilyParameters
from rules.presets import load, shipped_keys

NO_FU: dict[str, Any] = {
    "counting": "table",
    "raised_mangan": None,
    "double_wind_pair_fu": None,
    "rinshan_tsumo_fu": None,
    "open_20_fu": None,
}
CHOMBO = {"kind": "chombo", "amount": 3_000}
WARNING = {"kind": "遅刻", "amount": 1_000, "paid_to": "nobody"}
OUT = {"kind": "退場", "amount": 5_000, "paid_to": "nobody"}
ROW = {
    "from_han": 1,
    "child_ron": 1_000,
    "child_tsumo_child": 500,
    "child_tsumo_dealer": 500,
    "dealer_ron": 1_500,
    "dealer_tsumo": 500,
}
THREE = {"removed_tiles": "man_2_to_8", "red_man": 0, "dora_after_man_1": "man_9"}

RIICHI: list[tuple[dict[str, Any], str, str]] = [
    # the game
    ({"bust_ends_game": False, "bust_at_zero": True}, "bust_at_zero", "needs “bust_ends_game”"),
    ({"time_limit_minutes": 5}, "time_limit_minutes", "greater than or equal to 10"),
    ({"time_limit_more_hands": 1}, "time_limit_more_hands", "needs “time_limit_minutes”"),
    *(
        ({"penalty_table": table}, "penalty_table", words)
        for table, words in (
            ([{**WARNING, "step": 500}], "the highest amount too"),
            ([{**CHOMBO, "amount_to": 4_000}], "A chombo costs a fixed amount"),
            ([{**WARNING, "amount_to": 1_000}], "above the lowest"),
            ([{**WARNING, "amount_to": 2_500, "step": 1_000}], "cannot be reached"),
            ([{**WARNING, "after": 2}], "which penalty so many of them bring"),
            ([{**WARNING, "becomes": "遅刻"}], "another penalty of this table"),
            ([{**WARNING, "becomes": "退場"}], "another penalty of this table"),
            (
                [{**WARNING, "becomes": "退場"}, {**OUT, "amount_to": 9_000}],
                "must cost a fixed amount",
            ),
            (
                [{**WARNING, "becomes": "退場"}, {**OUT, "becomes": "chombo"}, CHOMBO],
                "bring nothing else",
            ),
        )
    ),
    ({"open_options": ["open_tanya"]}, "open_options", "“open_tanya” cannot be left"),
    ({"open_options": ["open_options"]}, "open_options", "“open_options” cannot be left"),
    ({"open_options": ["red_fives"] * 2}, "open_options", "twice"),
    ({"bust_below": 25_000}, "bust_below", "Must be below “start_points”"),
    ({"last_dealer_stop": "when_top_at_target"}, "last_dealer_stop", "needs “overtime”"),
    ({"uma": [12, 4, 0, 0]}, "uma", "multiple of 100"),
    ({"uma": [12_000, 4_000, 0, 0]}, "uma", "add up to 16,000"),
    (
        {"chombo_form": "reverse_mangan", "chombo_payment": 3_000},
        "chombo_payment",
        "Must be empty when “chombo_form”",
    ),
    # how hands follow each other
    ({"noten_payment": 2_000}, "noten_payment", "multiple of 600"),
    ({"players": 3, "noten_payment": 1_500}, "noten_payment", "multiple of 200"),
    ({"honba_ron": 250}, "honba_ron", "multiple of 100"),
    ({"riichi_stick": "1000"}, "riichi_stick", "valid integer"),
    ({"riichi_wall_tiles": 21}, "riichi_wall_tiles", "less than or equal to 20"),
    ({"double_ron": "first_only", "triple_ron": "all_win"}, "triple_ron", "double_ron"),
    ({"dealer_stays_in_east": "always"}, "dealer_stays_in_east", "win_or_tenpai"),
    # draws
    (
        {"nagashi": "none", "nagashi_noten_payment": True},
        "nagashi_noten_payment",
        "needs “nagashi”",
    ),
    ({"nagashi": "none", "nagashi_takes_honba": True}, "nagashi_takes_honba", "needs “nagashi”"),
    ({"nagashi": "none", "nagashi_takes_sticks": True}, "nagashi_takes_sticks", "needs “nagashi”"),
    ({"nagashi": "none", "nagashi_chips": True}, "nagashi_chips", "needs “nagashi”"),
    ({"abort_suufon": "stays"}, "abort_suufon", "dealer_stays"),
    # tiles and dora
    ({**THREE, "red_man": 1}, "red_man", "Must be 0 when the man"),
    ({**THREE, "dora_after_man_1": "man_2"}, "dora_after_man_1", "Must be “man_9”"),
    ({"dora_after_man_1": "man_9"}, "dora_after_man_1", "Must be “man_2”"),
    ({"red_pin": 5}, "red_pin", "less than or equal to 4"),
    ({"bonus_breaks": ["ippatsu"]}, "bonus_breaks", "needs “bonus_tiles”"),
    ({"bonus_rinshan": True}, "bonus_rinshan", "needs “bonus_tiles”"),
    ({"bonus_ron": True}, "bonus_ron", "needs “bonus_tiles”"),
    ({"bonus_furiten": True}, "bonus_furiten", "needs “bonus_tiles”"),
    ({"pocchi_may_be_red": True}, "pocchi_may_be_red", "white_pocchi"),
    ({"pocchi_wins_if_discarded": True}, "pocchi_wins_if_discarded", "white_pocchi"),
    ({"pocchi_chosen_after_ura": True}, "pocchi_chosen_after_ura", "white_pocchi"),
    ({"white_pocchi": True}, "white_pocchi", "whole number"),
    ({"kan_dora": False}, "kan_ura", "needs “kan_dora” and “ura_dora”"),
    ({"ura_dora": False}, "kan_ura", "needs “kan_dora” and “ura_dora”"),
    ({"first_ura_indicators": 2}, "first_ura_indicators", "above “first_indicators”"),
    ({"dead_wall": 0}, "replacement_tiles", "Must not be above “dead_wall”"),
    # calls and riichi
    ({"chi": False, "kuikae_chi_same": True}, "kuikae_chi_same", "needs “chi”"),
    ({"chi": False, "kuikae_chi_other_end": True}, "kuikae_chi_other_end", "needs “chi”"),
    (
        {"riichi_closed_kan": "never", "riichi_okuri_kan": True},
        "riichi_okuri_kan",
        "needs “riichi_closed_kan”",
    ),
    # hands
    ({"tsumo_loss": True}, "tsumo_loss", "This is for three players only"),
    (NO_FU, "points_table", "The table needs at least one row"),
    ({"points_table": [ROW]}, "points_table", "“counting” is “fu”"),
    ({**NO_FU, "points_table": [ROW, ROW]}, "points_table", "must be in ascending order of han"),
    ({**NO_FU, "points_table": [{"from_han": 1}]}, "points_table", "required"),
    *(
        ({**NO_FU, "points_table": [ROW], name: value}, name, "“counting” is “table”")
        for name, value in (
            ("raised_mangan", True),
            ("raised_mangan", False),
            ("double_wind_pair_fu", 2),
            ("rinshan_tsumo_fu", True),
            ("open_20_fu", "30"),
        )
    ),
    *(
        ({name: None}, name, "Required when fu are counted")
        for name in ("raised_mangan", "double_wind_pair_fu", "rinshan_tsumo_fu", "open_20_fu")
    ),
    ({"double_wind_pair_fu": 3}, "double_wind_pair_fu", "2 or 4"),
    ({"highest_hand": "mangan"}, "counted_yakuman", "“highest_hand” is “mangan”"),
    ({"dora_payment_tsumo_each": 500}, "dora_payment_tsumo_each", "needs “dora_payment_ron”"),
    ({"yakuman_at_most": 0}, "yakuman_at_most", "greater than or equal to 1"),
    ({"yakuman_at_most": 7}, "yakuman_at_most", "less than or equal to 6"),
    ({"minimum_han": 14}, "minimum_han", "less than or equal to 13"),
    ({"two_han_from_honba": 0}, "two_han_from_honba", "greater than or equal to 1"),
    # yaku and yakuman
    ({"han_tanyao": [1, 0]}, "open_tanyao", "requires “han_tanyao” to count"),
    ({"han_honitsu": [2, 3]}, "han_honitsu", "must not be worth more than a closed"),
    ({"han_chanta": [2]}, "han_chanta", "required"),
    ({"han_riichi": [14, 0]}, "han_riichi", "less than or equal to 13"),
    ({"exclusive_yaku": [["rinshan", "dora"]]}, "exclusive_yaku", "rinshan dora"),
    ({"exclusive_yaku": [["rinshan", "rinshan"]]}, "exclusive_yaku", "not a pair"),
    ({"exclusive_yaku": [["rinshan", "haitei"]] * 2}, "exclusive_yaku", "twice"),
    ({"renhou_alone": True}, "renhou_alone", "needs “han_renhou”"),
    (
        {"han_renhou": [5, 0], "yakuman_renhou": 1},
        "han_renhou",
        "Not possible together with “yakuman_renhou”",
    ),
    ({"yakuman_renhou": 3}, "yakuman_renhou", "0, 1 or 2"),
    (
        {"highest_hand": "yakuman", "yakuman_daisuushii": 2},
        "yakuman_daisuushii",
        "when “highest_hand” is “yakuman”",
    ),
    # chips
    ({"chip_counted_ron": 1}, "chip_counted_ron", "above “chip_yakuman_ron”"),
    ({"chip_counted_tsumo": 1}, "chip_counted_tsumo", "above “chip_yakuman_tsumo”"),
    ({"chip_ippatsu": 1, "han_ippatsu": [0, 0]}, "chip_ippatsu", "needs “han_ippatsu”"),
    ({"chip_ura": 1, "ura_dora": False, "kan_ura": False}, "chip_ura", "needs “ura_dora”"),
    ({"chip_pocchi": 1}, "chip_pocchi", "white_pocchi"),
    ({"chip_red": 1, "red_fives": False}, "chip_red", "needs red fives"),
    ({"chip_red": 1, "red_man": 0, "red_pin": 0, "red_sou": 0}, "chip_red", "needs red fives"),
    ({"gold_pin": 2}, "gold_pin", "Must not be above “red_pin”"),
    ({"gold_man": 1, "red_man": 0}, "gold_man", "Must not be above “red_man”"),
    ({"chip_gold": 5}, "chip_gold", "needs gold fives"),
    ({"chip_gold": 5, "gold_pin": 1, "red_fives": False}, "chip_gold", "needs gold fives"),
    # offences
    ({"chombo_yakuman_tenpai": "half_of_highest"}, "chombo_yakuman_tenpai", "chombo_payment"),
    ({"forfeit_may_become": ["forfeit"]}, "forfeit_may_become", "not lighter"),
    ({"stick_may_become": ["forfeit"]}, "stick_may_become", "not lighter"),
    ({"chombo_may_become": ["waived", "waived"]}, "chombo_may_become", "twice"),
    ({"forfeit_bars": ["ron", "ron"]}, "forfeit_bars", "twice"),
    ({"offence_other": "as_other"}, "offence_other", "table"),
]
BOO: list[tuple[dict[str, Any], str, str]] = [
    *(
        ({name: 1_500}, name, "a multiple of 1,000")
        for name in ("double_maru_a", "maru_a", "maru_b", "maru_c", "pao_ron")
    ),
    ({"penalty_table": [{"kind": "chombo", "amount": 500}]}, "penalty_table", "victory points"),
    (
        {"penalty_table": [{"kind": "遅刻", "amount": 1_000, "amount_to": 2_500, "step": 500}]},
        "penalty_table",
        "victory points",
    ),
    ({"han_ippatsu": [1, 0], "kan_dora": True, "kan_ura": True}, "kan_ura", "ura_dora"),
    ({"yakuman_tenhou": 2}, "yakuman_tenhou", "“highest_hand” is “mangan”"),
    ({"han_renhou": [5, 0]}, "han_renhou", "Not possible together with “yakuman_renhou”"),
    ({"counted_yakuman": True}, "counted_yakuman", "“highest_hand” is “mangan”"),
    ({"removed_tiles": "man_2_to_8"}, "dora_after_man_1", "Must be “man_9”"),
    ({"noten_payment": 1_000}, "noten_payment", "multiple of 600"),
    ({"open_options": ["uma"]}, "open_options", "“uma” cannot be left to be chosen"),
]
BROKEN = "broken-victory-point"
ZUNG_JUNG: list[tuple[dict[str, Any], str, str]] = [
    ({"worth_chicken_hand": 400}, "worth_cap", "worth_chicken_hand"),
    ({"worth_seven_pairs": 0}, "worth_seven_pairs", "greater than or equal to 1"),
    ({"open_options": ["chi"]}, "open_options", "“chi” cannot be left to be chosen"),
    ({"hands": 0}, "hands", "greater than or equal to 1"),
]
ALL = [
    pytest.param(family, *case, id=f"{family.__name__} {number} {case[1]}")
    for family, cases in (
        (RiichiParameters, RIICHI),
        (BooParameters, BOO),
        (ZungJungParameters, ZUNG_JUNG),
    )
    for number, case in enumerate(cases)
]


@pytest.mark.parametrize(("family", "changes", "field", "says"), ALL)
def test_rules_that_cannot_stand_together_are_refused(
    family: type[FamilyParameters], changes: Mapping[str, object], field: str, says: str
) -> None:
    with pytest.raises(ParametersError, match=says) as caught:
        override(family(), changes)

    assert {problem.field for problem in caught.value.problems} == {field}
    assert field in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {**NO_FU, "points_table": [ROW]},
        {"players": 3, "tsumo_loss": True, **THREE},
        {"bonus_tiles": "norths", "bonus_breaks": ["ippatsu"], "bonus_rinshan": True},
        {"highest_hand": "yakuman", "yakuman_renhou": 1},
        {"highest_hand": "best_yakuman", "yakuman_daisuushii": 2},
        {"highest_hand": "best_yakuman", "yakuman_at_most": 2},
        {"gold_pin": 1, "chip_gold": 5},
        {"gold_pin": 1, "red_fives": False},
        {"open_options": ["red_fives", "uma", "time_limit_minutes"]},
        {"time_limit_minutes": 60, "time_limit_more_hands": 1},
        {"noten_payment": 0},
    ],
)
def test_rules_that_a_club_may_want_are_accepted(changes: Mapping[str, object]) -> None:
    after = override(RiichiParameters(), changes)

    assert parse_parameters(after.model_dump(mode="json")) == after


@pytest.mark.parametrize(
    ("changes", "named", "code"),
    [
        ({"double_maru_a": 6_100, "maru_c": 900}, ["double_maru_a", "maru_c"], BROKEN),
        ({"penalty_table": [{"kind": "chombo", "amount": 500}]}, ["penalty_table"], BROKEN),
        ({"pao_ron": 8_800, "cap_points": 0}, ["cap_points", "pao_ron"], "bad-parameters"),
    ],
)
def test_every_broken_victory_point_is_named_and_has_a_code_of_its_own(
    changes: Mapping[str, object], named: list[str], code: str
) -> None:
    with pytest.raises(ParametersError) as caught:
        override(BooParameters(), changes)

    assert sorted(problem.field for problem in caught.value.problems) == named
    assert caught.value.code == code


def test_boo_may_pay_other_whole_victory_points() -> None:
    changes = {"maru_a": 4_000, "penalty_table": [{"kind": "chombo", "amount": 2_000}]}

    assert override(BooParameters(), changes).settlement.maru_a == 4_000


@pytest.mark.parametrize("key", shipped_keys())
def test_every_version_of_a_shipped_set_is_stored_and_read_again_unchanged(key: str) -> None:
    for version in load(key).versions:
        stored = version.parameters.model_dump(mode="json")

        assert parse_parameters(stored) == version.parameters
        assert hash(parse_parameters(stored)) == hash(version.parameters)


@pytest.mark.parametrize("key", shipped_keys())
def test_every_parameter_of_a_shipped_set_can_be_given_by_its_name(key: str) -> None:
    rule = load(key).versions[-1].parameters
    family = type(rule)
    flat = {
        name: value
        for section in rule.model_dump(mode="json").values()
        if isinstance(section, dict)
        for name, value in section.items()
    }

    assert tuple(flat) == parameter_names(family)
    assert override(family(), flat) == rule
