"""Rounding to thousands, above and below zero."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.parameters.riichi import Rounding
from scoring.settlement import rounded

WAYS = tuple(way for way in get_args(Rounding) if way != "none")


@pytest.mark.parametrize(
    ("points", "by_size", "by_value"),
    [
        (31_500, 31_000, 31_000),
        (31_600, 32_000, 32_000),
        (24_500, 24_000, 24_000),
        (24_600, 25_000, 25_000),
        (500, 0, 0),
        (0, 0, 0),
        (-500, 0, -1_000),
        (-600, -1_000, -1_000),
        (-1_500, -1_000, -2_000),
        (-1_600, -2_000, -2_000),
        (-2_000, -2_000, -2_000),
    ],
)
def test_five_down_and_six_up(points: int, by_size: int, by_value: int) -> None:
    assert rounded(points, rounding="go_sha_roku_nyu", by_value=False) == by_size
    assert rounded(points, rounding="go_sha_roku_nyu", by_value=True) == by_value


@pytest.mark.parametrize(
    ("points", "by_size", "by_value"),
    [
        (24_400, 24_000, 24_000),
        (24_500, 25_000, 25_000),
        (-500, -1_000, 0),
        (-4_400, -4_000, -4_000),
        (-4_500, -5_000, -4_000),
        (-4_600, -5_000, -5_000),
    ],
)
def test_four_down_and_five_up(points: int, by_size: int, by_value: int) -> None:
    assert rounded(points, rounding="shi_sha_go_nyu", by_value=False) == by_size
    assert rounded(points, rounding="shi_sha_go_nyu", by_value=True) == by_value


@pytest.mark.parametrize(
    ("rounding", "points", "by_size", "by_value"),
    [
        ("up", 100, 1_000, 1_000),
        ("up", 1_000, 1_000, 1_000),
        ("up", -100, -1_000, 0),
        ("up", -1_100, -2_000, -1_000),
        ("down", 900, 0, 0),
        ("down", -900, 0, -1_000),
        ("down", -1_000, -1_000, -1_000),
    ],
)
def test_always_up_and_always_down(rounding: str, points: int, by_size: int, by_value: int) -> None:
    assert rounded(points, rounding=rounding, by_value=False) == by_size
    assert rounded(points, rounding=rounding, by_value=True) == by_value


@given(
    st.integers(-10_000, 10_000).map(lambda hundreds: hundreds * 100),
    st.sampled_from(WAYS),
    st.booleans(),
)
def test_rounding_moves_by_less_than_a_thousand_and_never_twice(
    points: int, rounding: str, by_value: bool
) -> None:
    once = rounded(points, rounding=rounding, by_value=by_value)

    assert once % 1_000 == 0
    assert abs(once - points) < 1_000
    assert rounded(once, rounding=rounding, by_value=by_value) == once


@given(st.integers(0, 10_000), st.sampled_from(WAYS))
def test_by_size_a_debt_is_rounded_like_a_gain(hundreds: int, rounding: str) -> None:
    gain = rounded(hundreds * 100, rounding=rounding, by_value=False)

    assert rounded(-hundreds * 100, rounding=rounding, by_value=False) == -gain
