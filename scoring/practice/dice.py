"""Dice that fall the same way for the same number, on every machine and under every Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

#: SplitMix64, by Steele, Lea and Flood (2014). Python's own generator promises the same numbers
#: from version to version only for ``random()``, which is a float
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB
_BITS: Final = 64
_WORD: Final = (1 << _BITS) - 1


class Dice:
    """A row of numbers that its seed decides."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def roll(self, sides: int) -> int:
        """A number from 0 to below ``sides``, each as likely as any; ``sides`` is at least 1."""
        self._state = (self._state + _STEP) & _WORD
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * _FIRST & _WORD
        mixed = (mixed ^ mixed >> 27) * _SECOND & _WORD
        return (mixed ^ mixed >> 31) * sides >> _BITS

    def one_in(self, count: int) -> bool:
        """Whether something happens that happens once in ``count`` times."""
        return self.roll(count) == 0

    def pick(self, among: Sequence[T]) -> T:
        """One of a few; there is at least one."""
        return among[self.roll(len(among))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in another order."""
        left = list(things)
        return [left.pop(self.roll(len(left))) for _ in things]
