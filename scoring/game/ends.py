"""Whether a hand was the last of the game, why, and which hand follows if it was not."""

from __future__ import annotations

from typing import NamedTuple

from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters
from scoring.game.course import Course, into_overtime
from scoring.game.draws import after_draw
from scoring.game.errors import DealerChoiceError
from scoring.game.outcomes import Outcome, honba_of
from scoring.game.stops import is_top, rule_says, stops
from scoring.game.values import GameState, TableHand, Why


class Next(NamedTuple):
    """What follows a hand; of the last one round, dealer and honba are still its own."""

    why: Why | None
    round: int
    dealer: int
    honba: int


class _Course(NamedTuple):
    """What the course of the game makes of a hand."""

    why: Why | None
    outcome: Outcome  # with a dealer who was stopped for overtime moved on


def follow(
    rule: Parameters, course: Course, state: GameState, hand: TableHand, outcome: Outcome
) -> Next:
    """Say what follows.

    What the points end comes before the clock, the clock before the course of the game. A table
    may play by the clock under any rule: assumed, for no document speaks of one.

    Args:
        rule: the version.
        course: its hands.
        state: the hand that was played, with points, sticks and yakuman as they are after it.
        hand: what the table says of it.
        outcome: what it did.

    Raises:
        DealerChoiceError: the dealer stops, or passes the seat on, and may not.
    """
    outcome = _given_up(rule, hand, outcome)
    ended, outcome = _by_course(rule, course, state, hand, outcome)
    clock: Why | None = "time" if hand.time_up else None
    why = _by_points(rule, state, hand) or clock or ended
    if why is not None:
        return Next(why, state.round, state.dealer, state.honba)
    stays = outcome.stays is not None
    seat = (state.round, state.dealer) if stays else course.next_seat(state)
    return Next(None, *seat, honba_of(state.honba, outcome.honba))


def busted(rule: Parameters, points: tuple[int, ...]) -> tuple[int, ...]:
    """Seats whose points end the game."""
    if isinstance(rule, ZungJungParameters):
        ends, at_zero = not rule.game.below_zero_allowed, False
    else:
        ends = rule.game.bust_ends_game
        at_zero = isinstance(rule, RiichiParameters) and rule.game.bust_at_zero
    if not ends:
        return ()
    return tuple(seat for seat, held in enumerate(points) if held < 0 or (at_zero and not held))


def _by_points(rule: Parameters, state: GameState, hand: TableHand) -> Why | None:
    if state.yakuman is not None:
        return "yakuman"
    if _asks_bust(rule, hand) and busted(rule, state.points):
        return "bust"
    cap = None if isinstance(rule, ZungJungParameters) else rule.game.cap_points
    return "cap" if cap is not None and max(state.points) >= cap else None


def _asks_bust(rule: Parameters, hand: TableHand) -> bool:
    if hand.result != "chombo" or isinstance(rule, ZungJungParameters):
        return True
    return rule.penalties.chombo_bust_ends_game


def _given_up(rule: Parameters, hand: TableHand, outcome: Outcome) -> Outcome:
    """Move a dealer on who stays and passes the seat on (親流し)."""
    if not hand.give_up:
        return outcome
    if isinstance(rule, ZungJungParameters) or not rule.play.dealer_may_give_up:
        raise DealerChoiceError("give-up-never", field="give_up")
    if outcome.stays in (None, "replay"):
        raise DealerChoiceError("give-up-not-staying", field="give_up")
    resets = rule.play.honba_after_giving_up == "reset"
    return outcome._replace(stays=None, honba="reset" if resets else outcome.honba)


def _by_course(
    rule: Parameters, course: Course, state: GameState, hand: TableHand, outcome: Outcome
) -> _Course:
    stopped = stops(rule, course, state, hand, outcome)
    if course.is_overtime(state):
        return _Course(_in_overtime(rule, course, state, outcome, stopped=stopped), outcome)
    if not course.is_last(state) or (outcome.stays is not None and not stopped):
        return _Course(None, outcome)
    why: Why = "dealer_stopped" if stopped else "last_hand"
    if not course.has_overtime or _is_reached(rule, state) or (stopped and not _goes_on(rule)):
        return _Course(why, outcome)
    return _Course(None, _stopped(rule, outcome) if stopped else outcome)


def _in_overtime(
    rule: Parameters, course: Course, state: GameState, outcome: Outcome, *, stopped: bool
) -> Why | None:
    assert isinstance(rule, RiichiParameters)  # no other family has overtime
    reached = _is_reached(rule, state)
    if outcome.stays is not None and rule.game.overtime_dealer == "top_at_target":
        own = state.points[state.dealer] >= rule.game.overtime_target
        reached = outcome.stays == "win" and is_top(state) and own
    if reached:
        return "target"
    if not course.is_last_of_overtime(state):
        return None
    if stopped:
        return "dealer_stopped"
    return "overtime_end" if outcome.stays is None else None


def _is_reached(rule: Parameters, state: GameState) -> bool:
    """Whether anyone stands at the target of overtime."""
    assert isinstance(rule, RiichiParameters)
    help_ = state.sticks if rule.game.overtime_sticks == "to_the_top" else 0
    return max(state.points) + help_ >= rule.game.overtime_target


def _goes_on(rule: Parameters) -> bool:
    """Whether overtime follows a stop; a dealer who may choose ends the game by it: assumed."""
    assert isinstance(rule, RiichiParameters)
    return rule_says(rule) != "may" and rule.game.last_dealer_stop_overtime


def _stopped(rule: Parameters, outcome: Outcome) -> Outcome:
    """Move a dealer on who was stopped by force."""
    assert isinstance(rule, RiichiParameters | BooParameters)
    assert outcome.stays is not None
    honba = into_overtime(outcome.stays, after_draw(rule, stays=False))
    return outcome._replace(stays=None, honba=honba)
