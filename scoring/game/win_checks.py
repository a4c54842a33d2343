"""Whether a won hand says what the rule needs to pay it: han, fu, yakuman, worth."""

from __future__ import annotations

from rules.parameters import Parameters, RiichiParameters, YakuRule, ZungJungParameters
from scoring.game.errors import FuNeededError, GameError, NotPlayedError
from scoring.game.values import GameState, TableHand, WonHand

#: han from which no fu are needed
_MANGAN_HAN = 5
#: fu that a hand may have: 七対子, and the tens up to those of many kans
_LEAST_FU, _PAIRS_FU, _MOST_FU = 20, 25, 170


def check_wins(rule: Parameters, state: GameState, hand: TableHand) -> None:
    """Refuse won hands that cannot be paid.

    Raises:
        GameError: han, fu, yakuman or worth are missing, or cannot be.
    """
    if hand.result not in ("ron", "tsumo"):
        return  # of 三家和 nothing is paid
    for at, win in enumerate(hand.wins):
        field = f"wins.{at}"
        if isinstance(rule, ZungJungParameters):
            _worth(win, field)
        else:
            _priced(rule, state, win, field)


def _worth(win: WonHand, field: str) -> None:
    if win.han or win.fu or win.yakuman or win.dora or win.liable:
        raise NotPlayedError("only-worth", field=field)
    if win.worth < 1:
        raise GameError("worth-needed", field=f"{field}.worth")
    if win.discarder is None and win.responsible is not None:
        raise GameError("from-on-tsumo", field=f"{field}.responsible")


def _priced(rule: YakuRule, state: GameState, win: WonHand, field: str) -> None:
    if win.worth or win.responsible is not None:
        raise NotPlayedError("no-worth", field=f"{field}.worth")
    if win.dora and not rule.hand.dora_payment_ron:
        raise NotPlayedError("dora-are-han", field=f"{field}.dora")
    if win.yakuman:
        if win.han or win.fu is not None:
            raise GameError("yakuman-or-han", field=field)
        return
    if win.liable and not (isinstance(rule, RiichiParameters) and rule.pao.pao_rinshan):
        raise NotPlayedError("no-pao", field=f"{field}.pao")
    _han(rule, state, win, field)
    if rule.hand.counting == "fu" and win.han < _MANGAN_HAN:
        _fu(win, field)


def _han(rule: YakuRule, state: GameState, win: WonHand, field: str) -> None:
    needed, two_from = rule.hand.minimum_han, rule.hand.two_han_from_honba
    if two_from is not None and state.honba >= two_from:
        needed = max(needed, 2)
    if win.han < needed:
        raise GameError("few-han", field=f"{field}.han", han=win.han, needed=needed)


def _fu(win: WonHand, field: str) -> None:
    if win.fu is None:
        raise FuNeededError("fu-needed", field=f"{field}.fu")
    is_ten = not win.fu % 10 and _LEAST_FU <= win.fu <= _MOST_FU
    if not is_ten and win.fu != _PAIRS_FU:
        raise GameError("no-fu", field=f"{field}.fu", fu=win.fu)
