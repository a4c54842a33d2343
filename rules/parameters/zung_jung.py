"""Parameters of Zung Jung (中庸麻雀): its 44 patterns and their worth add up."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import (
    LIMIT,
    WHOLE,
    Decimals,
    Event,
    FamilyParameters,
    Flag,
    Penalties,
    Ranking,
    ScoreName,
    Value,
    check_open_options,
    sections_of,
)
from rules.parameters.contradictions import contradiction
from rules.parameters.play import Tiles

#: points of Zung Jung itself: any whole number
Worth = Annotated[int, Strict(), Field(ge=1, le=LIMIT)]

_PREFIX = "worth_"


class ZungJungPatterns(Value):
    """Worth of each pattern, by its key; of one series only one counts, but each 翻牌."""

    worth_all_sequences: Worth = 5
    """1.1 平和: four sequences, any pair and wait, open too."""
    worth_concealed_hand: Worth = 5
    """1.2 門前清: no open call; ron and closed kans are allowed."""
    worth_no_terminals: Worth = 5
    """1.3 断么九."""
    worth_mixed_one_suit: Worth = 40
    """2.1.1 混一色."""
    worth_pure_one_suit: Worth = 90
    """2.1.2 清一色."""
    worth_nine_gates: Worth = 480
    """2.2 九蓮宝燈, waiting for nine tiles only."""
    worth_value_honor: Worth = 10
    """3.1 翻牌: each set of dragons or of one's own wind; the round's wind is none."""
    worth_small_three_dragons: Worth = 40
    """3.2.1 小三元."""
    worth_big_three_dragons: Worth = 130
    """3.2.2 大三元."""
    worth_small_three_winds: Worth = 30
    """3.3.1 小三風: two sets and a pair of winds."""
    worth_big_three_winds: Worth = 120
    """3.3.2 大三風."""
    worth_small_four_winds: Worth = 320
    """3.3.3 小四喜."""
    worth_big_four_winds: Worth = 400
    """3.3.4 大四喜."""
    worth_all_honors: Worth = 320
    """3.4 字一色."""
    worth_all_triplets: Worth = 30
    """4.1 対々和."""
    worth_two_concealed_triplets: Worth = 5
    """4.2.1 二暗刻."""
    worth_three_concealed_triplets: Worth = 30
    """4.2.2 三暗刻."""
    worth_four_concealed_triplets: Worth = 125
    """4.2.3 四暗刻."""
    worth_one_kong: Worth = 5
    """4.3.1 一槓子."""
    worth_two_kong: Worth = 20
    """4.3.2 二槓子."""
    worth_three_kong: Worth = 120
    """4.3.3 三槓子."""
    worth_four_kong: Worth = 480
    """4.3.4 四槓子."""
    worth_two_identical_sequences: Worth = 10
    """5.1.1 一盃口, open too."""
    worth_two_identical_sequences_twice: Worth = 60
    """5.1.2 二盃口, open too."""
    worth_three_identical_sequences: Worth = 120
    """5.1.3 一色三同順."""
    worth_four_identical_sequences: Worth = 480
    """5.1.4 一色四同順."""
    worth_three_similar_sequences: Worth = 35
    """6.1 三色同順."""
    worth_small_three_similar_triplets: Worth = 30
    """6.2.1 三色小同刻."""
    worth_three_similar_triplets: Worth = 120
    """6.2.2 三色同刻."""
    worth_nine_tile_straight: Worth = 40
    """7.1 一気通貫."""
    worth_three_consecutive_triplets: Worth = 100
    """7.2.1 三連刻."""
    worth_four_consecutive_triplets: Worth = 200
    """7.2.2 四連刻."""
    worth_mixed_lesser_terminals: Worth = 40
    """8.1.1 混全帯么: four sets and a pair."""
    worth_pure_lesser_terminals: Worth = 50
    """8.1.2 純全帯么: four sets and a pair."""
    worth_mixed_greater_terminals: Worth = 100
    """8.1.3 混么九: triplets or seven pairs."""
    worth_pure_greater_terminals: Worth = 400
    """8.1.4 清么九."""
    worth_final_draw: Worth = 10
    """9.1.1 海底撈月."""
    worth_final_discard: Worth = 10
    """9.1.2 河底撈魚."""
    worth_win_on_kong: Worth = 10
    """9.2 嶺上開花."""
    worth_robbing_a_kong: Worth = 10
    """9.3 搶槓, of an added kan only."""
    worth_blessing_of_heaven: Worth = 155
    """9.4.1 天和."""
    worth_blessing_of_earth: Worth = 155
    """9.4.2 地和: tenpai at the deal, won on the dealer's first discard."""
    worth_thirteen_terminals: Worth = 160
    """10.1 十三么九; only series 9 goes with it."""
    worth_seven_pairs: Worth = 30
    """10.2 七対子; 門前清 is not added."""
    worth_chicken_hand: Worth = 1
    """A hand without a pattern."""
    seven_pairs_four_alike: Flag = True
    """Whether four alike are two pairs, unless they are a kong."""
    final_draw_with_kong: Flag = True
    """Whether 海底撈月 and 嶺上開花 both count on the last tile."""
    blessings_after_dealers_kong: Flag = False
    """Whether 天和 and 地和 stand after a closed kan of the dealer."""
    heaven_waits_on_nine: Flag = False
    """Whether 天和 with the tiles of 九蓮宝燈 counts as its nine-sided wait."""

    @property
    def worth_table(self) -> dict[str, int]:
        """The worth of each pattern, by its key."""
        return {
            name.removeprefix(_PREFIX): getattr(self, name)
            for name in type(self).model_fields
            if name.startswith(_PREFIX)
        }


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
