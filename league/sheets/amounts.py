"""The amounts of one game: in full, in hundreds or in thousands, and never a float."""

from __future__ import annotations

from collections.abc import Sequence

from league.sheets.layout import Unit
from league.sheets.values import Number

#: thousandths times these are millionths of what is meant
_FULL, _HUNDREDS, _THOUSANDS = 1_000, 100_000, 1_000_000
#: nobody's points at the top of a table are fewer: in full, in hundreds
_SURELY_FULL, _SURELY_HUNDREDS = 3_000, 200
#: a score of so much is written in points, 52,300 for +52.3
_SURELY_POINTS = 1_000


def points_of(numbers: Sequence[Number | None], unit: Unit) -> tuple[int | None, ...]:
    """Points by seat; those of one game are written in one unit.

    A number with a k is in thousands wherever it stands, and one that no unit makes whole points
    stays away.
    """
    there = [number for number in numbers if number is not None]
    factor = _FACTORS.get(unit) or _factor(there)
    return tuple(None if one is None else _in_points(one, factor) for one in numbers)


_FACTORS = {Unit.FULL: _FULL, Unit.HUNDREDS: _HUNDREDS, Unit.THOUSANDS: _THOUSANDS}


def _factor(numbers: Sequence[Number]) -> int:
    bare = [number for number in numbers if not number.in_thousands]
    if any(number.thousandths % 1_000 for number in bare):
        return _THOUSANDS
    most = max((abs(number.thousandths) // 1_000 for number in bare), default=0)
    if most >= _SURELY_FULL:
        return _FULL
    return _HUNDREDS if most >= _SURELY_HUNDREDS else _THOUSANDS


def _in_points(number: Number, factor: int) -> int | None:
    points, rest = divmod(
        number.thousandths * (_THOUSANDS if number.in_thousands else factor), _THOUSANDS
    )
    return None if rest else points


def scores_of(numbers: Sequence[Number | None]) -> tuple[int | None, ...]:
    """Scores by seat: +52.3 as 52_300, also where it is written 52,300."""
    most = max((abs(one.thousandths) // 1_000 for one in numbers if one is not None), default=0)
    divisor = 1_000 if most >= _SURELY_POINTS else 1
    return tuple(
        None if one is None or one.thousandths % divisor else one.thousandths // divisor
        for one in numbers
    )
