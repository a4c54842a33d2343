"""What comes of checking a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.tenhou.values import Length


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How far our engine and a record agree."""

    players: int
    length: Length
    wins: int
    wins_equal: int  # yaku, han, fu, points and every player's movement
    draws: int
    draws_equal: int  # kind, tenpai and every player's movement
    end_equal: bool  # the game is over exactly where the record ends
    points_equal: bool  # held as each hand begins, and at the end
    scores_equal: bool
    differences: tuple[str, ...]  # for people, in the order of the hands

    def as_json(self) -> dict[str, Any]:
        """The report in the form of docs/commands.md."""
        return {
            "players": self.players,
            "length": self.length,
            "wins": self.wins,
            "wins_equal": self.wins_equal,
            "draws": self.draws,
            "draws_equal": self.draws_equal,
            "end_equal": self.end_equal,
            "points_equal": self.points_equal,
            "scores_equal": self.scores_equal,
            "differences": list(self.differences),
        }


def differs(what: str, own: object, said: object) -> Iterable[str]:
    """Say that something is ours and another the record's; nothing where they are equal."""
    if own != said:
        yield f"{what} {written(own)}, the record says {written(said)}"


def written(value: object) -> str:
    """Write a value as people read it."""
    if value in (None, (), ""):
        return "none"
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return " ".join(map(written, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
