"""The page of the shipped sets: every set with its editions, their days and its source."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.presets import ShippedSet, load, shipped_keys

PAGE = (Path(__file__).parents[2] / "docs" / "rule_sets.md").read_text(encoding="utf-8")
ROWS = {
    cells[1].strip("`"): cells[2:5]
    for line in PAGE.splitlines()
    if line.startswith("| `")
    for cells in [[cell.strip() for cell in line.split("|")]]
}
#: how an edition says that its day was chosen
CHOSEN = (
    "day is assumed",
    "in force from 1 January",
    "as from 1 January",
    "end of that window",
)


def days(shipped: ShippedSet) -> list[str]:
    return [
        f"{version.label} (assumed)"
        if any(words in version.changes_en for words in CHOSEN)
        else version.label
        for version in shipped.versions
    ]


def test_every_set_has_one_row_under_its_group() -> None:
    assert sorted(ROWS) == sorted(shipped_keys())
    assert PAGE.count("\n| `") == len(shipped_keys())
    groups = [load(key).group for key in ROWS]
    assert groups == sorted(groups, key=groups.index), "a group is in two places"


@pytest.mark.parametrize("key", shipped_keys())
def test_a_row_says_the_name_the_days_and_the_source(key: str) -> None:
    shipped = load(key)
    name, editions, source = ROWS[key]

    assert name == shipped.name_en
    assert editions.split(", ") == days(shipped)
    assert source == (
        f"[{shipped.source_en}]({shipped.link})" if shipped.link else shipped.source_en
    )
