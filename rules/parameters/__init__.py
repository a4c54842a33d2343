"""Parameters as frozen values: read them, change them by name, choose among what is left open.

And what their types say of them: the section of each, and the values to choose from.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import Field, TypeAdapter, ValidationError

from rules.errors import (
    BrokenVictoryPointError,
    ParametersError,
    Problem,
    UnknownParameterError,
    shown,
)
from rules.parameters.base import (
    FamilyParameters,
    Penalties,
    PenaltyRule,
    Ranking,
    Value,
    sections_of,
)
from rules.parameters.boo import BooParameters
from rules.parameters.riichi import RiichiGame, RiichiParameters, RiichiSettlement
from rules.parameters.zung_jung import ZungJungParameters

__all__ = [
    "FAMILIES",
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
    "check_options",
    "chosen_under",
    "family_of",
    "may_be_none",
    "open_to_events",
    "options_in_force",
    "options_of",
    "override",
    "parameter_names",
    "parameter_values",
    "parse_parameters",
    "section_of",
    "value_of",
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


def parse_parameters(data: Mapping[str, Any]) -> Parameters:
    """Read parameters as they are stored or posted: sections by name, and the ``family``.

    Raises:
        ParametersError: something is missing, unknown, out of range or contradicts the rest.
    """
    try:
        return PARAMETERS.validate_python(dict(data))
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
        return type(parameters).model_validate(data)
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


#: the type of each family's parameters, by the family's name
FAMILIES: Mapping[str, type[FamilyParameters]] = MappingProxyType(
    {"riichi": RiichiParameters, "boo": BooParameters, "zung_jung": ZungJungParameters}
)
_NAMES = {type_: name for name, type_ in FAMILIES.items()}


def family_of(parameters: FamilyParameters) -> str:
    """Name the family that parameters belong to."""
    return _NAMES[type(parameters)]


def section_of(family: str, parameter: str) -> str:
    """Name the section in which a parameter stands.

    Raises:
        KeyError: there is no such family.
        UnknownParameterError: the family has no parameter of that name.
    """
    sections = sections_of(FAMILIES[family])
    if parameter not in sections:
        raise UnknownParameterError(name=parameter, near=get_close_matches(parameter, sections))
    return sections[parameter]


def value_of(parameters: FamilyParameters, parameter: str) -> Any:
    """Give a parameter's value.

    Raises:
        UnknownParameterError: the family has no parameter of that name.
    """
    section = section_of(family_of(parameters), parameter)
    return getattr(getattr(parameters, section), parameter)


@cache
def options_of(family: str, parameter: str) -> tuple[object, ...]:
    """Give the values to choose from, in the order of the type; nothing where it is free."""
    return _options(_annotation(family, parameter))


@cache
def may_be_none(family: str, parameter: str) -> bool:
    """Tell whether a parameter may have no value at all, which differs from 0."""
    return NoneType in get_args(_annotation(family, parameter))


def _annotation(family: str, parameter: str) -> Any:
    section = FAMILIES[family].model_fields[section_of(family, parameter)].annotation
    assert isinstance(section, type)
    assert issubclass(section, Value)
    return section.model_fields[parameter].annotation


def _options(annotation: Any) -> tuple[object, ...]:
    if annotation is bool:
        return (True, False)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return arguments
    if origin in (Annotated, tuple):
        return _options(arguments[0])
    if origin in (Union, UnionType):  # a value or None
        chosen = _options(arguments[0])
        return (*chosen, None) if chosen else ()
    return ()
