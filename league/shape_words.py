"""Words for a document of the wrong shape: what is missing, unknown, or of another kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

#: makes a sentence of the limits that a check was held against; the place is filled in later
Words = Callable[[Mapping[str, Any]], str]


def shape_words(kind: str, context: Mapping[str, Any]) -> str:
    """What is wrong with one value, with ``%(place)s`` where its place goes.

    Args:
        kind: how pydantic, or a check of ours, calls what is wrong.
        context: the limits that were broken, as pydantic tells them.
    """
    words = _WORDS.get(kind) or _WORDS.get(kind.split("_")[0])
    return words(context) if words else _("“%(place)s” does not fit here.")


def _limit(name: str, text: Callable[[], str]) -> Words:
    """A sentence with a limit; the place stays to be filled in."""
    return lambda context: text().replace("%(limit)s", f"{context[name]:,}")


def _said(text: Callable[[], str]) -> Words:
    return lambda _context: text()


def _whole() -> str:
    return _("“%(place)s” must be a whole number.")


def _list() -> str:
    return _("“%(place)s” must be a list.")


def _object() -> str:
    return _("“%(place)s” must be an object.")


def _day() -> str:
    return _("“%(place)s” must be a day such as 2015-04-11.")


def _moment() -> str:
    return _("“%(place)s” must be a moment such as 2026-11-20T23:30:00+09:00.")


#: by pydantic's own kind, or by the word that its kinds begin with
_WORDS: Mapping[str, Words] = {
    "missing": _said(lambda: _("“%(place)s” is missing.")),
    "extra_forbidden": _said(lambda: _("“%(place)s” is not known here.")),
    "string_type": _said(lambda: _("“%(place)s” must be a text.")),
    "text": _said(lambda: _("“%(place)s” must be a text.")),
    "string_unicode": _said(lambda: _("“%(place)s” holds a character that is none.")),
    "string_too_short": _said(lambda: _("“%(place)s” is empty.")),
    "string_too_long": _limit(
        "max_length", lambda: _("“%(place)s” can have at most %(limit)s characters.")
    ),
    "string_pattern_mismatch": _said(
        lambda: _("“%(place)s” can have small letters, digits and single hyphens between them.")
    ),
    "printable": _said(lambda: _("“%(place)s” holds characters that cannot be printed.")),
    "literal_error": _said(lambda: _("“%(place)s” must be one of the words that are known.")),
    "int": _said(_whole),
    "bool": _said(lambda: _("“%(place)s” must be true or false.")),
    "greater_than_equal": _limit("ge", lambda: _("“%(place)s” must be at least %(limit)s.")),
    "less_than_equal": _limit("le", lambda: _("“%(place)s” must be at most %(limit)s.")),
    "too_long": _limit("max_length", lambda: _("“%(place)s” can have at most %(limit)s entries.")),
    "tuple": _said(_list),
    "list": _said(_list),
    "dict": _said(_object),
    "mapping": _said(_object),
    "model": _said(_object),
    "date": _said(_day),
    "day": _said(_day),
    "year": _said(lambda: _("“%(place)s” must be of a year from 1900 to 2099.")),
    "datetime": _said(_moment),
    "timezone": _said(_moment),
    "offset": _said(lambda: _("“%(place)s” must say its offset, as in 2026-11-20T23:30:00+09:00.")),
    "uuid": _said(
        lambda: _("“%(place)s” must be a UUID such as 5f0c7a52-6f0a-4b9e-9c1d-0d9d3c8f2a11.")
    ),
    "yakuman": _said(lambda: _("“%(place)s” must be the name of a yakuman such as kokushi.")),
}
