"""Every cell of the documents about tiles, calls, riichi and what a hand pays, by rule set."""

from __future__ import annotations

from typing import Any

import pytest

from rules.parameters import BooParameters, RiichiParameters
from tests.rules.tables import NONE, RIICHI, by_set, latest, unlike, values

FIRST_FOUR = ("ippatsu", "tenhou", "chiihou", "renhou")
AS_A_CALL = ("ippatsu", "double_riichi", "tenhou", "chiihou", "renhou", "kyuushu")

#: 4a, 4b, 3a, 3b, boo, kinyoukai, super-tonpu, yakyu 4p, yakyu 3p, tenhou 4p, tenhou 3p
TILES: dict[str, tuple[Any, ...]] = {
    "removed_tiles": (
        *("none", "none", "man_2_to_8", "man_2_to_8", "none", "none", "none"),
        *("none", "man_2_to_8", "none", "man_2_to_8"),
    ),
    "red_fives": (True,) * 7 + (False, False, True, True),
    "red_man": (1, 1, 0, 0, 0, 1, 2, 1, 0, 1, 0),
    "red_pin": (1, 1, 1, 4, 1, 1, 2, 1, 1, 1, 1),
    "red_sou": (1, 1, 1, 4, 0, 1, 2, 1, 1, 1, 1),
    "red_five_counts_as": (*["dora"] * 4, "yaku", *["dora"] * 6),
    "bonus_tiles": (
        *("none", "none", "norths", "flowers", "none", "none", "none"),
        *("none", "norths", "none", "norths"),
    ),
    "north_in_hand": (
        *("wind", "wind", "guest_wind", "always_yakuhai", "wind", "wind", "wind"),
        *("wind", "guest_wind", "wind", "guest_wind"),
    ),
    "bonus_breaks": (NONE, NONE, FIRST_FOUR, (), *[NONE] * 4, AS_A_CALL, NONE, AS_A_CALL),
    "bonus_rinshan": (NONE, NONE, True, False, *[NONE] * 4, True, NONE, True),
    "bonus_ron": (NONE, NONE, True, False, *[NONE] * 4, True, NONE, True),
    "bonus_after_pon": (NONE, NONE, True, True, *[NONE] * 4, False, NONE, False),
    "bonus_furiten": (NONE, NONE, False, False, *[NONE] * 4, False, NONE, False),
    "bonus_may_stay": (NONE, NONE, True, False, *[NONE] * 4, True, NONE, True),
    "white_pocchi": (0, 1, 0, 1, *[0] * 7),
    "pocchi_may_be_red": (NONE, False, NONE, True, *[NONE] * 7),
    "pocchi_wins_if_discarded": (NONE, True, NONE, True, *[NONE] * 7),
    "pocchi_chosen_after_ura": (NONE, True, NONE, True, *[NONE] * 7),
    "ura_dora": (True,) * 4 + (False,) + (True,) * 6,
    "kan_dora": (True,) * 4 + (False,) + (True,) * 6,
    "kan_ura": (True,) * 4 + (False,) + (True,) * 6,
    "first_indicators": (*[1] * 6, 2, *[1] * 4),
    "first_ura_indicators": (*[1] * 6, 2, *[1] * 4),
    "kan_dora_limit": (*[4] * 4, NONE, 4, 3, *[4] * 4),
    "kan_dora_closed": (*["at_once"] * 4, NONE, *["at_once"] * 6),
    "kan_dora_open": (
        *("after_discard", "at_once", "after_discard", "at_once", NONE, "after_discard"),
        *("at_once", *["before_discard"] * 4),
    ),
    "kan_dora_added": (
        *("after_discard", "at_once", "after_discard", "at_once", NONE, "after_discard"),
        *("at_once", *["before_discard"] * 4),
    ),
    "kan_dora_further_kan": (*[NONE] * 5, "before_next_draw", NONE, *["before_next_draw"] * 4),
    "wrong_indicator": (*["table"] * 5, "until_first_discard", *["table"] * 5),
    "dora_after_man_1": (
        *("man_2", "man_2", "man_9", "man_9", "man_2", "man_2", "man_2"),
        *("man_2", "man_9", "man_2", "man_9"),
    ),
    "dead_wall": (14, 14, 18, 0, 14, 14, 14, 14, 14, 14, 14),
    "replacement_tiles": (4, 4, 8, 0, 4, 4, 4, 4, 8, 4, 8),
}
CALLS: dict[str, tuple[Any, ...]] = {
    "chi": (True, True, False, False, True, True, True, True, False, True, False),
    "kuikae_pon": (False, True, False, True, *[False] * 7),
    "kuikae_chi_same": (False, True, *[False] * 9),
    "kuikae_chi_other_end": (False, True, *[False] * 9),
    "pon_voiced_after_chi": (*[NONE] * 5, "void", "void", *[NONE] * 4),
    "last_discard_calls": (False,) * 11,
    "kan_wall_tiles": (1, 1, 1, 4, *[1] * 7),
    "kan_after_one_players_four": (False,) * 11,
    "closed_kan_is_call": (True,) * 11,
    "noten_riichi_allowed": (*[False] * 4, True, *[False] * 6),
    "furiten_riichi": (True,) * 11,
    "dead_wait_riichi": (True,) * 11,
    "riichi_may_pass": (True,) * 11,
    "riichi_closed_kan": (
        *["tenpai_kept"] * 4,
        *("any", "waits_and_shape_kept", "yaku_kept"),
        *["waits_kept"] * 4,
    ),
    "riichi_okuri_kan": (False,) * 11,
    "open_riichi_shows": (NONE, NONE, NONE, "hand", *[NONE] * 7),
    "open_riichi_deal_in": (NONE, NONE, NONE, "as_any", *[NONE] * 7),
    "furiten_covers": (*["all_waits"] * 4, "same_tile", *["all_waits"] * 6),
    "furiten_same_turn": (
        *["until_draw"] * 4,
        *("none", "until_draw", "until_draw_or_new_wait"),
        *["until_draw"] * 4,
    ),
    "furiten_after_riichi": (True,) * 11,
    "furiten_without_yaku": (True,) * 11,
    "furiten_passed_kan": (True,) * 11,
    "furiten_tsumo": (True,) * 11,
    "furiten_barred_wins": (*[NONE] * 4, True, *[NONE] * 6),
}
HANDS: dict[str, tuple[Any, ...]] = {
    "counting": ("fu", "table", "fu", "table", *["fu"] * 7),
    "tsumo_loss": (False, False, True, False, NONE, False, False, False, True, False, True),
    "raised_mangan": (True, None, True, None, False, False, True, *[False] * 4),
    "double_wind_pair_fu": (4, None, 4, None, 4, 4, 2, *[4] * 4),
    "rinshan_tsumo_fu": (True, None, True, None, True, True, True, *[True] * 4),
    "pinfu_tsumo": (*[True] * 4, False, *[True] * 6),
    "open_20_fu": ("30", None, "30", None, "20", "30_at_1_han", "30", *["30"] * 4),
    "highest_hand": (*["yakuman"] * 4, "mangan", *["several_yakuman"] * 6),
    "counted_yakuman": (True,) * 4 + (False,) + (True,) * 6,
    "minimum_han": (1, 1, 1, 1, 0, *[1] * 6),
    "two_han_from_honba": (None,) * 11,
    "minimum_counts_ippatsu": (*[NONE] * 7, *[False] * 4),
    "dora_payment_ron": (0, 0, 0, 0, 1_500, *[0] * 6),
    "dora_payment_tsumo_each": (0, 0, 0, 0, 500, *[0] * 6),
    "open_tanyao": (*[True] * 4, False, *[True] * 6),
    "late_yaku": (True,) * 11,
    "chiitoi_four_alike": (False, True, False, True, True, *[False] * 6),
    "chiitoi_all_honours": (True,) * 11,
    "kokushi_robs_closed_kan": (True,) * 7 + (False,) * 4,
    "ryuuiisou_without_hatsu": (True,) * 11,
    "chuuren_in_any_suit": (True,) * 11,
    "suukantsu_needs_pair": (True,) * 11,
    "double_yakuman_in_furiten": (*[NONE] * 5, "single", "double", *[NONE] * 4),
    "pao_daisangen": (True,) * 11,
    "pao_daisuushii": (True,) * 11,
    "pao_suukantsu": (*[True] * 5, False, True, *[False] * 4),
    "pao_rinshan": (False,) * 11,
    "pao_open_kan": (True,) * 11,
    "pao_of_several": (*["first"] * 5, "each", "each", *["first"] * 4),
    "pao_tsumo": ("all",) * 11,
    "pao_ron": (*["half"] * 4, 9_000, *["half"] * 6),
    "pao_honba_ron": (*["discarder"] * 4, NONE, "discarder", *["responsible"] * 5),
    "pao_discarder_pays_all": (*[True] * 4, NONE, *[True] * 6),
    "pao_other_yakuman": (*["normal"] * 4, NONE, "normal", "normal", *["responsible"] * 4),
    "chip_ippatsu": (1, 1, 1, 1, NONE, *[0] * 6),
    "chip_ura": (1, 1, 1, 1, NONE, *[0] * 6),
    "chip_red": (1, 1, 1, 0, NONE, *[0] * 6),
    "chip_pocchi": (0, 1, 0, 1, NONE, *[0] * 6),
    "chip_yakuman_ron": (10, 10, 10, 10, NONE, *[0] * 6),
    "chip_yakuman_tsumo": (5, 5, 5, 5, NONE, *[0] * 6),
    "chip_counted_ron": (6, 6, 6, 6, NONE, *[0] * 6),
    "chip_counted_tsumo": (3, 3, 3, 3, NONE, *[0] * 6),
    "chip_yakuman_on_top": (True, True, True, True, *[NONE] * 7),
    "chip_pao": (*["responsible"] * 4, *[NONE] * 7),
    "open_options": (*[()] * 7, *[("open_tanyao", "red_fives")] * 4),
}

