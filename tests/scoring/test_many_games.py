"""The law of every table, on many games: a tenth of the promised count, or all of it.

``make test-slow`` runs a tenth, ``make promises`` (JANCHO_FULL=1) the whole of it.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings

from rules.parameters import RiichiParameters
from scoring.results import GameResult
from scoring.settlement import settle, settle_scores

from .strategies import games

PROMISED = 100_000
COUNT = PROMISED if os.environ.get("JANCHO_FULL") else PROMISED // 10


@pytest.mark.slow
@settings(max_examples=COUNT)
@given(games())
def test_of_a_hundred_thousand_games_none_sums_to_anything_but_zero(
    game: tuple[RiichiParameters, GameResult],
) -> None:
    rule, result = game
    settled = settle(result, rule)

    assert sum(settled.scores) == 0
    assert settled.scores == settle_scores(result, rule).scores
