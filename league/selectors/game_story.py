"""How a game's points became scores, step by step, each with the clause that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.http import Http404

from league.entry import HanchanEntry, entry_of
from league.models import Club, Hanchan, Member, Settlement
from rules.clauses import ASSUMED
from rules.errors import ParametersError
from rules.models import Clause, RuleVersion
from scoring.errors import ScoringError
from scoring.results import Part, SeatScore, Settled
from scoring.settlement import settle


class Step(NamedTuple):
    """One line of a seat's sum."""

    kind: str  # held, return, or the kind of a settlement's part
    points: int
    clause: Clause | None  # what states it, where the version has such a clause
    is_assumed: bool  # the club's document is silent on it


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStory:
    """One chair: who sat there, what they held, and the sum that made their score."""

    seat: int
    member: Member
    name: str
    points: int
    chips: int
    is_yakitori: bool
    place: int | None
    score: int | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStory:
    """A game with everything that its page tells, history apart."""

    hanchan: Hanchan
    entry: HanchanEntry
    settlement: Settlement | None
    seats: tuple[SeatStory, ...]
    clauses: tuple[Clause, ...]  # those that the sums name, in the version's order
    is_explained: bool  # whether the steps give the stored scores

    @property
    def version(self) -> RuleVersion | None:
        """The version whose settlement counts, or counted last."""
        return self.settlement.version if self.settlement else None


def find_game(club: Club, game_id: int) -> Hanchan:
    """The club's game with all that its pages read of it. Four queries.

    Raises:
        Http404: the club has no such game.
    """
    found = (
        Hanchan.objects.for_club(club)
        .filter(pk=game_id)
        .select_related(
            *("club", "session", "league__rule_set", "settlement__version__rule_set"),
        )
        .prefetch_related("seats__member", "penalties", "yakuman")
        .first()
    )
    if found is None:
        raise Http404
    return found


def game_story(hanchan: Hanchan) -> GameStory:
    """Explain a game's scores. One query beside those of :func:`find_game`.

    The steps come from the stored figures and the settlement's own version: both never change, so
    an old or voided game explains itself as on its day.
    """
    entry, settlement = entry_of(hanchan), hanchan.settlement
    settled = _settled(entry, settlement)
    clauses = {c.code: c for c in settlement.version.clauses.all()} if settlement else {}
    seats = tuple(
        SeatStory(
            seat=chair.seat,
            member=chair.member,
            name=chair.member.shown_name(hanchan.club),
            points=chair.points,
            chips=chair.chips,
            is_yakitori=chair.is_yakitori,
            place=settlement.places[chair.seat] if settlement else None,
            score=settlement.scores[chair.seat] if settlement else None,
            steps=_steps(settled.seats[chair.seat], chair.points, clauses) if settled else (),
        )
        for chair in hanchan.seats.all()
    )
    named = {step.clause.code for seat in seats for step in seat.steps if step.clause}
    return GameStory(
        hanchan=hanchan,
        entry=entry,
        settlement=settlement,
        seats=seats,
        clauses=tuple(clause for code, clause in clauses.items() if code in named),
        is_explained=settled is not None
        and settlement is not None
        and settled.scores == settlement.scores,
    )


def _settled(entry: HanchanEntry, settlement: Settlement | None) -> Settled | None:
    """The settlement with its parts; None where the figures or the version cannot be settled."""
    if settlement is None:
        return None
    version = settlement.version
    try:
        return settle(entry.result(), version.value, version.stated_by)
    except (ScoringError, ParametersError):
        return None


def _steps(settled: SeatScore, held: int, clauses: Mapping[str, Clause]) -> tuple[Step, ...]:
    return tuple(step for part in settled.parts for step in _steps_of_part(part, held, clauses))


def _steps_of_part(part: Part, held: int, clauses: Mapping[str, Clause]) -> tuple[Step, ...]:
    clause, is_assumed = clauses.get(part.clause), part.clause == ASSUMED
    if part.kind != "base":
        return (Step(part.kind, part.points, clause, is_assumed),)
    # The base is what was held less the return points: people read it as two lines.
    less = part.points - held
    return (
        Step("held", held, None, False),
        Step("return", less, clause, is_assumed),
    )
