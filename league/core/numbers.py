"""Whole numbers in addresses and forms, and figures the way people type them."""

from __future__ import annotations

import re
from typing import Final

from django.urls import register_converter

from league.core.letters import nfkc

#: no database key is larger, and SQLite takes no larger number
LARGEST_KEY: Final = 2**63 - 1


#: as long as numbers get that are read from what a browser sent
_LARGEST: Final = 10**18 - 1
#: beyond every revision of a draft
LARGEST_REVISION: Final = 999_999_999


def number_in(text: str, *, most: int = _LARGEST) -> int | None:
    """Read a number from 0 to ``most`` in plain digits; None for anything else.

    It may begin with zeros, but has no more digits than ``most``. No row has the key 0.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return number if is_number and (number := int(text)) <= most else None


class KeyConverter:
    """A key in an address; a number too large for a key is a 404."""

    regex = "[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        """Read the key.

        Raises:
            ValueError: no database key is that large; the address then belongs to no page.
        """
        key = int(value)
        if key > LARGEST_KEY:
            raise ValueError(f"{key} is no key")
        return key

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(KeyConverter, "key")


_MINUS: Final = re.compile(r"^[▲△▼\-−‐‑‒–—―ー]")
_NUMBER: Final = re.compile(r"[+-]?\d{1,9}", re.ASCII)
_LONG_NUMBER: Final = re.compile(r"[+-]?\d{10,}", re.ASCII)
#: 30/10, 30-10, 10-30, 10〜30
_PAIR: Final = re.compile(r"\+?(\d{1,7})[/\-−‐‑‒–—―ー〜~・:]\+?(\d{1,7})", re.ASCII)
#: up to so much an uma is meant in thousands
_THOUSANDS: Final = 100
#: the greater figure of a pair of which nobody can say whether it counts thousands or tens of them
_UNCLEAR: Final = range(1, 10)


def whole_number(text: str) -> object:
    """Read a whole number; return the text itself where it is not one."""
    plain = _plain(text)
    return int(plain) if _NUMBER.fullmatch(plain) else text


def looks_like_a_number(text: str) -> bool:
    """Return whether a text is a number, even one far beyond every limit."""
    return bool(_LONG_NUMBER.fullmatch(_plain(text)))


def uma_of(text: str, places: int) -> tuple[int, ...]:
    """Read uma by place, in points, as people write it; empty if it is not uma.

    Args:
        text: ``30/10``, ``30-10`` or ``10-30`` for four places; or one value for each place,
            separated by slashes: ``30/10/-10/-30``. Up to 100 they are thousands. A pair of
            single digits is not read: see :func:`unclear_pair`.
        places: how many there are.
    """
    pair = _pair_in(text)
    if pair and places == 4:
        less, more = pair
        return () if more in _UNCLEAR else _in_points((more, less, -less, -more))
    values = [whole_number(part) for part in _bare_uma(text).split("/")]
    numbers = tuple(value for value in values if isinstance(value, int))
    return _in_points(numbers) if len(values) == len(numbers) == places else ()


def unclear_pair(text: str) -> tuple[int, int] | None:
    """Read the digits of ``1-3``: spoken (ワンスリー) it means 10-30, written maybe 1 and 3.

    Returns:
        The greater one first; None where a text is no such pair.
    """
    pair = _pair_in(text)
    return (pair[1], pair[0]) if pair and pair[1] in _UNCLEAR else None


def _pair_in(text: str) -> tuple[int, int] | None:
    """Return the two numbers of a pair, the smaller one first."""
    pair = _PAIR.fullmatch(_bare_uma(text))
    if pair is None:
        return None
    less, more = sorted(map(int, pair.groups()))
    return less, more


def _bare_uma(text: str) -> str:
    return re.sub(r"[\s,、]", "", nfkc(text)).removeprefix("ウマ")


def _in_points(values: tuple[int, ...]) -> tuple[int, ...]:
    unit = 1_000 if max(map(abs, values)) <= _THOUSANDS else 1
    return tuple(value * unit for value in values)


def _plain(text: str) -> str:
    plain = re.sub(r"[\s,、点]", "", nfkc(text))
    return _MINUS.sub("-", plain)
