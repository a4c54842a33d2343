"""What an event may choose for itself, where a version leaves it open."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import ParametersError
from rules.parameters import (
    Parameters,
    check_options,
    chosen_under,
    open_to_events,
    options_in_force,
    override,
)
from rules.presets import load


def version(*left_open: str, **values: Any) -> Parameters:
    rule = load("kinyoukai").versions[-1].value
    return override(rule, {"open_options": list(left_open), **values})


@pytest.mark.parametrize(
    ("left_open", "offered"),
    [
        pytest.param((), (), id="nothing"),
        pytest.param(("open_tanyao", "uma"), ("open_tanyao", "uma"), id="of every section"),
        pytest.param(("players", "open_tanyao"), ("open_tanyao",), id="never how many play"),
        pytest.param(("score_name", "minimum_games"), (), id="never how scores are ranked"),
    ],
)
def test_an_event_chooses_what_is_declared_open(
    left_open: tuple[str, ...], offered: tuple[str, ...]
) -> None:
    assert open_to_events(version(*left_open)) == offered


@pytest.mark.parametrize(
    ("options", "stands"),
    [
        pytest.param({}, {}, id="nothing was chosen"),
        pytest.param({"open_tanyao": False}, {"open_tanyao": False}, id="what is open"),
        pytest.param({"uma": [30, 10, -10, -30]}, {}, id="what is closed has no effect"),
        pytest.param({"no_such_thing": 1}, {}, id="what no rule knows has no effect"),
    ],
)
def test_only_what_is_left_open_has_an_effect(
    options: dict[str, Any], stands: dict[str, Any]
) -> None:
    rule = version("open_tanyao")

    assert options_in_force(rule, options) == stands
    assert chosen_under(rule, options) == override(rule, stands)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"uma": [30_000, 10_000, 10_000, -50_001]}, id="no uma"),
        pytest.param({"return_points": 20_000}, id="return points below the start"),
        pytest.param({"tie": "somehow"}, id="no such value"),
        pytest.param({"tie": ["seat"]}, id="of another type"),
    ],
)
def test_what_cannot_stand_any_more_has_no_effect_and_is_refused_when_chosen(
    options: dict[str, Any],
) -> None:
    rule = version("uma", "return_points", "tie")

    assert chosen_under(rule, options) == rule
    with pytest.raises(ParametersError, match=next(iter(options))):
        check_options(rule, options)


def test_a_refused_choice_names_each_parameter_that_is_not_open() -> None:
    with pytest.raises(ParametersError) as refused:
        check_options(version("open_tanyao"), {"open_tanyao": False, "uma": [], "tie": "seat"})

    assert [problem.field for problem in refused.value.problems] == ["uma", "tie"]


def test_a_choice_that_stands_is_accepted() -> None:
    check_options(version("open_tanyao", "red_fives"), {"open_tanyao": False, "red_fives": False})