#: closed and open, as the family has them
HAN = {
    **dict.fromkeys(("riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou"), (1, 0)),
    **dict.fromkeys(("tanyao", "seat_wind", "round_wind", "haku", "hatsu", "chun"), (1, 1)),
    **dict.fromkeys(("rinshan", "haitei", "houtei", "chankan"), (1, 1)),
    **dict.fromkeys(("double_riichi", "chiitoitsu"), (2, 0)),
    **dict.fromkeys(("sanshoku", "ittsu", "chanta"), (2, 1)),
    **dict.fromkeys(("toitoi", "sanankou", "shousangen", "honroutou"), (2, 2)),
    **dict.fromkeys(("sanshoku_doukou", "sankantsu"), (2, 2)),
    **dict.fromkeys(("honitsu", "junchan"), (3, 2)),
    "ryanpeikou": (3, 0),
    "chinitsu": (6, 5),
}
OWN_HAN: dict[str, dict[str, tuple[int, int]]] = {
    "nekohouse-3b": {
        "chanta": (4, 2),
        "honroutou": (4, 2),
        "junchan": (6, 4),
        "open_riichi": (2, 0),
        "double_open_riichi": (3, 0),
    },
    # 5 han are a mangan, and nothing is paid above it
    "nekohouse-boo": {
        "pinfu": (1, 1),
        "tanyao": (1, 0),
        "honitsu": (2, 2),
        **dict.fromkeys(("shousangen", "honroutou", "sanshoku_doukou", "sankantsu"), (5, 5)),
        "ryanpeikou": (5, 0),
        "chinitsu": (5, 5),
    },
}
SINGLE = (
    *("tenhou", "chiihou", "kokushi", "kokushi13", "daisangen", "suuankou", "suuankou_tanki"),
    *("shousuushii", "daisuushii", "tsuuiisou", "chinroutou", "ryuuiisou", "suukantsu"),
    *("chuuren", "chuuren_pure"),
)
DOUBLE = ("kokushi13", "suuankou_tanki", "daisuushii", "chuuren_pure")


