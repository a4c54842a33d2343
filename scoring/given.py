"""Scores that come with a game, as Tenhou's result lists give them: final, and never worked out."""

from __future__ import annotations

from collections.abc import Iterator

from rules.parameters.base import LIMIT
from scoring.errors import (
    GivenUnbalancedError,
    PointsOutOfRangeError,
    ScoringError,
    WrongSeatCountError,
)
from scoring.places import standing
from scoring.results import GameResult
from scoring.steps import Reckoned, Step


def settle_given(result: GameResult) -> Reckoned:
    """Keep the scores that were given, and place the seats by them.

    Source: whoever gave them. Equal scores go by seat: of a result list, by the order of its line.
    """
    assert result.given is not None  # the caller has looked
    steps = [Step("given", "", list(result.given))]
    return Reckoned(standing(result.given, shared=False), steps)


def given_problems(result: GameResult, players: int) -> Iterator[ScoringError]:
    """Say what cannot be about scores that were given."""
    given = result.given
    if given is None or not len(given) == len(result.points) == players:
        yield WrongSeatCountError(field="scores", players=players)
        return
    for seat, score in enumerate(given):
        if not -LIMIT <= score <= LIMIT:
            yield PointsOutOfRangeError(seats=(seat,))
    if sum(given):
        yield GivenUnbalancedError(total=sum(given))
