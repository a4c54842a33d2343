"""The rating: what openskill makes of games one after another, kept in whole thousandths.

openskill works with floating point, as every rating of this kind does. Its figures stop here:
stored and shown are whole numbers, and no standing depends on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFullRating

#: a point of strength is so many points of the rating that people read
SCALE: Final = 40
#: what is shown to whoever has not played: the cautious value begins here
BEGINS_AT: Final = 1_500
#: so many times the uncertainty is taken off
CAUTION: Final = 3

_THOUSAND: Final = 1_000


class Rated(NamedTuple):
    """Somebody's strength after some games, in thousandths of openskill's points."""

    games: int
    mean: int
    deviation: int

    @property
    def rating(self) -> int:
        """What is shown and ranked: the strength less three times its uncertainty."""
        return BEGINS_AT + _scaled(self.mean - CAUTION * self.deviation)

    @property
    def strength(self) -> int:
        """The strength itself, on the scale of the rating; what it is worth, ``spread`` says."""
        return BEGINS_AT + _scaled(self.mean)

    @property
    def spread(self) -> int:
        """One deviation, on the scale of the rating."""
        return _scaled(self.deviation)


class Ladder:
    """Everybody's strength while games are played one after another.

    BradleyTerryFull takes each pair of a table for a game of two and lets equal places be a draw
    of that pair; of openskill's models it is the one that treats shared places alike.
    """

    def __init__(self) -> None:
        from openskill.models import BradleyTerryFull  # only workers rate, web processes show

        self._model = BradleyTerryFull()
        self._held: dict[int, BradleyTerryFullRating] = {}
        self._games: Counter[int] = Counter()

    def play(self, members: Sequence[int], places: Sequence[int]) -> None:
        """Let a game be played: who sat there, and their places, equal where they are shared."""
        before = [[self._held.get(member) or self._model.rating()] for member in members]
        after = self._model.rate(before, ranks=[float(place) for place in places])
        for member, (held,) in zip(members, after, strict=True):
            self._held[member] = held
            self._games[member] += 1

    def of(self, member: int) -> Rated:
        """Somebody's strength so far."""
        held = self._held.get(member) or self._model.rating()
        return Rated(self._games[member], round(held.mu * _THOUSAND), round(held.sigma * _THOUSAND))


def _scaled(thousandths: int) -> int:
    """Thousandths as points of the rating, halves up."""
    return (thousandths * SCALE * 2 + _THOUSAND) // (2 * _THOUSAND)
