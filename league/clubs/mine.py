"""What the home page says to a member: their place this month, and what separates them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from league.games.evening import listed
from league.models import Club, League, Session
from scoring.standings import rank_rows


class Line(NamedTuple):
    """A member's month or day in a league; ``score`` holds the adjustments of a month too."""

    member: int
    is_guest: bool
    kana: str
    display_name: str
    score: int
    games: int

    @property
    def by_name(self) -> tuple[str, int]:
        """Its place among equal scores."""
        return self.kana or self.display_name, self.member


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPlace:
    """Where somebody is in a league's month.

    ``rank`` is None while they are not ranked: ``missing`` games under the minimum, or a guest
    (``missing`` 0). ``gap`` are the points to ``other``, the next one above; for whoever leads,
    the points to the next one below.
    """

    rank: int | None
    ranked: int
    score: int = 0
    games: int = 0
    missing: int = 0
    is_tied: bool = False
    other: int | None = None
    gap: int = 0

    @property
    def leads(self) -> bool:
        return self.rank == 1


def ranked_lines(league: League, lines: Sequence[Line]) -> list[tuple[int, Line]]:
    """Return who is ranked, the best first; equal totals share a rank."""
    minimum = max(league.minimum_games, 1)
    ranked = [
        line
        for line in sorted(lines, key=lambda line: line.by_name)
        if line.games >= minimum and (league.guests_ranked or not line.is_guest)
    ]
    return rank_rows(ranked, key=lambda line: -line.score)


def my_place(
    league: League, lines: Sequence[Line], ranked: Sequence[tuple[int, Line]], member: int
) -> MyPlace:
    """Return a member's place among the ranked, and whom it is to overtake."""
    mine = next((line for line in lines if line.member == member), None)
    games = mine.games if mine else 0
    at = next((at for at, (_rank, line) in enumerate(ranked) if line.member == member), None)
    if at is None or mine is None:
        missing = max(max(league.minimum_games, 1) - games, 0)
        score = mine.score if mine else 0
        return MyPlace(rank=None, ranked=len(ranked), score=score, games=games, missing=missing)
    rank = ranked[at][0]
    above = [line for place, line in ranked if place < rank]
    below = [line for place, line in ranked if place > rank]
    other = above[-1] if above else below[0] if below else None
    return MyPlace(
        rank=rank,
        ranked=len(ranked),
        score=mine.score,
        games=games,
        is_tied=sum(place == rank for place, _line in ranked) > 1,
        other=other.member if other else None,
        gap=abs(other.score - mine.score) if other else 0,
    )


def next_evening(club: Club, day: date) -> Session | None:
    """Return the club's next planned evening after a day. One query."""
    return listed(club).filter(day__gt=day).order_by("day", "pk").first()
