"""Hands of a record that were kept, as ``replay`` takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: what a hand of a record has beside what ``replay`` takes, of a win and of the whole
_MORE_OF_A_WIN = ("yaku", "limit", "points")


def as_replay(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A kept hand as ``replay`` takes it: without what only a record tells."""
    wins = [
        {key: value for key, value in win.items() if key not in _MORE_OF_A_WIN}
        for win in hand.get("wins", ())
    ]
    return {**hand, "wins": wins} if wins else dict(hand)
