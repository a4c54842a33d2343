"""Zung Jung: the totals of a session are the score."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.parameters import ZungJungParameters, override
from rules.presets import load
from scoring.checks import problems
from scoring.results import GameResult, Penalty
from scoring.settlement import settle, settle_scores

VERSION = load("zung-jung").versions[-1]
TOTALS = st.lists(st.integers(-3_000, 3_000), min_size=3, max_size=3).map(
    lambda three: (*three, -sum(three))
)


def rule(**changes: Any) -> ZungJungParameters:
    zung_jung = VERSION.value
    assert isinstance(zung_jung, ZungJungParameters)
    return override(zung_jung, changes)


@pytest.mark.parametrize("key", ["zung-jung", "zung-jung-v33"])
@pytest.mark.parametrize(
    ("totals", "places", "scores"),
    [
        pytest.param(
            (-30, 210, -150, -30),
            (2, 1, 4, 3),
            (-30_000, 210_000, -150_000, -30_000),
            id="one hand of 70: 30 from two, 150 from the discarder",
        ),
        pytest.param(
            (15, -5, -5, -5), (1, 2, 3, 4), (15_000, -5_000, -5_000, -5_000), id="one hand of 5"
        ),
        pytest.param(
            (-1, -1, 3, -1), (2, 3, 1, 4), (-1_000, -1_000, 3_000, -1_000), id="one chicken hand"
        ),
        pytest.param(
            (-412, 1_303, -707, -184),
            (3, 1, 4, 2),
            (-412_000, 1_303_000, -707_000, -184_000),
            id="a session",
        ),
        pytest.param((0, 0, 0, 0), (1, 2, 3, 4), (0, 0, 0, 0), id="nobody won a hand"),
    ],
)
def test_a_session_counts_its_totals(
    key: str, totals: tuple[int, ...], places: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    settled = settle(GameResult(points=totals), load(key).versions[-1].value)

    assert settled.places == places
    assert settled.scores == scores
    assert (settled.result, settled.dabu_ken) == (None, None)


def test_each_total_is_a_part_with_its_clause() -> None:
    settled = settle(GameResult(points=(7, -7, 0, 0)), VERSION.value, {"score_per_point": "P-1"})
    parts = [
        [(part.kind, part.points, part.clause) for part in seat.parts] for seat in settled.seats
    ]

    assert parts == [
        [("points", 7_000, "P-1")],
        [("points", -7_000, "P-1")],
        [("points", 0, "P-1")],
        [("points", 0, "P-1")],
    ]


def test_a_point_may_be_worth_something_else() -> None:
    assert settle(GameResult(points=(7, -7, 0, 0)), rule(score_per_point=100)).scores == (
        *(700, -700),
        *(0, 0),
    )


def test_a_penalty_comes_on_top_where_the_club_has_one() -> None:
    late = {"kind": "遅刻", "amount": 20_000, "paid_to": "nobody"}
    agreed = rule(penalty_table=[{"kind": "chombo", "amount": 10_000}, late])
    offences = (Penalty(seat=0, kind="chombo"), Penalty(seat=3, kind="遅刻"))
    settled = settle(GameResult(points=(7, -7, 0, 0), penalties=offences), agreed)

    assert settled.scores == (-23_000, 3_000, 10_000, -10_000)
    assert settled.places == (1, 4, 2, 3)


@pytest.mark.parametrize(
    ("carried", "expected"),
    [
        pytest.param({"points": (7, -7, 0)}, ["wrong-seat-count"], id="three"),
        pytest.param({"points": (7, -7, 0, 1)}, ["unbalanced-table"], id="one too many"),
        pytest.param({"points": (7, -7, 0, -100), "sticks": 100}, ["bad-sticks"], id="sticks"),
        pytest.param(
            {"points": (1_000_001, -1_000_001, 0, 0)}, ["points-out-of-range"] * 2, id="absurd"
        ),
        pytest.param(
            {"points": (7, -7, 0, 0), "penalties": (Penalty(seat=0, kind="chombo"),)},
            ["unknown-penalty"],
            id="a penalty that the document does not have",
        ),
        pytest.param(
            {"points": (7, -7, 0, 0), "chips": (1, 0, 0, 0)}, ["chips-unbalanced"], id="chips"
        ),
    ],
)
def test_totals_that_do_not_add_up_are_told(carried: dict[str, Any], expected: list[str]) -> None:
    assert [error.code for error in problems(GameResult(**carried), rule())] == expected


@given(TOTALS)
def test_scores_sum_to_zero_and_follow_the_totals(totals: tuple[int, ...]) -> None:
    settled = settle(GameResult(points=totals), rule())
    plain = settle_scores(GameResult(points=totals), rule())

    assert settled.scores == tuple(total * 1_000 for total in totals)
    assert sum(settled.scores) == 0
    assert [settled.places.index(place) for place in (1, 2, 3, 4)] == sorted(
        range(4), key=lambda seat: (-totals[seat], seat)
    )
    assert (plain.places, plain.scores) == (settled.places, settled.scores)
