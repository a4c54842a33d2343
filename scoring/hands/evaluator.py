"""What is this hand worth? The best reading by points under a rule, with its reasons."""

from __future__ import annotations

from rules.parameters import BooParameters
from scoring.hands.bonus import Bonus, BonusCount
from scoring.hands.errors import NotAWinError, NoYakuError
from scoring.hands.fu import FuTable
from scoring.hands.glance import Glance
from scoring.hands.hand import Hand
from scoring.hands.honours import ROUND_AT, SEAT_AT
from scoring.hands.melds import NOTHING, MeldTable
from scoring.hands.named import FLAG_BITS, NamedYaku
from scoring.hands.packing import WEIGHTS
from scoring.hands.readings import Readings
from scoring.hands.tiles import HAKU, KIND_OF
from scoring.hands.values import PriceTable, Value
from scoring.hands.yaku.base import YakuRule
from scoring.hands.yaku.situation import KnownFlags

__all__ = ["Evaluator", "Value"]

MELDS = MeldTable()
_WEIGHT = WEIGHTS.__getitem__
_KINDS = (*KIND_OF, *[0] * 4, HAKU)  # by tile; flowers are no part of a hand


class Evaluator:
    """Values hands under one rule; remembers parts of hands, never whole ones."""

    def __init__(self, rule: YakuRule) -> None:
        self.rule, self.known, self.glance = rule, KnownFlags(rule), Glance(rule)
        self._readings, self._bonus = Readings(rule).of, BonusCount(rule).of
        self._counted, self._fu, self._prices = NamedYaku(rule), FuTable(rule), PriceTable(rule)
        self._minimum, self._two_from = rule.hand.minimum_han, rule.hand.two_han_from_honba
        self._yakuless_go_without = (
            isinstance(rule, BooParameters) and not rule.play.yakuless_takes_honba
        )

    def value(self, hand: Hand) -> Value:
        """Value a sound hand: ``checks.problem`` finds nothing wrong with it.

        Raises:
            NotAWinError: the tiles are no winning hand.
            NoYakuError: fewer han than the rule asks for.
        """
        concealed, win, tsumo, melds, seat, round_, flags, dora, ura, nuki, honba, sticks = hand
        on_table = MELDS.together(melds) if melds else NOTHING
        number = sum(map(_WEIGHT, concealed), WEIGHTS[win])
        if flags:
            flags = self.known[flags]
        winds = seat << SEAT_AT | round_ << ROUND_AT
        reads = self._readings(number, on_table, _KINDS[win], tsumo, winds)
        bonus = self._bonus(number + on_table[0], dora, ura, nuki, flags)
        said, won = flags << 1 | tsumo, (not seat, tsumo, honba)
        if len(reads) == 1:
            key, fu_fields = reads[0]
            best = self._priced(key << FLAG_BITS | said, fu_fields, bonus, won, sticks)
        else:
            best = self._best(
                [
                    self._priced(key << FLAG_BITS | said, fu, bonus, won, sticks)
                    for key, fu in reads
                ],
                honba,
            )
        if best.counted.han_for_minimum < self._minimum or self._two_from is not None:
            self._ask_minimum(best, honba)
        return best

    def _priced(
        self, asked: int, fu_fields: int, bonus: Bonus, won: tuple[bool, bool, int], sticks: int
    ) -> Value:
        """Look up what a reading has, and what that costs."""
        yaku, own_han, _for_minimum, yakuman, paid, fu_bits = counted = self._counted[asked]
        _named, more, reds, beside = bonus
        if yakuman:
            price = self._prices[0, None, paid, won, beside]
            return Value(counted, None, bonus, price, sticks)
        fu = self._fu[fu_fields | fu_bits if fu_fields else 0]
        han = own_han + more
        if fu.is_low:
            fu = self._fu.raised(fu, han)
        if self._yakuless_go_without and not (yaku or reds):
            won = (*won[:2], 0)
        return Value(counted, fu, bonus, self._prices[han, fu.fu, 0, won, beside], sticks)

    def _ask_minimum(self, value: Value, honba: int) -> None:
        if self._too_few(value, honba):
            raise NoYakuError(han=self._han_for_minimum(value), needed=self._needed(honba))

    def _too_few(self, value: Value, honba: int) -> bool:
        return not value.counted.yakuman and self._han_for_minimum(value) < self._needed(honba)

    def _han_for_minimum(self, value: Value) -> int:
        return value.counted.han_for_minimum + value.bonus.reds_as_yaku

    def _needed(self, honba: int) -> int:
        is_raised = self._two_from is not None and honba >= self._two_from
        return max(self._minimum, 2) if is_raised else self._minimum

    def _best(self, found: list[Value], honba: int) -> Value:
        """The reading that pays most of those that the rule pays, if it pays any."""
        if not found:
            raise NotAWinError
        paid = [value for value in found if not self._too_few(value, honba)] or found
        most = max(value.price.points for value in paid)
        paid = [value for value in paid if value.price.points == most]
        return paid[0] if len(paid) == 1 else max(paid, key=lambda value: value.rank)
