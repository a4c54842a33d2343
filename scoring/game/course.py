"""The course of a game: which hands it has, which is the last, where overtime begins and ends."""

from __future__ import annotations

from rules.parameters import Parameters, RiichiParameters, ZungJungParameters
from scoring.game.outcomes import Honba, StaysBy
from scoring.game.values import GameState

_ROUNDS = {"tonpu": 1, "tonnan": 2}


class Course:
    """The hands of a game under one rule."""

    def __init__(self, rule: Parameters) -> None:
        game = rule.game
        self._players = game.players
        if isinstance(rule, ZungJungParameters):
            self._last = rule.game.hands - 1
            self._last_of_overtime = self._last
            return
        rounds = _ROUNDS[game.length]
        self._last = self._last_of_overtime = rounds * game.players - 1
        if isinstance(rule, RiichiParameters) and rule.game.overtime != "none":
            self._last_of_overtime += rule.game.overtime_rounds * game.players

    @property
    def has_overtime(self) -> bool:
        """Whether the game may go beyond its last hand."""
        return self._last_of_overtime > self._last

    def is_last(self, state: GameState) -> bool:
        """Whether the hand is the last one, overtime apart."""
        return self._number(state) == self._last

    def is_overtime(self, state: GameState) -> bool:
        """Whether the hand is one of overtime."""
        return self._number(state) > self._last

    def is_last_of_overtime(self, state: GameState) -> bool:
        """Whether the hand is the last of overtime."""
        return self.has_overtime and self._number(state) == self._last_of_overtime

    def next_seat(self, state: GameState) -> tuple[int, int]:
        """Round and dealer once the seat has moved on."""
        dealer = state.dealer + 1
        return (state.round, dealer) if dealer < self._players else (state.round + 1, 0)

    def _number(self, state: GameState) -> int:
        return state.round * self._players + state.dealer


def into_overtime(by: StaysBy, after_draw: Honba) -> Honba:
    """What becomes of the honba when a dealer who stayed is stopped and overtime follows."""
    return "reset" if by == "win" else after_draw
