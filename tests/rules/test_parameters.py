"""Parameters: read, stored and read again, changed by name, contradictions refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from rules.errors import ParametersError, UnknownParameterError
from rules.parameters import (
    PARAMETERS,
    BooParameters,
    PenaltyRule,
    RiichiParameters,
    ZungJungParameters,
    override,
    parameter_names,
    parse_parameters,
)
from rules.parameters.base import FamilyParameters

FAMILIES = (RiichiParameters, BooParameters, ZungJungParameters)
FLOATING = ((0, 0, 0), (20_000, -5_000, -15_000), (10_000, 5_000, -15_000), (0, 0, 0))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_parameter_name_stands_in_one_section_only(family: type[FamilyParameters]) -> None:
    dumped = family().model_dump()
    names = [name for section in dumped.values() if isinstance(section, dict) for name in section]

    assert len(names) == len(set(names))
    assert tuple(names) == parameter_names(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_was_stored_with_fewer_parameters_is_still_read(
    family: type[FamilyParameters],
) -> None:
    stored = {"family": family().model_dump()["family"]}

    assert parse_parameters(stored) == family()
    for section, values in family().model_dump(mode="json").items():
        for name in values if isinstance(values, dict) else ():
            without = {key: value for key, value in values.items() if key != name}
            assert parse_parameters({**stored, section: without}) == family()


def test_parameters_are_stored_as_json_and_read_again_unchanged() -> None:
    agreed = override(
        RiichiParameters(),
        {
            "players": 3,
            "uma_kind": "floating",
            "floating_uma": FLOATING,
            "penalty_table": [{"kind": "chombo", "amount": 2_000, "paid_to": "nobody"}],
            "cap_points": 60_000,
        },
    )

    stored = json.loads(json.dumps(agreed.model_dump(mode="json")))

    assert parse_parameters(stored) == agreed
    assert hash(parse_parameters(stored)) == hash(agreed)
    assert agreed.penalties.penalty_table == (
        PenaltyRule(kind="chombo", amount=2_000, paid_to="nobody"),
    )


def test_the_json_schema_describes_every_parameter() -> None:
    schema = PARAMETERS.json_schema()
    described = {
        name: field.get("description")
        for part in schema["$defs"].values()
        for name, field in part["properties"].items()
    }

    for family in FAMILIES:
        assert all(described[name] for name in parameter_names(family))
    assert set(schema["discriminator"]["mapping"]) == {"riichi", "boo", "zung_jung"}


def test_a_change_by_name_leaves_all_others_as_they_were() -> None:
    before = RiichiParameters()
    after = override(before, {"chip_value": 2_000, "minimum_games": 30})

    assert after.settlement.chip_value == 2_000
    assert after.ranking.minimum_games == 30
    assert override(after, {"chip_value": 0, "minimum_games": 0}) == before


@pytest.mark.parametrize(
    ("name", "near"), [("umma", ("uma",)), ("chip_vale", ("chip_value",)), ("家", ())]
)
def test_an_unknown_name_is_refused_with_its_nearest_matches(
    name: str, near: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownParameterError, match=name) as caught:
        override(RiichiParameters(), {name: 1})

    assert caught.value.name == name
    assert caught.value.near[: len(near)] == near
    assert caught.value.code == "unknown-parameter"


@pytest.mark.parametrize("name", ["family", "game", "settlement"])
def test_sections_and_the_family_are_no_parameters(name: str) -> None:
    with pytest.raises(UnknownParameterError):
        override(RiichiParameters(), {name: {}})


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"uma": [10_000, 5_000, -5_000, -5_000]}, "uma", "they add up to 5,000"),
        ({"uma": [10_000, 0, -10_000]}, "uma", "each of the 4 places"),
        ({"players": 3, "uma": [15_000, 5_000, -5_000, -15_000]}, "uma", "each of the 3 places"),
        ({"uma": [-10_000, -5_000, 5_000, 10_000]}, "uma", "A lower place must not get more"),
        ({"uma": [10_050, 0, 0, -10_050]}, "uma", "multiple of 100"),
        ({"uma": [10_000.0, 0, 0, -10_000]}, "uma", "valid integer"),
        ({"uma": "10-30"}, "uma", "valid tuple"),
        ({"return_points": 20_000}, "return_points", "below “start_points”"),
        ({"uma_kind": "floating"}, "floating_uma", "5 rows are needed"),
        ({"floating_uma": [[0, 0, 0]] * 5}, "floating_uma", "each of the 4 places"),
        (
            {"floating_uma": [[0, 0, 0, 0]] * 4 + [[100, 0, 0, 0]]},
            "floating_uma",
            "they add up to 100",
        ),
        ({"uma_kind": "not_stated", "uma": [10_000, 5_000, -5_000, -10_000]}, "uma", "not_stated"),
        (
            {"uma_kind": "not_stated", "floating_uma": [[0, 0, 0, 0]] * 5},
            "floating_uma",
            "not_stated",
        ),
        ({"players": 5}, "players", "3 or 4"),
        ({"players": True}, "players", "whole number"),
        ({"players": 3.0}, "players", "whole number"),
        ({"score_decimals": 2}, "score_decimals", "0 or 1"),
        ({"start_points": 0}, "start_points", "greater than or equal to 100"),
        ({"start_points": 25_050}, "start_points", "multiple of 100"),
        ({"start_points": 10**30}, "start_points", "less than or equal to 1000000"),
        ({"overtime": "sudden_death", "overtime_target": 24_900}, "overtime_target", "below"),
        ({"cap_points": 25_000}, "cap_points", "Must be above “start_points”"),
        ({"chip_value": -100}, "chip_value", "greater than or equal to 0"),
        ({"bust_bonus": "10000"}, "bust_bonus", "valid integer"),
        ({"rounding": "五捨六入"}, "rounding", "go_sha_roku_nyu"),
        ({"guests_ranked": 1}, "guests_ranked", "boolean"),
        ({"minimum_games": -1}, "minimum_games", "greater than or equal to 0"),
        ({"score_name": ""}, "score_name", "at least 1 character"),
        ({"penalty_table": [{"kind": "chombo"}]}, "penalty_table", "required"),
        (
            {"penalty_table": [{"kind": "遅刻", "amount": 100}, {"kind": "遅刻", "amount": 200}]},
            "penalty_table",
            "The same entry appears here twice",
        ),
    ],
)
def test_a_contradiction_is_refused_and_names_the_field(
    changes: Mapping[str, object], field: str, says: str
) -> None:
    with pytest.raises(ParametersError, match=says) as caught:
        override(RiichiParameters(), changes)

    assert {problem.field for problem in caught.value.problems} == {field}
    assert field in str(caught.value)


def test_a_boo_game_that_would_end_before_it_begins_is_refused() -> None:
    with pytest.raises(ParametersError, match="cap_points"):
        override(BooParameters(), {"cap_points": 8_000})


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "family"),
        ({"family": "mcr"}, "family"),
        ({"family": "riichi", "gmae": {}}, "gmae"),
        ({"family": "riichi", "game": {"players": 3, "seats": 4}}, "seats"),
        ({"family": "riichi", "game": {"to pay": 4}}, "to pay"),
        ({"family": "riichi", "game": None}, "game"),
        ({"family": "boo", "game": {"players": 3}}, "players"),
    ],
)
def test_what_is_no_set_of_parameters_is_refused(data: dict[str, Any], field: str) -> None:
    with pytest.raises(ParametersError) as caught:
        parse_parameters(data)

    assert caught.value.problems[0].field == field


def test_all_wrong_values_are_told_at_once() -> None:
    with pytest.raises(ParametersError) as caught:
        override(RiichiParameters(), {"players": 2, "tie": "draw lots"})

    assert [problem.field for problem in caught.value.problems] == ["players", "tie"]


def test_a_name_of_any_length_is_cut_in_the_message() -> None:
    with pytest.raises(UnknownParameterError) as caught:
        override(RiichiParameters(), {"x" * 10_000: 1})

    assert len(str(caught.value)) < 100
