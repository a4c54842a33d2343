"""Versions that were stored before a parameter existed keep their meaning."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.parameters import RiichiParameters, override, parse_parameters
from tests.rules.tables import flat, latest, values

ARCHIVES = sorted((Path(__file__).parent.parent / "upgrades").glob("*.json"))
#: parameters of a riichi version as issue 2 stored them, for three players
THREE_PLAYERS_THEN: dict[str, Any] = {
    "family": "riichi",
    "game": {
        "players": 3,
        "length": "tonnan",
        "start_points": 35_000,
        "overtime": "sudden_death",
        "overtime_target": 40_000,
        "overtime_rounds": 1,
        "bust_ends_game": True,
        "cap_points": None,
        "last_dealer_stop": "when_top_at_return",
        "last_dealer_stops_after": "win",
    },
    "settlement": {"return_points": 40_000, "uma": [20_000, 0, -20_000]},
    "penalties": {"penalty_table": []},
    "ranking": {"score_name": "pt", "score_decimals": 0},
}
#: overtime ended below the return points: refused today
EARLY_END: dict[str, Any] = {
    "family": "riichi",
    "game": {"overtime": "sudden_death", "overtime_target": 28_000},
    "settlement": {"return_points": 30_000},
}
BOO_THEN: dict[str, Any] = {
    "family": "boo",
    "game": {"players": 4, "length": "tonnan", "start_points": 8_000, "cap_points": 16_000},
    "settlement": {"floating_line": 8_000, "double_maru_a": 6_000, "leftover_sticks": "lost"},
    "penalties": {"penalty_table": [{"kind": "chombo", "amount": 1_000, "paid_to": "others"}]},
    "ranking": {"score_name": "勝利点", "score_decimals": 0},
}


def stored_versions() -> Iterator[Any]:
    for path in ARCHIVES:
        for rule_set in json.loads(path.read_text(encoding="utf-8"))["rule_sets"]:
            for version in rule_set["versions"]:
                name = f"{path.stem} {rule_set['slug']} {version['effective_from']}"
                yield pytest.param(version["parameters"], id=name)


@pytest.mark.parametrize("stored", [*stored_versions()])
def test_an_archived_version_is_read_with_every_value_it_had(stored: dict[str, Any]) -> None:
    now = parse_parameters(stored).model_dump(mode="json")

    for section, then in stored.items():
        if isinstance(then, dict):
            assert {name: now[section][name] for name in then} == then


@pytest.mark.parametrize("stored", [*stored_versions()])
def test_what_an_archived_version_does_not_say_is_the_default(stored: dict[str, Any]) -> None:
    found = {
        name: value
        for section in stored.values()
        if isinstance(section, dict)
        for name, value in section.items()
    }

    default = parse_parameters({"family": stored["family"]})
    assert parse_parameters(stored) == override(default, found)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("removed_tiles", "man_2_to_8"),
        ("red_man", 0),
        ("dora_after_man_1", "man_9"),
        ("chi", False),
        ("noten_payment", 2_000),
        ("honba_ron", 200),
        ("honba_tsumo_each", 100),
        ("riichi_wall_tiles", 3),
        ("tsumo_loss", True),
        ("abort_suufon", "none"),
        ("abort_suurii", "none"),
        ("abort_kyuushu", "dealer_stays"),
    ],
)
def test_a_stored_game_of_three_is_played_as_three_play(name: str, value: object) -> None:
    assert flat(parse_parameters(THREE_PLAYERS_THEN))[name] == value


def test_what_a_stored_game_of_three_says_itself_holds() -> None:
    rule = parse_parameters({**THREE_PLAYERS_THEN, "play": {"noten_payment": 3_000}})

    assert isinstance(rule, RiichiParameters)
    assert rule.play.noten_payment == 3_000
    assert rule.play.honba_ron == 200


@pytest.mark.parametrize("play", [None, 3, []])
def test_a_section_that_is_none_is_refused_for_three_players_too(play: object) -> None:
    with pytest.raises(ValueError, match="play"):
        RiichiParameters.model_validate({**THREE_PLAYERS_THEN, "play": play})


@pytest.mark.parametrize(
    "name",
    [
        *("dealer_stays_in_east", "honba_ron", "honba_tsumo_each", "noten_payment"),
        *("riichi_stick", "riichi_at_zero", "double_ron", "triple_ron", "abort_suufon", "nagashi"),
        *("ura_dora", "kan_dora", "red_pin", "red_sou", "red_five_counts_as", "minimum_han"),
        *("open_20_fu", "pinfu_tsumo", "highest_hand", "dora_payment_ron", "furiten_covers"),
        *("furiten_same_turn", "noten_riichi_allowed", "riichi_closed_kan", "han_chinitsu"),
        *("yakuman_renhou", "chiitoi_four_alike", "pao_suukantsu", "forfeit_bars"),
        *("chombo_payment", "offence_barred_win", "next_first_dealer", "four_sunk"),
    ],
)
def test_a_stored_boo_version_is_still_boo(name: str) -> None:
    assert flat(parse_parameters(BOO_THEN))[name] == values(latest("nekohouse-boo"))[name]


def test_overtime_may_end_below_the_return_points() -> None:
    rule = parse_parameters(EARLY_END)

    assert flat(rule)["overtime_target"] == 28_000
    assert flat(override(rule, {"chip_value": 500}))["overtime_target"] == 28_000
