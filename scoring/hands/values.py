"""What a hand is worth, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scoring.hands.bonus import Bonus
from scoring.hands.fu import FuPart, exact_fu, fu_parts
from scoring.hands.named import YAKUMAN_HAN, Counted, OfTiles, OfWin
from scoring.hands.price_tables import Price
from scoring.hands.prices import Payment


class Value(NamedTuple):
    """What a hand is worth, and why."""

    tiles: OfTiles
    win: OfWin
    read: int  # the reading
    bonus: Bonus
    price: Price
    sticks: int

    @property
    def counted(self) -> Counted:
        """What counts of tiles and win together."""
        return self.tiles.won(self.win)

    @property
    def yaku(self) -> Mapping[str, int]:
        """Yaku to han, dora among them; yakuman to 13 for each that counts."""
        counted = self.counted
        if counted.yakuman or not self.bonus.named:
            return counted.yaku
        return {**counted.yaku, **self.bonus.named}

    @property
    def han(self) -> int:
        """The han of the yaku."""
        return self._han(self.counted)

    @property
    def fu(self) -> int | None:
        """Fu, rounded; none without fu and for yakuman."""
        return self.price.fu

    @property
    def fu_parts(self) -> tuple[FuPart, ...]:
        """The parts that sum to the fu."""
        if self.price.fu is None:
            return ()
        return fu_parts(self.read, self.counted.fu, self.price.fu)

    @property
    def limit(self) -> str | None:
        """``mangan`` … ``yakuman``, ``yakuman_2`` …; none below a mangan."""
        return self.price.limit

    @property
    def total(self) -> int:
        """All that the winner gets, honba and sticks in it."""
        return self.price.total + self.sticks

    @property
    def payment(self) -> Payment:
        """Who pays how much."""
        return self.price.payment

    @property
    def yakuman(self) -> int:
        """How many yakuman are paid."""
        return self.counted.paid_yakuman

    @property
    def dora_beside(self) -> int:
        """Boo: dora, each paid beside the hand."""
        return self.bonus.beside

    @property
    def han_for_minimum(self) -> int:
        """Han that count towards the fewest that the rule asks for."""
        tiles, win = self.tiles, self.win
        if tiles.is_plain and win.is_plain:
            counted = tiles.least + win.least
        else:
            counted = self.counted.han_for_minimum
        return counted + self.bonus.reds_as_yaku

    @property
    def rank(self) -> tuple[int, ...]:
        """Among readings: points first; of as many, real yakuman, then han, then fu.

        Of equal fu the reading counts that has more before rounding: every part that applies.
        """
        counted, fu = self.counted, self.price.fu
        exact = 0 if fu is None else exact_fu(self.read, counted.fu)
        han = self._han(counted)
        return self.price.points, counted.paid_yakuman, han, fu or 0, exact

    def _han(self, counted: Counted) -> int:
        if counted.yakuman:
            return YAKUMAN_HAN * counted.yakuman
        return counted.han + self.bonus.han
