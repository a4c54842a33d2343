"""What another parameter makes meaningless is told from what counts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import UnknownParameterError
from rules.parameters import (
    FAMILIES,
    BooParameters,
    RiichiParameters,
    ZungJungParameters,
    override,
    parameter_names,
)
from rules.parameters.base import FamilyParameters
from rules.presets import load, shipped_keys
from rules.words import applies
from rules.words.applies import CONDITIONS

RIICHI, BOO, ZUNG_JUNG = RiichiParameters(), BooParameters(), ZungJungParameters()
THREE = {
    "players": 3,
    "noten_payment": 2_000,
    "removed_tiles": "man_2_to_8",
    "red_man": 0,
    "dora_after_man_1": "man_9",
}
NO_FU: dict[str, Any] = {
    "counting": "table",
    "points_table": [
        {
            "from_han": 1,
            "child_ron": 1_000,
            "child_tsumo_child": 500,
            "child_tsumo_dealer": 500,
            "dealer_ron": 1_500,
            "dealer_tsumo": 500,
        }
    ],
    "raised_mangan": None,
    "double_wind_pair_fu": None,
    "rinshan_tsumo_fu": None,
    "open_20_fu": None,
}
NO_RIICHI = {"han_riichi": (0, 0), "han_double_riichi": (0, 0)}
NO_PAO = {"pao_daisangen": False, "pao_daisuushii": False}
NO_PASSING = {"furiten_same_turn": "none", "furiten_after_riichi": False}
OVERTIME = {"overtime": "sudden_death", "overtime_target": 30_000}
YAKUMAN_CHIPS = {"chip_yakuman_ron": 10}
Changes = dict[str, Any]

#: parameters; what makes them meaningless; what makes them count
RIICHI_ROWS: list[tuple[str, Changes, Changes]] = [
    # game
    ("overtime_target overtime_rounds overtime_sticks overtime_dealer", {}, OVERTIME),
    ("bust_below bust_at_zero", {"bust_ends_game": False}, {}),
    ("last_dealer_stops_after", {}, {"last_dealer_stop": "may"}),
    (
        "last_dealer_stop_overtime",
        {"last_dealer_stop": "when_top"},
        OVERTIME | {"last_dealer_stop": "when_top"},
    ),
    (
        "last_dealer_stop_overtime",
        OVERTIME | {"last_dealer_stop": "may"},
        OVERTIME | {"last_dealer_stop": "when_top"},
    ),
    (
        "last_dealer_stop_overtime",
        OVERTIME | {"last_dealer_stop": "when_top_at_return"},
        OVERTIME | {"last_dealer_stop": "when_top_at_return", "overtime_target": 35_000},
    ),
    # settlement
    ("oka_to", {"return_points": 25_000}, {}),
    (
        "uma",
        {"uma_kind": "floating", "floating_uma": [(0, 0, 0, 0)] * 5},
        {"uma": (10_000, 0, 0, -10_000)},
    ),
    ("uma uma_sum_free", {"uma_kind": "not_stated"}, {}),
    ("share_rest", {}, {"tie": "share_uma"}),
    ("share_rest leftover_rest", {}, {"leftover_sticks": "tied_tops"}),
    ("bust_bonus_without_winner", {}, {"bust_bonus": 10_000}),
    ("chombo_payment", {"chombo_form": "reverse_mangan"}, {}),
    ("exposed_tiles_from", {}, {"offence_exposed_tiles": "chombo"}),
    ("chombo_returns_penalty_sticks", {"penalty_stick": 0}, {}),
    ("riichi_at_zero", {"riichi_below_stick": "on_credit"}, {}),
    (
        "floating_line floating_uma",
        {},
        {"uma_kind": "floating", "floating_uma": [(0, 0, 0, 0)] * 5},
    ),
    ("rounding_of rounding_below_zero", {}, {"rounding": "down"}),
    # play
    ("honba_after_giving_up", {}, {"dealer_may_give_up": True}),
    ("riichi_stick riichi_wall_tiles", NO_RIICHI, {}),
    ("riichi_below_stick riichi_at_zero riichi_stick_due_when_ronned", {"riichi_stick": 0}, {}),
    ("triple_ron sanchahou_dealer", THREE, {}),
    ("sanchahou_dealer", {"triple_ron": "all_win"}, {}),
    ("several_ron_honba", {"honba_ron": 0}, {}),
    (
        "several_ron_honba several_ron_sticks several_ron_dealer",
        {"double_ron": "first_only", "triple_ron": "first_only"},
        {},
    ),
    # draws
    ("fifth_tile_where", {}, {"fifth_tile_tenpai": False}),
    ("abort_suufon abort_suurii", THREE, {}),
    ("abort_suurii", NO_RIICHI, {}),
    (
        "abort_adds_honba",
        THREE | {"abort_kyuushu": "none", "abort_suukan": "none"},
        {"abort_kyuushu": "none", "abort_suukan": "none"},
    ),
    ("kyuushu_after_call offence_kyuushu_error", {"abort_kyuushu": "none"}, {}),
    (
        "nagashi_form nagashi_takes_honba nagashi_takes_sticks nagashi_dealer nagashi_own_calls"
        " nagashi_after_called_discard nagashi_winners nagashi_noten_payment",
        {"nagashi": "none"},
        {},
    ),
    ("nagashi_noten_payment", {"noten_payment": 0}, {}),
    ("nagashi_chips", YAKUMAN_CHIPS, YAKUMAN_CHIPS | {"nagashi": "yakuman"}),
    ("nagashi_chips", {"nagashi": "yakuman"}, YAKUMAN_CHIPS | {"nagashi": "yakuman"}),
    # tiles and dora
    ("red_man red_pin red_sou red_five_counts_as chip_red", {"red_fives": False}, {}),
    ("red_man", THREE, {}),
    ("red_five_counts_as chip_red", {"red_man": 0, "red_pin": 0, "red_sou": 0}, {}),
    (
        "bonus_breaks bonus_rinshan bonus_ron bonus_after_pon bonus_furiten bonus_may_stay",
        {},
        {"bonus_tiles": "flowers"},
    ),
    ("white_pocchi", NO_RIICHI, {}),
    (
        "pocchi_may_be_red pocchi_wins_if_discarded pocchi_chosen_after_ura chip_pocchi",
        {},
        {"white_pocchi": 1},
    ),
    ("pocchi_may_be_red", {"white_pocchi": 1, "red_fives": False}, {"white_pocchi": 1}),
    (
        "pocchi_chosen_after_ura",
        {"white_pocchi": 1, "ura_dora": False, "kan_ura": False},
        {"white_pocchi": 1},
    ),
    ("ura_dora", NO_RIICHI, {}),
    ("first_ura_indicators kan_ura chip_ura", {"ura_dora": False, "kan_ura": False}, {}),
    (
        "kan_dora_limit kan_ura kan_dora_closed kan_dora_open kan_dora_added kan_dora_further_kan",
        {"kan_dora": False, "kan_ura": False},
        {},
    ),
    ("kan_ura kan_dora_closed kan_dora_open kan_dora_further_kan", {"kan_dora_limit": 0}, {}),
    ("kan_dora_further_kan", {"kan_dora_open": "at_once", "kan_dora_added": "at_once"}, {}),
    # calls, riichi and furiten
    ("kuikae_chi_same kuikae_chi_other_end pon_voiced_after_chi", {"chi": False}, {}),
    (
        "noten_riichi_allowed furiten_riichi dead_wait_riichi riichi_may_pass riichi_closed_kan"
        " riichi_okuri_kan furiten_after_riichi offence_noten_riichi offence_riichi_kan"
        " offence_riichi_taken_back offence_riichi_taken_back_late offence_riichi_slip"
        " riichi_taken_back_until",
        NO_RIICHI,
        {},
    ),
    ("riichi_okuri_kan", {"riichi_closed_kan": "never"}, {}),
    ("open_riichi_shows open_riichi_deal_in", {}, {"han_open_riichi": (2, 0)}),
    ("furiten_without_yaku furiten_passed_kan", NO_PASSING, {}),
    ("furiten_without_yaku late_yaku", {"minimum_han": 0}, {}),
    # hand
    ("points_table", {}, NO_FU),
    ("tsumo_loss", {}, THREE),
    ("raised_mangan double_wind_pair_fu rinshan_tsumo_fu open_20_fu", NO_FU, {}),
    ("pinfu_tsumo", {"han_pinfu": (0, 0)}, {}),
    ("two_han_from_honba", {"minimum_han": 2}, {}),
    ("minimum_counts_ippatsu", {}, {"minimum_han": 2}),
    (
        "minimum_counts_ippatsu",
        {"minimum_han": 2, "han_ippatsu": (0, 0)},
        {"two_han_from_honba": 5},
    ),
    ("yakuman_at_most", {"highest_hand": "best_yakuman"}, {}),
    ("counted_yakuman", {"highest_hand": "mangan", "counted_yakuman": False}, {}),
    ("dora_payment_tsumo_each", {}, {"dora_payment_ron": 1_500}),
    # yaku and yakuman
    ("open_tanyao", {"open_tanyao": False, "han_tanyao": (0, 0)}, {}),
    ("chip_gold", {"red_fives": False}, {}),
    ("gold_man gold_pin gold_sou", {"chip_red": 1}, {"chip_gold": 5, "gold_pin": 1}),
    ("gold_pin", {"gold_pin": 1}, {"chip_red": 1, "gold_pin": 1}),
    ("gold_pin", {"chip_gold": 5, "gold_man": 1, "red_pin": 0}, {"chip_gold": 5, "gold_man": 1}),
    ("chip_closed_only", {}, {"chip_red": 1}),
    ("chip_times_yakuman", {}, {"chip_yakuman_ron": 10}),
    (
        "chip_times_yakuman",
        {"chip_yakuman_ron": 10, "highest_hand": "yakuman"},
        {"chip_yakuman_ron": 10},
    ),
    ("renhou_alone", {}, {"han_renhou": (5, 0)}),
    ("chiitoi_four_alike chiitoi_all_honours", {"han_chiitoitsu": (0, 0)}, {}),
    ("chiitoi_all_honours", {"yakuman_tsuuiisou": 0}, {}),
    ("double_yakuman_in_furiten", {}, {"yakuman_suuankou_tanki": 2}),
    (
        "double_yakuman_in_furiten",
        {"yakuman_suuankou_tanki": 2, "furiten_tsumo": False},
        {"yakuman_chuuren_pure": 2},
    ),
    ("kokushi_robs_closed_kan", {"yakuman_kokushi": 0, "yakuman_kokushi13": 0}, {}),
    ("ryuuiisou_without_hatsu", {"yakuman_ryuuiisou": 0}, {}),
    ("chuuren_in_any_suit", {"yakuman_chuuren": 0, "yakuman_chuuren_pure": 0}, {}),
    ("suukantsu_needs_pair pao_suukantsu", {"yakuman_suukantsu": 0}, {}),
    # pao and chips
    ("pao_daisangen", {"yakuman_daisangen": 0}, {}),
    ("pao_daisuushii", {"yakuman_daisuushii": 0}, {}),
    ("pao_rinshan", {"han_rinshan": (0, 0)}, {}),
    ("pao_open_kan pao_tsumo pao_ron pao_discarder_pays_all pao_honba_ron", NO_PAO, {}),
    ("pao_ron pao_other_yakuman", NO_PAO | {"pao_rinshan": True}, {}),
    ("pao_tsumo", NO_PAO, NO_PAO | {"pao_rinshan": True}),
    ("pao_of_several", {"pao_daisuushii": False}, {}),
    ("pao_honba_ron", {"honba_ron": 0}, {}),
    ("pao_other_yakuman", {"highest_hand": "yakuman"}, {}),
    ("chip_ippatsu", {"han_ippatsu": (0, 0)}, {}),
    ("chip_counted_ron chip_counted_tsumo", {"counted_yakuman": False}, {}),
    ("chip_yakuman_on_top", YAKUMAN_CHIPS, YAKUMAN_CHIPS | {"chip_ippatsu": 1}),
    ("chip_yakuman_on_top", {"chip_ippatsu": 1}, YAKUMAN_CHIPS | {"chip_ippatsu": 1}),
    ("chip_pao", {}, YAKUMAN_CHIPS),
    ("chip_pao", YAKUMAN_CHIPS | NO_PAO, YAKUMAN_CHIPS),
    # penalties and event
    ("chombo_yakuman_tenpai chombo_bust_ends_game", {}, {"chombo_payment": 3_000}),
    (
        "chombo_bust_ends_game",
        {"chombo_payment": 3_000, "bust_ends_game": False},
        {"chombo_payment": 3_000},
    ),
    ("penalty_below_stick", {"penalty_stick": 0}, {}),
    ("offence_noten_riichi", {"noten_riichi_allowed": True}, {}),
    (
        "offence_riichi_kan",
        {"riichi_closed_kan": "any", "riichi_okuri_kan": True},
        {"riichi_closed_kan": "any"},
    ),
    (
        "riichi_taken_back_until",
        {"offence_riichi_taken_back": "stands", "offence_riichi_taken_back_late": "stands"},
        {"offence_riichi_taken_back_late": "stands"},
    ),
    (
        "offence_kuikae kuikae_forced_is_offence",
        {"kuikae_pon": True, "kuikae_chi_same": True, "kuikae_chi_other_end": True},
        {"kuikae_pon": True, "kuikae_chi_same": True},
    ),
    ("offence_kuikae", {"kuikae_pon": True, "chi": False}, {"chi": False}),
    ("time_limit_more_hands time_limit_chombo_ends", {}, {"time_limit_minutes": 60}),
]
NO_BARRED = {"barred_stays_sunk": False, "barred_not_top": False, "barred_own_maru_c": False}
BOO_ROWS: list[tuple[str, Changes, Changes]] = [
    ("double_maru_a", {"double_right": False, "yakuman_ends_game": False}, {}),
    ("double_right_after_yakuman", {"double_right": False}, {}),
    ("double_right_after_yakuman", {"yakuman_ends_game": False}, {}),
    ("pao_tsumo pao_ron", NO_PAO | {"pao_suukantsu": False}, {}),
    ("yakuless_takes_honba yakuless_child_win", {"minimum_han": 1}, {}),
    ("furiten_barred_wins offence_barred_win", NO_BARRED, {}),
    ("furiten_barred_wins", NO_PASSING, {}),
    ("own_maru_c_in_last_hand", {"barred_own_maru_c": False}, {}),
]
ZUNG_JUNG_ROWS: list[tuple[str, Changes, Changes]] = [
    ("immunity_from_deal immunity_called_discards", {"immunity": "none"}, {}),
]
FAMILY_ROWS: list[tuple[FamilyParameters, list[tuple[str, Changes, Changes]]]] = [
    (RIICHI, RIICHI_ROWS),
    (BOO, BOO_ROWS),
    (ZUNG_JUNG, ZUNG_JUNG_ROWS),
]
CASES = [
    pytest.param(family, name, without, with_, id=f"{name} {number}")
    for family, rows in FAMILY_ROWS
    for number, (names, without, with_) in enumerate(rows)
    for name in names.split()
]


@pytest.mark.parametrize(("family", "name", "without", "with_"), CASES)
def test_a_parameter_counts_only_beside_what_it_needs(
    family: FamilyParameters, name: str, without: Changes, with_: Changes
) -> None:
    assert not applies(override(family, without), name)
    assert applies(override(family, with_), name)


def test_every_condition_is_tried_and_belongs_to_a_parameter() -> None:
    known = {name for type_ in FAMILIES.values() for name in parameter_names(type_)}

    assert set(CONDITIONS) <= known
    assert {str(case.values[1]) for case in CASES} == set(CONDITIONS)


def test_boo_pays_no_chips_for_nagashi() -> None:
    assert not applies(override(BOO, {"nagashi": "yakuman"}), "nagashi_chips")


@pytest.mark.parametrize("key", shipped_keys())
def test_what_has_no_condition_always_counts(key: str) -> None:
    parameters = load(key).versions[0].parameters
    free = [name for name in parameter_names(type(parameters)) if name not in CONDITIONS]

    assert all(applies(parameters, name) for name in free)


def test_an_unknown_parameter_neither_counts_nor_not() -> None:
    with pytest.raises(UnknownParameterError):
        applies(ZUNG_JUNG, "overtime_target")
