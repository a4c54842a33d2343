"""Conditions on the values of other parameters, small enough to be read in a table."""

from __future__ import annotations

from collections.abc import Callable

from rules.parameters.base import FamilyParameters, sections_of
from rules.words.types import value_of

#: tells of a version's parameters whether something holds
Condition = Callable[[FamilyParameters], bool]


def on(*names: str) -> Condition:
    """Ask whether any of these is played; what a family does not have is not."""
    return lambda parameters: any(_is_played(_value(parameters, name)) for name in names)


def several(*names: str) -> Condition:
    """Ask whether at least two of these are played."""
    return lambda parameters: sum(_is_played(_value(parameters, name)) for name in names) > 1


def off(name: str) -> Condition:
    """Ask whether this is not played."""
    return lambda parameters: not _is_played(_value(parameters, name))


def is_(name: str, *values: object) -> Condition:
    """Ask whether this has one of these values."""
    return lambda parameters: _value(parameters, name) in values


def is_not(name: str, *values: object) -> Condition:
    """Ask whether this has another value than these."""
    return lambda parameters: _value(parameters, name) not in values


def above(name: str, other: str) -> Condition:
    """Ask whether one amount is above another."""
    return lambda parameters: bool(value_of(parameters, name) > value_of(parameters, other))


def both(*conditions: Condition) -> Condition:
    """Ask whether all of these hold."""
    return lambda parameters: all(condition(parameters) for condition in conditions)


def either(*conditions: Condition) -> Condition:
    """Ask whether any of these holds."""
    return lambda parameters: any(condition(parameters) for condition in conditions)


def _value(parameters: FamilyParameters, name: str) -> object:
    return value_of(parameters, name) if name in sections_of(type(parameters)) else None


def _is_played(value: object) -> bool:
    """Tell whether a value is more than no, none, never, 0, or 0 han closed and open."""
    if isinstance(value, tuple):
        return any(value)
    return bool(value) and value not in ("none", "never")
