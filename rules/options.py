"""What an event chooses for itself, where a version leaves it open (``open_options``)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from rules.errors import ParametersError, Problem, shown
from rules.parameters import BooParameters, RiichiParameters, ZungJungParameters, override
from rules.parameters.base import Ranking

P = TypeVar("P", bound=RiichiParameters | BooParameters | ZungJungParameters)

#: of an event that chose nothing for itself
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
#: what no event chooses, even where it is declared open: how many sit at a table, and how a league
#: ranks and names its scores
_NEVER = frozenset({"players", *Ranking.model_fields})


def open_to_events(parameters: P) -> tuple[str, ...]:
    """Name the parameters that an event may choose for itself, in the order of the version."""
    return tuple(name for name in parameters.event.open_options if name not in _NEVER)


def standing(parameters: P, options: Mapping[str, object]) -> dict[str, object]:
    """Those of an event's options that the version leaves open."""
    if not options:
        return {}
    return {name: options[name] for name in open_to_events(parameters) if name in options}


def chosen_under(parameters: P, options: Mapping[str, object]) -> P:
    """The version as an event plays it.

    Args:
        parameters: the version's own.
        options: parameter to value. What the version does not leave open has no effect; neither
            have any of them where together they cannot stand beside the rest of the version, which
            may have become another one since they were chosen.
    """
    chosen = standing(parameters, options)
    if not chosen:
        return parameters
    try:
        return override(parameters, chosen)
    except ParametersError:
        return parameters


def check_options(parameters: P, options: Mapping[str, object]) -> None:
    """See that an event may choose these values.

    Raises:
        ParametersError: a parameter that is not left open, or values that cannot stand.
    """
    left_open = open_to_events(parameters)
    closed = [name for name in options if name not in left_open]
    if closed:
        raise ParametersError(
            [Problem(name, f"“{shown(name)}” is not left open to events") for name in closed]
        )
    override(parameters, options)
