"""Bodies read into their shapes; whatever does not fit is said in our own words, by field."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from pydantic import BaseModel, ValidationError

from league.api.errors import BadRequestError
from league.shape_words import shape_words

#: the way to a value: keys and places in lists, counted from 0
Place = tuple[int | str, ...]
S = TypeVar("S", bound=BaseModel)

_MOST_MESSAGES = 20
_LONGEST = 80


def first_key(place: Place) -> str:
    """The field of a value: the key of the body that it is in."""
    return printable(str(place[0])) if place else ""


def read_shape(shape: type[S], data: object, field_of: Callable[[Place], str] = first_key) -> S:
    """Read a body.

    Args:
        shape: what the body must be.
        data: what came.
        field_of: names the field in the answer for the place of a value.

    Raises:
        BadRequestError: keys that are missing or unknown, values of the wrong kind.
    """
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        fields: dict[str, list[str]] = {}
        for place, words in shape_problems(error):
            fields.setdefault(field_of(place), []).append(words)
        raise BadRequestError(fields) from error


def shape_problems(error: ValidationError) -> list[tuple[Place, str]]:
    """What is wrong, each with the way to it; at most twenty of them."""
    found = error.errors(include_url=False, include_input=False)[:_MOST_MESSAGES]
    return [(each["loc"], _sentence(each)) for each in found]


def _sentence(found: Any) -> str:
    own = {
        "person": _("A seat has either a member or a guest."),
        "discarder": _("Nobody deals into their own hand."),
        "pao": _("Nobody answers for their own yakuman."),
        "when": _("Say “day” or “played_at”, not both."),
        "penalties": _("A kind of penalty stands once a seat."),
    }.get(found["type"])
    if own:
        return own
    if not found["loc"]:
        if found["type"] == "string_unicode":  # a key with half of a surrogate pair
            return _("The body holds a character that is none.")
        return _("The body must be a JSON object.")
    words = shape_words(found["type"], found.get("ctx", {}))
    return words % {"place": printable(_way(found["loc"]), _LONGEST)}


def _way(place: Place) -> str:
    return ".".join(map(str, place))


def printable(text: str, most: int = 40) -> str:
    """What somebody made up, cut short, without halves of characters that no answer can hold."""
    whole = text[:most].encode("utf-8", "replace").decode()
    return re.sub(r"[\x00-\x1f\x7f]", "?", whole)
