"""What is put down in a hand: riichi sticks and those of lesser offences (供託)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parameters import Parameters, ZungJungParameters
from scoring.game.errors import NotPlayedError, RiichiRefusedError
from scoring.game.values import TableHand


def deposits(rule: Parameters, points: Sequence[int], hand: TableHand) -> tuple[int, ...]:
    """Say what each seat puts down, in points.

    Riichi come before penalties, whatever their order was, and of a hand that a chombo voids only
    the sticks of riichi go back: both assumed.

    Raises:
        RiichiRefusedError: a player has too little for a riichi.
        NotPlayedError: the rule has no riichi, or no penalties at the table.

    Source: ``riichi_below_stick``, ``riichi_at_zero``, ``penalty_below_stick``. Below 0, where the
    game goes on there, a player is treated as at 0: assumed.
    """
    down = [0] * len(points)
    for at, seat in enumerate(hand.riichi):
        down[seat] = _for_riichi(rule, seat, points[seat], f"riichi.{at}")
    if isinstance(rule, ZungJungParameters):
        if hand.penalties:
            raise NotPlayedError("no-penalty", field="penalties")
        return tuple(down)
    if hand.result == "chombo" and rule.penalties.chombo_returns_sticks:
        down = [0] * len(points)
    for penalty in hand.penalties:
        if penalty.kind == "stick":
            left, price = points[penalty.seat] - down[penalty.seat], rule.penalties.penalty_stick
            if left < price:
                takes_all = rule.penalties.penalty_below_stick == "all_one_has"
                price = max(left, 0) if takes_all else 0
            down[penalty.seat] += price
    return tuple(down)


def riichi_allowed(rule: Parameters, points: int) -> bool:
    """Whether a player who holds so much may declare riichi."""
    try:
        _for_riichi(rule, 0, points, "")
    except (NotPlayedError, RiichiRefusedError):
        return False
    return True


def _for_riichi(rule: Parameters, seat: int, held: int, field: str) -> int:
    if isinstance(rule, ZungJungParameters):
        raise NotPlayedError("no-riichi", field=field)
    stick = rule.play.riichi_stick
    if held >= stick:
        return stick
    if held <= 0:
        if rule.play.riichi_at_zero == "not_allowed":
            raise RiichiRefusedError("riichi-at-zero", field=field, seat=seat)
        return 0
    if rule.play.riichi_below_stick == "not_allowed":
        raise RiichiRefusedError("riichi-below", field=field, seat=seat, points=held, stick=stick)
    return held
