"""Every value of the shipped riichi sets that a settlement shows, as the documents have it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.parameters import RiichiParameters
from rules.presets import load, shipped_keys
from scoring.results import GameResult, Penalty
from scoring.settlement import settle

UMA_30_10 = (30_000, 10_000, -10_000, -30_000)
UMA_20_10 = (20_000, 10_000, -10_000, -20_000)
UMA_10_5 = (10_000, 5_000, -5_000, -10_000)
NEKOHOUSE: dict[str, Any] = {
    "length": "tonnan",
    "rounding": "none",
    "score_decimals": 1,
    "last_dealer_stop": "when_top",
    "last_dealer_stops_after": "win_or_tenpai",
}
NEKOHOUSE_4: dict[str, Any] = {
    **NEKOHOUSE,
    "players": 4,
    "start_points": 25_000,
    "return_points": 30_000,
    "uma": UMA_30_10,
    "chombo": 3_000,
}
NEKOHOUSE_3: dict[str, Any] = {
    **NEKOHOUSE,
    "players": 3,
    "start_points": 35_000,
    "return_points": 40_000,
    "uma": (30_000, 0, -30_000),
    "chombo": 6_000,
}
LOBBY: dict[str, Any] = {
    "rounding": "shi_sha_go_nyu",
    "score_decimals": 0,
    "overtime": "sudden_death",
    "last_dealer_stop": "when_top_at_return",
    "last_dealer_stops_after": "win",
    "chombo": None,
}
LOBBY_4 = {**LOBBY, "players": 4, "start_points": 25_000, "return_points": 30_000}
LOBBY_3 = {**LOBBY, "players": 3, "start_points": 35_000, "return_points": 40_000}
#: Tenhou's own rooms since January 2022
ROOMS = {"rounding": "none", "score_decimals": 1, "last_dealer_stops_after": "win_or_tenpai"}
SETS: dict[str, dict[str, Any]] = {
    "nekohouse-4a": {**NEKOHOUSE_4, "overtime": "sudden_death", "overtime_target": 30_000},
    "nekohouse-4b": {**NEKOHOUSE_4, "overtime": "none", "cap_points": 60_000},
    "nekohouse-3a": {**NEKOHOUSE_3, "overtime": "sudden_death", "overtime_target": 40_000},
    "nekohouse-3b": {**NEKOHOUSE_3, "overtime": "none"},
    "kinyoukai": {
        "players": 4,
        "length": "tonnan",
        "start_points": 25_000,
        "return_points": 30_000,
        "uma": UMA_10_5,
        "rounding": "go_sha_roku_nyu",
        "score_decimals": 0,
        "overtime": "none",
        "last_dealer_stop": "may",
        "last_dealer_stops_after": "win",
        "chombo": 3_000,
    },
    "super-tonpu": {
        "players": 4,
        "length": "tonpu",
        "start_points": 25_000,
        "return_points": 30_000,
        "uma": UMA_30_10,
        "rounding": "none",
        "score_decimals": 1,
        "overtime": "none",
        "cap_points": 65_000,
        "last_dealer_stop": "may",
        "last_dealer_stops_after": "win_or_tenpai",
        "chombo": 2_000,
    },
    "yakyu-4p-tonnan": {**LOBBY_4, "length": "tonnan", "uma": UMA_20_10, "overtime_target": 30_000},
    "yakyu-4p-tonpu": {**LOBBY_4, "length": "tonpu", "uma": UMA_10_5, "overtime_target": 30_000},
    "yakyu-3p-tonnan": {**LOBBY_3, "length": "tonnan", "uma": (20_000, 0, -20_000)},
    "yakyu-3p-tonpu": {**LOBBY_3, "length": "tonpu", "uma": (10_000, 0, -10_000)},
    "tenhou-4p-tonnan": {**LOBBY_4, **ROOMS, "length": "tonnan", "uma": UMA_20_10},
    "tenhou-4p-tonpu": {**LOBBY_4, **ROOMS, "length": "tonpu", "uma": UMA_20_10},
    "tenhou-3p-tonnan": {**LOBBY_3, **ROOMS, "length": "tonnan", "uma": (20_000, 0, -20_000)},
    "tenhou-3p-tonpu": {**LOBBY_3, **ROOMS, "length": "tonpu", "uma": (20_000, 0, -20_000)},
}
EVERYWHERE = {
    "uma_kind": "by_place",
    "tie": "seat",
    "leftover_sticks": "top",
    "below_zero": "counted",
    "rounding_of": "score",
    "rounding_below_zero": "by_size",
    "bust_ends_game": True,
    "overtime_rounds": 1,
    "chip_value": 0,
    "bust_bonus": 0,
    "yakitori": 0,
    "yakuman_ron": 0,
    "yakuman_tsumo": 0,
    "score_name": "pt",
}
CELLS = [
    pytest.param(key, name, value, id=f"{key} {name}")
    for key, row in SETS.items()
    for name, value in {"cap_points": None, **EVERYWHERE, **row}.items()
    if name != "chombo"
]


def rule_of(key: str) -> RiichiParameters:
    rule = load(key).versions[-1].parameters
    assert isinstance(rule, RiichiParameters)
    return rule


def test_the_table_has_every_riichi_set_of_clubs_and_parlours_and_tenhous() -> None:
    """Those of leagues and federations have tables of their own, in ``tests/rules``."""
    here = {key for key in shipped_keys() if load(key).group in ("club", "parlour")}
    here |= {key for key in shipped_keys() if key.startswith("tenhou")}

    assert set(SETS) == {key for key in here if load(key).family == "riichi"}


@pytest.mark.parametrize(("key", "name", "value"), CELLS)
def test_a_value_is_as_the_document_has_it(key: str, name: str, value: object) -> None:
    sections = rule_of(key).model_dump().values()
    values = {k: v for section in sections if isinstance(section, dict) for k, v in section.items()}

    assert values[name] == value


@pytest.mark.parametrize("key", SETS)
def test_level_players_get_uma_and_oka_in_the_order_of_their_seats(key: str) -> None:
    row, rule = SETS[key], rule_of(key)
    start, less, players = row["start_points"], row["return_points"], row["players"]
    settled = settle(GameResult(points=(start,) * players), rule)
    oka = (less - start) * players

    assert settled.places == tuple(range(1, players + 1))
    assert settled.scores == tuple(
        start - less + uma + (oka if place == 0 else 0) for place, uma in enumerate(row["uma"])
    )


@pytest.mark.parametrize("key", [key for key, row in SETS.items() if row["chombo"]])
def test_a_chombo_is_paid_to_each_other_player_after_uma(key: str) -> None:
    players, start, amount = (SETS[key][name] for name in ("players", "start_points", "chombo"))
    plain = settle(GameResult(points=(start,) * players), rule_of(key))
    result = GameResult(points=(start,) * players, penalties=(Penalty(seat=0, kind="chombo"),))
    moved = [
        after - before
        for after, before in zip(settle(result, rule_of(key)).scores, plain.scores, strict=True)
    ]

    assert moved == [-amount * (players - 1)] + [amount] * (players - 1)


@pytest.mark.parametrize(
    ("key", "points", "scores"),
    [
        ("nekohouse-4a", (41_300, 29_800, 18_900, 10_000), (61_300, 9_800, -21_100, -50_000)),
        ("nekohouse-3b", (52_300, 31_200, 21_500), (57_300, -8_800, -48_500)),
        ("super-tonpu", (-1_200, 33_300, 44_000, 23_900), (-61_200, 13_300, 64_000, -16_100)),
        ("kinyoukai", (24_500, 24_600, 25_500, 25_400), (-16_000, -10_000, 26_000, 0)),
        ("yakyu-4p-tonpu", (24_500, 38_500, 22_400, 14_600), (0, 38_000, -13_000, -25_000)),
        ("yakyu-3p-tonnan", (-1_500, 60_000, 46_500), (-62_000, 55_000, 7_000)),
        ("tenhou-4p-tonpu", (24_500, 38_500, 22_400, 14_600), (4_500, 48_500, -17_600, -35_400)),
    ],
)
def test_a_worked_game_of_each_club(
    key: str, points: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    assert settle(GameResult(points=points), rule_of(key)).scores == scores
