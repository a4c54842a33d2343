"""Shares and averages of hands, and what a win is called by its size."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import VALUE_CLASSES, HandCounts, add_up, tenths, value_class

COUNTS = st.builds(
    HandCounts, **dict.fromkeys(asdict(HandCounts()), st.integers(min_value=0, max_value=9_999))
)


def test_shares_are_of_what_they_are_a_share_of() -> None:
    counts = HandCounts(
        hands=200,
        wins=40,
        tsumo=15,
        won=222_020,
        deal_ins=25,
        paid=130_000,
        riichi=50,
        riichi_wins=20,
        noted=160,
        called=60,
        draws=30,
        tenpai=16,
    )

    assert counts.win_rate() == 200
    assert counts.deal_in_rate() == 125
    assert counts.riichi_rate() == 250
    assert counts.riichi_win_rate() == 400
    assert counts.call_rate() == 375
    assert counts.tsumo_rate() == 375
    assert counts.tenpai_rate() == 533
    assert counts.average_win() == 5_551  # 5,550.5
    assert counts.average_deal_in() == 5_200


def test_of_nothing_there_is_no_share_and_no_average() -> None:
    nothing = HandCounts()

    assert {nothing.win_rate(), nothing.deal_in_rate(), nothing.riichi_rate()} == {None}
    assert {nothing.riichi_win_rate(), nothing.call_rate(), nothing.tsumo_rate()} == {None}
    assert {nothing.tenpai_rate(), nothing.average_win(), nothing.average_deal_in()} == {None}


@given(st.lists(COUNTS, max_size=6), st.integers(min_value=0, max_value=6))
def test_counts_add_up_in_any_grouping(rows: list[HandCounts], cut: int) -> None:
    assert add_up([add_up(rows[:cut]), add_up(rows[cut:])]) == add_up(rows)
    assert add_up(rows).hands == sum(row.hands for row in rows)


@given(st.integers(min_value=0, max_value=10**6), st.integers(min_value=1, max_value=10**6))
def test_a_share_is_the_nearest_tenth_of_a_percent(part: int, whole: int) -> None:
    share = tenths(part, whole)

    assert share is not None
    assert abs(share * whole - part * 1_000) * 2 <= whole


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        pytest.param({}, "unknown", id="nothing told"),
        pytest.param({"han": 1, "fu": 30}, "han1", id="1 han"),
        pytest.param({"han": 1, "fu": 110}, "han1", id="1 han 110 fu"),
        pytest.param({"han": 2, "fu": 110}, "han2", id="2 han 110 fu"),
        pytest.param({"han": 3, "fu": 60}, "han3", id="3 han 60 fu"),
        pytest.param({"han": 3, "fu": 70}, "mangan", id="3 han 70 fu"),
        pytest.param({"han": 4}, "han4", id="4 han without fu"),
        pytest.param({"han": 4, "fu": 25}, "han4", id="seven pairs with 4 han"),
        pytest.param({"han": 4, "fu": 30}, "han4", id="4 han 30 fu"),
        pytest.param({"han": 4, "fu": 30, "limit": "mangan"}, "mangan", id="rounded up"),
        pytest.param({"han": 4, "fu": 40}, "mangan", id="4 han 40 fu"),
        pytest.param({"han": 5}, "mangan", id="5 han"),
        pytest.param({"han": 6}, "haneman", id="6 han"),
        pytest.param({"han": 7}, "haneman", id="7 han"),
        pytest.param({"han": 8}, "baiman", id="8 han"),
        pytest.param({"han": 10}, "baiman", id="10 han"),
        pytest.param({"han": 11}, "sanbaiman", id="11 han"),
        pytest.param({"han": 13}, "yakuman", id="13 han"),
        pytest.param({"han": 14, "limit": "sanbaiman"}, "sanbaiman", id="no counted yakuman"),
        pytest.param({"yakuman": 2}, "yakuman", id="double yakuman"),
        pytest.param({"limit": "yakuman_2"}, "yakuman", id="double yakuman by its limit"),
        pytest.param({"han": 13, "limit": "counted_yakuman"}, "yakuman", id="counted yakuman"),
    ],
)
def test_a_win_is_called_by_its_han_or_its_limit(expected: dict[str, object], name: str) -> None:
    assert value_class(**expected) == name  # type: ignore[arg-type]
    assert name in VALUE_CLASSES
