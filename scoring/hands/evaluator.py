"""What is this hand worth? The best reading by points under a rule, with its reasons."""

from __future__ import annotations

from rules.parameters import YakuRule
from scoring.hands.bonus import BonusCount
from scoring.hands.errors import NotAWinError, NoYakuError
from scoring.hands.glance import Glance
from scoring.hands.hand import Hand
from scoring.hands.honours import WINDS_OF
from scoring.hands.melds import NOTHING, on_table_of
from scoring.hands.packing import WEIGHTS, Tiles, packed
from scoring.hands.prices import DEALER_AT, HONBA_AT
from scoring.hands.readings import Readings
from scoring.hands.values import Value
from scoring.hands.worths import Worths
from scoring.hands.yaku.situation import KnownFlags

__all__ = ["Evaluator", "Value"]

_BY_EAST = 1 << DEALER_AT


class Evaluator:
    """Values hands under one rule; remembers parts of hands, never whole ones."""

    def __init__(self, rule: YakuRule) -> None:
        self.rule, self.known, self.glance = rule, KnownFlags(rule), Glance(rule)
        self._worth, self._bonus = Worths(rule).of, BonusCount(rule).of
        self._readings = Readings(rule).of
        self._minimum, self._two_from = rule.hand.minimum_han, rule.hand.two_han_from_honba

    def value(self, hand: Hand) -> Value:
        """Value a sound hand: ``checks.problem`` finds nothing wrong with it.

        Raises:
            NotAWinError: the tiles are no winning hand.
            NoYakuError: fewer han than the rule asks for.
        """
        concealed, win, tsumo, melds, seat, round_, flags, dora, ura, nuki, honba, sticks = hand
        number = concealed.number if type(concealed) is Tiles else packed(concealed)
        number += WEIGHTS[win]
        if melds:
            on_table = on_table_of(melds)
            whole = number + on_table[0]
        else:
            on_table, whole = NOTHING, number
        if flags:
            flags = self.known[flags]
        reads = self._readings(number, on_table, win, WINDS_OF[seat][round_])
        bonus = self._bonus(whole, dora, ura, nuki, flags)
        at = bonus.at
        if honba:
            at += honba << HONBA_AT
        if not seat:
            at += _BY_EAST
        said = flags << 1 | tsumo
        if len(reads) == 1:
            best = self._worth(reads[0], said, bonus, at, sticks)
        else:
            best = self._best([self._worth(read, said, bonus, at, sticks) for read in reads], honba)
        if best[0].least + best[1].least < self._minimum or self._two_from is not None:
            self._ask_minimum(best, honba)
        return best

    def _ask_minimum(self, value: Value, honba: int) -> None:
        if value.han_for_minimum < self._needed(honba):
            raise NoYakuError(han=value.han_for_minimum, needed=self._needed(honba))

    def _needed(self, honba: int) -> int:
        is_raised = self._two_from is not None and honba >= self._two_from
        return max(self._minimum, 2) if is_raised else self._minimum

    def _best(self, found: list[Value], honba: int) -> Value:
        """The reading that pays most of those that the rule pays, if it pays any."""
        if not found:
            raise NotAWinError
        best = found[0]
        for value in found[1:]:
            if self._pays_more(value, best, honba):
                best = value
        return best

    def _pays_more(self, value: Value, than: Value, honba: int) -> bool:
        """Whether a reading counts instead: what the rule does not pay counts least."""
        needed = self._needed(honba)
        is_paid, other_is = value.han_for_minimum >= needed, than.han_for_minimum >= needed
        if is_paid is not other_is:
            return is_paid
        points, most = value.price.points, than.price.points
        return points > most or (points == most and value.rank > than.rank)
