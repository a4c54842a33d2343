"""Values of tenhou.net/6's JSON: lists, texts, whole numbers, seats, points and scores."""

from __future__ import annotations

from rules.errors import shown
from scoring.tenhou.errors import RecordError
from scoring.tenhou.notation import MOST_POINTS, score_of

_MOST_ENTRIES = 1_000
#: tenhou.net/6 has a place for a fourth player also where three play
FOUR = 4


class Decimal(str):
    """A number with a decimal point, as it is written: no float comes near it."""


def as_list(value: object, *, what: str, most: int = _MOST_ENTRIES) -> list[object]:
    """A list of no more than ``most`` entries.

    Raises:
        RecordError: it is none, or longer.
    """
    if not isinstance(value, list):
        raise RecordError("no-list", field=what)
    if len(value) > most:
        raise RecordError("too-many", field=what, most=most, count=len(value))
    return value


def as_text(value: object, *, what: str) -> str:
    """A text.

    Raises:
        RecordError: it is none.
    """
    if not isinstance(value, str) or isinstance(value, Decimal):
        raise RecordError("no-text", field=what, found=shown(str(value)[:40]))
    return value


def as_whole(value: object, *, what: str, low: int, high: int) -> int:
    """A whole number.

    Raises:
        RecordError: it is none, or beyond the bounds.
    """
    if type(value) is not int or not low <= value <= high:
        raise RecordError("no-whole", field=what, least=low, most=high)
    return value


def seat_number(value: object, players: int, *, what: str) -> int:
    """A seat.

    Raises:
        RecordError: nobody sits there.
    """
    return as_whole(value, what=f"{what}: a seat", low=0, high=players - 1)


def stacks(value: object, players: int, *, what: str) -> tuple[int, ...]:
    """Points by seat; a fourth entry is left out where three play.

    Raises:
        RecordError: not one whole number a seat, or nobody has points.
    """
    entries = as_list(value, what=what)
    if len(entries) not in (players, FOUR):
        raise RecordError("not-so-many", field=what, expected=players, count=len(entries))
    points = [as_whole(each, what=what, low=-MOST_POINTS, high=MOST_POINTS) for each in entries]
    if any(points[players:]):
        raise RecordError("empty-seat", field=what)
    return tuple(points[:players])


def score(value: object, *, what: str) -> int:
    """A score in points: 33.6 is 33,600.

    Raises:
        RecordError: it is none.
    """
    is_number = type(value) is int or isinstance(value, Decimal)
    found = score_of(str(value)) if is_number and abs_is_small(value) else None
    if found is None:
        raise RecordError("bad-value", field=what, found=shown(str(value)[:40]))
    return found


def abs_is_small(value: object) -> bool:
    """Whether a whole number can be written at all: of huge ones Python refuses the digits."""
    return not isinstance(value, int) or abs(value) <= MOST_POINTS
