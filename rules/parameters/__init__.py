"""Parameters as frozen values: read them, change them by name, choose among what is left open."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from rules.errors import (
    BrokenVictoryPointError,
    ParametersError,
    Problem,
    UnknownParameterError,
    shown,
)
from rules.parameters.base import (
    STORED,
    FamilyParameters,
    Penalties,
    PenaltyRule,
    Ranking,
    sections_of,
)
from rules.parameters.boo import BooParameters
from rules.parameters.riichi import RiichiGame, RiichiParameters, RiichiSettlement
from rules.parameters.zung_jung import ZungJungParameters

__all__ = [
    "NO_OPTIONS",
    "PARAMETERS",
    "BooParameters",
    "Parameters",
    "Penalties",
    "PenaltyRule",
    "Ranking",
    "RiichiGame",
    "RiichiParameters",
    "RiichiSettlement",
    "YakuRule",
    "ZungJungParameters",
    "chosen_under",
    "open_to_events",
    "options_in_force",
    "override",
    "parameter_names",
    "parameter_values",
    "parse_parameters",
]


Parameters = Annotated[
    RiichiParameters | BooParameters | ZungJungParameters, Field(discriminator="family")
]
#: validates, dumps and gives the JSON Schema of all families
PARAMETERS: TypeAdapter[RiichiParameters | BooParameters | ZungJungParameters] = TypeAdapter(
    Parameters
)

#: rules under which hands have yaku
YakuRule: TypeAlias = RiichiParameters | BooParameters

F = TypeVar("F", bound=FamilyParameters)


def parse_parameters(data: Mapping[str, Any], *, stored: bool = False) -> Parameters:
    """Read parameters as they are stored or posted: sections by name, and the ``family``.

    Args:
        data: the parameters.
        stored: whether they stand in a version already; what was accepted then still is.

    Raises:
        ParametersError: something is missing, unknown, out of range or contradicts the rest.
    """
    try:
        return PARAMETERS.validate_python(dict(data), context=STORED if stored else None)
    except ValidationError as error:
        # the first step of a place is the union's branch, which says nothing to people
        raise _refusal(error, skip=1) from error


def override(parameters: F, changes: Mapping[str, object]) -> F:
    """Change single parameters by their own names; all the others stay.

    Raises:
        UnknownParameterError: the family has no parameter of that name.
        ParametersError: the changed values cannot stand beside the others.
    """
    sections = sections_of(type(parameters))
    data = parameters.model_dump()
    for name, value in changes.items():
        if name not in sections:
            raise UnknownParameterError(name=name, near=get_close_matches(name, sections))
        data[sections[name]][name] = value
    try:
        # a stored version may be looked at and settled with other values as it stands
        context = STORED if parameters.is_from_before else None
        return type(parameters).model_validate(data, context=context)
    except ValidationError as error:
        raise _refusal(error, skip=0) from error


def parameter_names(family: type[FamilyParameters]) -> tuple[str, ...]:
    """Name all parameters of a family, in the order of its sections."""
    return tuple(sections_of(family))


def parameter_values(parameters: FamilyParameters) -> dict[str, Any]:
    """Give every parameter's value by its own name, as plain JSON."""
    data = parameters.model_dump(mode="json")
    return {name: data[section][name] for name, section in sections_of(type(parameters)).items()}


def _refusal(error: ValidationError, *, skip: int) -> ParametersError:
    problems = _problems(error, skip=skip)
    broken = all(problem.reason == BrokenVictoryPointError.code for problem in problems)
    return BrokenVictoryPointError(problems) if broken else ParametersError(problems)


def _problems(error: ValidationError, *, skip: int) -> list[Problem]:
    """Turn what pydantic found into words that begin with the parameter's own name."""
    problems = []
    for found in error.errors(include_url=False, include_input=False):
        if found["type"] == "contradiction":
            context = found["ctx"]
            problems.append(Problem(context["field"], found["msg"], context["reason"]))
            continue
        # (family,) section, parameter, then the way into the value
        place = found["loc"][skip:]
        place = place[1:] if len(place) > 1 else place or ("family",)
        name = str(place[0])
        path = ".".join(str(step) for step in place)
        label = path if path.replace(".", "_").isidentifier() else f"“{shown(path)}”"
        problems.append(Problem(field=name, message=f"{label}: {found['msg']}"))
    return problems


P = TypeVar("P", bound=RiichiParameters | BooParameters | ZungJungParameters)

#: of an event that chose nothing for itself
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
#: what no event chooses, even where it is declared open: how many sit at a table, and how a league
#: ranks and names its scores
_NEVER = frozenset({"players", *Ranking.model_fields})


def open_to_events(parameters: P) -> tuple[str, ...]:
    """Name the parameters that an event may choose for itself, in the order of the version."""
    return tuple(name for name in parameters.event.open_options if name not in _NEVER)


def options_in_force(parameters: P, options: Mapping[str, object]) -> dict[str, object]:
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
    chosen = options_in_force(parameters, options)
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