@pytest.mark.parametrize(("key", "cells"), by_set(TILES, CALLS, HANDS).items())
def test_hands_are_played_as_their_document_says(key: str, cells: dict[str, Any]) -> None:
    assert unlike(values(latest(key)), cells) == {}


@pytest.mark.parametrize("key", [*RIICHI, "nekohouse-boo"])
def test_every_yaku_has_the_han_of_its_document(key: str) -> None:
    rule = latest(key).parameters
    expected = {**HAN, **OWN_HAN.get(key, {})}
    if key == "nekohouse-boo":
        del expected["ippatsu"]

    assert isinstance(rule, RiichiParameters | BooParameters)
    assert rule.yaku.han_table == expected


def test_tanyao_is_closed_only_where_an_event_says_so() -> None:
    rule = latest("yakyu-4p-tonnan").parameters

    assert isinstance(rule, RiichiParameters)
    assert rule.yaku.han_table["tanyao"] == (1, 1)
    assert rule.yaku.model_copy(update={"open_tanyao": False}).han_table["tanyao"] == (1, 0)


@pytest.mark.parametrize("key", [*RIICHI, "nekohouse-boo"])
def test_every_yakuman_counts_as_often_as_its_document_says(key: str) -> None:
    rule = latest(key).parameters
    expected = dict.fromkeys(SINGLE, 1)
    if key in {"kinyoukai", "super-tonpu"}:
        expected |= dict.fromkeys(DOUBLE, 2)
    if key == "kinyoukai" or key.startswith("nekohouse"):
        expected["renhou"] = 1

    assert isinstance(rule, RiichiParameters | BooParameters)
    assert rule.yakuman.times_table == expected


