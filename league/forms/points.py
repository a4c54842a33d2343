"""The points of a whole table as typed: one unit for all seats, the empty seat from the sum."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.counting import Counting
from league.errors import LeagueError
from league.forms.points_field import parse_points

_HUNDRED: Final = 100
#: from here on ``parse_points`` reads every number in full
_SURELY_FULL: Final = 3_000
#: hundreds as short as this read as hundreds whatever they are
_SURELY_SHORT: Final = 1_000


@dataclass(frozen=True, slots=True)
class PointsRead:
    """What a seat's field says: points, or what is wrong with it, or nothing at all."""

    points: int | None = None
    problem: str = ""


def read_points(texts: Sequence[str], *, unit: int = _HUNDRED) -> tuple[PointsRead, ...]:
    """Read the fields of one table, in hundreds or in full.

    Each is read by itself; but ``300`` beside a seat that was typed in full is asked about, because
    there it may be 300 as well as 30,000. With a ``unit`` of 1 there is nothing to ask.
    """
    read = [_read(text, unit) for text in texts]
    if unit == _HUNDRED and any(
        _typed_in_full(text, one) for text, one in zip(texts, read, strict=True)
    ):
        read = [_sure(text, one) for text, one in zip(texts, read, strict=True)]
    return tuple(read)


def _read(text: str, unit: int) -> PointsRead:
    try:
        return PointsRead(parse_points(text, unit=unit))
    except LeagueError as error:
        return PointsRead(problem=error.message)


def _size(text: str) -> int:
    return int(re.sub(r"[^0-9]", "", unicodedata.normalize("NFKC", text)) or 0)


def _typed_in_full(text: str, read: PointsRead) -> bool:
    points = read.points or 0
    return points != 0 and points % _HUNDRED == 0 and _size(text) == abs(points)


def _sure(text: str, read: PointsRead) -> PointsRead:
    size = _size(text)
    if not size or size % _HUNDRED or abs(read.points or 0) != size * _HUNDRED:
        return read
    facts = {
        "typed": size,
        "hundreds": f"{size * _HUNDRED:,}",
        "short": size // _HUNDRED,
        "full": size * _HUNDRED,
    }
    words = _(
        "Is this %(typed)s or %(hundreds)s points? Another seat is in full points: "
        "type %(short)s or %(full)s."
    )
    return PointsRead(problem=words % facts)


def fill_last(points: Sequence[int | None], counting: Counting, *, sticks: int) -> int | None:
    """The seat that is left empty, from the sum: the points it must hold, or None.

    Only when exactly one seat is empty, and no other holds more than is possible: a slip of a
    digit must not be balanced away silently.

    Args:
        points: by seat, None where nothing was typed.
        counting: what was dealt, and the most that anybody can hold.
        sticks: riichi sticks left on the table, in points.
    """
    held = [one for one in points if one is not None]
    if len(held) != len(points) - 1 or any(abs(one) > counting.most for one in held):
        return None
    return counting.dealt - sticks - sum(held)


def write_points(points: Sequence[int | None], *, unit: int = _HUNDRED) -> tuple[str, ...]:
    """The texts that ``read_points`` reads back as these points; in hundreds where that is sure."""
    if unit == 1:
        return tuple("" if one is None else str(one) for one in points)
    return tuple(_written(one, full=any(map(_needs_full, points))) for one in points)


def _needs_full(points: int | None) -> bool:
    hundreds = abs(points or 0) // _HUNDRED
    return hundreds >= _SURELY_FULL or (hundreds >= _SURELY_SHORT and not hundreds % _HUNDRED)


def _written(points: int | None, *, full: bool) -> str:
    if points is None:
        return ""
    if points % _HUNDRED or (full and abs(points) >= _SURELY_FULL):
        return str(points)
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // _HUNDRED}"
