"""Parameters of Zung Jung (中庸麻雀): patterns add up, a session is the sum of points."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Strict

from rules.parameters.base import LIMIT, WHOLE, FamilyParameters, Value
from rules.parameters.common import Decimals, Penalties, Ranking, ScoreName

#: points of Zung Jung itself: any whole number
Worth = Annotated[int, Strict(), Field(ge=1, le=LIMIT)]


class ZungJungGame(Value):
    """The table and its length."""

    players: Annotated[Literal[4], WHOLE] = 4
    """Seats at the table."""
    length: Literal["four_winds"] = "four_winds"
    """East, South, West and North, the dealer always moving on."""
    start_points: Annotated[Literal[0], WHOLE] = 0
    """Totals start at 0 and sum to 0."""


class ZungJungSettlement(Value):
    """Who pays for a hand, and what a point is worth in the league."""

    payment_base: Worth = 30
    """Up to this worth everybody pays alike; above it the responsible player pays the rest."""
    worth_cap: Worth = 320
    """Worth at which the sum of patterns is capped."""
    score_per_point: Worth = 1_000
    """Points of score for a point."""
    tie: Literal["seat"] = "seat"
    """Equal points: by seat from the first East."""


class ZungJungRanking(Ranking):
    """How scores are named and who is ranked."""

    score_name: ScoreName = "点"
    """What a score is called."""
    score_decimals: Decimals = 0
    """Decimals of a score when it is shown in thousands of points."""


class ZungJungParameters(FamilyParameters):
    """A version of a Zung Jung rule set."""

    family: Literal["zung_jung"] = "zung_jung"
    game: ZungJungGame = ZungJungGame()
    settlement: ZungJungSettlement = ZungJungSettlement()
    penalties: Penalties = Penalties()
    ranking: ZungJungRanking = ZungJungRanking()
