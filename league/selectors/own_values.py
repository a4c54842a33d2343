"""Which values of a draft the club chose itself, where no clause states them (会の取り決め)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from league.selectors.shipped import Filled, filled, shipped_on
from rules.clauses import ASSUMED, CLUB, MARKS
from rules.errors import ParametersError
from rules.models import RuleVersion
from rules.parameters import parameter_values


def marked(draft: RuleVersion, changed: Mapping[str, Any]) -> dict[str, str]:
    """Where each parameter is stated once values of a draft are others. At most one query.

    A value that no clause states becomes the club's own; one that is set back to what the shipped
    document or the version before has, takes the mark that it has there.

    Args:
        draft: with its rule set, as it was before.
        changed: typed values by parameter, only what differs.
    """
    origins = [(parameter_values(each.parameters), each.stated_by) for each in _origins(draft)]
    stated_by: dict[str, str] = dict(draft.stated_by)
    for name, value in changed.items():
        if stated_by.get(name, ASSUMED) in MARKS:
            marks = (by.get(name, ASSUMED) for values, by in origins if values.get(name) == value)
            stated_by[name] = next((mark for mark in marks if mark in MARKS), CLUB)
    return stated_by


def _origins(draft: RuleVersion) -> list[Filled]:
    """The shipped version of the draft's day, then the version that it was copied from."""
    found = []
    shipped = shipped_on(draft.rule_set, draft.effective_from or date.max)
    if shipped is not None:
        found.append(Filled(parameters=shipped.parameters, stated_by=shipped.stated_by))
    if draft.based_on is not None:
        try:
            found.append(filled(draft.based_on, shipped))
        except ParametersError:
            return found  # what cannot be read is no measure
    return found
