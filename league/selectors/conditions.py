"""What everybody at a table needs of the next hand, ready to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from league.condition_words import GoalWords, Seats, Speaker
from rules.parameters import Parameters
from scoring.conditions import Asker, Conditions, PlayerNeeds
from scoring.game import GameError, GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWords:
    """A player, and all goals that are worth telling."""

    seat: int
    name: str
    points: int
    place: int
    is_dealer: bool
    has_riichi: bool
    goals: tuple[GoalWords, ...]


@lru_cache(maxsize=64)
def asker_of(rule: Parameters) -> Asker:
    """The one that answers under a rule; it makes its lists of wins once."""
    return Asker(rule)


def conditions_context(
    rule: Parameters, state: GameState, riichi: Sequence[int] = (), names: Sequence[str] = ()
) -> dict[str, Any]:
    """What ``league/conditions/_answer.html`` shows, as its ``answer``. No queries.

    Args:
        rule: the version in force.
        state: the game before the hand; riichi declared in it are not yet taken from the points.
        riichi: seats that have declared one that stands.
        names: who sits where, by seat; none: the seats are called by their winds.

    Returns:
        ``players``, ``notes``, and ``refusal``: why there is no answer, or empty.
    """
    seats = Seats(state, names)
    try:
        found = asker_of(rule).conditions(state, riichi)
    except GameError as error:
        return {"players": (), "notes": (), "refusal": _refusal(error, seats)}
    players = tuple(_player(each, state, seats, found) for each in found.players)
    return {"players": players, "notes": tuple(_notes(found)), "refusal": ""}


def _player(needs: PlayerNeeds, state: GameState, seats: Seats, found: Conditions) -> PlayerWords:
    speaker = Speaker(seats, needs.seat, is_last_hand=found.is_last_hand)
    sure = [needed.is_sure for needed in needs.goals]
    # what is less than a sure goal is sure as well
    told = needs.goals[: sure.index(True) + 1] if any(sure) else needs.goals
    return PlayerWords(
        seat=needs.seat,
        name=seats.name(needs.seat),
        points=state.points[needs.seat],
        place=needs.place,
        is_dealer=needs.seat == state.dealer,
        has_riichi=needs.has_riichi,
        goals=tuple(speaker.goal(needed, last=len(needs.goals)) for needed in told),
    )


def _refusal(error: GameError, seats: Seats) -> str:
    seat = error.facts.get("seat")
    if isinstance(seat, int):
        words = _("%(name)s cannot have declared riichi with so few points.")
        return words % {"name": seats.name(seat)}
    return _("There is no riichi under this rule, or the game is over.")


def _notes(found: Conditions) -> Iterable[str]:
    if not found.is_last_hand:
        yield _("This is not the last hand: the places are those after it.")
    if found.only_with_yaku:
        yield _("A hand without a yaku takes no honba and is left out here.")
    if found.dora_left_out:
        words = _("A tsumo of a non-dealer is told without dora: each brings %(points)s more.")
        yield words % {"points": found.dora_left_out}
