"""Numbers in records and result lists, and days in their names; no floats."""

from __future__ import annotations

import re
from datetime import date

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


_LOG_ID = re.compile(r"[0-9]{10}gm-[0-9a-f]{4}-[0-9]{4,5}-[0-9a-fx]{1,40}", re.ASCII)
#: lists of results: sca20151214.log.gz, scb2015121400.html
_LIST = re.compile(r"sc[a-z]([0-9]{8})(?:[0-9]{2})?(?![0-9])", re.ASCII)


def log_id_in(text: str) -> str:
    """Find a log's name in a file name or an address; empty when there is none."""
    found = _LOG_ID.search(text)
    return found[0] if found else ""


def day_of_log(log_id: str) -> date | None:
    """The day a log's name begins with, if it begins with one."""
    return _day(log_id[:8])


def day_of_list(file_name: str) -> date | None:
    """The day that the file name of a result list tells: ``sca20151214.log``."""
    found = _LIST.search(file_name)
    return _day(found[1]) if found else None


def _day(digits: str) -> date | None:
    if re.fullmatch(r"[0-9]{8}", digits, re.ASCII) is None:
        return None
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:  # the 31st of some month
        return None
