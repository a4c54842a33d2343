"""What changed on which day, and that nothing else did."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rules.clauses import ASSUMED
from rules.presets import load, shipped_keys
from tests.rules.tables import latest, on, values

NO_TWO_HAN = {"two_han_from_honba": (5, None), "pao_suukantsu": (True, False)}
RED = {"red_pin": (2, 1)}
KUIKAE_4P = {
    "kuikae_pon": (True, False),
    "kuikae_chi_same": (True, False),
    "kuikae_chi_other_end": (True, False),
    "riichi_okuri_kan": (True, False),
}
KUIKAE_3P = {"kuikae_pon": (True, False), "riichi_okuri_kan": (True, False)}
IN_FORCE = {
    "kyuushu_after_call": (True, False),
    "offence_false_call_shown": ("table", "stick"),
    "offence_false_call_shown_late": ("table", "forfeit"),
    "offence_false_call_voiced": ("table", "stick"),
    "offence_call_taken_back": ("table", "stick"),
    "offence_call_taken_back_late": ("table", "forfeit"),
    "offence_riichi_taken_back": ("table", "stick"),
    "offence_riichi_taken_back_late": ("stands", "forfeit"),
    "offence_riichi_slip": ("table", "forfeit"),
}


def uma(*values: int) -> dict[str, tuple[Any, Any]]:
    return {"uma_kind": ("not_stated", "by_place"), "uma": ((), values)}


JPML_2026 = {
    "kokushi_robs_closed_kan": (True, False),
    "pao_rinshan": (True, False),
    "kuikae_chi_other_end": (True, False),
    "double_wind_pair_fu": (4, 2),
    "rinshan_tsumo_fu": (False, True),
    "highest_hand": ("yakuman", "several_yakuman"),
    "counted_yakuman": (False, True),
    "han_renhou": ((5, 0), (0, 0)),
    "renhou_alone": (True, False),
    "ryuuiisou_without_hatsu": (False, True),
}
TENPAI_ENDS = {"last_dealer_stops_after": ("win", "win_or_tenpai")}
UNROUNDED = {"rounding": ("shi_sha_go_nyu", "none"), "score_decimals": (0, 1)}
DOUBLED_4P = {"uma": ((10_000, 5_000, -5_000, -10_000), (20_000, 10_000, -10_000, -20_000))}
DOUBLED_3P = {"uma": ((10_000, 0, -10_000), (20_000, 0, -20_000))}
EMA_2012 = {
    "uma": ((9_000, 3_000, -3_000, -9_000), (30_000, 10_000, -10_000, -30_000)),
    "highest_hand": ("several_yakuman", "best_yakuman"),
    "yakuman_daisuushii": (1, 2),
}
EMA_2016 = {
    "uma": ((30_000, 10_000, -10_000, -30_000), (15_000, 5_000, -5_000, -15_000)),
    "abort_kyuushu": ("dealer_stays", "none"),
    "abort_suufon": ("dealer_stays", "none"),
    "abort_suukan": ("dealer_stays", "none"),
    "abort_suurii": ("dealer_stays", "none"),
    "nagashi": ("mangan", "none"),
    "nagashi_takes_honba": (True, False),
    "nagashi_dealer": ("stays_if_own", "stays_if_tenpai"),
    "red_fives": (True, False),
    "kuikae_pon": (True, False),
    "kuikae_chi_same": (True, False),
    "kuikae_chi_other_end": (True, False),
    "furiten_same_turn": ("until_draw_or_any_call", "until_draw_or_own_call"),
    "two_han_from_honba": (5, None),
    "highest_hand": ("best_yakuman", "yakuman"),
    "counted_yakuman": (True, False),
    "open_tanyao": (False, True),
    "han_renhou": ((0, 0), (5, 0)),
    "renhou_alone": (False, True),
    "yakuman_renhou": (1, 0),
    "yakuman_daisuushii": (2, 1),
    "penalty_table": (
        (),
        (
            {"kind": "chombo", "amount": 20_000, "paid_to": "nobody"},
            {"kind": "referee", "amount": 100, "amount_to": 20_000, "paid_to": "nobody"},
        ),
    ),
    "open_options": ((), ("time_limit_minutes",)),
    "time_limit_more_hands": (0, 1),
    "substitute_score": (None, -30_000),
    "chombo_form": ("reverse_mangan", "each"),
    "time_limit_chombo_ends": (True, False),
}
EMA_2025 = {
    "leftover_sticks": ("top", "tied_tops"),
    "leftover_rest": ("shared", "lost"),
    "raised_mangan": (False, True),
    "double_wind_pair_fu": (4, 2),
    "time_limit_chombo_ends": (False, True),
}
WRC_2015 = {
    "nagashi": ("mangan", "none"),
    "raised_mangan": (False, True),
    "renhou_alone": (False, True),
    "penalty_table": ((), ({"kind": "chombo", "amount": 20_000, "paid_to": "nobody"},)),
    "offence_too_many_tiles": ("as_other", "forfeit"),
    "offence_too_few_tiles": ("as_other", "forfeit"),
}
WRC_2022 = {
    "substitute_score": (None, -30_000),
    "double_wind_pair_fu": (4, 2),
    "highest_hand": ("yakuman", "several_yakuman"),
    "pao_suukantsu": (False, True),
    "riichi_closed_kan": ("waits_kept", "waits_and_shape_kept"),
    "penalty_table": (
        ({"kind": "chombo", "amount": 20_000, "paid_to": "nobody"},),
        ({"kind": "chombo", "amount": 30_000, "paid_to": "nobody"},),
    ),
    "offence_false_win_shown": ("as_other", "chombo"),
    "offence_too_many_tiles": ("forfeit", "chombo"),
    "offence_too_few_tiles": ("forfeit", "chombo"),
    "offence_false_call_shown": ("as_other", "forfeit"),
    "offence_false_call_shown_late": ("as_other", "forfeit"),
    "offence_false_call_voiced": ("as_other", "forfeit"),
}
WRC_2025 = {"counted_yakuman": (False, True), "riichi_wall_tiles": (4, 0)}
CHANGES: dict[str, list[dict[str, tuple[Any, Any]]]] = {
    "tenhou-4p-tonnan": [NO_TWO_HAN, RED, KUIKAE_4P, TENPAI_ENDS, UNROUNDED],
    "tenhou-4p-tonpu": [NO_TWO_HAN, RED, KUIKAE_4P, DOUBLED_4P, TENPAI_ENDS, UNROUNDED],
    "tenhou-3p-tonnan": [
        *(NO_TWO_HAN, RED, KUIKAE_3P, uma(20_000, 0, -20_000), TENPAI_ENDS, UNROUNDED)
    ],
    "tenhou-3p-tonpu": [
        *(NO_TWO_HAN, RED, KUIKAE_3P, uma(10_000, 0, -10_000)),
        *(DOUBLED_3P, TENPAI_ENDS, UNROUNDED),
    ],
    "ema": [EMA_2012, EMA_2016, EMA_2025],
    "jpml": [JPML_2026],
    "kinyoukai": [IN_FORCE],
    "wrc": [WRC_2015, WRC_2022, WRC_2025],
    "yakyu-4p-tonnan": [NO_TWO_HAN, RED, KUIKAE_4P, {}],
    "yakyu-4p-tonpu": [NO_TWO_HAN, RED, KUIKAE_4P, {}],
    "yakyu-3p-tonnan": [NO_TWO_HAN, RED, KUIKAE_3P, uma(20_000, 0, -20_000), {}],
    "yakyu-3p-tonpu": [NO_TWO_HAN, RED, KUIKAE_3P, uma(10_000, 0, -10_000), {}],
}


@pytest.mark.parametrize("key", shipped_keys())
def test_a_version_changes_what_its_document_says_and_nothing_else(key: str) -> None:
    history = [values(version) for version in load(key).versions]
    changes = [
        {name: (old[name], new[name]) for name in old if old[name] != new[name]}
        for old, new in pairwise(history)
    ]

    assert changes == CHANGES.get(key, [])


@pytest.mark.parametrize(
    ("key", "day", "name", "value"),
    [
        ("kinyoukai", "2015-04-09", "offence_riichi_slip", "table"),
        ("kinyoukai", "2015-04-10", "offence_riichi_slip", "forfeit"),
        ("kinyoukai", "2015-04-04", "offence_riichi_taken_back_late", "stands"),
        ("kinyoukai", "2015-04-09", "kyuushu_after_call", True),
        ("kinyoukai", "2015-04-10", "kyuushu_after_call", False),
        ("yakyu-4p-tonnan", "2007-02-28", "two_han_from_honba", 5),
        ("yakyu-4p-tonnan", "2007-03-01", "two_han_from_honba", None),
        ("yakyu-4p-tonpu", "2007-02-28", "pao_suukantsu", True),
        ("yakyu-4p-tonpu", "2007-03-01", "pao_suukantsu", False),
        ("yakyu-3p-tonnan", "2007-07-16", "red_pin", 2),
        ("yakyu-3p-tonnan", "2007-07-17", "red_pin", 1),
        ("yakyu-4p-tonnan", "2007-11-28", "kuikae_pon", True),
        ("yakyu-4p-tonnan", "2007-11-29", "kuikae_pon", False),
        ("yakyu-4p-tonnan", "2007-11-28", "riichi_okuri_kan", True),
        ("yakyu-4p-tonnan", "2007-11-29", "riichi_okuri_kan", False),
        ("yakyu-4p-tonnan", "2009-07-03", "overtime_rounds", 1),
    ],
)
def test_a_rule_turns_on_its_very_day(key: str, day: str, name: str, value: object) -> None:
    assert on(key, day)[name] == value


def test_the_editions_of_zung_jung_differ_in_two_numbers() -> None:
    document, later = values(latest("zung-jung")), values(latest("zung-jung-v33"))

    assert {
        name: (document[name], later[name]) for name in later if document[name] != later[name]
    } == {
        "worth_pure_one_suit": (90, 80),
        "payment_base": (30, 25),
    }


@pytest.mark.parametrize("key", [key for key in shipped_keys() if key.startswith("tenhou-")])
@pytest.mark.parametrize(
    ("day", "names"),
    [
        ("2007-03-01", ("two_han_from_honba", "pao_suukantsu")),
        ("2007-07-17", ("red_pin",)),
        ("2007-11-29", ("kuikae_pon", "riichi_okuri_kan")),
    ],
)
def test_what_tenhou_changed_before_its_records_is_assumed_of_the_time_before(
    key: str, day: str, names: tuple[str, ...]
) -> None:
    for version in load(key).versions:
        found = {name for name in names if version.stated_by[name] == ASSUMED}
        assert found == (set(names) if version.label < day else set())
