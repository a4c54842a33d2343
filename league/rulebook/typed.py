"""The parameters of a draft as they were typed: plain JSON by name, sound or not.

A draft keeps whatever an organizer typed, so that nothing is lost while two values contradict each
other or a figure is half written. Everything that reads a draft goes through here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import TypeAdapter, ValidationError

from league.core.formats import points
from league.core.numbers import looks_like_a_number, unclear_pair
from league.rulebook.prose import unseen_in_line
from league.wording.errors import contradiction_words
from rules.errors import ParametersError
from rules.parameters import FAMILIES, Parameters, parameter_values, parse_parameters
from rules.parameters.base import FamilyParameters, Value, sections_of
from rules.parameters.riichi import with_three_player_defaults

#: parameter name -> plain JSON; a text where nothing better could be made of what was typed
Typed = dict[str, Any]


def typed_values(family: str, stored: Mapping[str, Any]) -> Typed:
    """Return every parameter of the family by name; missing ones have their default."""
    type_ = FAMILIES[family]
    data = with_three_player_defaults(dict(stored)) if family == "riichi" else stored
    defaults = _defaults(family)
    assert isinstance(data, Mapping)
    return {
        name: _section(data, section).get(name, defaults[name])
        for name, section in sections_of(type_).items()
    }


def stored_form(family: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] = {"family": family}
    for name, section in sections_of(FAMILIES[family]).items():
        form.setdefault(section, {})[name] = typed[name]
    return form


def sound(family: str, typed: Mapping[str, Any]) -> Parameters | None:
    """Return the engine's parameters; None while they are invalid."""
    try:
        return parse_parameters(stored_form(family, typed))
    except ParametersError:
        return None


def lenient(family: str, typed: Mapping[str, Any]) -> FamilyParameters:
    """Return the parameters for display only, with defaults for invalid values.

    Never settle anything with it: the values may contradict each other.
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
    annotation = FAMILIES[family].model_fields[section].annotation
    assert isinstance(annotation, type)
    assert issubclass(annotation, Value)
    return annotation


@cache
def _limits(family: str) -> dict[str, Any]:
    return FAMILIES[family].model_json_schema()


def limits_of(family: str, place: Sequence[str | int]) -> tuple[int | None, int | None]:
    """Return a number's inclusive limits; None where there is no limit.

    Args:
        family: whose number.
        place: the path to it: section, parameter, then row and column where there are several.
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
    """Resolve references; of alternatives take the first, the other one being null."""
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


#: people say them in thousands, and type 30 for 30,000
_IN_THOUSANDS = ("uma", "floating_uma")
#: problems of one parameter that are listed; lists can hold as many as a body is long
_MOST_LISTED = 20
#: kinds that pydantic has for what is no whole number
_NO_NUMBER = ("int_type", "int_parsing", "int_from_float", "int_parsing_size", "whole_number")


def problems_of(family: str, stored: Mapping[str, Any]) -> dict[str, list[str]]:
    """Explain what makes stored parameters invalid, by parameter.

    Invalid values hide contradictions between sections, which are found only once all are valid.

    Args:
        family: which the parameters are of.
        stored: in sections, as a version stores them.

    Returns:
        Sentences by parameter name; the empty name has those of none. Empty when sound.
    """
    try:
        FAMILIES[family].model_validate(dict(stored))
    except ValidationError as error:
        return problems_in(family, error)
    texts = list(_texts(stored))
    if not unseen_in_line(" ".join(texts)):
        return {}
    return {
        name: [_("It contains an invisible character. Please remove it.")]
        for name, section in sections_of(FAMILIES[family]).items()
        if any(map(unseen_in_line, _texts(stored.get(section, {}).get(name))))
    }


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in a valid value, which is at most a few levels deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in (*value, *value.values()):
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)


