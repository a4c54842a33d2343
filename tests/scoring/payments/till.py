"""A cashier for a shipped rule, with single parameters changed."""

from __future__ import annotations

from rules.parameters import BooParameters, RiichiParameters, override
from rules.presets import load
from scoring.payments import Cashier


def rule(key: str, **changes: object) -> RiichiParameters | BooParameters:
    found = load(key).versions[-1].parameters
    assert isinstance(found, RiichiParameters | BooParameters)
    return override(found, changes)


def cashier(key: str, **changes: object) -> Cashier:
    return Cashier(rule(key, **changes))
