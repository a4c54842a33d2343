"""Parameters of the riichi family: three or four players, uma, oka, rounding."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, ValidationInfo, model_validator

from rules.parameters.agreement import (
    check_chips,
    check_highest,
    check_noten,
    check_tiles,
    check_uma,
    with_three_player_defaults,
)
from rules.parameters.base import (
    LIMIT,
    STORED,
    WHOLE,
    Amount,
    FamilyParameters,
    Flag,
    Points,
    Value,
    sections_of,
)
from rules.parameters.calls import Calls, Furiten, RiichiCall
from rules.parameters.common import Event, Ranking, check_open_options
from rules.parameters.contradictions import contradiction
from rules.parameters.draws import Draws
from rules.parameters.hand import Hand
from rules.parameters.offences import OffencePenalties
from rules.parameters.pao import Chips, Pao
from rules.parameters.play import Play
from rules.parameters.tiles import Dora, TileSet
from rules.parameters.yaku import Yaku
from rules.parameters.yakuman import Yakuman

Rounding = Literal["none", "go_sha_roku_nyu", "shi_sha_go_nyu", "up", "down"]
Tie = Literal["seat", "share_uma", "share_uma_and_oka"]
ByPlace = tuple[Points, ...]


class RiichiGame(Value):
    """The table and how the game ends."""

    players: Annotated[Literal[3, 4], WHOLE] = 4
    """Seats at the table."""
    length: Literal["tonpu", "tonnan"] = "tonnan"
    """East only, or East and South."""
    start_points: Annotated[int, Strict(), Field(ge=100, le=LIMIT, multiple_of=100)] = 25_000
    """Held by each player at the start (持ち点)."""
    overtime: Literal["none", "sudden_death"] = "none"
    """Whether play goes on while nobody is at the target (西入, 南入)."""
    overtime_target: Amount = 30_000
    """Points at or above which overtime ends."""
    overtime_rounds: Annotated[int, Strict(), Field(ge=1, le=3)] = 1
    """Rounds that overtime may last at most."""
    overtime_sticks: Literal["not_counted", "to_the_top"] = "not_counted"
    """Whether riichi sticks on the table help the top to the target."""
    overtime_dealer: Literal["target", "top_at_target"] = "target"
    """When overtime ends if the dealer stays: with anyone at the target, or a top dealer's win."""
    bust_ends_game: Flag = True
    """Whether the game ends when anyone falls below 0 (飛び)."""
    bust_at_zero: Flag = False
    """Whether exactly 0 ends it too."""
    cap_points: Amount | None = None
    """Points at or above which the game ends at once (コールド); none when there is no cap."""
    last_dealer_stop: Literal["never", "may", "when_top", "when_top_at_return"] = "never"
    """Whether the last dealer may stop, or stops by force when top (at the return points)."""
    last_dealer_stops_after: Literal["win", "win_or_tenpai"] = "win"
    """After which hands the last dealer can stop (和了やめ, 聴牌やめ)."""
    last_dealer_stop_overtime: Flag = True
    """Whether overtime still follows a stop by force when nobody is at the target."""

    @model_validator(mode="after")
    def _ends_lie_above_the_start(self) -> Self:
        if self.overtime != "none" and self.overtime_target <= self.start_points:
            raise contradiction("overtime_target", "above", other="start_points")
        if self.cap_points is not None and self.cap_points <= self.start_points:
            raise contradiction("cap_points", "above", other="start_points")
        if self.bust_at_zero and not self.bust_ends_game:
            raise contradiction("bust_at_zero", "needs", other="bust_ends_game")
        return self


