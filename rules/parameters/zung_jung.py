"""Parameters of Zung Jung (中庸麻雀): patterns add up, a session is the sum of points."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import (
    WHOLE,
    FamilyParameters,
    Flag,
    Value,
    sections_of,
)
from rules.parameters.common import (
    Decimals,
    Event,
    Penalties,
    Ranking,
    ScoreName,
    check_open_options,
)
from rules.parameters.contradictions import contradiction
from rules.parameters.play import Tiles
from rules.parameters.zung_jung_patterns import Worth, ZungJungPatterns


class ZungJungGame(Value):
    """The table and its length."""

    players: Annotated[Literal[4], WHOLE] = 4
    """Seats at the table."""
    length: Literal["four_winds"] = "four_winds"
    """East, South, West and North, the dealer always moving on."""
    start_points: Annotated[Literal[0], WHOLE] = 0
    """Totals start at 0 and sum to 0."""
    hands: Annotated[int, Strict(), Field(ge=1, le=64)] = 16
    """Hands of a game."""
    dealer_stays: Literal["never"] = "never"
    """The dealer moves on after every hand."""
    below_zero_allowed: Flag = True
    """Whether play goes on below 0."""


class ZungJungSettlement(Value):
    """Who pays for a hand, and what a point is worth in the league."""

    payment_base: Worth = 30
    """Up to this worth everybody pays alike; above it the responsible player pays the rest."""
    worth_cap: Worth = 320
    """Worth at which the sum of patterns is capped; one of as much alone counts alone."""
    immunity: Literal["since_own_discard", "none"] = "since_own_discard"
    """Who answers for a ron: who first discarded the tile since the winner's own last discard."""
    immunity_from_deal: Flag = True
    """Whether that counts from the deal before the winner's first discard."""
    immunity_called_discards: Flag = True
    """Whether discards that were called count too."""
    robbed_kong_responsible: Literal["adder", "nobody"] = "adder"
    """Who answers for 搶槓."""
    score_per_point: Worth = 1_000
    """Points of score for a point."""
    tie: Literal["seat"] = "seat"
    """Equal points: by seat from the first East."""


class ZungJungPlay(Value):
    """How a hand is played."""

    winners: Literal["first_only"] = "first_only"
    """Of several ron only the first in turn order wins."""
    draw_payment: Annotated[Literal[0], WHOLE] = 0
    """A draw pays nothing."""
    dead_wall: Tiles = 14
    """Tiles that are never drawn in turn (王牌)."""
    flowers: Flag = False
    """Whether flowers are in the wall."""
    dora_played: Flag = False
    """Whether there are dora."""
    riichi_played: Flag = False
    """Whether there is riichi."""
    furiten_played: Flag = False
    """Whether there is furiten."""


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
    patterns: ZungJungPatterns = ZungJungPatterns()
    play: ZungJungPlay = ZungJungPlay()
    penalties: Penalties = Penalties()
    event: Event = Event()
    ranking: ZungJungRanking = ZungJungRanking()

    @model_validator(mode="after")
    def _sections_agree(self) -> Self:
        if self.patterns.worth_chicken_hand > self.settlement.worth_cap:
            raise contradiction("worth_cap", "not-below", other="worth_chicken_hand")
        check_open_options(self.event.open_options, sections_of(type(self)))
        return self
