"""Who pays whom for a hand: points and chips that move between the seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.parameters import BooParameters, RiichiParameters, YakuRule
from rules.parameters.hand import Chips
from scoring.errors import BadSeatError
from scoring.hands.prices import Prices, Worth, payment_of

#: what is paid for: the hand, the part that a responsible player takes over, dora beside the hand
Why: TypeAlias = Literal["hand", "pao", "dora", "honba", "sticks"]


class Liability(NamedTuple):
    """A player who answers for a yakuman (包)."""

    seat: int
    times: int = 1  # how many yakuman it counts; for 嶺上開花: as many as the hand has


class ChipReasons(NamedTuple):
    """For what chips are due beside a yakuman."""

    ippatsu: int = 0
    ura: int = 0
    red: int = 0
    pocchi: int = 0  # white pocchi drawn as a wild tile
    gold: int = 0  # how many of the red fives are gold


NO_CHIPS: Final = ChipReasons()


class Win(NamedTuple):
    """What one player has won with; the hand is priced already, as ``Value`` has it."""

    winner: int
    han: int = 0  # with dora, unless they are paid beside; 0: no yaku
    fu: int | None = None  # none without fu, for a mangan and above, and for yakuman
    yakuman: int = 0  # how many it counts
    dora_beside: int = 0  # dora that are paid beside the hand
    liable: tuple[Liability, ...] = ()  # the first completed stands first
    chips: ChipReasons | None = NO_CHIPS  # None: no chips at all, as for nagashi


NO_STICKS: Final[Mapping[int, int]] = MappingProxyType({})


class OnTable(NamedTuple):
    """What lies on the table when a hand is won."""

    dealer: int
    honba: int = 0
    sticks: int = 0  # in points
    own: Mapping[int, int] = NO_STICKS  # by seat: the part of them that it put down in this hand


class Transfer(NamedTuple):
    """Points that go to a winner."""

    payer: int | None  # None: from the table
    winner: int
    points: int
    why: Why


class Paid(NamedTuple):
    """All that moves for a hand."""

    winners: tuple[int, ...]  # in turn order from the discarder; none when three ron abort
    points: tuple[int, ...]  # by seat; they sum to the sticks that were taken
    chips: tuple[int, ...]  # by seat; they sum to 0
    transfers: tuple[Transfer, ...]  # how the points come about


def in_turn_order(seats: Iterable[int], discarder: int, players: int) -> tuple[int, ...]:
    """Order seats as their turns would come after the discarder's."""
    return tuple(sorted(seats, key=lambda seat: (seat - discarder) % players))


def ron_winners(rule: YakuRule, discarder: int, callers: Iterable[int]) -> tuple[int, ...]:
    """Name who wins, in turn order; nobody when three ron abort the hand (三家和).

    Source: ``double_ron`` and ``triple_ron``: all, or the first in turn order only (頭ハネ).
    """
    called = in_turn_order(callers, discarder, rule.game.players)
    says = {2: rule.play.double_ron, 3: rule.play.triple_ron}.get(len(called), "all_win")
    if says == "abort":
        return ()
    return called if says == "all_win" else called[:1]


def ask_seats(
    wins: Sequence[Win], table: OnTable, *, players: int, discarder: int | None = None
) -> None:
    """Refuse a hand that nobody could pay.

    Raises:
        BadSeatError: the first seat that is wrong.
    """
    for what, seat in _named(wins, table, discarder):
        if not 0 <= seat < players:
            raise BadSeatError("no-seat", field=what, seat=seat)
    winners = [win.winner for win in wins]
    for at, win in enumerate(wins):
        if win.winner in winners[:at]:
            raise BadSeatError("twice", field="winner", seat=win.winner)
        if win.winner == discarder or win.winner in [each.seat for each in win.liable]:
            raise BadSeatError("pays-itself", field="winner", seat=win.winner)


def _named(wins: Sequence[Win], table: OnTable, discarder: int | None) -> Iterator[tuple[str, int]]:
    yield "dealer", table.dealer
    if discarder is not None:
        yield "discarder", discarder
    for win in wins:
        yield "winner", win.winner
        for each in win.liable:
            yield "pao", each.seat


