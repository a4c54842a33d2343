"""A hand of Zung Jung: the winner gets three times its worth, a draw moves nothing."""

from __future__ import annotations

from rules.parameters import ZungJungParameters
from scoring.game.chombo import chombo
from scoring.game.errors import NotPlayedError
from scoring.game.outcomes import Outcome
from scoring.game.values import TableHand
from scoring.payments import Transfer, in_turn_order
from scoring.zung_jung.payment import movements


def zung_jung(rule: ZungJungParameters, hand: TableHand) -> Outcome:
    """Pay a sound hand; the dealer moves on after every one that is not replayed.

    Raises:
        NotPlayedError: a result that is not played.

    Source: zung-jung P-1 to P-4. One winner, the first in turn order; that the dealer moves on,
    and that a draw pays nothing: assumed.
    """
    if hand.result == "chombo":
        return chombo(rule, hand)
    if hand.result == "abort":
        raise NotPlayedError("no-abort", field="kind", kind=str(hand.kind))
    if hand.result == "nagashi":
        raise NotPlayedError("no-nagashi", field="result")
    if hand.result == "draw":
        return Outcome((0,) * rule.game.players, None, "kept")
    return _won(rule, hand)


def _won(rule: ZungJungParameters, hand: TableHand) -> Outcome:
    win = hand.wins[0]
    if win.discarder is not None:
        seats = [each.winner for each in hand.wins]
        first = in_turn_order(seats, win.discarder, rule.game.players)[0]
        win = hand.wins[seats.index(first)]
    moved = movements(
        win.worth,
        base=rule.settlement.payment_base,
        winner=win.winner,
        responsible=win.responsible,
    )
    paid = (
        Transfer(seat, win.winner, -lost, "hand") for seat, lost in enumerate(moved) if lost < 0
    )
    return Outcome(tuple(moved), None, "kept", transfers=tuple(paid), winners=(win.winner,))
