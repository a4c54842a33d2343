"""What is this hand worth? The best of its readings under a rule, with its patterns."""

from __future__ import annotations

from rules.parameters import ZungJungParameters
from scoring.hands.errors import NotAWinError
from scoring.hands.hand import Hand
from scoring.zung_jung.counting import Counting
from scoring.zung_jung.readings import readings
from scoring.zung_jung.value import ZungJungValue


class ZungJungEvaluator:
    """Values hands under one rule; remembers parts of hands, never whole ones."""

    def __init__(self, parameters: ZungJungParameters) -> None:
        self.rule = parameters
        self._counting = Counting(parameters)
        self._four_alike = parameters.patterns.seven_pairs_four_alike

    def value(self, hand: Hand, *, responsible: bool | None = None) -> ZungJungValue:
        """Value a sound hand.

        Args:
            hand: the win. Of its flags only those of series 9 count.
            responsible: False when nobody answers for it; else the discarder does, or whoever
                discarded the tile first. Nobody ever answers for a tsumo.

        Raises:
            NotAWinError: the tiles are no winning hand.
        """
        found = readings(hand, four_alike=self._four_alike)
        if not found:
            raise NotAWinError
        counting = self._counting
        best = counting[found[0]]
        for key in found[1:]:
            other = counting[key]
            if other.rank > best.rank:
                best = other
        return best.shared if hand.tsumo or responsible is False else best.charged
