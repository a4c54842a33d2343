"""Every cell of the documents about the game, the hands' order and the end, by rule set."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import NONE, by_set, latest, unlike, values

UMA_30_10 = (30_000, 10_000, -10_000, -30_000)
UMA_30 = (30_000, 0, -30_000)
STAYS, WIN, TENPAI = "dealer_stays", "win", "win_or_tenpai"

#: 4a, 4b, 3a, 3b, boo, kinyoukai, super-tonpu, yakyu 4p, yakyu 3p, tenhou 4p, tenhou 3p
GAME: dict[str, tuple[Any, ...]] = {
    "players": (4, 4, 3, 3, 4, 4, 4, 4, 3, 4, 3),
    "start_points": (
        *(25_000, 25_000, 35_000, 35_000, 8_000, 25_000, 25_000),
        *(25_000, 35_000, 25_000, 35_000),
    ),
    "return_points": (
        *(30_000, 30_000, 40_000, 40_000, NONE, 30_000, 30_000),
        *(30_000, 40_000, 30_000, 40_000),
    ),
    "oka_to": ("top", "top", "top", "top", NONE, *["top"] * 6),
    "rounding": (
        *("none", "none", "none", "none", NONE, "go_sha_roku_nyu", "none"),
        *("shi_sha_go_nyu", "shi_sha_go_nyu", "none", "none"),
    ),
    "rounding_of": ("score",) * 4 + (NONE,) + ("score",) * 6,
    "rounding_below_zero": ("by_size",) * 4 + (NONE,) + ("by_size",) * 6,
    "below_zero": ("counted",) * 4 + (NONE,) + ("counted",) * 6,
    "tie": ("seat",) * 11,
    "leftover_sticks": ("top",) * 4 + ("lost",) + ("top",) * 6,
    "overtime": (
        *("sudden_death", "none", "sudden_death", "none", NONE, "none", "none"),
        *["sudden_death"] * 4,
    ),
    "overtime_target": (
        30_000,
        NONE,
        40_000,
        NONE,
        NONE,
        NONE,
        NONE,
        30_000,
        40_000,
        30_000,
        40_000,
    ),
    "overtime_rounds": (1, NONE, 1, NONE, NONE, NONE, NONE, 1, 1, 1, 1),
    "overtime_sticks": (NONE,) * 7 + ("not_counted",) * 4,
    "overtime_dealer": (
        *("target", NONE, "target", NONE, NONE, NONE, NONE),
        *["top_at_target"] * 4,
    ),
    "bust_ends_game": (True,) * 11,
    "bust_at_zero": (False,) * 4 + (NONE,) + (False,) * 6,
    "cap_points": (None, 60_000, None, None, 16_000, None, 65_000, None, None, None, None),
    "last_dealer_stop": (
        *["when_top"] * 4,
        *("never", "may", "may"),
        *["when_top_at_return"] * 4,
    ),
    "last_dealer_stops_after": (*[TENPAI] * 4, NONE, WIN, TENPAI, WIN, WIN, TENPAI, TENPAI),
    "last_dealer_stop_overtime": (True, NONE, True, *[NONE] * 8),
    "chip_value": (0, 0, 0, 0, NONE, *[0] * 6),
    "machine_setting": (1, 1, 4, 5, 1, *[None] * 6),
    "time_limit_minutes": (None,) * 11,
}
PLAY: dict[str, tuple[Any, ...]] = {
    "dealer_stays_in_east": (*[TENPAI] * 4, WIN, WIN, *[TENPAI] * 5),
    "dealer_stays_after_east": (*[TENPAI] * 4, WIN, TENPAI, TENPAI, *[TENPAI] * 4),
    "dealer_may_give_up": (*[False] * 6, True, *[False] * 4),
    "honba_after_giving_up": (*[NONE] * 6, "reset", *[NONE] * 4),
    "honba_ron": (300, 1_500, 200, 1_000, 1_500, 300, 1_500, 300, 200, 300, 200),
    "honba_tsumo_each": (100, 500, 100, 1_000, 500, 100, 500, 100, 100, 100, 100),
    "honba_grows_on_every_draw": (True,) * 11,
    "honba_after_child_win": ("reset",) * 11,
    "yakuless_takes_honba": (*[NONE] * 4, False, *[NONE] * 6),
    "yakuless_child_win": (*[NONE] * 4, "honba_grows", *[NONE] * 6),
    "noten_payment": (
        *(3_000, 3_000, 2_000, 2_000, 0, 3_000, 3_000),
        *(3_000, 2_000, 3_000, 2_000),
    ),
    "riichi_stick": (1_000,) * 4 + (100,) + (1_000,) * 6,
    "riichi_below_stick": ("all_one_has",) * 5 + ("not_allowed",) * 6,
    "riichi_at_zero": ("free",) * 5 + ("not_allowed",) * 6,
    "riichi_wall_tiles": (4, 4, 3, 3, 4, 4, 1, 4, 3, 4, 3),
    "riichi_stick_due_when_ronned": (False,) * 11,
    "double_ron": (*["all_win"] * 4, "first_only", "all_win", "first_only", *["all_win"] * 4),
    "triple_ron": (
        *["all_win"] * 4,
        *("first_only", "abort", "first_only", "abort", NONE, "abort", NONE),
    ),
    "several_ron_honba": (*["first"] * 4, NONE, "first", NONE, *["first"] * 4),
    "several_ron_sticks": (*["first"] * 4, NONE, "first", NONE, *["first"] * 4),
    "several_ron_dealer": (
        *["stays_if_first"] * 4,
        *(NONE, "stays_if_winner", NONE),
        *["stays_if_winner"] * 4,
    ),
    "sanchahou_dealer": (*[NONE] * 5, "stays_if_winner", NONE, "stays", NONE, "stays", NONE),
}
DRAWS: dict[str, tuple[Any, ...]] = {
    "abort_kyuushu": (*[STAYS] * 6, "none", *[STAYS] * 4),
    "abort_suufon": (
        *(STAYS, "none", "none", "none", STAYS, "dealer_moves", "none"),
        *(STAYS, "none", STAYS, "none"),
    ),
    "abort_suukan": (STAYS, "none", STAYS, "none", STAYS, STAYS, "none", *[STAYS] * 4),
    "abort_suurii": (
        *(STAYS, "none", "none", "none", STAYS, STAYS, "none"),
        *(STAYS, "none", STAYS, "none"),
    ),
    "abort_adds_honba": (True,) * 6 + (NONE,) + (True,) * 4,
    "kyuushu_after_call": (False,) * 6 + (NONE,) + (False,) * 4,
    "nagashi": ("mangan", "mangan", "mangan", "yakuman", "none", *["mangan"] * 6),
    "nagashi_form": (*["draw"] * 4, NONE, "tsumo", *["draw"] * 5),
    "nagashi_noten_payment": (False,) * 4 + (NONE,) + (False,) * 6,
    "nagashi_takes_honba": (False, False, False, False, NONE, True, *[False] * 5),
    "nagashi_takes_sticks": (False, False, False, False, NONE, True, *[False] * 5),
    "nagashi_dealer": (*["stays_if_tenpai"] * 4, NONE, "stays_if_own", *["stays_if_tenpai"] * 5),
    "nagashi_own_calls": (True,) * 4 + (NONE,) + (True,) * 6,
    "nagashi_after_called_discard": (False,) * 4 + (NONE,) + (False,) * 6,
    "nagashi_winners": (*["first"] * 4, NONE, "first", "first", *["all"] * 4),
    "nagashi_chips": (False,) * 4 + (NONE,) + (False,) * 6,
    "keishiki_tenpai": (True,) * 4 + (NONE,) + (True,) * 6,
    "fifth_tile_tenpai": (True,) * 4 + (NONE, True, False, True, True, False, False),
    "fifth_tile_where": ("anywhere",) * 4 + (NONE,) + ("anywhere",) * 4 + ("concealed",) * 2,
    "tenpai_may_declare_noten": (NONE,) * 4 + (True, True) + (NONE,) * 5,
}


@pytest.mark.parametrize(("key", "cells"), by_set(GAME, PLAY, DRAWS).items())
def test_the_game_is_played_as_its_document_says(key: str, cells: dict[str, Any]) -> None:
    assert unlike(values(latest(key)), cells) == {}


@pytest.mark.parametrize(
    ("key", "length", "uma"),
    [
        ("nekohouse-4a", "tonnan", UMA_30_10),
        ("nekohouse-4b", "tonnan", UMA_30_10),
        ("nekohouse-3a", "tonnan", UMA_30),
        ("nekohouse-3b", "tonnan", UMA_30),
        ("nekohouse-boo", "tonnan", None),
        ("kinyoukai", "tonnan", (10_000, 5_000, -5_000, -10_000)),
        ("super-tonpu", "tonpu", UMA_30_10),
        ("yakyu-4p-tonnan", "tonnan", (20_000, 10_000, -10_000, -20_000)),
        ("yakyu-4p-tonpu", "tonpu", (10_000, 5_000, -5_000, -10_000)),
        ("yakyu-3p-tonnan", "tonnan", (20_000, 0, -20_000)),
        ("yakyu-3p-tonpu", "tonpu", (10_000, 0, -10_000)),
        ("tenhou-4p-tonnan", "tonnan", (20_000, 10_000, -10_000, -20_000)),
        ("tenhou-4p-tonpu", "tonpu", (20_000, 10_000, -10_000, -20_000)),
        ("tenhou-3p-tonnan", "tonnan", (20_000, 0, -20_000)),
        ("tenhou-3p-tonpu", "tonpu", (20_000, 0, -20_000)),
    ],
)
def test_length_and_uma_are_those_of_the_document(
    key: str, length: str, uma: tuple[int, ...] | None
) -> None:
    found = values(latest(key))

    assert found["length"] == length
    assert found.get("uma") == uma


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("nekohouse-4a", "rounding below_zero leftover_sticks riichi_at_zero chip_value oka_to"),
        ("nekohouse-4a", "kan_ura chombo_hand nagashi_chips chip_pao pao_ron pao_honba_ron"),
        ("nekohouse-4b", "white_pocchi fifth_tile_tenpai"),
        ("nekohouse-3a", "abort_suufon abort_suurii dora_after_man_1 north_in_hand"),
        ("nekohouse-3b", "han_double_open_riichi dora_after_man_1"),
        ("nekohouse-boo", "last_dealer_stop leftover_sticks"),
        ("kinyoukai", "below_zero several_ron_dealer rinshan_tsumo_fu nagashi_winners"),
        ("kinyoukai", "pao_open_kan pao_other_yakuman nagashi_after_called_discard oka_to"),
        ("super-tonpu", "rounding riichi_below_stick first_ura_indicators chiitoi_four_alike"),
        ("super-tonpu", "forfeit_bars nagashi_after_called_discard chombo_returns_sticks"),
        ("yakyu-4p-tonnan", "double_wind_pair_fu rinshan_tsumo_fu open_20_fu honba_ron"),
        ("yakyu-4p-tonnan", "noten_payment raised_mangan counted_yakuman chiitoi_four_alike"),
        ("yakyu-3p-tonpu", "honba_ron noten_payment abort_suufon abort_suurii bonus_rinshan"),
        ("zung-jung", "start_points hands dead_wall immunity_from_deal heaven_waits_on_nine"),
    ],
)
def test_what_no_document_says_is_marked_assumed(key: str, names: str) -> None:
    stated = latest(key).stated_by

    assert {name: stated[name] for name in names.split()} == dict.fromkeys(names.split(), "assumed")


@pytest.mark.parametrize(
    ("key", "name", "code"),
    [
        ("nekohouse-4a", "several_ron_dealer", "4A-14"),
        ("nekohouse-4b", "points_table", "P-5"),
        ("nekohouse-3a", "tsumo_loss", "3A-16"),
        ("nekohouse-3b", "nagashi", "3B-26"),
        ("nekohouse-boo", "dora_payment_ron", "BOO-15(9)"),
        ("kinyoukai", "dealer_stays_in_east", "D-5"),
        ("kinyoukai", "double_yakuman_in_furiten", "K※4"),
        ("super-tonpu", "fifth_tile_tenpai", "1.1.1(2)"),
        ("super-tonpu", "missed_first_draw_discards", "4.2(4)"),
        ("yakyu-4p-tonpu", "pao_other_yakuman", "C-20"),
        ("yakyu-3p-tonnan", "north_in_hand", "F-12"),
        ("tenhou-3p-tonnan", "tsumo_loss", "T-20"),
        ("zung-jung", "worth_nine_gates", "2.2"),
    ],
)
def test_a_value_carries_the_clause_that_states_it(key: str, name: str, code: str) -> None:
    assert latest(key).stated_by[name] == code
