"""From a reading to what counts of it: one pattern a series, and the cap. Source: R-4 to R-6."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.parameters import ZungJungParameters
from scoring.zung_jung.patterns import PATTERNS
from scoring.zung_jung.payment import payment_of
from scoring.zung_jung.reading import Reading, reading_of
from scoring.zung_jung.value import ZungJungValue

#: readings that are remembered at most
MOST_COUNTED: Final = 20_000

_ORDER = {pattern.key: at for at, pattern in enumerate(PATTERNS)}


class Held(NamedTuple):
    """A pattern that a reading has."""

    key: str
    series: str
    worth: int  # once
    times: int  # sets of 翻牌; 1 of any other

    @property
    def together(self) -> int:
        """What all of it is worth."""
        return self.worth * self.times


class Counted(NamedTuple):
    """What a reading comes to."""

    #: its worth; of as much, the sum below the cap, then the patterns that stand first
    rank: tuple[int, int, tuple[int, ...]]
    shared: ZungJungValue  # where nobody answers for it
    charged: ZungJungValue  # where somebody does


class Counting(dict[int, Counted]):
    """Readings, by their number, to what they come to under a rule."""

    def __init__(self, rule: ZungJungParameters) -> None:
        super().__init__()
        self._rule, self._worth = rule, rule.patterns.worth_table

    def __missing__(self, key: int) -> Counted:
        if len(self) >= MOST_COUNTED:
            self.clear()
        found = self[key] = self._count(self._held(reading_of(key)))
        return found

    def _held(self, reading: Reading) -> list[Held]:
        found = []
        for pattern in PATTERNS:
            times = pattern.holds(reading, self._rule.patterns)
            if times:
                found.append(Held(pattern.key, pattern.series, self._worth[pattern.key], times))
        return found

    def _count(self, held: list[Held]) -> Counted:
        cap = self._rule.settlement.worth_cap
        alone = max(held, key=lambda one: one.worth, default=None)
        if alone and alone.worth >= cap:
            patterns = {alone.key: alone.worth}
            worth = together = alone.worth
        else:
            patterns = {one.key: one.together for one in _one_a_series(held)}
            if not patterns:
                patterns["chicken_hand"] = self._worth["chicken_hand"]
            together = sum(patterns.values())
            worth = min(together, cap)
        order = tuple(-_ORDER.get(key, len(_ORDER)) for key in patterns)
        base = self._rule.settlement.payment_base
        shared, charged = (
            ZungJungValue(patterns, worth, payment, payment.total)
            for payment in (
                payment_of(worth, base=base, is_charged=is_charged) for is_charged in (False, True)
            )
        )
        return Counted((worth, together, order), shared, charged)


def _one_a_series(held: Iterable[Held]) -> Iterable[Held]:
    """Leave the best of each series; of as much the one that stands later, which asks for more."""
    best: dict[str, Held] = {}
    for one in held:
        other = best.get(one.series)
        if other is None or one.worth >= other.worth:
            best[one.series] = one
    return best.values()
