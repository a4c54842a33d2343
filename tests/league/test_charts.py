"""Lines that the server draws: round ticks around the values, every step in the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.charts import HEIGHT, WIDTH, Series, line_chart, ticks_between

POINTS = st.integers(-200_000, 200_000)


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        pytest.param(25_000, 25_000, (25_000, 26_000), id="everybody holds the same"),
        pytest.param(1_000, 48_000, (0, 10_000, 20_000, 30_000, 40_000, 50_000), id="a usual game"),
        pytest.param(-7_000, 3_000, (-10_000, -5_000, 0, 5_000), id="minus"),
    ],
)
def test_an_axis_has_round_ticks(low: int, high: int, ticks: tuple[int, ...]) -> None:
    assert ticks_between(low, high, 1_000) == ticks


@given(st.tuples(POINTS, POINTS).map(sorted))
def test_ticks_enclose_every_value_and_are_a_handful(ends: list[int]) -> None:
    low, high = ends

    found = ticks_between(low, high)

    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= 6
    assert list(found) == sorted(set(found))


@given(st.lists(st.lists(POINTS, min_size=5, max_size=5), min_size=1, max_size=4))
def test_every_dot_lies_within_the_picture_and_higher_values_higher(
    values: list[list[int]],
) -> None:
    series = [Series(name=str(at), values=tuple(each)) for at, each in enumerate(values)]

    chart = line_chart("abcde", series)

    dots = [dot for line in chart.lines for dot in line.dots]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in dots)
    placed = sorted(
        (v, -y)
        for each, line in zip(values, chart.lines, strict=True)
        for v, (_x, y) in zip(each, line.dots, strict=True)
    )
    assert [y for _v, y in placed] == sorted(y for _v, y in placed)


def test_a_step_without_a_value_is_left_out_of_the_line_and_said_in_the_table() -> None:
    chart = line_chart("ab", [Series(name="A", values=(None, 5))])

    assert len(chart.lines[0].dots) == 1
    assert chart.rows == (("a", (None,)), ("b", (5,)))


def test_many_steps_are_not_all_named_below_the_axis() -> None:
    steps = [str(at) for at in range(40)]

    chart = line_chart(steps, [Series(name="A", values=tuple(range(40)))])

    assert len(chart.labels) <= 9
    assert len(chart.rows) == 40
