"""Long histories: games of which nothing but the points was handed in, settled by the thousand.

The same arithmetic as ``scoring.settlement``, and taken from it: what a number of points comes to,
and what each order of the seats brings, is worked out once and then looked up. Whatever is not
nearly every game (ties that share, floating uma, points below zero that are lifted) goes step by
step.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import TypeAlias

from rules.parameters import Parameters, RiichiParameters
from rules.parameters.base import LIMIT
from scoring.checks import checker
from scoring.results import GameResult
from scoring.settlement import RiichiReckoner, Scores, settler, standing

Points: TypeAlias = tuple[int, ...]

#: settles points by seat; None when they cannot be settled (``scoring.checks.problems`` says why)
PlainSettler: TypeAlias = Callable[[Points], Scores | None]


def plain_settler(parameters: Parameters) -> PlainSettler:
    """Make a rule ready for many games of which only the points are known.

    What it makes of them is what :func:`scoring.settlement.settle` makes of them.
    """
    step_by_step = _step_by_step(parameters)
    if not isinstance(parameters, RiichiParameters) or not _hangs_on_order(parameters):
        return step_by_step
    return _by_order(parameters, step_by_step)


def _step_by_step(parameters: Parameters) -> PlainSettler:
    check, settle = checker(parameters), settler(parameters)

    def settled(points: Points) -> Scores | None:
        result = GameResult(points=points)
        return None if check(result) else settle(result)

    return settled


def _hangs_on_order(parameters: RiichiParameters) -> bool:
    """Whether a score is what one's own points come to and one's place brings, all summing to 0."""
    rule = parameters.settlement
    is_zero_sum = rule.uma_kind == "by_place" and not rule.uma_sum_free
    return is_zero_sum and rule.below_zero != "as_zero"


def _by_order(parameters: RiichiParameters, step_by_step: PlainSettler) -> PlainSettler:
    reckoner, game = RiichiReckoner(parameters), parameters.game
    seats, dealt = range(game.players), game.players * game.start_points
    ties_share = parameters.settlement.tie != "seat"
    come_to = _ComeTo(reckoner)
    # by order, the top first: places, halves, and what they bring, all by seat
    brings = {order: _from_places(reckoner, order) for order in permutations(seats)}

    def settled(points: Points) -> Scores | None:
        if len(points) != len(seats) or sum(points) != dealt:
            return None
        if ties_share and len(set(points)) < len(points):
            return step_by_step(points)
        # reversed sorting keeps equals in their order, so the nearer seat stays ahead
        order = tuple(sorted(seats, key=points.__getitem__, reverse=True))
        places, halves, extras = brings[order]
        try:
            scores = [come_to[held] + more for held, more in zip(points, extras)]  # noqa: B905
        except _NoPoints:
            return None
        scores[order[0]] -= sum(scores)  # what rounding leaves is the top's
        return Scores(places, halves, tuple(scores))

    return settled


class _NoPoints(Exception):  # noqa: N818, says only that the game goes another way
    """Points that no table shows."""


class _ComeTo(dict[int, int]):
    """Held points to what they come to, return points taken off and rounded."""

    def __init__(self, reckoner: RiichiReckoner) -> None:
        self._reckoner = reckoner

    def __missing__(self, held: int) -> int:
        if held % 100 or not -LIMIT <= held <= LIMIT:
            raise _NoPoints
        self[held] = self._reckoner.comes_to(held)
        return self[held]


def _from_places(
    reckoner: RiichiReckoner, order: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    points = [0] * len(order)
    for worth, seat in enumerate(reversed(order)):
        points[seat] = worth
    at = standing(points, shared=False)
    steps = reckoner.steps_by_places(at)
    return (
        at.places,
        at.halves,
        tuple(
            sum(each)
            for each in zip(*([0] * len(order), *(step.points for step in steps)), strict=True)
        ),
    )
