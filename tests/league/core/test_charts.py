"""Lines that the server draws: round ticks around the values, every step in the table."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.charts import (
    HEIGHT,
    LINE,
    NOTE,
    WIDTH,
    Bar,
    Cell,
    Chart,
    Series,
    bar_chart,
    grid_chart,
    line_chart,
    mark_path,
    scaled,
    spread,
    ticks_between,
)
from league.core.text_width import width_of

POINTS = st.integers(-200_000, 200_000)
NAMES = st.text("佐藤Wm.i🀄あé1- ", min_size=1, max_size=24)


@st.composite
def charts(draw: st.DrawFn) -> Chart:
    """A chart of up to eleven lines over any steps, with gaps."""
    labels = draw(st.lists(NAMES, min_size=1, max_size=60))
    values = st.lists(st.none() | POINTS, min_size=len(labels), max_size=len(labels))
    series = draw(st.lists(values, min_size=1, max_size=11))
    return line_chart(
        labels,
        [Series(name=str(at), values=tuple(each)) for at, each in enumerate(series)],
        is_turned=draw(st.booleans()),
    )


def span(middle: int, text: str, letter: int = 110) -> tuple[int, int]:
    """Where a text that stands on its middle begins and ends."""
    half = scaled(width_of(text), letter) // 2
    return middle - half, middle + half


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
    assert chart.rows == (("a", ("–",)), ("b", ("5",)))


def test_many_steps_are_not_all_named_below_the_axis() -> None:
    steps = [str(at) for at in range(40)]

    chart = line_chart(steps, [Series(name="A", values=tuple(range(40)))])

    assert len(chart.labels) <= 9
    assert len(chart.rows) == 40


@given(charts())
def test_every_dot_lies_within_the_plot_and_the_ticks_cover_it(chart: Chart) -> None:
    dots = [dot for line in chart.lines for dot in line.dots]

    assert all(chart.left <= x <= chart.right for x, _y in dots)
    assert all(chart.top <= y <= chart.bottom for _x, y in dots)
    assert {y for y, _value, _text in chart.ticks} >= {chart.top, chart.bottom}


@given(charts())
def test_no_two_labels_of_an_axis_touch_and_none_leaves_the_picture(chart: Chart) -> None:
    below = [span(x, label) for x, label in chart.labels]
    beside = [y for y, _value, _text in chart.ticks]
    ends = [line.tag_y for line in chart.lines]

    assert all(start >= 0 and end <= WIDTH for start, end in below)
    assert all(one[1] < other[0] for one, other in pairwise(below))
    for places in (sorted(beside), sorted(ends)):
        assert all(b - a >= LINE for a, b in pairwise(places))
    assert all(chart.left - 50 - scaled(width_of(text)) >= 0 for _y, _value, text in chart.ticks)
    assert all(chart.top <= y <= chart.bottom for y in ends)


@given(charts())
def test_every_step_and_value_is_in_the_table(chart: Chart) -> None:
    assert {len(texts) for _label, texts in chart.rows} == {len(chart.lines)}
    found = sum(text != "–" for _label, texts in chart.rows for text in texts)
    assert found == sum(len(line.dots) for line in chart.lines)


def test_places_stand_with_the_first_above_the_others() -> None:
    chart = line_chart("ab", [Series(name="A", values=(1, 4))], is_turned=True)

    (_x, first), (_x2, fourth) = chart.lines[0].dots
    assert first < fourth


def test_eleven_lines_differ_by_more_than_their_colour() -> None:
    """Marks come in turns of four, dashes and colours in turns of four and five (charts.css)."""
    looks = [(mark_path(style, [(0, 0)]), style % 5) for style in range(11)]

    assert len(set(looks)) == 11


def test_oneself_is_drawn_last_and_keeps_the_place_in_the_legend() -> None:
    one = Series(name="A", values=(1, 2), is_marked=True)
    chart = line_chart("ab", [one, Series(name="B", values=(2, 1))])

    assert [line.name for line in chart.lines] == ["A", "B"]
    assert [line.name for line in chart.drawn] == ["B", "A"]


@given(st.lists(st.integers(0, 1_000), min_size=1, max_size=8))
def test_what_is_spread_keeps_its_order_and_stays_inside(wanted: list[int]) -> None:
    found = spread(wanted, 100, 0, 1_000)

    assert all(0 <= each <= 1_000 for each in found)
    pairs = sorted(zip(wanted, found, strict=True))
    assert [place for _wanted, place in pairs] == sorted(found)
    assert all(b - a >= 100 for a, b in pairwise(sorted(found)))


@given(
    st.lists(st.tuples(NAMES, st.integers(0, 100_000), NAMES), min_size=1, max_size=8).map(
        lambda rows: [Bar(label=label, value=value, note=note) for label, value, note in rows]
    )
)
def test_bars_stand_on_the_ground_by_their_size_and_their_texts_do_not_touch(
    bars: list[Bar],
) -> None:
    chart = bar_chart(bars)

    assert all(bar.y + bar.height == chart.bottom and bar.y >= chart.top for bar in chart.bars)
    assert all(chart.left <= bar.x and bar.x + bar.width <= chart.right for bar in chart.bars)
    placed = sorted(zip([bar.value for bar in bars], [b.height for b in chart.bars], strict=True))
    assert [height for _value, height in placed] == sorted(bar.height for bar in chart.bars)
    for texts, letter in (
        ([(bar.middle, bar.label) for bar in chart.bars], 110),
        ([(bar.middle, bar.text) for bar in chart.bars], 110),
        ([(bar.middle, bar.note) for bar in chart.bars], NOTE),
    ):
        spans = [span(middle, text, letter) for middle, text in texts]
        assert all(one[1] < other[0] for one, other in pairwise(spans))
    assert all(bar.note_y > 0 for bar in chart.bars)


def test_a_grid_is_shaded_by_size_and_sign() -> None:
    cells = [Cell(value=100, text="+100"), Cell(value=-50, text="▲50"), Cell(value=0, text="0")]

    grid = grid_chart(("A", "B", "C", "D"), [("E", [*cells, None], "/e/"), ("F", [None] * 4)])

    kinds = [cell.kind if cell else None for cell in grid.rows[0].cells]
    assert kinds == ["plus-4", "minus-2", "none", None]
    assert [row.url for row in grid.rows] == ["/e/", ""]


def test_a_grid_without_any_game_is_not_shaded() -> None:
    grid = grid_chart(("A",), [("B", [Cell(value=0, text="0")])])

    assert grid.rows[0].cells[0] is not None
    assert grid.rows[0].cells[0].shade == 0
