"""Which control a rule parameter needs, worked out from its type."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from league.typed_numbers import whole_number
from rules.parameters.base import Value
from rules.parameters.riichi import ByPlace
from rules.words.types import FAMILIES, options_of, section_of

Kind = Literal["choice", "number", "text"]
Layout = Literal["one", "fixed", "by_place", "pair", "grid", "rows", "pairs", "checks", "names"]

#: stands in a form for "no value"; an empty text would be nothing chosen
NONE_CODE: Final = "-"
#: longer texts are cut before they are stored
LONGEST: Final = 60
MOST_ROWS: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """One field: a choice, a whole number, or a text."""

    kind: Kind
    options: tuple[object, ...] = ()  # of a choice, in the order of the type
    may_be_none: bool = False
    is_signed: bool = False

    def code(self, value: object) -> str:
        """What the field holds when the parameter has this value."""
        if self.kind == "choice":
            return choice_code(value)
        if value is None:
            return ""
        if isinstance(value, int) and not isinstance(value, bool):
            return f"{value:,}"
        return str(value)[:LONGEST]

    def read(self, text: str) -> object:
        """The value of a field; the text itself where it is none, to be shown again."""
        text = storable(text)
        if self.kind == "choice":
            return next((own for own in self.options if choice_code(own) == text), text)
        text = text.strip()
        if self.kind == "text":
            return text
        if not text and self.may_be_none:
            return None
        return whole_number(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a parameter that is a table."""

    name: str
    scalar: Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How the fields of a parameter lie."""

    layout: Layout
    columns: tuple[Column, ...] = ()  # a single one unless rows have several
    options: tuple[object, ...] = ()  # of ``checks``

    @property
    def scalar(self) -> Scalar:
        """The kind of field of which it has one or many."""
        return self.columns[0].scalar


def storable(text: str) -> str:
    """A text as a database keeps it."""
    return text.replace("\0", "")[:LONGEST]


def choice_code(value: object) -> str:
    """Write a value to choose from as a form sends it."""
    if value is None:
        return NONE_CODE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@cache
def shape_of(family: str, name: str) -> Shape:
    """Work out a parameter's shape from its type.

    Raises:
        UnknownParameterError: the family has no parameter of that name.
        TypeError: a type that no control was made for.
    """
    section = FAMILIES[family].model_fields[section_of(family, name)].annotation
    assert isinstance(section, type)
    assert issubclass(section, Value)
    annotation = section.model_fields[name].annotation
    options = options_of(family, name)
    if get_origin(annotation) is tuple:
        return _several(get_args(annotation), options)
    if len(options) == 1:
        return Shape(layout="fixed", columns=(_column("", annotation, options),))
    return Shape(layout="one", columns=(_column("", annotation, options),))


def _several(arguments: tuple[Any, ...], options: tuple[object, ...]) -> Shape:
    inner, *rest = arguments
    if options:
        return Shape(layout="checks", options=options)
    if inner == ByPlace:
        return Shape(layout="grid", columns=(_signed(),))
    if isinstance(inner, type) and issubclass(inner, Value):
        return Shape(layout="rows", columns=_columns(inner))
    if get_origin(inner) is tuple:
        # pairs of yaku: which they may be is said by the form, which knows the family's yaku
        return Shape(layout="pairs", columns=(_column("counted", str), _column("other", str)))
    bare, _optional = _bare(inner)
    if bare is str:
        return Shape(layout="names")
    if bare is int:
        is_pair = rest != [...]
        return Shape(layout="pair", columns=(_column("", inner),)) if is_pair else _by_place()
    raise TypeError(f"no control is made for {inner}")


def _by_place() -> Shape:
    return Shape(layout="by_place", columns=(_signed(),))


def _signed() -> Column:
    return Column(name="", scalar=Scalar(kind="number", is_signed=True))


def _columns(row: type[Value]) -> tuple[Column, ...]:
    fields = row.model_fields
    return tuple(
        _column(name, field.annotation, _choices(field.annotation))
        for name, field in fields.items()
    )


def _column(name: str, annotation: Any, options: tuple[object, ...] = ()) -> Column:
    bare, may_be_none = _bare(annotation)
    if options:
        scalar = Scalar(kind="choice", options=options, may_be_none=may_be_none)
    elif bare is int:
        scalar = Scalar(kind="number", may_be_none=may_be_none)
    elif bare is str:
        scalar = Scalar(kind="text")
    else:
        raise TypeError(f"no field is made for {annotation}")
    return Column(name=name, scalar=scalar)


def _choices(annotation: Any) -> tuple[object, ...]:
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _bare(annotation: Any) -> tuple[Any, bool]:
    """The plain type, and whether there may be no value."""
    if get_origin(annotation) in (Union, UnionType):
        inner = [each for each in get_args(annotation) if each is not NoneType]
        return _bare(inner[0])[0], True
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    return annotation, False
