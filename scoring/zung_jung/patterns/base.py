"""What a pattern is: a key, its number, and a condition on a reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.zung_jung.reading import Reading

#: how often a reading has it: once or not at all, but 翻牌
Condition: TypeAlias = Callable[[Reading, ZungJungPatterns], int]


class Pattern(NamedTuple):
    """One of the 44 (役)."""

    key: str  # as in ``worth_…`` of the parameters
    source: str  # its number in the document: kind, series, and its place in the series
    holds: Condition

    @property
    def series(self) -> str:
        """The series (系列), of which only one pattern counts."""
        kind, series, *_place = self.source.split(".")
        return f"{kind}.{series}"


class PatternKind(list[Pattern]):
    """The patterns of a kind (種類), in the order in which its module defines them."""

    def pattern(self, key: str, source: str) -> Callable[[Condition], Condition]:
        """Enter the condition below under this key."""

        def entered(holds: Condition) -> Condition:
            self.append(Pattern(key, source, holds))
            return holds

        return entered
