"""What people can get wrong about a result; each error has a code, its facts and its seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from rules.errors import shown


class ScoringError(Exception):
    """A result that cannot be settled. ``seats`` are to blame; none of them: the table is."""

    code: ClassVar[str] = "scoring"

    def __init__(self, message: str, *, seats: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.seats = tuple(seats)
        self.place = ""

    def within(self, place: str) -> Self:
        """Say where it is wrong, as in ``hands[3]``; said again, the place around that one.

        ``place`` holds it for those who say the rest in another language.
        """
        self.place = f"{place}: {self.place}" if self.place else place
        self.args = (f"{place}: {self}",)
        return self


class NotStatedError(ScoringError):
    """The rule's document does not hand down the values that were in force that day."""

    code = "not-stated"

    def __init__(self, *, parameter: str) -> None:
        super().__init__(f"the rule does not state the values of {parameter} for this day")
        self.parameter = parameter


class WrongSeatCountError(ScoringError):
    """A list has more or fewer entries than the table has seats."""

    code = "wrong-seat-count"

    def __init__(self, *, what: str, count: int, expected: int) -> None:
        super().__init__(f"{what} must have {expected} values, one a seat, got {count}")
        self.what, self.count, self.expected = what, count, expected


class PointsOutOfRangeError(ScoringError):
    """A stack beyond a million points either way."""

    code = "points-out-of-range"

    def __init__(self, *, seat: int, limit: int) -> None:
        super().__init__(
            f"the points of seat {seat} must lie between -{limit:,} and {limit:,}", seats=(seat,)
        )
        self.seat, self.limit = seat, limit


class NotAHundredError(ScoringError):
    """A stack that no sticks can make."""

    code = "not-a-hundred"

    def __init__(self, *, seat: int, points: int) -> None:
        super().__init__(
            f"the points of seat {seat} must be a multiple of 100, got {points:,}", seats=(seat,)
        )
        self.seat, self.points = seat, points


class BadSticksError(ScoringError):
    """Riichi sticks on the table that cannot be: negative, broken or more than was dealt out."""

    code = "bad-sticks"

    def __init__(self, *, most: int) -> None:
        allowed = f"a multiple of 100 points between 0 and {most:,}" if most else "0 in this game"
        super().__init__(f"sticks must be {allowed}")
        self.most = most


class UnbalancedTableError(ScoringError):
    """The stacks and the sticks on the table do not add up to what was dealt out."""

    code = "unbalanced-table"

    def __init__(self, *, total: int, expected: int) -> None:
        self.total, self.expected, self.difference = total, expected, total - expected
        way = "too many" if self.difference > 0 else "missing"
        super().__init__(
            f"points and sticks add up to {total:,}, expected {expected:,}:"
            f" {abs(self.difference):,} {way}"
        )


class ChipsOutOfRangeError(ScoringError):
    """More chips than any table has."""

    code = "chips-out-of-range"

    def __init__(self, *, seat: int, limit: int) -> None:
        super().__init__(
            f"the chips of seat {seat} must lie between -{limit:,} and {limit:,}", seats=(seat,)
        )
        self.seat, self.limit = seat, limit


class ChipsUnbalancedError(ScoringError):
    """Chips won are not chips lost."""

    code = "chips-unbalanced"

    def __init__(self, *, total: int) -> None:
        super().__init__(f"chips must sum to 0, got {total:+,}")
        self.total = total


class BadSeatError(ScoringError):
    """A seat that the table does not have, that is named twice, or that meets itself."""

    code = "bad-seat"

    def __init__(self, *, what: str, seat: int, why: str) -> None:
        super().__init__(f"{what}: seat {seat} {why}", seats=(seat,))
        self.what, self.seat, self.why = what, seat, why


class SeveralYakumanError(ScoringError):
    """More than one yakuman in a game that the first one ended."""

    code = "several-yakuman"

    def __init__(self, *, seats: Sequence[int]) -> None:
        super().__init__("a yakuman ends the game, so there cannot be a second one", seats=seats)


class UnknownPenaltyError(ScoringError):
    """A penalty whose price the rule does not give."""

    code = "unknown-penalty"

    def __init__(self, *, seat: int, kind: str, known: Sequence[str]) -> None:
        has = f"has {', '.join(map(shown, known))}" if known else "has none"
        super().__init__(f"the rule knows no penalty {shown(kind)}; it {has}", seats=(seat,))
        self.seat, self.kind, self.known = seat, kind, tuple(known)


class BadPenaltyCountError(ScoringError):
    """A penalty given no times, or absurdly often."""

    code = "bad-penalty-count"

    def __init__(self, *, seat: int, most: int) -> None:
        super().__init__(
            f"the penalty of seat {seat} must be counted from 1 to {most}", seats=(seat,)
        )
        self.seat, self.most = seat, most


class NotBustedError(ScoringError):
    """Somebody is named as busted who still has points."""

    code = "not-busted"

    def __init__(self, *, seat: int, points: int) -> None:
        super().__init__(f"seat {seat} is named as busted but holds {points:,}", seats=(seat,))
        self.seat, self.points = seat, points
