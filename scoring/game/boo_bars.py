"""Wins that the points of a Boo game forbid: they end it and are a chombo."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.parameters import BooParameters
from scoring.places import standing

Barred: TypeAlias = Literal["stays_sunk", "not_top", "own_maru_c"]


def barred(
    rule: BooParameters,
    winner: int,
    before: tuple[int, ...],
    after: tuple[int, ...],
    *,
    is_last_hand: bool,
) -> Barred | None:
    """Say why a win that ends the game is forbidden; None when it is not.

    Args:
        rule: the version.
        winner: the seat that wins.
        before: points just before the win, a riichi stick put down already.
        after: points after it.
        is_last_hand: whether it is the last hand of the game.

    Source: BOO-18(1). A sunk winner who rises to maru-C is not barred.
    """
    line, says = rule.settlement.floating_line, rule.penalties
    if before[winner] < line:
        return "stays_sunk" if says.barred_stays_sunk and after[winner] < line else None
    if standing(after, shared=False).order[0] != winner:
        return "not_top" if says.barred_not_top else None
    sunk = sum(held < line for held in after)
    is_allowed = not says.barred_own_maru_c or (is_last_hand and says.own_maru_c_in_last_hand)
    return "own_maru_c" if sunk == 1 and not is_allowed else None
