"""From han and fu to what is paid: the formula or the rule's table, mangan and above."""

from __future__ import annotations

from typing import NamedTuple

from rules.parameters import RiichiParameters, YakuRule
from rules.parameters.hand import TableRow

#: basic points from so many han on, where the formula ends: 満貫 跳満 倍満 三倍満 and 数え役満
MANGAN, YAKUMAN = 2_000, 8_000
_LIMITS = (
    (13, YAKUMAN, "counted_yakuman"),
    (11, 6_000, "sanbaiman"),
    (8, 4_000, "baiman"),
    (6, 3_000, "haneman"),
    (5, MANGAN, "mangan"),
)
_LIMIT_OF_TABLE = {8_000: "mangan", 12_000: "haneman", 16_000: "baiman", 24_000: "sanbaiman"}


#: a price is asked for by one number, which hand, bonus tiles, win and honba add up to: the han,
#: those of them that are red fives as a yaku, dora paid beside the hand (8 bits each); whether the
#: hand has a yaku; fu (8 bits, 0 for none); whether they are an open hand's 20, yakuman (4 bits),
#: whether it was drawn, whether East won; the honba
RED_YAKU_AT, BESIDE_AT, NAMED_AT, FU_AT, LOW_AT = 8, 16, 24, 25, 33
YAKUMAN_AT, DRAWN_AT, DEALER_AT, HONBA_AT = 34, 38, 39, 40


class Worth(NamedTuple):
    """What a hand is worth before it is known who wins it and how."""

    limit: str | None  # as the ``value`` format names it
    child_ron: int
    child_tsumo_child: int
    child_tsumo_dealer: int
    dealer_ron: int
    dealer_tsumo: int


class Payment(NamedTuple):
    """Who pays how much, honba in it; the others are 0."""

    discarder: int = 0
    dealer: int = 0  # on a child's tsumo
    others: int = 0  # each other child then
    each: int = 0  # on the dealer's tsumo

    def total(self, players: int) -> int:
        """What the winner gets from them."""
        if self.discarder:
            return self.discarder
        return self.dealer + self.others * (players - 2) + self.each * (players - 1)


def most_yakuman(rule: YakuRule) -> int | None:
    """How many yakuman a hand is paid at most; none where it is as many as it has."""
    match rule.hand.highest_hand:
        case "several_yakuman":
            return rule.hand.yakuman_at_most
        case "best_yakuman":
            return max(rule.yakuman.times_table.values(), default=1)
    return 1


class Prices:
    """What hands cost under a rule. Source: its points table, or fu × 2^(han + 2)."""

    def __init__(self, rule: YakuRule) -> None:
        self._rule, self._hand = rule, rule.hand
        self.players = rule.game.players
        self.counts_fu = self._hand.counting == "fu"
        self._most_yakuman = most_yakuman(rule)
        self._worth: dict[tuple[int, int], Worth] = {}

    def of(self, han: int, fu: int | None, yakuman: int) -> Worth:
        """The price of a hand.

        Args:
            han: with dora; not looked at for yakuman.
            fu: rounded; None where none are counted.
            yakuman: how many yakuman it counts, as many as the rule pays.
        """
        key = (99 + yakuman, 0) if yakuman else (min(han, 13), fu or 0)
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._work_out(han, fu or 0, yakuman)
        return found

    def paid_yakuman(self, times: int) -> int:
        """How many yakuman are paid of so many that count."""
        return times if self._most_yakuman is None else min(times, self._most_yakuman)

    def _work_out(self, han: int, fu: int, yakuman: int) -> Worth:
        if yakuman:
            limit = "yakuman" if yakuman == 1 else f"yakuman_{yakuman}"
            return self._yakuman(limit, yakuman)
        if not self.counts_fu:
            return self._by_table(han)
        return self._by_basic(*self._basic(han, fu))

    def _yakuman(self, limit: str, times: int) -> Worth:
        is_capped = self._hand.highest_hand == "mangan"
        if self.counts_fu:
            return self._by_basic(limit, MANGAN if is_capped else YAKUMAN * times)
        return _of_row(self._mangan_row() if is_capped else self._row(13), limit, times)

    def _basic(self, han: int, fu: int) -> tuple[str | None, int]:
        for least, basic, name in _LIMITS:
            if han < least:
                continue
            if self._hand.highest_hand == "mangan":
                return "mangan", MANGAN
            if name == "counted_yakuman" and not self._hand.counted_yakuman:
                continue
            return name, basic
        basic = fu << han + 2
        is_raised = self._hand.raised_mangan and (han, fu) in ((4, 30), (3, 60))
        return ("mangan", MANGAN) if basic >= MANGAN or is_raised else (None, basic)

    def _by_basic(self, limit: str | None, basic: int) -> Worth:
        child, dealer = _up(basic), _up(2 * basic)
        if self._splits_the_missing_share():
            # half of the missing child's share, rounded with the payment: assumed
            child, dealer = _up(basic + basic // 2), _up(2 * basic + basic // 2)
            each = _up(3 * basic)
        else:
            each = dealer
        return Worth(limit, _up(4 * basic), child, dealer, _up(6 * basic), each)

    def _splits_the_missing_share(self) -> bool:
        rule = self._rule
        return (
            isinstance(rule, RiichiParameters)
            and rule.game.players == 3
            and not rule.hand.tsumo_loss
        )

    def _by_table(self, han: int) -> Worth:
        row = self._row(han)
        if self._hand.highest_hand == "mangan":
            row = min(row, self._mangan_row(), key=lambda each: each.from_han)
        is_counted = row.from_han >= 13
        if is_counted and not self._hand.counted_yakuman:
            row, is_counted = self._row(12), False
        limit = "counted_yakuman" if is_counted else _LIMIT_OF_TABLE.get(row.child_ron)
        return _of_row(row, limit, 1)

    def _mangan_row(self) -> TableRow:
        rows = self._hand.points_table
        return next((row for row in rows if row.child_ron >= 4 * MANGAN), rows[-1])

    def _row(self, han: int) -> TableRow:
        rows = [row for row in self._hand.points_table if row.from_han <= max(han, 1)]
        return rows[-1] if rows else self._hand.points_table[0]


def _of_row(row: TableRow, limit: str | None, times: int) -> Worth:
    amounts = (
        row.child_ron,
        row.child_tsumo_child,
        row.child_tsumo_dealer,
        row.dealer_ron,
        row.dealer_tsumo,
    )
    return Worth(limit, *(amount * times for amount in amounts))


def _up(points: int) -> int:
    """To the next hundred (切り上げ)."""
    return -(-points // 100) * 100


def payment_of(
    rule: YakuRule, worth: Worth, *, dealer: bool, tsumo: bool, honba: int, beside: int = 0
) -> Payment:
    """Say who pays what for a win, nobody being responsible for it.

    Args:
        rule: the version.
        worth: what the hand is worth.
        dealer: whether East won.
        tsumo: whether by one's own draw.
        honba: how many count for this win; none for a hand without yaku, where the rule says so.
        beside: dora that are paid beside the hand.
    """
    play, hand = rule.play, rule.hand
    if not tsumo:
        more = honba * play.honba_ron + beside * hand.dora_payment_ron
        return Payment(discarder=(worth.dealer_ron if dealer else worth.child_ron) + more)
    more = honba * play.honba_tsumo_each + beside * hand.dora_payment_tsumo_each
    if dealer:
        return Payment(each=worth.dealer_tsumo + more)
    return Payment(dealer=worth.child_tsumo_dealer + more, others=worth.child_tsumo_child + more)
