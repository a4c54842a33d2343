"""Parameters of Boo-mahjong: a short race to 16,000, settled in victory points."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, ValidationInfo, field_validator, model_validator

from rules.parameters.agreement import check_highest, check_noten, check_tiles
from rules.parameters.base import (
    LIMIT,
    VICTORY_POINT,
    WHOLE,
    Amount,
    FamilyParameters,
    Flag,
    Value,
    sections_of,
)
from rules.parameters.boo_hand import (
    BooDora,
    BooDraws,
    BooFuriten,
    BooHand,
    BooPao,
    BooPenalties,
    BooPlay,
    BooRiichi,
    BooTiles,
    BooYaku,
    BooYakuman,
)
from rules.parameters.calls import Calls
from rules.parameters.common import Decimals, Event, Ranking, ScoreName, check_open_options
from rules.parameters.contradictions import contradiction


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
    last_dealer_stop: Literal["never"] = "never"
    """The last dealer plays on after a win."""
    next_first_dealer: Literal["top", "open"] = "top"
    """Who deals first in the next game: the top, or as the table likes."""

    @model_validator(mode="after")
    def _the_race_has_a_length(self) -> Self:
        if self.cap_points <= self.start_points:
            raise contradiction("cap_points", "above", other="start_points")
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
    double_right_after_yakuman: Flag = True
    """Whether a yakuman counts as maru-A or better for the next game."""
    four_sunk: Literal["three_highest_float"] = "three_highest_float"
    """With everybody sunk the three highest float."""
    pao_tsumo: Literal["all"] = "all"
    """On a tsumo the responsible player pays all that the top takes, the others nothing."""
    pao_ron: Amount = 9_000
    """Paid by the responsible player and by the discarder each, for a yakuman by ron."""
    leftover_sticks: Literal["lost"] = "lost"
    """Sticks left on the table stay out of the count."""
    tie: Literal["seat"] = "seat"
    """Equal points: by seat from the first East."""

    @field_validator("double_maru_a", "maru_a", "maru_b", "maru_c", "pao_ron")
    @classmethod
    def _whole_victory_points(cls, amount: int, info: ValidationInfo) -> int:
        if amount % VICTORY_POINT:
            raise contradiction(str(info.field_name), "broken-victory-point", step=VICTORY_POINT)
        return amount


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
    play: BooPlay = BooPlay()
    draws: BooDraws = BooDraws()
    tiles: BooTiles = BooTiles()
    dora: BooDora = BooDora()
    calls: Calls = Calls()
    riichi: BooRiichi = BooRiichi()
    furiten: BooFuriten = BooFuriten()
    hand: BooHand = BooHand()
    yaku: BooYaku = BooYaku()
    yakuman: BooYakuman = BooYakuman()
    pao: BooPao = BooPao()
    penalties: BooPenalties = BooPenalties()
    event: Event = Event()
    ranking: BooRanking = BooRanking()

    @model_validator(mode="after")
    def _sections_agree(self) -> Self:
        if any(price.amount % VICTORY_POINT for price in self.penalties.penalty_table):
            raise contradiction("penalty_table", "broken-victory-point", step=VICTORY_POINT)
        check_noten(self.play, self.game.players)
        check_tiles(self.tiles, self.dora)
        check_highest(self.hand, self.yakuman)
        check_open_options(self.event.open_options, sections_of(type(self)))
        return self
