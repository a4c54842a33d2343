"""Ron and tsumo: who of several wins, what is paid, and who deals next."""

from __future__ import annotations

from rules.parameters import BooParameters, YakuRule
from scoring.game.draws import aborted_by_three
from scoring.game.outcomes import Honba, Outcome
from scoring.game.values import GameState, TableHand, WonHand
from scoring.payments import Cashier, OnTable, Win


def won(cashier: Cashier, state: GameState, hand: TableHand) -> Outcome:
    """Pay a hand that was won; three ron may abort it instead.

    Args:
        cashier: pays under the rule.
        state: the table with all that was put down in this hand.
        hand: a sound ron or tsumo.
    """
    rule, first = cashier.rule, hand.wins[0]
    table = OnTable(state.dealer, state.honba, state.sticks)
    if first.discarder is None:
        paid = cashier.tsumo(_win(first), table)
    else:
        paid = cashier.ron([_win(each) for each in hand.wins], first.discarder, table)
    if not paid.winners:
        return aborted_by_three(rule, state, [each.winner for each in hand.wins])
    stays = _stays(rule, state.dealer, paid.winners)
    leader = next(each for each in hand.wins if each.winner == paid.winners[0])
    return Outcome(
        points=paid.points,
        stays="win" if stays else None,
        honba=_honba(rule, leader, stays=stays),
        taken=sum(paid.points),
        chips=paid.chips,
        transfers=paid.transfers,
        winners=paid.winners,
    )


def after_win(rule: YakuRule, *, stays: bool) -> Honba:
    """What becomes of the honba after a win with a yaku."""
    return "grows" if stays else rule.play.honba_after_child_win


def _stays(rule: YakuRule, dealer: int, winners: tuple[int, ...]) -> bool:
    """Source: ``several_ron_dealer``; a single winner is the first."""
    if rule.play.several_ron_dealer == "stays_if_first":
        return dealer == winners[0]
    return dealer in winners


def _honba(rule: YakuRule, win: WonHand, *, stays: bool) -> Honba:
    yakuless = not (win.han or win.yakuman)
    if isinstance(rule, BooParameters) and yakuless and not stays:
        return "grows" if rule.play.yakuless_child_win == "honba_grows" else "reset"
    return after_win(rule, stays=stays)


def _win(hand: WonHand) -> Win:
    return Win(
        winner=hand.winner,
        han=hand.han,
        fu=hand.fu,
        yakuman=hand.yakuman,
        dora_beside=hand.dora,
        liable=hand.liable,
        chips=hand.chips,
    )
