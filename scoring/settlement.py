"""From the points at the end of a game to the scores of the league, with every step shown."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.parameters import Parameters, RiichiParameters
from scoring.checks import problems
from scoring.errors import NotSettledYetError
from scoring.places import Standing, standing
from scoring.results import Bust, GameResult, Part, Penalty, SeatScore, Settled, YakumanWin
from scoring.steps import Step, steps

__all__ = [
    "Bust",
    "GameResult",
    "Part",
    "Penalty",
    "Scores",
    "SeatScore",
    "Settled",
    "YakumanWin",
    "problems",
    "settle",
    "settle_scores",
]

_NO_CLAUSES: Mapping[str, str] = MappingProxyType({})


class Scores(NamedTuple):
    """A settlement without its explanation, by seat."""

    places: tuple[int, ...]
    place_halves: tuple[int, ...]
    scores: tuple[int, ...]


def settle(
    result: GameResult, parameters: Parameters, stated_by: Mapping[str, str] = _NO_CLAUSES
) -> Settled:
    """Turn a finished game into scores.

    Args:
        result: points by seat from the first East, and what else the table hands in.
        parameters: the version in force on the day of play.
        stated_by: parameter name to clause code (or ``assumed``), to be shown with each part.

    Returns:
        Place, score and parts of each seat. Scores sum to 0 but for penalties that nobody
        receives and sticks that the rule lets go lost.

    Raises:
        ScoringError: the first of :func:`problems`.

    Source: the settlement clauses of the version; ``stated_by`` names them.
    """
    if not isinstance(parameters, RiichiParameters):
        raise NotSettledYetError(family=parameters.family)
    for problem in problems(result, parameters):
        raise problem
    at = _standing(result, parameters)
    taken = steps(result, parameters, at)
    return Settled(
        seats=tuple(_seat(seat, at, taken, stated_by) for seat in range(len(result.points)))
    )


def settle_scores(result: GameResult, parameters: RiichiParameters) -> Scores:
    """Settle a result that is known to be sound, without checks and parts, for large re-scores."""
    at = _standing(result, parameters)
    columns = [step.points for step in steps(result, parameters, at)]
    return Scores(at.places, at.halves, tuple(map(sum, zip(*columns, strict=True))))


def _standing(result: GameResult, parameters: RiichiParameters) -> Standing:
    return standing(result.points, shared=parameters.settlement.tie != "seat")


def _seat(seat: int, at: Standing, taken: list[Step], stated_by: Mapping[str, str]) -> SeatScore:
    return SeatScore(
        place=at.places[seat],
        place_halves=at.halves[seat],
        score=sum(step.points[seat] for step in taken),
        # a step that leaves the seat as it is explains nothing, but base and uma are looked for
        parts=tuple(
            Part(kind=step.kind, points=step.points[seat], clause=stated_by.get(step.states, ""))
            for step in taken
            if step.points[seat] or step.kind in {"base", "uma"}
        ),
    )
