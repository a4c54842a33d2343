"""The last dealer who would stay and stops instead, by choice or by force (和了やめ, 聴牌やめ)."""

from __future__ import annotations

from rules.parameters import Parameters, RiichiParameters
from scoring.game.course import Course
from scoring.game.errors import DealerChoiceError
from scoring.game.outcomes import Outcome
from scoring.game.values import GameState, TableHand
from scoring.places import standing


def stops(
    rule: Parameters, course: Course, state: GameState, hand: TableHand, outcome: Outcome
) -> bool:
    """Whether the dealer of a last hand stops.

    Args:
        rule: the version.
        course: its hands.
        state: the hand that was played, with the points held after it.
        hand: what the table says of it.
        outcome: what it did.

    Raises:
        DealerChoiceError: the table says so, and this dealer may not.

    Source: ``last_dealer_stop``, ``last_dealer_stops_after``. By seat the last dealer is behind
    everybody with as many points, and so not top.
    """
    reason = _why_not(rule, course, state, outcome)
    if hand.stop and reason:
        raise DealerChoiceError(reason, field="stop", at=state.at)
    return not reason and (hand.stop or _is_forced(rule))


def is_top(state: GameState) -> bool:
    """Whether the dealer is."""
    return standing(state.points, shared=False).order[0] == state.dealer


def _is_forced(rule: Parameters) -> bool:
    return rule_says(rule) in ("when_top", "when_top_at_return")


def rule_says(rule: Parameters) -> str:
    """The ``last_dealer_stop`` of a rule; of one that knows none, never."""
    return rule.game.last_dealer_stop if isinstance(rule, RiichiParameters) else "never"


def _why_not(rule: Parameters, course: Course, state: GameState, outcome: Outcome) -> str | None:
    """The reason for which the dealer cannot stop."""
    if not isinstance(rule, RiichiParameters) or rule.game.last_dealer_stop == "never":
        return "stop-never"
    if not (course.is_last(state) or course.is_last_of_overtime(state)):
        return "stop-not-last"
    after = ("win",) if rule.game.last_dealer_stops_after == "win" else ("win", "tenpai")
    if outcome.stays not in after:
        return "stop-not-staying"
    is_low = state.points[state.dealer] < rule.settlement.return_points
    needs_return = rule.game.last_dealer_stop == "when_top_at_return"
    if _is_forced(rule) and (not is_top(state) or (needs_return and is_low)):
        return "stop-not-top"
    return None
