"""Scores that come with a game are kept as they are."""

from __future__ import annotations

import pytest

from rules.presets import load
from scoring.checks import problems
from scoring.results import GameResult
from scoring.settlement import settle, settle_scores

RULE = load("tenhou-4p-tonnan").versions[-1].value
UNKNOWN = (0, 0, 0, 0)
LINE = (52_000, 6_000, -24_000, -34_000)


def test_a_result_list_settles_as_it_says_and_places_go_by_its_scores() -> None:
    settled = settle(GameResult(points=UNKNOWN, given=LINE), RULE)

    assert settled.scores == LINE
    assert settled.places == (1, 2, 3, 4)
    assert [[(part.kind, part.points) for part in seat.parts] for seat in settled.seats] == [
        [("given", score)] for score in LINE
    ]


def test_points_that_are_known_do_not_change_what_was_given() -> None:
    result = GameResult(points=(41_400, 30_000, 23_800, 4_800), given=(-1_000, 1_000, 500, -500))

    assert settle_scores(result, RULE).scores == (-1_000, 1_000, 500, -500)
    assert settle_scores(result, RULE).places == (4, 1, 2, 3)


def test_equal_scores_go_by_the_order_of_the_line() -> None:
    result = GameResult(points=UNKNOWN, given=(8_000, 0, 0, -8_000))

    assert settle(result, RULE).places == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        pytest.param((1_000, -1_000, 0), "wrong-seat-count", id="a line of three"),
        pytest.param((1_000, 0, 0, 0), "given-unbalanced", id="does not sum to zero"),
        pytest.param((2_000_000, -2_000_000, 0, 0), "points-out-of-range", id="absurd"),
    ],
)
def test_what_cannot_have_been_given_is_named(given: tuple[int, ...], code: str) -> None:
    found = problems(GameResult(points=UNKNOWN, given=given), RULE)

    assert found[0].code == code