def problems_in(family: str, error: ValidationError) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    listed: Counter[tuple[int | str, ...]] = Counter()
    for each in error.errors(include_url=False):
        if len(each["loc"]) > 2:
            listed[each["loc"][:2]] += 1
            if listed[each["loc"][:2]] > _MOST_LISTED:
                continue
        name, words = _problem_words(family, each)
        if words not in found[name]:
            found[name].append(words)
    return dict(found)


def _problem_words(family: str, error: Any) -> tuple[str, str]:
    context = error.get("ctx", {})
    if error["type"] == "contradiction":
        return context["field"], contradiction_words(family, context)
    place = error["loc"]
    if len(place) < 2 or place[1] not in sections_of(FAMILIES[family]):
        if error["type"] == "extra_forbidden":
            return "", _("There is no setting “%(name)s”.") % {"name": str(place[-1])[:40]}
        return "", _("One section is not a valid set of values.")
    words = _number_words(family, error) or _value_words(error["type"], context)
    return str(place[1]), _where(place[2:]) + words


def _where(path: tuple[str | int, ...]) -> str:
    """Name which of several values is meant; empty where there is only one."""
    numbers = [step + 1 for step in path if isinstance(step, int)]
    if len(numbers) == 2:
        return _("Row %(row)s, value %(at)s: ") % {"row": numbers[0], "at": numbers[1]}
    if len(numbers) == 1 and len(path) > 1:
        return _("Row %(row)s: ") % {"row": numbers[0]}
    if numbers:
        return _("Value %(at)s: ") % {"at": numbers[0]}
    return ""


def _number_words(family: str, error: Any) -> str:
    """Explain how to fix a wrong number, where that is known; else empty."""
    kind, typed, place = error["type"], error.get("input"), error["loc"]
    in_thousands = place[1] in _IN_THOUSANDS
    if kind in _NO_NUMBER and isinstance(typed, str) and looks_like_a_number(typed):
        least, most = limits_of(family, place)
        if least is not None and most is not None:
            facts = {"least": points(least), "most": points(most)}
            return _("Enter a number between %(least)s and %(most)s.") % facts
    if kind in _NO_NUMBER and in_thousands and typed != "":
        if isinstance(typed, str) and (pair := unclear_pair(typed)):
            return _unclear(typed, pair)
        return _("Enter a whole number of points: 30,000 for +30.")
    if kind == "multiple_of" and in_thousands and isinstance(typed, int) and abs(typed) < 1_000:
        facts = {"step": f"{error['ctx']['multiple_of']:,}", "typed": _signed(typed)}
        words = _("Must be a multiple of %(step)s. For %(typed)s, enter %(points)s.")
        return words % {**facts, "points": points(typed * 1_000)}
    return ""


def _unclear(typed: str, pair: tuple[int, int]) -> str:
    words = _("Does “%(typed)s” mean %(tens)s or %(ones)s? Please enter the points for each place.")
    tens, ones = ("/".join(points(each * unit) for each in pair) for unit in (10_000, 1_000))
    return words % {"typed": typed, "tens": tens, "ones": ones}


def _value_words(kind: str, context: Mapping[str, Any]) -> str:
    if kind in _NO_NUMBER:
        return _("Enter a whole number.")
    if kind == "multiple_of":
        return _("Must be a multiple of %(step)s.") % {"step": f"{context['multiple_of']:,}"}
    if kind in ("greater_than_equal", "less_than_equal"):
        return _limit(context)
    if kind == "string_too_long":
        return _("At most %(most)s characters.") % {"most": context["max_length"]}
    return {
        "string_too_short": _("Please fill this in."),
        "missing": _("A value is missing."),
        "literal_error": _("Please choose one of the options."),
        "bool_type": _("Please choose one of the options."),
    }.get(kind, _("This value is not allowed here."))


def _limit(context: Mapping[str, Any]) -> str:
    if "ge" in context:
        return _("At least %(least)s.") % {"least": points(context["ge"])}
    return _("At most %(most)s.") % {"most": points(context["le"])}


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else points(number)
