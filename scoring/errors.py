"""What people can get wrong about a result; each error has a code, its facts and its seats."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import ClassVar, Self

from rules.errors import Fact, RefusalError, gettext_noop, shown


class ScoringError(RefusalError):
    """A result that cannot be settled. ``seats`` are at fault; none of them: the table is.

    ``field`` is the part of the request at fault, in steps with dots, where one is.
    """

    code: ClassVar[str] = "scoring"

    def __init__(
        self, reason: str = "", /, *, field: str = "", seats: Sequence[int] = (), **facts: Fact
    ) -> None:
        super().__init__(reason, **facts)
        self.field, self.seats, self.place = field, tuple(seats), ""

    def within(self, place: str) -> Self:
        """Say where it is wrong, as in ``hands[3]``; said again, the place around that one."""
        self.place = f"{place}: {self.place}" if self.place else place
        return self

    def __str__(self) -> str:
        seat = f"seat {self.seats[0]}" if len(self.seats) == 1 else ""
        return ": ".join(filter(None, (self.place, self.field, seat, super().__str__())))


class NotStatedError(ScoringError):
    """The rule's document does not hand down the values that were in force that day."""

    code = "not-stated"
    sentences = MappingProxyType(
        {"not-stated": gettext_noop("The rules of that day do not say how games are settled.")}
    )


class WrongSeatCountError(ScoringError):
    """A list has more or fewer entries than the table has seats."""

    code = "wrong-seat-count"
    sentences = MappingProxyType(
        {"wrong-seat-count": gettext_noop("This rule is for %(players)s players.")}
    )


class PointsOutOfRangeError(ScoringError):
    """A stack beyond a million points either way."""

    code = "points-out-of-range"
    sentences = MappingProxyType(
        {
            "points-out-of-range": gettext_noop(
                "That is more than a table can have. One digit too many?"
            )
        }
    )


class NotAHundredError(ScoringError):
    """A stack that no sticks can make."""

    code = "not-a-hundred"
    sentences = MappingProxyType({"not-a-hundred": gettext_noop("Points must be in hundreds.")})


class BadSticksError(ScoringError):
    """Riichi sticks on the table that cannot be: negative, broken or more than was dealt out."""

    code = "bad-sticks"
    sentences = MappingProxyType(
        {
            "bad-sticks": gettext_noop(
                "Riichi sticks are entered in points: a multiple of 100, from 0 to %(most)s."
            ),
            "no-sticks": gettext_noop("These rules do not use riichi sticks."),
        }
    )

    def __init__(self, *, most: int) -> None:
        super().__init__("" if most else "no-sticks", most=most)


class UnbalancedTableError(ScoringError):
    """The stacks and the sticks on the table do not add up to what was dealt out."""

    code = "unbalanced-table"
    sentences = MappingProxyType(
        {
            "points-over": gettext_noop(
                "The points add up to %(total)s, %(difference)s more than the %(expected)s dealt"
                " out. Check the points entered."
            ),
            "points-short": gettext_noop(
                "The points add up to %(total)s, %(difference)s short of the %(expected)s dealt"
                " out. Check the points entered, or enter riichi sticks left on the table."
            ),
            # of a game whose points begin at 0
            "totals-over": gettext_noop(
                "The totals add up to %(total)s, not to 0. Take %(difference)s off somewhere."
            ),
            "totals-short": gettext_noop(
                "The totals add up to %(total)s, not to 0. Add %(difference)s somewhere."
            ),
        }
    )

    def __init__(self, *, total: int, expected: int) -> None:
        self.total, self.expected, self.difference = total, expected, total - expected
        way = "over" if self.difference > 0 else "short"
        super().__init__(
            f"points-{way}" if expected else f"totals-{way}",
            total=total,
            expected=expected,
            difference=abs(self.difference),
        )


class ChipsOutOfRangeError(ScoringError):
    """More chips than any table has."""

    code = "chips-out-of-range"
    sentences = MappingProxyType(
        {"chips-out-of-range": gettext_noop("That is more chips than a table can have.")}
    )


class ChipsUnbalancedError(ScoringError):
    """Chips won are not chips lost."""

    code = "chips-unbalanced"
    sentences = MappingProxyType(
        {
            "chips-unbalanced": gettext_noop(
                "The chips must add up to 0, but they add up to %(total)s."
            )
        }
    )


class GivenUnbalancedError(ScoringError):
    """Scores that came with a game do not sum to 0."""

    code = "given-unbalanced"
    sentences = MappingProxyType(
        {
            "given-unbalanced": gettext_noop(
                "The imported scores must add up to 0, but they add up to %(total)s."
            )
        }
    )


class BadSeatError(ScoringError):
    """A seat that the table does not have, that is named twice, or that meets itself."""

    code = "bad-seat"
    sentences = MappingProxyType(
        {
            "no-seat": gettext_noop("Someone who is not at this table is selected here."),
            "twice": gettext_noop("The same person is selected twice."),
            "busts-itself": gettext_noop("Players cannot bust themselves."),
            "pays-itself": gettext_noop("The winner cannot pay for their own hand."),
        }
    )

    def __init__(self, reason: str, *, field: str, seat: int) -> None:
        super().__init__(reason, field=field, seats=(seat,))


class SeveralYakumanError(ScoringError):
    """More than one yakuman in a game that the first one ended."""

    code = "several-yakuman"
    sentences = MappingProxyType(
        {
            "several-yakuman": gettext_noop(
                "A yakuman ends the game, so there can be only one. Keep the one that ended it."
            )
        }
    )


class UnknownPenaltyError(ScoringError):
    """A penalty whose price the rule does not give."""

    code = "unknown-penalty"
    sentences = MappingProxyType(
        {
            "unknown-penalty": gettext_noop(
                "These rules have no penalty “%(kind)s”. The known ones are: %(known)s."
            ),
            "no-penalties": gettext_noop("These rules have no penalty “%(kind)s”."),
        }
    )

    def __init__(self, *, seat: int, kind: str, known: Sequence[str]) -> None:
        has = ", ".join(map(shown, known))
        super().__init__(
            "" if known else "no-penalties", seats=(seat,), kind=shown(kind), known=has
        )
        self.known = tuple(known)


class BadPenaltyCountError(ScoringError):
    """A penalty given no times, or absurdly often."""

    code = "bad-penalty-count"
    sentences = MappingProxyType(
        {"bad-penalty-count": gettext_noop("A penalty can be counted 1 to %(most)s times.")}
    )


class PenaltyAmountError(ScoringError):
    """An amount that the referee may not name, or none where one must be named."""

    code = "bad-penalty-amount"
    sentences = MappingProxyType(
        {
            "bad-penalty-amount": gettext_noop(
                "“%(kind)s” costs %(least)s to %(most)s, in steps of %(step)s."
            ),
            "no-penalty-amount": gettext_noop(
                "Enter what the referee named for “%(kind)s”: %(least)s to %(most)s, in steps of "
                "%(step)s."
            ),
            "fixed-penalty": gettext_noop(
                "The rules say what “%(kind)s” costs; no amount can be named."
            ),
        }
    )


class NotBustedError(ScoringError):
    """Somebody is named as busted who still has points."""

    code = "not-busted"
    sentences = MappingProxyType(
        {"not-busted": gettext_noop("This player is marked as busted but still has points.")}
    )
