"""Pays out a hand, every movement by itself: to one winner from some, or to several from one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.parameters import BooParameters, RiichiParameters, YakuRule
from scoring.hands.prices import Prices, Worth, payment_of
from scoring.payments.chips import chips_of
from scoring.payments.seats import ask_seats
from scoring.payments.shares import Share, shares
from scoring.payments.values import OnTable, Paid, Transfer, Win
from scoring.payments.winners import ron_winners


class Cashier:
    """Pays hands under one rule."""

    def __init__(self, rule: YakuRule) -> None:
        self.rule = rule
        self._prices = Prices(rule)
        self._seats = range(rule.game.players)

    def tsumo(self, win: Win, table: OnTable) -> Paid:
        """Pay a hand that was drawn: by everybody else, or by the one who answers for it.

        Where three play and the missing child's share is lost, it is lost on whoever answers too:
        assumed.

        Raises:
            BadSeatError: a seat that the table does not have, or a winner who pays.
        """
        ask_seats([win], table, players=len(self._seats))
        payers = [seat for seat in self._seats if seat != win.winner]
        parts = shares(self.rule, self._prices, win)
        moved = [
            *(each for part in parts for each in self._drawn(win, part, payers, table.dealer)),
            *self._beside_drawn(win, parts[0].responsible, payers, self._honba(win, table)),
        ]
        chips = self._chips(win, parts, payers, tsumo=True)
        return self._paid((win.winner,), [*moved, *_sticks(win, table)], chips)

    def ron(self, wins: Sequence[Win], discarder: int, table: OnTable) -> Paid:
        """Pay the hands that were won on one discard, as many of them as the rule lets win.

        Args:
            wins: everybody who called ron, in any order.
            discarder: who discarded the tile, or added it to a triplet.
            table: what lies there. Sticks go to the first in turn order, honba where the rule says.

        Raises:
            BadSeatError: a seat that the table does not have, named twice, or a winner who pays.
        """
        ask_seats(wins, table, players=len(self._seats), discarder=discarder)
        by_seat = {win.winner: win for win in wins}
        winners = ron_winners(self.rule, discarder, by_seat)
        moved: list[Transfer] = []
        chips: list[tuple[int, int, int]] = []
        for at, seat in enumerate(winners):
            win = by_seat[seat]
            takes_honba = not at or self.rule.play.several_ron_honba == "each"
            parts = shares(self.rule, self._prices, win)
            moved += self._discarded(win, parts, discarder, table.dealer)
            honba = self._honba(win, table) if takes_honba else 0
            moved += self._beside_discarded(win, parts[0].responsible, discarder, honba)
            moved += _sticks(win, table) if not at else ()
            chips += self._chips(win, parts, [discarder], tsumo=False)
        return self._paid(winners, moved, chips)

    def _drawn(
        self, win: Win, part: Share, payers: Sequence[int], dealer: int
    ) -> Iterator[Transfer]:
        payment = payment_of(
            self.rule, part.worth, dealer=win.winner == dealer, tsumo=True, honba=0
        )
        if part.responsible is not None:
            total = payment.total(len(self._seats))
            yield Transfer(part.responsible, win.winner, total, "pao")
            return
        for seat in payers:
            child_pays = payment.dealer if seat == dealer else payment.others
            yield Transfer(seat, win.winner, payment.each or child_pays, "hand")

    def _beside_drawn(
        self, win: Win, responsible: int | None, payers: Sequence[int], honba: int
    ) -> Iterator[Transfer]:
        """Honba and dora beside the hand; who answers for it pays everybody's."""
        dora = win.dora_beside * self.rule.hand.dora_payment_tsumo_each
        stakes = honba * self.rule.play.honba_tsumo_each
        pay_for = [(seat, 1) for seat in payers]
        if responsible is not None:
            pay_for = [(responsible, len(payers))]
        for payer, times in pay_for:
            yield Transfer(payer, win.winner, dora * times, "dora")
            yield Transfer(payer, win.winner, stakes * times, "honba")

    def _discarded(
        self, win: Win, parts: Iterable[Share], discarder: int, dealer: int
    ) -> Iterator[Transfer]:
        for worth, responsible in parts:
            price = _ron_price(worth, is_dealer=win.winner == dealer)
            over = 0 if responsible is None else self._taken_over(price, responsible, discarder)
            yield Transfer(responsible, win.winner, over, "pao")
            yield Transfer(discarder, win.winner, price - over, "hand")

    def _taken_over(self, price: int, responsible: int, discarder: int) -> int:
        """What the responsible player pays of a ron; the odd hundred of a half too: assumed."""
        assert isinstance(self.rule, RiichiParameters)  # nobody answers in Boo
        pao = self.rule.pao
        if pao.pao_ron == "all" or (responsible == discarder and pao.pao_discarder_pays_all):
            return price
        return -(-price // 200) * 100

    def _beside_discarded(
        self, win: Win, responsible: int | None, discarder: int, honba: int
    ) -> Iterator[Transfer]:
        dora = win.dora_beside * self.rule.hand.dora_payment_ron
        yield Transfer(discarder, win.winner, dora, "dora")
        payer = discarder
        if responsible is not None and isinstance(self.rule, RiichiParameters):
            payer = responsible if self.rule.pao.pao_honba_ron == "responsible" else discarder
        yield Transfer(payer, win.winner, honba * self.rule.play.honba_ron, "honba")

    def _honba(self, win: Win, table: OnTable) -> int:
        """How many honba count; in Boo a hand without a yaku may take none."""
        rule = self.rule
        if isinstance(rule, BooParameters) and not rule.play.yakuless_takes_honba:
            return table.honba if win.han or win.yakuman else 0
        return table.honba

    def _chips(
        self, win: Win, parts: Sequence[Share], payers: Sequence[int], *, tsumo: bool
    ) -> list[tuple[int, int, int]]:
        found = chips_of(
            self.rule,
            win,
            payers=payers,
            tsumo=tsumo,
            is_counted=parts[0].worth.limit == "counted_yakuman",
            responsible=parts[0].responsible,
        )
        return [(payer, win.winner, chips) for payer, chips in found]

    def _paid(
        self,
        winners: tuple[int, ...],
        moved: Iterable[Transfer],
        chips: Iterable[tuple[int, int, int]],
    ) -> Paid:
        transfers = tuple(each for each in moved if each.points)
        points = self._summed((each.payer, each.winner, each.points) for each in transfers)
        return Paid(winners, points, self._summed(chips), transfers)

    def _summed(self, moved: Iterable[tuple[int | None, int, int]]) -> tuple[int, ...]:
        held = [0] * len(self._seats)
        for payer, winner, amount in moved:
            held[winner] += amount
            if payer is not None:
                held[payer] -= amount
        return tuple(held)


def _sticks(win: Win, table: OnTable) -> tuple[Transfer, ...]:
    return (Transfer(None, win.winner, table.sticks, "sticks"),)


def _ron_price(worth: Worth, *, is_dealer: bool) -> int:
    return worth.dealer_ron if is_dealer else worth.child_ron
