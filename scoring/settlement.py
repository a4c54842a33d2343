"""From the points at the end of a game to the scores of the league, with every step shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from rules.parameters import BooParameters, Parameters, RiichiParameters
from scoring.checks import problems
from scoring.given import settle_given
from scoring.maru import settle_maru
from scoring.results import Bust, GameResult, Part, Penalty, SeatScore, Settled, YakumanWin
from scoring.steps import Reckoned, RiichiReckoner
from scoring.totals import settle_totals

__all__ = [
    "Bust",
    "GameResult",
    "Part",
    "Penalty",
    "Scores",
    "SeatScore",
    "Settled",
    "Settler",
    "YakumanWin",
    "problems",
    "settle",
    "settle_scores",
    "settler",
]

NO_CLAUSES: Mapping[str, str] = MappingProxyType({})

#: steps that are shown even where they move nothing: people look for them
_ALWAYS_SHOWN = frozenset({"base", "given", "maru", "points", "uma"})


class Scores(NamedTuple):
    """A settlement without its explanation, by seat."""

    places: tuple[int, ...]
    place_halves: tuple[int, ...]
    scores: tuple[int, ...]
    result: str | None = None  # Boo: as in Settled
    dabu_ken: int | None = None  # Boo: as in Settled


#: settles a result that is known to be sound
Settler: TypeAlias = Callable[[GameResult], Scores]


def settle(
    result: GameResult, parameters: Parameters, stated_by: Mapping[str, str] = NO_CLAUSES
) -> Settled:
    """Turn a finished game into scores.

    Args:
        result: points by seat from the first East, and what else the table hands in.
        parameters: the version in force on the day of play.
        stated_by: parameter name to clause code (or ``assumed``), to be shown with each part.

    Returns:
        Place, score and parts of each seat, for Boo also the result and who may double next.
        Scores sum to 0 but for penalties that nobody receives and, in the riichi family, sticks
        that the rule lets go lost.

    Raises:
        ScoringError: the first of :func:`problems`.

    Source: the settlement clauses of the version; ``stated_by`` names them.
    """
    for problem in problems(result, parameters):
        raise problem
    reckoned = _reckoner(parameters)(result)
    return Settled(
        seats=tuple(_seat(seat, reckoned, stated_by) for seat in range(len(result.points))),
        result=reckoned.result,
        dabu_ken=reckoned.dabu_ken,
    )


def settle_scores(result: GameResult, parameters: Parameters) -> Scores:
    """Settle a result that is known to be sound, without checks and parts."""
    return settler(parameters)(result)


def settler(parameters: Parameters) -> Settler:
    """Make a rule ready to settle many sound results, as :func:`settle_scores` does one."""
    reckoned = _reckoner(parameters)

    def scores(result: GameResult) -> Scores:
        at, taken, name, dabu_ken = reckoned(result)
        totals = tuple(map(sum, zip(*[step[2] for step in taken])))  # noqa: B905, all by seat
        return Scores(at[1], at[2], totals, name, dabu_ken)

    return scores


def _reckoner(parameters: Parameters) -> Callable[[GameResult], Reckoned]:
    by_rule = _reckoner_of(parameters)
    return lambda result: by_rule(result) if result.given is None else settle_given(result)


def _reckoner_of(parameters: Parameters) -> Callable[[GameResult], Reckoned]:
    if isinstance(parameters, RiichiParameters):
        return RiichiReckoner(parameters)
    if isinstance(parameters, BooParameters):
        return partial(settle_maru, parameters=parameters)
    return partial(settle_totals, parameters=parameters)


def _seat(seat: int, reckoned: Reckoned, stated_by: Mapping[str, str]) -> SeatScore:
    return SeatScore(
        place=reckoned.at.places[seat],
        place_halves=reckoned.at.halves[seat],
        score=sum(step.points[seat] for step in reckoned.steps),
        # another step that leaves the seat as it is explains nothing
        parts=tuple(
            Part(kind=step.kind, points=step.points[seat], clause=stated_by.get(step.states, ""))
            for step in reckoned.steps
            if step.points[seat] or step.kind in _ALWAYS_SHOWN
        ),
    )
