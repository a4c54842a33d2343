"""The page about rule files says what is true: its example comes in, every key is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from league.rulebook.files import FORMAT, ClauseEntry, Document, Entry, SectionEntry, load_version
from rules.parameters import FAMILIES

PAGE = (Path(__file__).parents[3] / "docs" / "rule_file.md").read_text(encoding="utf-8")


def example() -> str:
    found = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def table(heading: str) -> str:
    """What stands under a heading, up to the next."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_example_is_a_sound_file() -> None:
    file = load_version(example(), family="riichi")

    assert file.name_en == "Saturday club"
    assert file.parameters.settlement.uma == (20_000, 10_000, -10_000, -20_000)  # type: ignore[union-attr]
    assert file.stated_by["uma"] == "2"
    assert file.stated_by["rounding"] == "assumed"
    assert [section.code for section in file.sections] == ["A"]
    assert [clause.code for clause in file.clauses] == ["1", "2"]
    assert [clause.is_own for clause in file.clauses] == [False, True]


@pytest.mark.parametrize(
    ("heading", "shape"),
    [
        pytest.param("The file", Document, id="file"),
        pytest.param("A heading", SectionEntry, id="heading"),
        pytest.param("A clause", ClauseEntry, id="clause"),
    ],
)
def test_every_key_is_told_of_and_no_other(heading: str, shape: type[Entry]) -> None:
    rows = re.findall(r"^\| (`.+?) \|", table(heading), re.MULTILINE)
    values = {name for row in rows for name in re.findall(r"`(\w+)`", row)}

    assert values == set(shape.model_fields)


def test_the_shape_and_the_families_are_named() -> None:
    assert f"`{FORMAT}`" in table("The file")
    assert all(f"`{family}`" in table("The file") for family in FAMILIES)
