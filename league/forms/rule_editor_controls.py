"""Controls of the rule editor: one for every parameter, made from its type and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.forms.rule_editor_fields import (
    Field,
    Filling,
    Option,
    field_of,
    fields_of,
    grid,
    listed,
    places_of,
    rows,
)
from league.forms.rule_editor_shapes import Layout, shape_of
from league.typed_rules import spoken
from rules.parameters.base import sections_of
from rules.words import about, name_of, section_name
from rules.words.files import entry_of
from rules.words.types import FAMILIES

#: up to so many short words stand beside each other
_MOST_RADIOS = 4
_MOST_LETTERS = {"ja": 26, "en": 46}


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A parameter as the form shows it."""

    name: str
    label: str
    about: str
    #: radios, select, number, text, fixed, cells, table, checks, names
    widget: str
    fields: tuple[Field, ...] = ()
    rows: tuple[tuple[str, tuple[Field, ...]], ...] = ()  # of a table: its heading, its fields
    columns: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()  # of radios, select, checks
    groups: tuple[tuple[str, tuple[Option, ...]], ...] = ()  # of names: what can be added
    unit: str = ""

    @property
    def key(self) -> str:
        """Begins the names of its fields."""
        return f"p-{self.name}"


def control_of(family: str, name: str, typed: Mapping[str, Any]) -> Control:
    """Make the control of a parameter, filled in with what was typed."""
    shape, value, lang = shape_of(family, name), typed[name], spoken()
    maker = _MAKERS[shape.layout]
    made = maker(Filling(family, name, shape, value, typed))
    return Control(
        name=name, label=name_of(family, name, lang), about=about(family, name, lang), **made
    )


def _one(given: Filling) -> dict[str, Any]:
    scalar = given.shape.scalar
    if scalar.kind == "choice":
        options = given.options([given.value])
        length = sum(len(option.words) for option in options)
        is_short = len(options) <= _MOST_RADIOS and length <= _MOST_LETTERS[spoken()]
        return {"widget": "radios" if is_short else "select", "options": options}
    field = field_of(given.key, "", scalar, given.value)
    return {"widget": scalar.kind, "fields": (field,), "unit": _unit(given)}


def _fixed(given: Filling) -> dict[str, Any]:
    return {"widget": "fixed", "options": given.options([given.value])}


def _by_place(given: Filling) -> dict[str, Any]:
    values = listed(given.value)
    count = max(places_of(given.typed), len(values))
    values = [*values, *[""] * (count - len(values))]
    labels = [_("Place %(place)s") % {"place": at + 1} for at in range(count)]
    return {"widget": "cells", "fields": fields_of(given, given.key, values, labels)}


def _pair(given: Filling) -> dict[str, Any]:
    values = [*listed(given.value), "", ""][:2]
    labels = [_("Closed hand"), _("Open hand")]
    return {"widget": "cells", "fields": fields_of(given, given.key, values, labels)}


def _checks(given: Filling) -> dict[str, Any]:
    return {"widget": "checks", "options": given.options(listed(given.value))}


def _names(given: Filling) -> dict[str, Any]:
    named = [name for name in map(str, listed(given.value)) if name]
    return _named(given.family, given.key, named, leave_out=given.name)


def names_control(
    family: str, key: str, named: Iterable[str], *, label: str, about: str
) -> Control:
    """A control that names parameters: those that are named, and all others to add.

    Args:
        family: whose parameters.
        key: name of its fields, without ``p-``.
        named: the parameters that are named now.
        label: what it is called.
        about: what naming a parameter means.
    """
    made = _named(family, f"p-{key}", list(named))
    return Control(name=key, label=label, about=about, **made)


def _named(family: str, key: str, named: Sequence[str], *, leave_out: str = "") -> dict[str, Any]:
    lang, sections = spoken(), sections_of(FAMILIES[family])
    groups: dict[str, list[Option]] = {}
    for name, section in sections.items():
        if name not in named and name != leave_out:
            words = name_of(family, name, lang)
            option = Option(id="", code=name, words=words, is_chosen=False)
            groups.setdefault(section_name(family, section, lang), []).append(option)
    chosen = tuple(
        Option(
            id=f"{key}-{name}",
            code=name,
            words=name_of(family, name, lang) if name in sections else name,
            is_chosen=True,
        )
        for name in named
    )
    grouped = tuple((title, tuple(options)) for title, options in groups.items())
    return {"widget": "names", "options": chosen, "groups": grouped}


_MAKERS: Mapping[Layout, Callable[[Filling], dict[str, Any]]] = {
    "one": _one,
    "fixed": _fixed,
    "by_place": _by_place,
    "pair": _pair,
    "grid": grid,
    "rows": rows,
    "pairs": rows,
    "checks": _checks,
    "names": _names,
}


def _unit(given: Filling) -> str:
    """What a whole number counts; points where the words say nothing else."""
    entry, lang = entry_of(given.family, given.name), spoken()
    if entry.form in ("points", "score"):
        return _("pts")
    return {"han": _("han"), "minutes": _("min.")}.get(entry.form, entry.unit(2, lang).strip())
