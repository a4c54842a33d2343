"""The form of a draft's parameters: what was posted, read by the types of the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from league.forms.rule_editor_fields import listed, yaku_of
from league.forms.rule_editor_reading import Shorthand, read_value, shorthand
from league.forms.rule_editor_shapes import shape_of
from league.typed_rules import Typed
from rules.parameters.base import sections_of
from rules.words.types import FAMILIES


def read_posted(family: str, now: Mapping[str, Any], data: QueryDict) -> Typed:
    """Read every parameter that the posted form showed.

    Args:
        family: of the draft.
        now: the draft's values; they stay where the form says nothing.
        data: as posted; ``shown`` names the parameters.
    """
    posted = dict(data.lists())
    known = sections_of(FAMILIES[family])
    read: Typed = {}
    for name in data.getlist("shown"):
        if name in known:
            shape = shape_of(family, name)
            value = read_value(shape, posted, name, now=now[name])
            read[name] = _settled(family, name, value, now[name])
    return read


def shorthands(family: str, data: QueryDict) -> dict[str, Shorthand]:
    """The uma that were typed into one field the way people write them, by parameter."""
    posted = dict(data.lists())
    known = sections_of(FAMILIES[family])
    found = {
        name: shorthand(shape_of(family, name), posted, f"p-{name}")
        for name in data.getlist("shown")
        if name in known
    }
    return {name: short for name, short in found.items() if short}


def _settled(family: str, name: str, value: Any, now: Any) -> Any:
    """A value as it is stored: offences by their names, and no name that stands for nothing."""
    if name == "penalty_table":
        return _stored_kinds(value)
    layout = shape_of(family, name).layout
    if layout == "names":
        known = sections_of(FAMILIES[family])
        return [each for each in value if each in known or each in listed(now)]
    if layout == "pairs" and value != now:
        return _known_pairs(family, value, now)
    return value


def _known_pairs(family: str, pairs: Any, now: Any) -> list[Any]:
    """Pairs of yaku; what is no yaku is not there, unless it stood in that pair before."""
    known = {"", *yaku_of(family)}
    read = []
    for pair in pairs:
        keys = [key if key in known or pair in listed(now) else "" for key in pair]
        if any(keys):
            read.append(keys)
    return read


def _stored_kinds(value: Any) -> Any:
    """Chombo goes by one name, whichever language it was typed in."""
    same = {"chombo", "チョンボ", _("chombo")}
    return [
        {**row, "kind": "chombo"} if str(row["kind"]).casefold() in same else row for row in value
    ]
