"""The harness of the benchmarks tells a dearer subject from a busy machine."""

from __future__ import annotations

import pytest

from benchmarks.common import Ratios, compare


def test_both_subjects_are_called_by_turns_and_as_often() -> None:
    calls: list[str] = []

    ratios = compare(lambda: calls.append("a"), lambda: calls.append("b"), rounds=3, calls=2)

    assert "".join(calls) == "ab" + "aabb" * 3
    assert len(ratios.rounds) == 3


def test_a_subject_that_works_twenty_times_as_long_is_found_dearer() -> None:
    ratios = compare(lambda: sum(range(20_000)), lambda: sum(range(400_000)), rounds=5, calls=3)

    assert ratios.beyond(1.10)
    assert ratios.median > 5


@pytest.mark.parametrize(
    ("rounds", "limit", "is_beyond"),
    [
        pytest.param((1.2, 1.3, 1.11), 1.10, True, id="every round is beyond"),
        pytest.param((1.2, 1.3, 1.10), 1.10, False, id="one round is not"),
        pytest.param((9.0,), None, False, id="no limit"),
    ],
)
def test_only_a_spread_that_lies_wholly_beyond_the_limit_fails(
    rounds: tuple[float, ...], limit: float | None, is_beyond: bool
) -> None:
    assert Ratios(rounds, 1.0, 1.0).beyond(limit) is is_beyond


def test_the_line_tells_the_median_and_the_whole_spread() -> None:
    line = Ratios((1.02, 0.98, 1.01), 8.0, 8.1).line("ranking", 1.10)

    assert line == (
        "ranking: 1.010 [0.980..1.020] in 3 rounds, 8.00 ms and 8.10 ms CPU a call, limit 1.10"
    )
