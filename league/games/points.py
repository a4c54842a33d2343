"""How a rule counts points, and the points of a table as people type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.core.errors import LeagueError
from league.core.letters import nfkc
from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters

_USUAL_UNIT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """What the tables of one rule report. Amounts are points."""

    dealt: int  # what all players begin with together
    most: int  # anyone with more has slipped a digit
    unit: int = _USUAL_UNIT  # what is typed comes in whole units
    stick: int = 1_000  # of riichi; 0: there are none on this table
    most_sticks: int = 20
    chips: bool = False
    yakitori: bool = False
    busts: bool = False
    #: whether the game of a substitute counts something else
    substitutes: bool = False
    #: Boo: at or above this one floats
    floating_line: int | None = None
    #: Boo: whether a maru-A doubles the next one at the table (ダブ権)
    has_right: bool = False
    #: Boo: whether the last game's top deals first in the next
    top_deals_first: bool = False
    #: Boo: whether a yakuman ends the game, which is why somebody may answer for it (包)
    yakuman_ends_game: bool = False
    #: names of yakuman that are none here
    no_yakuman: frozenset[str] = frozenset()
    #: whether yakuman are noted at all
    notes_yakuman: bool = True

    @property
    def is_typed_short(self) -> bool:
        """Return whether points are called and typed in hundreds."""
        return self.unit == _USUAL_UNIT


def counting_of(parameters: Parameters) -> Counting:
    game = parameters.game
    dealt = game.players * game.start_points
    if isinstance(parameters, RiichiParameters):
        rule = parameters.settlement
        return Counting(
            dealt=dealt,
            most=dealt,
            stick=parameters.play.riichi_stick,
            chips=parameters.plays_chips,
            yakitori=bool(rule.yakitori),
            busts=bool(rule.bust_bonus),
            substitutes=rule.substitute_score is not None,
        )
    if isinstance(parameters, BooParameters):
        return _of_boo(parameters, dealt)
    return _of_zung_jung(parameters)


def _of_boo(parameters: BooParameters, dealt: int) -> Counting:
    ends = parameters.game.yakuman_ends_game
    counted = parameters.hand.counted_yakuman
    return Counting(
        dealt=dealt,
        most=dealt,
        stick=parameters.play.riichi_stick,
        most_sticks=80,
        floating_line=parameters.settlement.floating_line,
        has_right=parameters.settlement.double_right,
        top_deals_first=parameters.game.next_first_dealer == "top",
        yakuman_ends_game=ends,
        no_yakuman=frozenset() if counted else frozenset({"counted_yakuman"}),
    )


def _of_zung_jung(parameters: ZungJungParameters) -> Counting:
    """Count totals from 0, in single points; the limit is the dearest pattern every hand."""
    worths = parameters.patterns.model_dump().values()
    dearest = max(worth for worth in worths if type(worth) is int)
    return Counting(
        dealt=0,
        most=parameters.game.hands * 3 * dearest,
        unit=1,
        stick=0,
        notes_yakuman=False,
    )


#: before there are any rules
UNKNOWN = Counting(dealt=0, most=0)


_HUNDRED: Final = 100
#: every sign that stands for less than nothing: on keyboards, on score sheets, out of Excel
_MINUS: Final = re.compile(r"^[▲△▼\-−‐‑‒–—―ー]")
_NUMBER: Final = re.compile(r"\d{1,9}")
#: below this a number can only be hundreds: 412 is 41,200 (nobody ends with 412 points)
_SURELY_HUNDREDS: Final = 1_000
#: below this a number is hundreds unless it is whole hundreds: 1052 is 105,200, but 1200 is 1,200
_MAYBE_HUNDREDS: Final = 3_000
#: from here on ``parse_points`` reads every number in full
_SURELY_FULL: Final = 3_000
#: hundreds as short as this read as hundreds whatever they are
_SURELY_SHORT: Final = 1_000


def parse_points(text: str, *, unit: int = _HUNDRED) -> int | None:
    """Read points typed in hundreds or in full; None when nothing was typed.

    Widths, commas and spaces do not matter, and ``▲12`` is ``-12``. A number with a comma is
    always in full: ``412`` and ``41,200`` and ``41200`` are the same, ``1,200`` is 1,200. Where
    single points are counted (``unit`` 1) every number is in full.

    Raises:
        LeagueError: it is not a number.
    """
    plain = nfkc(text)
    has_comma = bool(re.search("[,、]", plain))
    plain = re.sub(r"[\s,、点]", "", plain)
    if not plain:
        return None
    sign = -1 if _MINUS.match(plain) else 1
    digits = _MINUS.sub("", plain).removeprefix("+")
    if not _NUMBER.fullmatch(digits) or not digits.isascii():
        shown = text.strip()[:20]
        raise LeagueError(_("“%(text)s” is not a valid number of points.") % {"text": shown})
    size = int(digits)
    return sign * (size if has_comma or unit == 1 else _in_full(size))


def _in_full(size: int) -> int:
    if size < _SURELY_HUNDREDS or (size < _MAYBE_HUNDREDS and size % _HUNDRED):
        return size * _HUNDRED
    return size


@dataclass(frozen=True, slots=True)
class PointsRead:
    points: int | None = None
    problem: str = ""


def read_points(texts: Sequence[str], *, unit: int = _HUNDRED) -> tuple[PointsRead, ...]:
    """Read the fields of one table, in hundreds or in full.

    Each is read by itself; but ``300`` beside a seat that was typed in full is queried, because
    there it may be 300 as well as 30,000. With a ``unit`` of 1 there is no ambiguity.
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
    return int(re.sub(r"[^0-9]", "", nfkc(text)) or 0)


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
        "Is this %(typed)s or %(hundreds)s points? Another seat was entered in full "
        "points, so type %(short)s or %(full)s."
    )
    return PointsRead(problem=words % facts)


def fill_last(points: Sequence[int | None], counting: Counting, *, sticks: int) -> int | None:
    """Return the points of the only empty seat, from the sum, or None.

    Only when exactly one seat is empty, and no other has more than is possible: a mistyped
    digit must not be balanced away silently.

    Args:
        points: by seat, None where nothing was typed.
        counting: what was dealt, and the most that anybody can have.
        sticks: riichi sticks left on the table, in points.
    """
    held = [one for one in points if one is not None]
    if len(held) != len(points) - 1 or any(abs(one) > counting.most for one in held):
        return None
    return counting.dealt - sticks - sum(held)


def write_points(points: Sequence[int | None], *, unit: int = _HUNDRED) -> tuple[str, ...]:
    """Return texts that ``read_points`` reads back; in hundreds where unambiguous."""
    if unit == 1:
        return tuple("" if one is None else str(one) for one in points)
    hundreds = [abs(one or 0) // _HUNDRED for one in points]
    full = any(
        size >= _SURELY_FULL or (size >= _SURELY_SHORT and not size % _HUNDRED) for size in hundreds
    )
    return tuple(_written(one, full=full) for one in points)


def _written(points: int | None, *, full: bool) -> str:
    if points is None:
        return ""
    if points % _HUNDRED or (full and abs(points) >= _SURELY_FULL):
        return str(points)
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // _HUNDRED}"
