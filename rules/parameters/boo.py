"""Parameters of Boo-mahjong: a short race to 16,000, settled in victory points."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import (
    LIMIT,
    WHOLE,
    Amount,
    FamilyParameters,
    Flag,
    Value,
    contradiction,
)
from rules.parameters.common import Decimals, Penalties, Ranking, ScoreName


class BooGame(Value):
    """The table and how the game ends."""

    players: Annotated[Literal[4], WHOLE] = 4
    """Seats at the table."""
    length: Literal["tonnan"] = "tonnan"
    """East and South, unless it ends before."""
    start_points: Annotated[int, Strict(), Field(ge=100, le=LIMIT, multiple_of=100)] = 8_000
    """Held by each player at the start."""
    cap_points: Amount = 16_000
    """Points at or above which the game ends at once."""
    bust_ends_game: Flag = True
    """Whether the game ends when anyone falls below 0."""
    yakuman_ends_game: Flag = True
    """Whether a yakuman ends the game as its winner's double maru-A."""

    @model_validator(mode="after")
    def _the_race_has_a_length(self) -> Self:
        if self.cap_points <= self.start_points:
            raise contradiction("cap_points", "must be above start_points")
        return self


class BooSettlement(Value):
    """Victory points: each sunk player pays the top. A victory point is 1,000 points of score."""

    floating_line: Amount = 8_000
    """At or above this a player floats; with nobody above it the three highest do."""
    double_maru_a: Amount = 6_000
    """Paid by each of three sunk players when the top held the right to double."""
    maru_a: Amount = 3_000
    """Paid by each of three sunk players."""
    maru_b: Amount = 2_000
    """Paid by each of two sunk players."""
    maru_c: Amount = 1_000
    """Paid by the one sunk player."""
    double_right: Flag = True
    """Whether maru-A or better doubles the next maru-A at the same table (ダブ権)."""
    pao_ron: Amount = 9_000
    """Paid by the responsible player and by the discarder each, for a yakuman by ron."""
    leftover_sticks: Literal["lost"] = "lost"
    """Sticks left on the table stay out of the count."""
    tie: Literal["seat"] = "seat"
    """Equal points: by seat from the first East."""


class BooRanking(Ranking):
    """How scores are named and who is ranked."""

    score_name: ScoreName = "勝利点"
    """What a score is called."""
    score_decimals: Decimals = 0
    """Decimals of a score when it is shown in thousands of points."""


class BooParameters(FamilyParameters):
    """A version of a Boo-mahjong rule set."""

    family: Literal["boo"] = "boo"
    game: BooGame = BooGame()
    settlement: BooSettlement = BooSettlement()
    penalties: Penalties = Penalties()
    ranking: BooRanking = BooRanking()
