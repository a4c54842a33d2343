"""A game that nobody played, settled under a draft and under the version in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.selectors.drafts import DraftPage
from league.selectors.game_story import Step
from league.templatetags.points import seat_wind
from league.wording import words_for
from rules.clauses import ASSUMED, CLUB
from rules.models import Clause, RuleVersion
from rules.parameters import Parameters
from scoring.errors import ScoringError
from scoring.results import GameResult, Part, Settled
from scoring.settlement import problems, settle


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedSeat:
    """A chair and the sum that made its score."""

    seat: int
    place: int
    score: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What one version makes of the game, or why it makes nothing of it."""

    version: RuleVersion
    decimals: int
    seats: tuple[TriedSeat, ...]
    problems: tuple[str, ...]
    result: str  # of a game of Boo, what its top made


def trials(page: DraftPage, result: GameResult) -> tuple[Trial, ...]:
    """The game under the draft and under the version in force. Two queries.

    A draft that contradicts itself is left out.
    """
    found = []
    if page.parameters is not None:
        found.append(_trial(page.draft, page.parameters, result))
    if page.in_force is not None:
        found.append(_trial(page.in_force, page.in_force.value, result))
    return tuple(found)


def _trial(version: RuleVersion, parameters: Parameters, result: GameResult) -> Trial:
    wrong = tuple(map(_problem, problems(result, parameters)))
    settled = None if wrong else settle(result, parameters, version.stated_by)
    return Trial(
        version=version,
        decimals=parameters.ranking.score_decimals,
        seats=_seats(version, settled, result) if settled else (),
        problems=wrong,
        result=(settled.result or "") if settled else "",
    )


def _problem(error: ScoringError) -> str:
    """What is wrong, after the winds of the seats that are to blame."""
    text = words_for(error)[1]
    winds = _(", ").join(seat_wind(seat) for seat in error.seats)
    return _("%(seats)s: %(problem)s") % {"seats": winds, "problem": text} if winds else text


def _seats(version: RuleVersion, settled: Settled, result: GameResult) -> tuple[TriedSeat, ...]:
    clauses = {clause.code: clause for clause in version.clauses.all()}
    return tuple(
        TriedSeat(
            seat=index,
            place=seat.place,
            score=seat.score,
            steps=tuple(
                step for part in seat.parts for step in _steps(part, result.points[index], clauses)
            ),
        )
        for index, seat in enumerate(settled.seats)
    )


def _steps(part: Part, held: int, clauses: Mapping[str, Clause]) -> tuple[Step, ...]:
    clause, code = clauses.get(part.clause), part.clause
    is_assumed, is_club = code == ASSUMED, code == CLUB
    if part.kind != "base":
        return (Step(part.kind, part.points, clause, is_assumed, is_club),)
    return (
        Step("held", held, None, False),
        Step("return", part.points - held, clause, is_assumed, is_club),
    )
