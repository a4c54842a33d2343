"""What a hand does to the table, before anything is said about the end of the game."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from scoring.payments import Transfer

#: why the dealer keeps the seat; ``replay``: the hand was void
StaysBy: TypeAlias = Literal["win", "tenpai", "abort", "replay"]
Honba: TypeAlias = Literal["grows", "kept", "reset"]


class Outcome(NamedTuple):
    """The movements of a hand, its deposits apart, and what becomes of dealer and honba."""

    points: tuple[int, ...]  # by seat; they sum to the sticks that were taken
    stays: StaysBy | None  # None: the seat moves on
    honba: Honba
    taken: int = 0  # points that left the table
    chips: tuple[int, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    winners: tuple[int, ...] = ()  # who has won the hand, in turn order


def honba_of(before: int, becomes: Honba) -> int:
    """How many honba the next hand has."""
    if becomes == "reset":
        return 0
    return before + (becomes == "grows")