@pytest.mark.parametrize("key", [*RIICHI, "nekohouse-boo"])
def test_yaku_that_do_not_combine_are_the_same_everywhere(key: str) -> None:
    assert values(latest(key))["exclusive_yaku"] == (
        ("double_riichi", "riichi"),
        ("ryanpeikou", "iipeikou"),
        ("chiitoitsu", "iipeikou"),
        ("rinshan", "haitei"),
        ("rinshan", "ippatsu"),
    )


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        (
            "nekohouse-4b",
            [
                (1, 1_000, 500, 500, 1_500, 500),
                (2, 2_000, 500, 1_000, 3_000, 1_000),
                (3, 4_000, 1_000, 2_000, 6_000, 2_000),
                (4, 8_000, 2_000, 4_000, 12_000, 4_000),
                (6, 12_000, 3_000, 6_000, 18_000, 6_000),
                (8, 16_000, 4_000, 8_000, 24_000, 8_000),
                (11, 24_000, 6_000, 12_000, 36_000, 12_000),
                (13, 32_000, 8_000, 16_000, 48_000, 16_000),
            ],
        ),
        (
            "nekohouse-3b",
            [
                (1, 1_000, 1_000, 1_000, 2_000, 1_000),
                (2, 2_000, 1_000, 1_000, 3_000, 2_000),
                (3, 4_000, 1_000, 3_000, 6_000, 3_000),
                (4, 8_000, 3_000, 5_000, 12_000, 6_000),
                (6, 12_000, 4_000, 8_000, 18_000, 9_000),
                (8, 16_000, 6_000, 10_000, 24_000, 12_000),
                (11, 24_000, 8_000, 16_000, 36_000, 18_000),
                (13, 32_000, 12_000, 20_000, 48_000, 24_000),
            ],
        ),
    ],
)
def test_a_table_without_fu_is_the_printed_one(key: str, rows: list[tuple[int, ...]]) -> None:
    table = values(latest(key))["points_table"]

    assert [tuple(row.values()) for row in table] == rows
