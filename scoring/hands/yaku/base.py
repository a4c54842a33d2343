"""What a yaku is: a key, and a condition on a reading of the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rules.parameters import YakuRule
from scoring.hands.reading import Reading

Condition: TypeAlias = Callable[[Reading, YakuRule], bool]


class Yaku(NamedTuple):
    """A yaku that the tiles make, or a yakuman."""

    key: str  # as in ``han_…`` or ``yakuman_…`` of the parameters
    holds: Condition


class YakuFamily(list[Yaku]):
    """The yaku of a module, in the order in which it defines them."""

    def yaku(self, key: str) -> Callable[[Condition], Condition]:
        """Enter the condition below under this key."""

        def entered(holds: Condition) -> Condition:
            self.append(Yaku(key, holds))
            return holds

        return entered
