"""The international rule sets: every edition value by value, and games settled on paper."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from rules.clauses import ASSUMED
from rules.presets import ShippedVersion, load
from scoring.results import GameResult, Penalty
from scoring.settlement import settle
from tests.rules.tables import values

ABORTS = ("abort_kyuushu", "abort_suufon", "abort_suukan", "abort_suurii")
KUIKAE = ("kuikae_pon", "kuikae_chi_same", "kuikae_chi_other_end")
#: a row: the parameters, and their value in each edition; ``*`` before a value that is assumed
Row = tuple[str | tuple[str, ...], tuple[Any, ...]]


class Assumed:
    """A value that the set has although no certain source states it."""

    def __init__(self, value: object) -> None:
        self.value = value


def a(value: object) -> Assumed:
    return Assumed(value)


def same(value: object, editions: int) -> tuple[object, ...]:
    return (value,) * editions


def thousands(*uma: int) -> tuple[int, ...]:
    return tuple(1_000 * each for each in uma)


def fine(amount: int) -> tuple[dict[str, object], ...]:
    return ({"kind": "chombo", "amount": amount, "paid_to": "nobody"},)


def referee(least: int, most: int, **more: int) -> tuple[dict[str, object], ...]:
    bounds = {"amount": least, "amount_to": most, **more}
    return ({"kind": "referee", "paid_to": "nobody", **bounds},)


EMA_DAYS = ("2008-06-21", "2012-01-01", "2016-04-01", "2025-09-01")
EMA: list[Row] = [
    ("start_points", (a(30_000), a(30_000), 30_000, 30_000)),
    ("return_points", (a(30_000), a(30_000), 30_000, 30_000)),
    (
        "uma",
        (
            thousands(9, 3, -3, -9),
            thousands(30, 10, -10, -30),
            thousands(15, 5, -5, -15),
            thousands(15, 5, -5, -15),
        ),
    ),
    ("tie", (a("share_uma"), a("share_uma"), "share_uma", "share_uma")),
    ("red_fives", (a(True), True, False, False)),
    ("open_tanyao", (False, False, True, True)),
    (KUIKAE, (True, True, False, False)),
    ("two_han_from_honba", (5, 5, None, None)),
    (
        "furiten_same_turn",
        (
            *same("until_draw_or_any_call", 2),
            "until_draw_or_own_call",
            a("until_draw_or_own_call"),
        ),
    ),
    ("yakuman_renhou", (a(1), 1, 0, 0)),
    ("han_renhou", (a((0, 0)), a((0, 0)), (5, 0), (5, 0))),
    ("renhou_alone", (a(False), a(False), True, True)),
    ("counted_yakuman", (a(True), True, False, False)),
    ("highest_hand", (a("several_yakuman"), "best_yakuman", "yakuman", "yakuman")),
    ("yakuman_daisuushii", (a(1), 2, 1, 1)),
    ("raised_mangan", (a(False), a(False), False, True)),
    ("double_wind_pair_fu", (a(4), a(4), a(4), 2)),
    (ABORTS, (a("dealer_stays"), a("dealer_stays"), "none", "none")),
    ("nagashi", (a("mangan"), "mangan", "none", "none")),
    ("nagashi_winners", (a("all"), "all", a("all"), a("all"))),
    ("nagashi_takes_honba", (a(True), True, a(False), a(False))),
    (
        "nagashi_dealer",
        (*same(a("stays_if_own"), 2), *same(a("stays_if_tenpai"), 2)),
    ),
    ("nagashi_noten_payment", (a(False), False, a(False), a(False))),
    ("kan_after_one_players_four", same(False, 4)),
    (("double_ron", "triple_ron"), (*same(a("all_win"), 3), "all_win")),
    ("several_ron_honba", (*same(a("each"), 3), "each")),
    ("several_ron_sticks", same("own_back_rest_first", 4)),
    (
        ("kan_dora_closed", "kan_dora_open", "kan_dora_added"),
        (a("at_once"), "at_once", a("at_once"), a("at_once")),
    ),
    (("pao_daisangen", "pao_daisuushii"), same(True, 4)),
    ("pao_suukantsu", same(False, 4)),
    ("pao_ron", same("half", 4)),
    ("pao_honba_ron", same("discarder", 4)),
    ("bust_ends_game", (*same(a(False), 3), False)),
    ("overtime", (*same(a("none"), 3), "none")),
    ("last_dealer_stop", (*same(a("never"), 3), "never")),
    ("cap_points", (*same(a(None), 3), None)),
    ("leftover_sticks", (a("top"), a("top"), "top", "tied_tops")),
    ("leftover_rest", (*same(a("shared"), 3), "lost")),
    ("dealer_stays_after_east", (*same(a("win_or_tenpai"), 3), "win_or_tenpai")),
    ("noten_payment", (*same(a(3_000), 3), 3_000)),
    ("fifth_tile_tenpai", (False, *same(a(False), 3))),
    ("fifth_tile_where", same(a("anywhere"), 4)),
    ("chombo_form", ("reverse_mangan", a("reverse_mangan"), "each", "each")),
    ("chombo_payment", (None, a(None), None, None)),
    ("penalty_table", (a(()), a(()), *same(fine(20_000) + referee(100, 20_000), 2))),
    ("open_options", (a(()), a(()), *same(a(("time_limit_minutes",)), 2))),
    ("time_limit_more_hands", (a(0), a(0), a(1), a(1))),
    ("substitute_score", (a(None), a(None), a(-30_000), a(-30_000))),
    (("chombo_hand",), same("replayed", 4)),
    ("chombo_dealer", same("stays", 4)),
    ("chombo_honba", same("kept", 4)),
    ("chombo_returns_sticks", same(True, 4)),
    ("offence_false_win_shown", ("chombo_unless_won", *same(a("chombo_unless_won"), 3))),
    ("exposed_tiles_from", (6, *same(a(6), 3))),
    (("offence_too_many_tiles", "offence_too_few_tiles"), ("forfeit", *same(a("forfeit"), 3))),
    ("time_limit_chombo_ends", (a(True), a(True), a(False), a(True))),
    ("rinshan_tsumo_fu", (*same(a(True), 3), True)),
    ("kokushi_robs_closed_kan", (*same(a(True), 3), True)),
    ("ryuuiisou_without_hatsu", (*same(a(True), 3), True)),
]
WRC_DAYS = ("2014-01-22", "2015-06-16", "2022-07-08", "2025-05-26")
WRC: list[Row] = [
    (("start_points", "return_points"), same(30_000, 4)),
    ("uma", same(thousands(15, 5, -5, -15), 4)),
    ("tie", same("share_uma", 4)),
    ("leftover_sticks", same("lost", 4)),
    ("red_fives", same(False, 4)),
    ("open_tanyao", same(True, 4)),
    (KUIKAE, same(False, 4)),
    ("han_ippatsu", (a((1, 0)), (1, 0), (1, 0), (1, 0))),
    (("ura_dora", "kan_dora", "kan_ura"), (a(True), True, True, True)),
    (("double_ron", "triple_ron"), same("first_only", 4)),
    (ABORTS, same("none", 4)),
    ("nagashi", (a("mangan"), a("none"), a("none"), "none")),
    ("raised_mangan", (a(False), True, True, True)),
    ("counted_yakuman", (False, False, False, True)),
    ("highest_hand", ("yakuman", "yakuman", "several_yakuman", "several_yakuman")),
    ("yakuman_daisuushii", (a(1), a(1), 1, 1)),
    ("yakuman_renhou", (0, a(0), a(0), 0)),
    ("han_renhou", ((5, 0), a((5, 0)), a((5, 0)), (5, 0))),
    ("renhou_alone", (False, a(True), a(True), True)),
    ("double_wind_pair_fu", (a(4), a(4), a(2), 2)),
    (("pao_daisangen", "pao_daisuushii"), (*same(a(True), 3), True)),
    ("pao_suukantsu", (a(False), a(False), a(True), True)),
    ("pao_rinshan", same(a(False), 4)),
    ("bust_ends_game", (a(False), False, a(False), False)),
    ("overtime", (*same(a("none"), 3), "none")),
    ("last_dealer_stop", (a("never"), "never", a("never"), "never")),
    ("riichi_wall_tiles", (*same(a(4), 3), 0)),
    (
        "riichi_closed_kan",
        (
            *same(a("waits_kept"), 2),
            a("waits_and_shape_kept"),
            "waits_and_shape_kept",
        ),
    ),
    ("kokushi_robs_closed_kan", same(a(True), 4)),
    ("chombo_payment", (a(None), a(None), None, None)),
    ("penalty_table", (a(()), a(fine(20_000)), fine(30_000), fine(30_000))),
    ("substitute_score", (a(None), a(None), a(-30_000), a(-30_000))),
    (
        ("offence_too_many_tiles", "offence_too_few_tiles"),
        (a("as_other"), a("forfeit"), "chombo", a("chombo")),
    ),
    ("offence_false_win_shown", (*same(a("as_other"), 2), "chombo", a("chombo"))),
    ("offence_false_call_shown", (*same(a("as_other"), 2), "forfeit", a("forfeit"))),
    ("time_limit_chombo_ends", same(a(True), 4)),
]
RRC_DAYS = ("2016-01-01",)
RRC: list[Row] = [
    (("start_points", "return_points"), (30_000,)),
    ("uma", (thousands(15, 5, -5, -15),)),
    ("tie", ("share_uma",)),
    (("double_ron", "triple_ron"), ("all_win",)),
    ("several_ron_honba", ("each",)),
    ("several_ron_sticks", ("own_back_rest_first",)),
    (ABORTS, (a("dealer_stays"),)),
    ("nagashi", ("none",)),
    ("raised_mangan", (False,)),
    ("counted_yakuman", (True,)),
    ("highest_hand", ("several_yakuman",)),
    (("yakuman_kokushi13", "yakuman_suuankou_tanki", "yakuman_chuuren_pure"), (2,)),
    ("yakuman_daisuushii", (a(1),)),
    (("pao_daisangen", "pao_daisuushii"), (True,)),
    ("pao_suukantsu", (False,)),
    ("bust_ends_game", (False,)),
    ("overtime", ("none",)),
    ("last_dealer_stop", ("never",)),
    ("leftover_sticks", ("tied_tops",)),
    ("open_tanyao", (True,)),
    ("fifth_tile_tenpai", (a(False),)),
    ("fifth_tile_where", (a("anywhere"),)),
    (("kan_dora_closed", "kan_dora_open", "kan_dora_added"), (a("at_once"),)),
    ("riichi_closed_kan", (a("waits_and_shape_kept"),)),
    (("offence_false_win_shown", "offence_noten_riichi"), (a("chombo"),)),
    (("offence_false_win_voiced", "offence_kuikae"), (a("forfeit"),)),
    (("offence_too_many_tiles", "offence_too_few_tiles"), (a("forfeit"),)),
    ("penalty_table", (fine(20_000) + referee(1_000, 64_000, step=1_000),)),
    ("time_limit_more_hands", (1,)),
    ("open_options", (("time_limit_minutes",),)),
    ("time_limit_chombo_ends", (True,)),
]
#: each set: its editions, and its rows
SETS: dict[str, tuple[tuple[str, ...], list[Row]]] = {
    "ema": (EMA_DAYS, EMA),
    "wrc": (WRC_DAYS, WRC),
    "rrc": (RRC_DAYS, RRC),
}
CELLS = [
    pytest.param(key, day, name, cell, id=f"{key} {day} {name}")
    for key, (days, rows) in SETS.items()
    for names, cells in rows
    for name in ((names,) if isinstance(names, str) else names)
    for day, cell in zip(days, cells, strict=True)
]


def edition(key: str, day: str) -> ShippedVersion:
    return load(key).version_on(date.fromisoformat(day))


@pytest.mark.parametrize(("key", "day", "name", "cell"), CELLS)
def test_an_edition_has_the_value_and_says_whether_it_is_certain(
    key: str, day: str, name: str, cell: object
) -> None:
    version = edition(key, day)
    wanted, assumed = (cell.value, True) if isinstance(cell, Assumed) else (cell, False)

    assert values(version)[name] == wanted
    assert (version.stated_by[name] == ASSUMED) == assumed


@pytest.mark.parametrize("key", SETS)
def test_what_is_stated_stands_in_the_rows(key: str) -> None:
    """Players, length and the ways of scoring that no edition changed need no row."""
    days, rows = SETS[key]
    listed = {
        name for names, _cells in rows for name in ((names,) if isinstance(names, str) else names)
    }
    stated = {
        name
        for day in days
        for name, code in edition(key, day).stated_by.items()
        if code != ASSUMED
    }

    assert stated - listed == UNCHANGED[key]


UNCHANGED = {
    "ema": {
        *("players", "length", "uma_kind", "dealer_stays_in_east", "tenpai_may_declare_noten"),
        *("nagashi_form", "ura_dora", "kan_dora", "kan_ura", "red_man", "red_pin", "red_sou"),
        *("pao_tsumo", "offence_noten_riichi", "offence_riichi_kan", "offence_exposed_tiles"),
        *("offence_false_call_shown", "offence_false_call_shown_late"),
        *("offence_false_call_voiced", "forfeit_bars"),
    },
    "wrc": {
        *("players", "length", "uma_kind", "yakuman_kokushi13", "yakuman_suuankou_tanki"),
        *("yakuman_chuuren_pure", "offence_false_call_shown_late", "offence_false_call_voiced"),
    },
    "rrc": {"players", "length", "uma_kind"},
}


@pytest.mark.parametrize("key", SETS)
def test_the_editions_are_the_days_of_the_rows(key: str) -> None:
    assert tuple(version.label for version in load(key).versions) == SETS[key][0]
    assert load(key).group == "international"


#: points at the end and scores in hundreds, sticks in points: held - 300 + uma
GAMES: list[tuple[str, str, tuple[int, ...], int, tuple[int, ...]]] = [
    # 42.0 - 30 + 9, 33.0 - 30 + 3, 27.0 - 30 - 3, 18.0 - 30 - 9
    ("ema", "2008-06-21", (420, 330, 270, 180), 0, (210, 60, -60, -210)),
    # level second and third share 3 - 3
    ("ema", "2008-06-21", (420, 300, 300, 180), 0, (210, 0, 0, -210)),
    # 42.0 - 30 + 30, ...
    ("ema", "2012-01-01", (420, 330, 270, 180), 0, (420, 130, -130, -420)),
    # level tops share 30 + 10
    ("ema", "2012-01-01", (350, 350, 300, 200), 0, (250, 250, -100, -400)),
    # 42.0 - 30 + 15, ...
    ("ema", "2016-04-01", (420, 330, 270, 180), 0, (270, 80, -80, -270)),
    # below 0: -5.0 - 30 - 15
    ("ema", "2016-04-01", (620, 400, 230, -50), 0, (470, 150, -120, -500)),
    # a stick is the top's: 41.0 + 1.0 - 30 + 15
    ("ema", "2016-04-01", (410, 330, 270, 180), 1_000, (270, 80, -80, -270)),
    # of level tops it is the one's who sits nearer to the first East
    ("ema", "2016-04-01", (350, 350, 290, 200), 1_000, (160, 150, -60, -250)),
    # since 2025 they share it: 35.0 + 0.5 - 30 + 10
    ("ema", "2025-09-01", (350, 350, 290, 200), 1_000, (155, 155, -60, -250)),
    # three share 1,000 in hundreds, the last hundred is lost; uma (15 + 5 - 5) / 3 = 5
    ("ema", "2025-09-01", (330, 330, 330, 200), 1_000, (83, 83, 83, -250)),
    # nobody moves
    ("ema", "2025-09-01", (300, 300, 300, 300), 0, (0, 0, 0, 0)),
    # 40.0 - 30 + 15, 32.0 - 30 + 5, 28.0 - 30 - 5, 20.0 - 30 - 15
    ("wrc", "2014-01-22", (400, 320, 280, 200), 0, (250, 70, -70, -250)),
    # level tops share 15 + 5
    ("wrc", "2015-06-16", (350, 350, 300, 200), 0, (150, 150, -50, -250)),
    # level last two share -5 - 15
    ("wrc", "2022-07-08", (400, 320, 240, 240), 0, (250, 70, -160, -160)),
    # two sticks are lost: the scores sum to -2.0
    ("wrc", "2022-07-08", (400, 310, 270, 200), 2_000, (250, 60, -80, -250)),
    # three level below the top share 5 - 5 - 15 = -15
    ("wrc", "2025-05-26", (450, 250, 250, 250), 0, (300, -100, -100, -100)),
    # below 0: -4.0 - 30 - 15
    ("wrc", "2025-05-26", (600, 380, 260, -40), 0, (450, 130, -90, -490)),
    # 41.5 - 30 + 15, 33.5 - 30 + 5, 25.0 - 30 - 5, 20.0 - 30 - 15
    ("rrc", "2016-01-01", (415, 335, 250, 200), 0, (265, 85, -100, -250)),
    # level second and third share 5 - 5
    ("rrc", "2016-01-01", (420, 290, 290, 200), 0, (270, -10, -10, -250)),
    # three level tops share 15 + 5 - 5: 33.0 - 30 + 5
    ("rrc", "2016-01-01", (330, 330, 330, 210), 0, (80, 80, 80, -240)),
    # two sticks are the top's: 40.0 + 2.0 - 30 + 15
    ("rrc", "2016-01-01", (400, 310, 270, 200), 2_000, (270, 60, -80, -250)),
    # level tops share a stick: 34.5 + 0.5 - 30 + 10
    ("rrc", "2016-01-01", (345, 345, 300, 200), 1_000, (150, 150, -50, -250)),
    # below 0: -2.0 - 30 - 15
    ("rrc", "2016-01-01", (570, 380, 270, -20), 0, (420, 130, -80, -470)),
]


@pytest.mark.parametrize(("key", "day", "held", "sticks", "scores"), GAMES)
def test_a_game_comes_out_as_on_paper(
    key: str, day: str, held: tuple[int, ...], sticks: int, scores: tuple[int, ...]
) -> None:
    result = GameResult(points=tuple(100 * each for each in held), sticks=sticks)

    settled = settle(result, edition(key, day).parameters)

    assert settled.scores == tuple(100 * each for each in scores)


@pytest.mark.parametrize(
    ("key", "day", "cost"),
    [
        ("ema", "2016-04-01", 20_000),
        ("ema", "2025-09-01", 20_000),
        ("wrc", "2015-06-16", 20_000),
        ("wrc", "2022-07-08", 30_000),
        ("wrc", "2025-05-26", 30_000),
        ("rrc", "2016-01-01", 20_000),
    ],
)
def test_a_chombo_costs_the_offender_alone(key: str, day: str, cost: int) -> None:
    rule = edition(key, day).parameters
    points = (33_000, 31_000, 29_000, 27_000)
    plain = settle(GameResult(points=points), rule).scores

    fined = settle(GameResult(points=points, penalties=(Penalty(seat=1, kind="chombo"),)), rule)

    assert [b - a for a, b in zip(plain, fined.scores, strict=True)] == [0, -cost, 0, 0]
