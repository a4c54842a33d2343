"""One game of Boo: who floats, which maru the top makes, and who pays for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.parameters import BooParameters
from scoring.extras import penalties
from scoring.places import Standing, put_first, standing
from scoring.results import GameResult, YakumanWin
from scoring.steps import Reckoned, Step

#: players who float, by result: those who do are always the highest of the table
FLOATING: Mapping[str, int] = MappingProxyType(
    {"double_maru_a": 1, "maru_a": 1, "maru_b": 2, "maru_c": 3, "none": 4}
)
#: the result by the number of sunk players; four sunk are counted as one
_MARU = ("none", "maru_c", "maru_b", "maru_a")
#: results that give the right to double in the next game (ダブ権)
_GIVES_THE_RIGHT = frozenset({"maru_a", "double_maru_a"})


def settle_maru(result: GameResult, parameters: BooParameters) -> Reckoned:
    """Settle a sound Boo game, 1,000 points of score for a victory point.

    Places go by the points held, without the sticks on the table, ties by seat. A yakuman that
    ended the game puts its winner first whatever the points, the others follow by points; the
    points may be those before or after its payment, only their sum is looked at, and the three
    others count as sunk. A penalty changes neither the places nor the right to double.

    Source: BOO-1, BOO-2, BOO-15 to BOO-18. A yakuman counts as maru-A or better for the next
    game, and nobody sunk is 0 for all: assumed.
    """
    at = standing(result.points, shared=False)
    if result.yakuman and parameters.game.yakuman_ends_game:
        win = result.yakuman[0]
        at = put_first(win.winner, at)
        name, taken = "double_maru_a", _by_yakuman(win, parameters)
    else:
        name, taken = _by_points(result, parameters, at)
    holds = name in _GIVES_THE_RIGHT and _right_is_played(result, parameters)
    taken += [Step(*extra) for extra in penalties(result, parameters)]
    return Reckoned(at, taken, name, at.order[0] if holds else None)


def _right_is_played(result: GameResult, parameters: BooParameters) -> bool:
    rule = parameters.settlement
    by_yakuman = result.yakuman and parameters.game.yakuman_ends_game
    return rule.double_right and (rule.double_right_after_yakuman or not by_yakuman)


def _by_points(
    result: GameResult, parameters: BooParameters, at: Standing
) -> tuple[str, list[Step]]:
    rule, top = parameters.settlement, at.order[0]
    sunk = [seat for seat in at.order if result.points[seat] < rule.floating_line]
    if len(sunk) == len(at.order):
        sunk = sunk[-1:]  # the three highest float after all
    name = _MARU[len(sunk)]
    prices = {"maru_a": rule.maru_a, "maru_b": rule.maru_b, "maru_c": rule.maru_c}
    if name not in prices:
        return name, [Step("maru", "floating_line", [0] * len(at.order))]
    taken = [Step("maru", name, _paid(top, prices[name], sunk, at))]
    if name == "maru_a" and rule.double_right and result.dabu_ken == top:
        name, more = "double_maru_a", rule.double_maru_a - rule.maru_a
        taken.append(Step("dabu_ken", "double_right", _paid(top, more, sunk, at)))
    return name, taken


def _by_yakuman(win: YakumanWin, parameters: BooParameters) -> list[Step]:
    """Let all others pay a double maru-A, then put that on the responsible player.

    Source: BOO-15, BOO-17. The two others pay nothing, and a responsible player who is also the
    discarder pays both shares: assumed.
    """
    rule, seats = parameters.settlement, range(parameters.game.players)
    each = rule.double_maru_a
    maru = [-each if seat != win.winner else each * (len(seats) - 1) for seat in seats]
    taken = [Step("maru", "yakuman_ends_game", maru)]
    if win.pao is not None:
        owed = [0] * len(seats)
        if win.discarder is None:
            owed[win.pao] = -maru[win.winner]
        else:
            owed[win.pao] -= rule.pao_ron
            owed[win.discarder] -= rule.pao_ron
        owed[win.winner] = -sum(owed)
        moved = [due - paid for due, paid in zip(owed, maru, strict=True)]
        taken.append(Step("pao", "pao_ron", moved))
    return taken


def _paid(top: int, each: int, payers: list[int], at: Standing) -> list[int]:
    got = [-each if seat in payers else 0 for seat in range(len(at.order))]
    got[top] = each * len(payers)
    return got
