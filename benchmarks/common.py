"""The harness of all benchmarks: two subjects by turns, ratios of their times with the spread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Subject = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Ratios:
    """How many times the time of the first subject the second took, round by round."""

    rounds: tuple[float, ...]
    first_ms: float  # median of one call
    second_ms: float
    clock: str = "CPU"  # what was read: CPU of this process, or the wall clock

    @property
    def median(self) -> float:
        """The middle ratio."""
        return statistics.median(self.rounds)

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest ratio; nothing is discarded."""
        return min(self.rounds), max(self.rounds)

    def beyond(self, limit: float | None) -> bool:
        """Whether even the lowest ratio is beyond ``limit``; without a limit never."""
        return limit is not None and self.spread[0] > limit

    def line(self, name: str, limit: float | None) -> str:
        """The one line that a run leaves behind."""
        low, high = self.spread
        goal = "no limit" if limit is None else f"limit {limit:.2f}"
        return (
            f"{name}: {self.median:.3f} [{low:.3f}..{high:.3f}] in {len(self.rounds)} rounds,"
            f" {self.first_ms:.2f} ms and {self.second_ms:.2f} ms {self.clock} a call, {goal}"
        )


def ratios_of(first: Sequence[float], second: Sequence[float], *, clock: str) -> Ratios:
    """Set the times of two subjects, in seconds and measured by turns, against each other."""
    return Ratios(
        rounds=tuple(two / one for one, two in zip(first, second, strict=True)),
        first_ms=statistics.median(first) * 1000,
        second_ms=statistics.median(second) * 1000,
        clock=clock,
    )


def compare(first: Subject, second: Subject, *, rounds: int, calls: int) -> Ratios:
    """Measure A, B, A, B … in this process.

    Args:
        first: the subject that the ratio is to.
        second: the subject that is compared.
        rounds: ratios to take.
        calls: calls of each subject in a round.
    """
    for subject in (first, second):  # caches of templates, URLs and statements fill once
        subject()
    times = [(_cpu(first, calls), _cpu(second, calls)) for _round in range(rounds)]
    return ratios_of(
        [first / calls for first, _second in times],
        [second / calls for _first, second in times],
        clock="CPU",
    )


def _cpu(subject: Subject, calls: int) -> float:
    """Seconds of CPU that this process spends on so many calls."""
    begin = time.process_time()
    for _call in range(calls):
        subject()
    return time.process_time() - begin