class RiichiSettlement(Value):
    """From the points at the end to the scores of the league."""

    return_points: Amount = 30_000
    """Subtracted from each (返し); what it is above the start makes the oka."""
    oka_to: Literal["top"] = "top"
    """Who takes the oka."""
    uma_kind: Literal["by_place", "floating", "not_stated"] = "by_place"
    """By place, by the number of floating players too (沈みウマ), or not handed down at all."""
    uma: ByPlace = ()
    """By place, 1st to last; sums to 0; empty for no uma."""
    floating_line: Amount = 30_000
    """At or above this a player floats (浮き)."""
    floating_uma: tuple[ByPlace, ...] = ()
    """Row n: the uma by place when n players float, n from 0 to all."""
    rounding: Rounding = "none"
    """To thousands: 五捨六入, 四捨五入, up, down. The top takes what makes the sum 0."""
    rounding_of: Literal["score", "difference"] = "score"
    """What is rounded: the points held, or what they are above or below the return points."""
    rounding_below_zero: Literal["by_size", "by_value"] = "by_size"
    """Below 0 the size is rounded and the sign kept, or the value as it stands on the number line.

    Under 五捨六入 -1,500 is -1,000 by size and -2,000 by value.
    """
    below_zero: Literal["counted", "as_zero"] = "counted"
    """Whether points below 0 count, or count as 0 at the top's expense (箱下精算)."""
    tie: Tie = "seat"
    """Equal points: by seat from the first East, or shared."""
    leftover_sticks: Literal["top", "tied_tops", "lost"] = "top"
    """Who takes the riichi sticks left on the table; ``tied_tops`` share them."""
    chip_value: Amount = 0
    """Points of score for a chip (祝儀)."""
    bust_bonus: Amount = 0
    """Paid by who was busted to who did it, or to the top (飛び賞)."""
    yakitori: Amount = 0
    """Paid by each who won no hand, shared by those who did (焼き鳥)."""
    yakuman_ron: Amount = 0
    """Paid by the discarder of a yakuman (役満賞)."""
    yakuman_tsumo: Amount = 0
    """Paid by each other player for a yakuman by tsumo."""

    @model_validator(mode="after")
    def _what_is_not_stated_has_no_values(self) -> Self:
        if self.uma_kind == "not_stated" and (self.uma or self.floating_uma):
            field = "uma" if self.uma else "floating_uma"
            raise contradiction(field, "empty-while", other="uma_kind", value="not_stated")
        return self


class RiichiParameters(FamilyParameters):
    """A version of a riichi rule set."""

    family: Literal["riichi"] = "riichi"
    game: RiichiGame = RiichiGame()
    settlement: RiichiSettlement = RiichiSettlement()
    play: Play = Play()
    draws: Draws = Draws()
    tiles: TileSet = TileSet()
    dora: Dora = Dora()
    calls: Calls = Calls()
    riichi: RiichiCall = RiichiCall()
    furiten: Furiten = Furiten()
    hand: Hand = Hand()
    yaku: Yaku = Yaku()
    yakuman: Yakuman = Yakuman()
    pao: Pao = Pao()
    chips: Chips = Chips()
    penalties: OffencePenalties = OffencePenalties()
    event: Event = Event()
    ranking: Ranking = Ranking()

    @model_validator(mode="before")
    @classmethod
    def _three_play_as_three_do(cls, data: object) -> object:
        return with_three_player_defaults(data)

    @model_validator(mode="after")
    def _sections_agree(self, info: ValidationInfo) -> Self:
        players, settlement = self.game.players, self.settlement
        if settlement.return_points < self.game.start_points:
            raise contradiction("return_points", "not-below", other="start_points")
        if self.is_from_before and info.context != STORED:
            raise contradiction("overtime_target", "not-below", other="return_points")
        if settlement.uma:
            check_uma("uma", settlement.uma, players)
        if settlement.floating_uma or settlement.uma_kind == "floating":
            if len(settlement.floating_uma) != players + 1:
                raise contradiction(
                    "floating_uma", "floating-rows", rows=players + 1, players=players
                )
            for row in settlement.floating_uma:
                check_uma("floating_uma", row, players)
        return self

    @model_validator(mode="after")
    def _hands_agree(self) -> Self:
        if self.hand.tsumo_loss and self.game.players != 3:
            raise contradiction("tsumo_loss", "three-players")
        check_noten(self.play, self.game.players)
        check_tiles(self.tiles, self.dora)
        check_highest(self.hand, self.yakuman)
        check_chips(self.chips, self.tiles, self.dora, self.yaku)
        check_open_options(self.event.open_options, sections_of(type(self)))
        return self

    @property
    def is_from_before(self) -> bool:
        """Whether overtime ends below the return points, as was once accepted."""
        game = self.game
        return game.overtime != "none" and game.overtime_target < self.settlement.return_points

    @property
    def oka(self) -> int:
        """Points that go to the top: what each of the players leaves between start and return."""
        return (self.settlement.return_points - self.game.start_points) * self.game.players
