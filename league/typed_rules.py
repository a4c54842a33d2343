"""The parameters of a draft as they were typed: plain JSON by name, sound or not.

A draft keeps whatever an organizer typed, so that nothing is lost while two values contradict each
other or a figure is half written. Everything that reads a draft goes through here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from django.utils.translation import get_language
from pydantic import TypeAdapter, ValidationError

from rules.errors import ParametersError
from rules.parameters import Parameters, parameter_values, parse_parameters
from rules.parameters.agreement import with_three_player_defaults
from rules.parameters.base import FamilyParameters, Value, sections_of
from rules.words import Lang
from rules.words.types import FAMILIES

#: parameter name -> plain JSON; a text where nothing better could be made of what was typed
Typed = dict[str, Any]


def spoken() -> Lang:
    """The reader's language, as the words of the rules name it."""
    return "ja" if get_language() == "ja" else "en"


def typed_values(family: str, stored: Mapping[str, Any]) -> Typed:
    """Every parameter of the family by name; what the stored form leaves out has its default."""
    type_ = FAMILIES[family]
    data = with_three_player_defaults(dict(stored)) if family == "riichi" else stored
    defaults = _defaults(family)
    assert isinstance(data, Mapping)
    return {
        name: _section(data, section).get(name, defaults[name])
        for name, section in sections_of(type_).items()
    }


def stored_form(family: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Typed values in their sections, as a version stores them."""
    form: dict[str, Any] = {"family": family}
    for name, section in sections_of(FAMILIES[family]).items():
        form.setdefault(section, {})[name] = typed[name]
    return form


def sound(family: str, typed: Mapping[str, Any]) -> Parameters | None:
    """The parameters as the engine takes them; None while they cannot stand."""
    try:
        return parse_parameters(stored_form(family, typed))
    except ParametersError:
        return None


def lenient(family: str, typed: Mapping[str, Any]) -> FamilyParameters:
    """The parameters for showing alone: values that are none have their default, nothing agrees.

    Never settle anything with it.
    """
    type_ = FAMILIES[family]
    sections: dict[str, dict[str, Any]] = {}
    for name, section in sections_of(type_).items():
        sections.setdefault(section, {})[name] = _read(family, section, name, typed[name])
    built: dict[str, Any] = {
        section: section_type(family, section).model_construct(**values)
        for section, values in sections.items()
    }
    return type_.model_construct(**built)


def section_type(family: str, section: str) -> type[Value]:
    """The type of one section of a family."""
    annotation = FAMILIES[family].model_fields[section].annotation
    assert isinstance(annotation, type)
    assert issubclass(annotation, Value)
    return annotation


@cache
def _limits(family: str) -> dict[str, Any]:
    return FAMILIES[family].model_json_schema()


def limits_of(family: str, place: Sequence[str | int]) -> tuple[int | None, int | None]:
    """The least and the most that a number may be, both included; None where there is no limit.

    Args:
        family: whose number.
        place: the way to it: section, parameter, then row and column of what has several.
    """
    schema = _limits(family)
    at: Mapping[str, Any] = schema
    for step in place:
        at = _inside(_plain(schema, at), step)
    at = _plain(schema, at)
    return at.get("minimum"), at.get("maximum")


def _inside(at: Mapping[str, Any], step: str | int) -> Mapping[str, Any]:
    if isinstance(step, str):
        found: Mapping[str, Any] = at.get("properties", {}).get(step, {})
        return found
    fixed = at.get("prefixItems", ())
    inner: Mapping[str, Any] = fixed[step] if step < len(fixed) else at.get("items", {})
    return inner


def _plain(schema: Mapping[str, Any], at: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a reference leads to; of alternatives the first, the other one being no value."""
    while "$ref" in at or "anyOf" in at:
        name = at.get("$ref", "").rpartition("/")[2]
        at = schema["$defs"][name] if name else at["anyOf"][0]
    return at


def _section(data: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    found = data.get(section)
    return found if isinstance(found, Mapping) else {}


@cache
def _defaults(family: str) -> Typed:
    return parameter_values(FAMILIES[family]())


@cache
def _reader(family: str, section: str, name: str) -> TypeAdapter[Any]:
    field = section_type(family, section).model_fields[name]
    annotation: Any = field.annotation
    for each in field.metadata:
        annotation = Annotated[annotation, each]
    return TypeAdapter(annotation)


def _read(family: str, section: str, name: str, value: object) -> object:
    try:
        return _reader(family, section, name).validate_python(value)
    except ValidationError:
        default: object = section_type(family, section).model_fields[name].get_default()
        return default
