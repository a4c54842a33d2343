"""What the types of the parameters say about them: the values to choose from, the section."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rules.errors import UnknownParameterError
from rules.parameters import BooParameters, RiichiParameters, ZungJungParameters
from rules.parameters.base import FamilyParameters, Value, sections_of

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
