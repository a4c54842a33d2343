"""Where the values of the shipped sets come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules.presets
from rules.clauses import ASSUMED
from rules.parameters import parameter_names
from rules.presets import load, shipped_keys
from rules.presets.files import PresetFile, read
from tests.rules.tables import on


@pytest.mark.parametrize("key", shipped_keys())
def test_a_file_names_only_clauses_that_its_set_has(key: str) -> None:
    codes = {clause.code for version in load(key).versions for clause in version.clauses}

    assert set(read(key).stated_by) <= codes


@pytest.mark.parametrize("key", shipped_keys())
def test_a_file_names_only_parameters_of_its_family(key: str) -> None:
    names = parameter_names(type(load(key).versions[0].parameters))

    assert {name for each in read(key).stated_by.values() for name in each} <= set(names)


@pytest.mark.parametrize("key", shipped_keys())
def test_a_clause_says_all_the_parameters_that_it_states(key: str) -> None:
    for version in load(key).versions:
        values = {name: clause.code for clause in version.clauses for name in clause.states}

        assert values == {name: by for name, by in version.stated_by.items() if by != ASSUMED}


def test_what_a_base_file_says_is_added_to() -> None:
    base = PresetFile(stated_by={"C-1": ("uma",), "C-2": ("tie",)})
    own = PresetFile(stated_by={"C-1": ("rounding",)})

    assert own.over(base).stated_by == {"C-1": ("uma", "rounding"), "C-2": ("tie",)}


def test_a_dash_in_a_file_is_no_value() -> None:
    text = (Path(rules.presets.__file__).parent / "nekohouse-4b.toml").read_text(encoding="utf-8")

    assert 'raised_mangan = "-"' in text
    assert on("nekohouse-4b", "2026-01-01")["raised_mangan"] is None
