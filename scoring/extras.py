"""What a result may carry beside points: chips, busts, yakitori, yakuman prizes, penalties."""

from __future__ import annotations

from collections.abc import Iterator

from rules.parameters import Parameters, RiichiParameters
from rules.parameters.common import PenaltyRule
from scoring.places import Standing, split
from scoring.results import Bust, GameResult, Penalty, YakumanWin

#: kind of step, the parameter that states it, points by seat
Extra = tuple[str, str, list[int]]


def extras(result: GameResult, parameters: RiichiParameters, at: Standing) -> Iterator[Extra]:
    """List what a sound result carries beside points, penalties last."""
    rule = parameters.settlement
    if result.chips is not None and rule.chip_value:
        yield "chips", "chip_value", [held * rule.chip_value for held in result.chips]
    if rule.bust_bonus:
        for bust in result.busts:
            yield "bust", "bust_bonus", _bust(bust, rule.bust_bonus, at)
    if rule.yakitori and 0 < len(result.yakitori) < len(at.order):
        yield "yakitori", "yakitori", _yakitori(result.yakitori, rule.yakitori, len(at.order))
    for win in result.yakuman:
        if win.discarder is None:
            yield "yakuman", "yakuman_tsumo", _yakuman(win, rule.yakuman_tsumo, len(at.order))
        else:
            yield "yakuman", "yakuman_ron", _yakuman(win, rule.yakuman_ron, len(at.order))
    yield from penalties(result, parameters)


def penalties(result: GameResult, parameters: Parameters) -> Iterator[Extra]:
    """List what the offences of a sound result cost, under a rule of any family.

    Source: BOO-18, kinyoukai G, super-tonpu 5, nekohouse: chombo where totals are kept.
    """
    prices = {price.kind: price for price in parameters.penalties.penalty_table}
    for penalty in result.penalties:
        cost = _penalty(penalty, prices[penalty.kind], len(result.points))
        yield "penalty", "penalty_table", cost


def _bust(bust: Bust, bonus: int, at: Standing) -> list[int]:
    got = [0] * len(at.order)
    got[bust.seat] -= bonus
    got[at.order[0] if bust.by is None else bust.by] += bonus
    return got


def _yakitori(seats: tuple[int, ...], amount: int, players: int) -> list[int]:
    """Let each who won nothing pay and those who won share it, the nearest seat the rest too."""
    got = [-amount if seat in seats else 0 for seat in range(players)]
    winners = [seat for seat in range(players) if seat not in seats]
    for seat, share in zip(winners, split(amount * len(seats), len(winners)), strict=True):
        got[seat] = share
    return got


def _yakuman(win: YakumanWin, prize: int, players: int) -> list[int]:
    payers = [seat for seat in range(players) if seat != win.winner]
    if win.discarder is not None:
        payers = [win.discarder]
    got = [-prize if seat in payers else 0 for seat in range(players)]
    got[win.winner] = prize * len(payers)
    return got


def _penalty(penalty: Penalty, price: PenaltyRule, players: int) -> list[int]:
    amount = price.amount * penalty.count
    received = amount if price.paid_to == "others" else 0
    paid = -amount * (players - 1) if price.paid_to == "others" else -amount
    return [paid if seat == penalty.seat else received for seat in range(players)]