class Share(NamedTuple):
    """A part of a hand, and who answers for it."""

    worth: Worth
    responsible: int | None  # a seat; None: paid as any hand
    yakuman: int  # how many it is


def shares(rule: YakuRule, prices: Prices, win: Win) -> tuple[Share, ...]:
    """Take a hand apart; what the shares are worth sums to what the hand is worth.

    Where only one yakuman of several is paid, it is the one that somebody answers for: assumed.
    In Boo a responsible player pays victory points, so the table pays the hand as any other.
    """
    yakuman = prices.paid_yakuman(win.yakuman)
    if not isinstance(rule, RiichiParameters) or not win.liable:
        return (Share(prices.of(win.han, win.fu, yakuman), None, yakuman),)
    if not yakuman:  # 嶺上開花, for all of the hand
        return (Share(prices.of(win.han, win.fu, 0), win.liable[0].seat, 0),)
    return tuple(
        Share(prices.of(0, None, times), seat, times)
        for seat, times in _answered(rule, win, yakuman)
    )


def _answered(rule: RiichiParameters, win: Win, yakuman: int) -> Iterator[tuple[int | None, int]]:
    """Say who answers for how many yakuman, the other ones last."""
    liable = win.liable if rule.pao.pao_of_several == "each" else win.liable[:1]
    rest = yakuman
    for each in liable:
        times = min(each.times, rest)
        if times:
            yield each.seat, times
        rest -= times
    if rest:
        yield (liable[0].seat if rule.pao.pao_other_yakuman == "responsible" else None), rest


def chips_of(
    rule: YakuRule, win: Win, parts: Sequence[Share], *, payers: Sequence[int], tsumo: bool
) -> list[tuple[int, int]]:
    """Say who gives the winner how many chips; a player may stand there more than once.

    Args:
        rule: the version; Boo has no chips.
        win: the hand, and what chips are due for.
        parts: its shares.
        payers: the discarder, or everybody else on a tsumo.
        tsumo: whether it was one.
    """
    if not isinstance(rule, RiichiParameters) or win.chips is None:
        return []
    given = rule.chips
    beside = _for_reasons(given, win.chips)
    of_yakuman = _for_yakuman(given, win, parts, tsumo=tsumo)
    if of_yakuman and not given.chip_yakuman_on_top:
        beside = 0
    found = [(payer, beside) for payer in payers]
    # once a hand, from who answers for the first, or for each that is paid
    for part in parts if given.chip_times_yakuman else parts[:1]:
        times = max(part.yakuman, 1) if given.chip_times_yakuman else 1
        due = of_yakuman * times
        if part.responsible is None or not win.yakuman or given.chip_pao == "as_always":
            found += [(payer, due) for payer in payers]
        else:
            found.append((part.responsible, due * len(payers)))
    return found


def _for_reasons(given: Chips, due: ChipReasons) -> int:
    return (
        due.ippatsu * given.chip_ippatsu
        + due.ura * given.chip_ura
        + (due.red - due.gold) * given.chip_red
        + due.gold * given.chip_gold
        + due.pocchi * given.chip_pocchi
    )


def _for_yakuman(given: Chips, win: Win, parts: Sequence[Share], *, tsumo: bool) -> int:
    """What each pays for a yakuman, once."""
    if win.yakuman:
        return given.chip_yakuman_tsumo if tsumo else given.chip_yakuman_ron
    if parts[0].worth.limit == "counted_yakuman":
        return given.chip_counted_tsumo if tsumo else given.chip_counted_ron
    return 0


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
            moved += self._sticks_of(seat, winners, table)
            chips += self._chips(win, parts, [discarder], tsumo=False)
        return self._paid(winners, moved, chips)

    def _sticks_of(self, seat: int, winners: Sequence[int], table: OnTable) -> Iterator[Transfer]:
        """Source: ``several_ron_sticks``."""
        takes_own = self.rule.play.several_ron_sticks == "own_back_rest_first"
        own = {each: table.own.get(each, 0) if takes_own else 0 for each in winners}
        rest = table.sticks - sum(own.values())
        points = own[seat] + (rest if seat == winners[0] else 0)
        yield Transfer(None, seat, points, "sticks")

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
        for worth, responsible, _yakuman in parts:
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
        found = chips_of(self.rule, win, parts, payers=payers, tsumo=tsumo)
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
