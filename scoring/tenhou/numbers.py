"""Numbers in records and result lists: whole ones within bounds, and scores without floats."""

from __future__ import annotations

import re

from scoring.tenhou.errors import RecordError

#: no stack in a record goes beyond this, in points
MOST_POINTS = 1_000_000
_WHOLE = re.compile(r"[-+]?[0-9]{1,7}", re.ASCII)
_SCORE = re.compile(r"([-+]?)([0-9]{1,5})(?:\.([0-9]))?", re.ASCII)


def whole(text: str, *, what: str, low: int = -MOST_POINTS, high: int = MOST_POINTS) -> int:
    """Read a whole number.

    Raises:
        RecordError: it is none, or beyond the bounds.
    """
    number = int(text) if _WHOLE.fullmatch(text) else None
    if number is None or not low <= number <= high:
        raise RecordError("no-whole", field=what, least=low, most=high)
    return number


def wholes(text: str, *, what: str, low: int = -MOST_POINTS, high: int = MOST_POINTS) -> list[int]:
    """Read whole numbers with commas between them; an empty text has none.

    Raises:
        RecordError: one that is none, or beyond the bounds.
    """
    parts = text.split(",") if text else []
    return [whole(part, what=what, low=low, high=high) for part in parts]


def score_of(text: str) -> int | None:
    """Read a score: ``+52.0`` is 52,000 points; None when it is none.

    One decimal at most. A zero may be signed: old programs write ``-0.0``.
    """
    found = _SCORE.fullmatch(text)
    if found is None:
        return None
    sign, units, tenths = found.groups()
    points = int(units) * 1_000 + int(tenths or 0) * 100
    return -points if sign == "-" else points
