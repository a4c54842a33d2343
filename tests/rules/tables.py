"""The tables of the documents as tests read them: a row a parameter, a column a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from rules.parameters import Parameters
from rules.presets import ShippedVersion, load

#: a cell on which the document has nothing that a parameter could say
NONE = object()
#: the columns of the tables, each with the sets that it speaks of
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "4a": ("nekohouse-4a",),
    "4b": ("nekohouse-4b",),
    "3a": ("nekohouse-3a",),
    "3b": ("nekohouse-3b",),
    "boo": ("nekohouse-boo",),
    "kinyoukai": ("kinyoukai",),
    "super-tonpu": ("super-tonpu",),
    "yakyu 4p": ("yakyu-4p-tonnan", "yakyu-4p-tonpu"),
    "yakyu 3p": ("yakyu-3p-tonnan", "yakyu-3p-tonpu"),
    "tenhou 4p": ("tenhou-4p-tonnan", "tenhou-4p-tonpu"),
    "tenhou 3p": ("tenhou-3p-tonnan", "tenhou-3p-tonpu"),
}
#: those of the riichi family
RIICHI = tuple(key for column, keys in COLUMNS.items() if column != "boo" for key in keys)


def by_set(*tables: Mapping[str, tuple[Any, ...]]) -> dict[str, dict[str, Any]]:
    """Give the cells of each set by parameter; a row has a value for each column."""
    found: dict[str, dict[str, Any]] = {key: {} for keys in COLUMNS.values() for key in keys}
    for name, row in (row for table in tables for row in table.items()):
        for column, value in zip(COLUMNS, row, strict=True):
            if value is not NONE:
                for key in COLUMNS[column]:
                    found[key][name] = value
    return found


def unlike(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Give what was found in place of what was wanted, name by name."""
    absent = object()
    return {
        name: found.get(name, "absent")
        for name, value in wanted.items()
        if found.get(name, absent) != value
    }


def flat(parameters: Parameters) -> dict[str, Any]:
    """All parameters by their own names."""
    sections = parameters.model_dump().values()
    return {
        name: value
        for section in sections
        if isinstance(section, dict)
        for name, value in section.items()
    }


def values(version: ShippedVersion) -> dict[str, Any]:
    """All parameters of a version by their own names."""
    return flat(version.parameters)


def latest(key: str) -> ShippedVersion:
    """The version of a set that is in force today."""
    return load(key).versions[-1]


def on(key: str, day: str) -> dict[str, Any]:
    """All parameters of a set by name, as they were on a day."""
    return values(load(key).version_on(date.fromisoformat(day)))
