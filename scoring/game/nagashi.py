"""流し: only terminals and honours discarded; paid beside or instead of the noten payment."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parameters import YakuRule
from scoring.game.draws import after_draw, noten_payments
from scoring.game.errors import NotPlayedError
from scoring.game.outcomes import Honba, Outcome, StaysBy
from scoring.game.values import GameState, TableHand
from scoring.game.wins import after_win
from scoring.payments import Cashier, OnTable, Paid, Win, in_turn_order
from scoring.payments.values import NO_CHIPS

#: han of a mangan
_MANGAN_HAN = 5


def nagashi(cashier: Cashier, state: GameState, hand: TableHand) -> Outcome:
    """Pay the nagashi of one player or several.

    Honba and sticks, where the rule gives them, go to the first from the dealer; the dealer's own
    counts as a win where the hand counts as one: both assumed.

    Raises:
        NotPlayedError: the rule knows none.

    Source: ``nagashi`` and the parameters that begin with it.
    """
    rule, draws = cashier.rule, cashier.rule.draws
    if draws.nagashi == "none":
        raise NotPlayedError("no-nagashi", field="result")
    seats = in_turn_order(hand.by, state.dealer, rule.game.players)  # the dealer's own comes first
    paid = [
        _paid(cashier, state, seat, takes=not at)
        for at, seat in enumerate(seats if draws.nagashi_winners == "all" else seats[:1])
    ]
    noten = noten_payments(rule, hand.tenpai if draws.nagashi_noten_payment else ())
    stays, honba = _dealer(rule, state, hand)
    return Outcome(
        points=_summed([noten, *(each.points for each in paid)]),
        stays=stays,
        honba=honba,
        taken=sum(sum(each.points) for each in paid),
        chips=_summed([each.chips for each in paid]),
        transfers=tuple(transfer for each in paid for transfer in each.transfers),
        winners=tuple(each.winners[0] for each in paid) if draws.nagashi_form == "tsumo" else (),
    )


def _paid(cashier: Cashier, state: GameState, seat: int, *, takes: bool) -> Paid:
    draws = cashier.rule.draws
    win = Win(seat, han=_MANGAN_HAN, chips=NO_CHIPS if draws.nagashi_chips else None)
    if draws.nagashi == "yakuman":
        win = win._replace(han=0, yakuman=1)
    table = OnTable(
        state.dealer,
        state.honba if takes and draws.nagashi_takes_honba else 0,
        state.sticks if takes and draws.nagashi_takes_sticks else 0,
    )
    return cashier.tsumo(win, table)


def _dealer(rule: YakuRule, state: GameState, hand: TableHand) -> tuple[StaysBy | None, Honba]:
    is_own = rule.draws.nagashi_dealer == "stays_if_own"
    stays = state.dealer in (hand.by if is_own else hand.tenpai)
    if rule.draws.nagashi_form == "tsumo":
        return ("win" if stays else None), after_win(rule, stays=stays)
    return ("tenpai" if stays else None), after_draw(rule, stays=stays)


def _summed(columns: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(each) for each in zip(*columns, strict=True))
