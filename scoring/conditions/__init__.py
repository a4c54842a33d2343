"""What does each player need of this hand (オーラスの条件): wins and draws that reach a place."""

from __future__ import annotations

from scoring.conditions.asking import Asker
from scoring.conditions.values import (
    ALWAYS,
    Case,
    Conditions,
    Draw,
    Goal,
    Needed,
    PlayerNeeds,
    Range,
    Way,
    Worth,
)

__all__ = [
    "ALWAYS",
    "Asker",
    "Case",
    "Conditions",
    "Draw",
    "Goal",
    "Needed",
    "PlayerNeeds",
    "Range",
    "Way",
    "Worth",
]
