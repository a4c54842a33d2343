"""What is this hand worth? The best reading by points under a rule, with its reasons."""

from __future__ import annotations

from scoring.hands.bonus import BonusCount
from scoring.hands.errors import NotAWinError, NoYakuError
from scoring.hands.glance import Glance
from scoring.hands.hand import Hand
from scoring.hands.honours import ROUND_AT, SEAT_AT
from scoring.hands.melds import MELDS, NOTHING
from scoring.hands.packing import WINNING, Tiles, packed
from scoring.hands.prices import DEALER_AT, HONBA_AT
from scoring.hands.readings import Readings
from scoring.hands.tiles import HAKU, KIND_OF
from scoring.hands.values import Value
from scoring.hands.worths import Worths
from scoring.hands.yaku.base import YakuRule
from scoring.hands.yaku.situation import KnownFlags

__all__ = ["Evaluator", "Value"]

_KINDS = (*KIND_OF, *[0] * 4, HAKU)  # by tile; flowers are no part of a hand
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
        on_table = MELDS.together(melds) if melds else NOTHING
        number = concealed.number if concealed.__class__ is Tiles else packed(concealed)
        number += WINNING[tsumo][win]
        if flags:
            flags = self.known[flags]
        winds = seat << SEAT_AT | round_ << ROUND_AT
        reads = self._readings(number, on_table, _KINDS[win], winds)
        bonus = self._bonus(number + on_table[0], dora, ura, nuki, flags)
        at = bonus.at
        if honba:
            at += honba << HONBA_AT
        if not seat:
            at += _BY_EAST
        said = flags << 1 | tsumo
        if len(reads) == 1:
            best = self._worth(reads[0], said, bonus, at, sticks)
        else:
            found = [self._worth(read, said, bonus, at, sticks) for read in reads]
            best = self._best(found, honba)
        if best.counted.han_for_minimum < self._minimum or self._two_from is not None:
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
        needed = self._needed(honba)
        paid = [value for value in found if value.han_for_minimum >= needed] or found
        best = paid[0]
        for value in paid[1:]:
            points, most = value.price.points, best.price.points
            if points > most or (points == most and value.rank > best.rank):
                best = value
        return best
