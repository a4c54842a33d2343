"""Unicode's forms of a text, in time that grows with its length alone."""

from __future__ import annotations

import unicodedata
from typing import Final, Literal

#: marks on one letter: more than any writing has. To sort them takes time of their number's square
_MOST_MARKS: Final = 30
#: letters by their class that are taken apart into marks
_ALSO_MARKS: Final = frozenset("\u0f73\u0f75\u0f81\uff9e\uff9f")


def nfkc(text: str) -> str:
    """Return a text with wide, narrow and composed letters as one. Surplus marks are left out."""
    return _in_form("NFKC", text)


def nfkd(text: str) -> str:
    """Return a text with its letters taken apart. Surplus marks are left out."""
    return _in_form("NFKD", text)


def _in_form(form: Literal["NFKC", "NFKD"], text: str) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize(form, _with_few_marks(text) if len(text) > _MOST_MARKS else text)


def _with_few_marks(text: str) -> str:
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if is_mark(letter) else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def is_mark(letter: str) -> bool:
    return unicodedata.combining(letter) != 0 or letter in _ALSO_MARKS
