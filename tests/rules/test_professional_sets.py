"""Japan's professional leagues and Mahjong Soul: their rules value by value, and games by them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.presets import load
from scoring.results import GameResult, Penalty
from scoring.settlement import settle
from tests.rules.tables import latest, values

FIRST = {"double_ron": "first_only", "triple_ron": "first_only"}
NONE = dict.fromkeys(("abort_kyuushu", "abort_suufon", "abort_suukan", "abort_suurii"), "none")
PLAYED = {"han_ippatsu": (1, 0), "ura_dora": True, "kan_dora": True, "kan_ura": True}
NOT_PLAYED = {"han_ippatsu": (0, 0), "ura_dora": False, "kan_dora": False, "kan_ura": False}
GOES_ON = {"bust_ends_game": False, "last_dealer_stop": "never"}
STAYS = {
    "dealer_stays_in_east": "win_or_tenpai",
    "dealer_stays_after_east": "win_or_tenpai",
}
NO_KUIKAE = dict.fromkeys(("kuikae_pon", "kuikae_chi_same", "kuikae_chi_other_end"), False)
ALL_KUIKAE = dict.fromkeys(NO_KUIKAE, True)


def points(start: int, back: int, *uma: int) -> dict[str, Any]:
    """Start, return and uma, in thousands of points."""
    return {
        "start_points": 1_000 * start,
        "return_points": 1_000 * back,
        "uma": tuple(1_000 * each for each in uma),
    }


RMU = {
    **{"length": "tonnan", "riichi_below_stick": "on_credit", "leftover_sticks": "lost"},
    **{"kan_after_one_players_four": False, "open_tanyao": True, "late_yaku": True},
    **{"minimum_han": 1, "two_han_from_honba": None},
    **FIRST,
    **NONE,
    **STAYS,
    **NO_KUIKAE,
    **GOES_ON,
}
SOUL = {
    **{"rounding": "none", "score_decimals": 1, "tie": "seat", "leftover_sticks": "top"},
    **{"overtime": "sudden_death", "overtime_dealer": "top_at_target", "bust_at_zero": False},
    **{"last_dealer_stop": "when_top_at_target", "last_dealer_stops_after": "win_or_tenpai"},
    **{"double_ron": "all_win", "several_ron_honba": "first", "several_ron_sticks": "first"},
    **{"kan_dora_closed": "at_once", "kan_dora_open": "before_discard"},
    **{"kan_dora_added": "before_discard", "raised_mangan": False, "double_wind_pair_fu": 4},
    **{"yakuman_kokushi13": 2, "yakuman_suuankou_tanki": 2, "yakuman_chuuren_pure": 2},
    **{"yakuman_daisuushii": 2, "counted_yakuman": True, "kokushi_robs_closed_kan": True},
    **{"pao_daisangen": True, "pao_daisuushii": True, "pao_suukantsu": False},
    **{"pao_of_several": "each", "pao_other_yakuman": "normal", "pao_honba_ron": "responsible"},
    **PLAYED,
}
#: what each body prints, typed a second time from its own text or from two that agree
STATED: dict[str, dict[str, Any]] = {
    "m-league": {
        **points(25, 30, 30, 10, -10, -30),
        **{"tie": "share_uma_and_oka", "rounding": "none", "leftover_sticks": "tied_tops"},
        **{"overtime": "none", "cap_points": None, "noten_payment": 3_000, "honba_ron": 300},
        **{"nagashi": "none", "raised_mangan": True, "counted_yakuman": False},
        **{"double_wind_pair_fu": 2, "kokushi_robs_closed_kan": False, "yakuman_daisuushii": 1},
        **{"pao_suukantsu": True, "riichi_closed_kan": "waits_and_shape_kept"},
        **{"kan_dora_open": "at_once", "kan_dora_added": "at_once", "open_tanyao": True},
        **{"red_man": 1, "red_pin": 1, "red_sou": 1, "chombo_payment": None},
        **{"furiten_riichi": True, "riichi_may_pass": True, "chombo_hand": "replayed"},
        **{"kan_after_one_players_four": False},
        **FIRST,
        **NONE,
        **PLAYED,
        **GOES_ON,
        **STAYS,
        **NO_KUIKAE,
    },
    "saikouisen": {
        **points(30, 30, 30, 10, -10, -30),
        **{"noten_payment": 3_000, "honba_ron": 300, "raised_mangan": True},
        **{"counted_yakuman": False, "highest_hand": "yakuman", "kokushi_robs_closed_kan": False},
        **{"pao_daisangen": False, "pao_daisuushii": False, "riichi_closed_kan": "waits_kept"},
        **{"leftover_sticks": "lost"},
        **FIRST,
        **NONE,
        **PLAYED,
        **GOES_ON,
        **STAYS,
    },
    "saikouisen-classic": {
        **points(30, 30, 12, 4, -4, -12),
        **{"dealer_stays_in_east": "win", "dealer_stays_after_east": "win", "noten_payment": 0},
        **{"raised_mangan": False, "riichi_closed_kan": "never", "leftover_sticks": "lost"},
        **NOT_PLAYED,
        **ALL_KUIKAE,
    },
    "jpml": {
        **{"start_points": 30_000, "return_points": 30_000, "uma_kind": "floating"},
        **{"floating_line": 30_000, "tie": "share_uma", "leftover_sticks": "lost"},
        **{"noten_payment": 3_000, "nagashi": "none", "riichi_wall_tiles": 1},
        **{"riichi_closed_kan": "yaku_kept", "raised_mangan": False, "red_fives": False},
        **{"counted_yakuman": True, "highest_hand": "several_yakuman", "double_wind_pair_fu": 2},
        **{"yakuman_kokushi13": 1, "yakuman_suuankou_tanki": 1, "yakuman_daisuushii": 1},
        **{"yakuman_chuuren_pure": 1},
        **FIRST,
        **NONE,
        **NOT_PLAYED,
        **GOES_ON,
        **STAYS,
    },
    "jpml-wrc": {
        **points(30, 30, 15, 5, -5, -15),
        **{"tie": "share_uma", "leftover_sticks": "lost", "raised_mangan": True},
        **{"double_wind_pair_fu": 2, "red_fives": False, "counted_yakuman": True},
        **{"riichi_closed_kan": "waits_and_shape_kept"},
        **FIRST,
        **NONE,
        **PLAYED,
        **GOES_ON,
    },
    "jpml-wrc-r": {
        **points(30, 30, 30, 10, -10, -30),
        **{"red_fives": True, "raised_mangan": True},
        **PLAYED,
    },
    "npm": {
        **points(25, 30, 30, 10, -10, -30),
        **{"leftover_sticks": "lost"},
        **NONE,
        **PLAYED,
        **STAYS,
        **NO_KUIKAE,
    },
    "rmu-a": {
        **points(30, 30, 15, 5, -5, -15),
        **{"tie": "share_uma", "red_fives": False, "fifth_tile_tenpai": False},
        **{"offence_kuikae": "forfeit", "noten_payment": 3_000, "honba_ron": 300},
        **RMU,
        **PLAYED,
    },
    "rmu-b": {**points(30, 30, 15, 5, -5, -15), **RMU, **NOT_PLAYED},
    "rmu-m": {
        **points(25, 30, 30, 10, -10, -30),
        **{"tie": "share_uma_and_oka", "red_man": 1, "red_pin": 1, "red_sou": 1},
        **RMU,
        **PLAYED,
    },
    "mu": {
        **{"uma": (12_000, 4_000, -4_000, -12_000), "tie": "share_uma", "noten_payment": 0},
        **{"honba_ron": 0, "honba_tsumo_each": 0, "nagashi": "none", "raised_mangan": False},
        **{"pao_daisangen": True, "pao_daisuushii": True, "riichi_closed_kan": "never"},
        **{"kokushi_robs_closed_kan": False, "yakuman_renhou": 0, "han_renhou": (0, 0)},
        **{"kan_after_one_players_four": False},
        **FIRST,
        **NONE,
        **NOT_PLAYED,
        **GOES_ON,
        **STAYS,
        **ALL_KUIKAE,
    },
    "mahjong-soul-4p": {
        **points(25, 25, 15, 5, -5, -15),
        **{"overtime_target": 30_000, "triple_ron": "all_win", "nagashi": "mangan"},
        **{"nagashi_winners": "all", **dict.fromkeys(NONE, "dealer_stays")},
        **{"red_fives": True, "red_man": 1, "red_pin": 1, "red_sou": 1},
        **SOUL,
        **NO_KUIKAE,
    },
    "mahjong-soul-3p": {
        **points(35, 35, 15, 0, -15),
        **{"removed_tiles": "man_2_to_8", "bonus_tiles": "norths", "chi": False},
        **{"red_fives": True, "red_man": 0, "red_pin": 1, "red_sou": 1},
        **SOUL,
    },
}


@pytest.mark.parametrize("key", STATED)
def test_a_set_says_what_its_body_prints(key: str) -> None:
    found, stated = values(latest(key)), load(key).versions[-1].stated_by

    assert {name: found[name] for name in STATED[key]} == STATED[key]
    assert [name for name in STATED[key] if stated[name] == "assumed"] == []


#: points at the end in hundreds, sticks in points, scores in hundreds: (held - return) + uma + oka
GAMES: list[tuple[str, tuple[int, ...], int, tuple[int, ...]]] = [
    # 41.2 - 30 + 30 + 20 = 61.2 ...
    ("m-league", (412, 295, 188, 105), 0, (612, 95, -212, -495)),
    # below 0: -5.1 - 30 - 30
    ("m-league", (551, 320, 180, -51), 0, (751, 120, -220, -651)),
    # two level tops: (30 + 10 + 20) / 2 = 30 each
    ("m-league", (360, 360, 180, 100), 0, (360, 360, -220, -500)),
    # three level tops share 30 + 10 - 10 + 20 = 50: 16.7, 16.7, 16.6
    ("m-league", (300, 300, 300, 100), 0, (167, 167, 166, -500)),
    # a stick is left over: it goes to the top
    ("m-league", (402, 295, 188, 105), 1_000, (612, 95, -212, -495)),
    # level tops share it: 36 + 0.5 - 30 + 30
    ("m-league", (360, 360, 180, 90), 1_000, (365, 365, -220, -510)),
    ("saikouisen", (420, 330, 270, 180), 0, (420, 130, -130, -420)),
    # sticks are lost: the scores sum to -1
    ("saikouisen", (420, 320, 270, 180), 1_000, (420, 120, -130, -420)),
    ("saikouisen", (330, 330, 330, 210), 0, (130, 130, 130, -390)),
    ("saikouisen-classic", (420, 330, 270, 180), 0, (240, 70, -70, -240)),
    ("saikouisen-classic", (360, 360, 300, 180), 0, (140, 140, -40, -240)),
    # one floats: +12 -1 -3 -8
    ("jpml", (480, 290, 250, 180), 0, (300, -20, -80, -200)),
    # two float: +8 +4 -4 -8; exactly 30,000 floats
    ("jpml", (420, 300, 270, 210), 0, (200, 40, -70, -170)),
    # three float: +8 +3 +1 -12
    ("jpml", (360, 330, 310, 200), 0, (140, 60, 20, -220)),
    # all float at 30,000
    ("jpml", (300, 300, 300, 300), 0, (0, 0, 0, 0)),
    ("jpml-wrc", (400, 320, 280, 200), 0, (250, 70, -70, -250)),
    ("jpml-wrc", (350, 350, 300, 200), 0, (150, 150, -50, -250)),
    ("jpml-wrc-r", (400, 320, 280, 200), 0, (400, 120, -120, -400)),
    ("npm", (412, 295, 188, 105), 0, (612, 95, -212, -495)),
    ("npm", (360, 360, 180, 100), 0, (360, 360, -220, -500)),
    ("rmu-a", (400, 320, 280, 200), 0, (250, 70, -70, -250)),
    ("rmu-b", (520, 400, 310, -30), 0, (370, 150, -40, -480)),
    ("rmu-m", (412, 295, 188, 105), 0, (612, 95, -212, -495)),
    ("mu", (400, 320, 280, 200), 0, (220, 60, -60, -220)),
    ("mu", (300, 300, 300, 300), 0, (0, 0, 0, 0)),
    ("mahjong-soul-4p", (412, 295, 188, 105), 0, (312, 95, -112, -295)),
    # level: by seat
    ("mahjong-soul-4p", (250, 250, 250, 250), 0, (150, 50, -50, -150)),
    ("mahjong-soul-4p", (402, 295, 188, 105), 1_000, (312, 95, -112, -295)),
    ("mahjong-soul-3p", (520, 330, 200), 0, (320, -20, -300)),
    ("mahjong-soul-3p", (612, 448, -10), 0, (412, 98, -510)),
]


@pytest.mark.parametrize(("key", "held", "sticks", "scores"), GAMES)
def test_a_game_comes_out_as_on_paper(
    key: str, held: tuple[int, ...], sticks: int, scores: tuple[int, ...]
) -> None:
    result = GameResult(points=tuple(100 * each for each in held), sticks=sticks)

    assert settle(result, latest(key).parameters).scores == tuple(100 * each for each in scores)


@pytest.mark.parametrize(
    ("key", "cost"),
    [("m-league", 20_000), ("saikouisen", 20_000), ("jpml-wrc", 30_000), ("mu", 20_000)],
)
def test_a_chombo_costs_the_offender_alone(key: str, cost: int) -> None:
    rule = latest(key).parameters
    points = (33_000, 31_000, 29_000, 27_000)
    if rule.game.start_points == 25_000:
        points = (28_000, 26_000, 24_000, 22_000)
    plain = settle(GameResult(points=points), rule).scores

    fined = settle(GameResult(points=points, penalties=(Penalty(seat=1, kind="chombo"),)), rule)

    assert [b - a for a, b in zip(plain, fined.scores, strict=True)] == [0, -cost, 0, 0]
