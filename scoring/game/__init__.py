"""A game hand by hand: every movement of points, the dealer's seat, and when it is over."""

from __future__ import annotations

from scoring.game.engine import Game
from scoring.game.errors import GameError
from scoring.game.values import (
    GameState,
    HandPlayed,
    TableHand,
    TablePenalty,
    WonHand,
    YakumanTenpai,
)

__all__ = [
    "Game",
    "GameError",
    "GameState",
    "HandPlayed",
    "TableHand",
    "TablePenalty",
    "WonHand",
    "YakumanTenpai",
]
