"""Parameters of the riichi family, and what their sections must agree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import (
    LIMIT,
    WHOLE,
    Amount,
    Event,
    FamilyParameters,
    Flag,
    Points,
    Ranking,
    Value,
    check_open_options,
    sections_of,
)
from rules.parameters.contradictions import contradiction
from rules.parameters.hand import Chips, Hand, Pao, Yaku, Yakuman
from rules.parameters.play import (
    Calls,
    Dora,
    Draws,
    Furiten,
    OffencePenalties,
    Play,
    RiichiCall,
    TileSet,
)

#: what a version for three players meant before it could say so
_THREE_PLAYERS: Mapping[str, Mapping[str, object]] = {
    "play": {"noten_payment": 2_000, "honba_ron": 200, "riichi_wall_tiles": 3},
    "draws": {"abort_suufon": "none", "abort_suurii": "none"},
    "tiles": {"removed_tiles": "man_2_to_8", "red_man": 0},
    "dora": {"dora_after_man_1": "man_9"},
    "calls": {"chi": False},
    "hand": {"tsumo_loss": True},
}


def with_three_player_defaults(data: object) -> object:
    """Fill in, for three players, what stored parameters leave unsaid."""
    if not isinstance(data, dict) or not _is_for_three(data.get("game")):
        return data
    filled = dict(data)
    for section, values in _THREE_PLAYERS.items():
        own = data.get(section, {})
        if isinstance(own, dict):  # anything else is refused, or already complete
            filled[section] = {**values, **own}
    return filled


def _is_for_three(game: object) -> bool:
    return isinstance(game, dict) and game.get("players") == 3


def check_uma(field: str, row: Sequence[int], players: int, *, sum_is_free: bool) -> None:
    """Refuse an uma that is not one value a place, falling, with sum 0 unless that is free."""
    if len(row) != players:
        raise contradiction(field, "values-a-place", count=players, got=len(row))
    if sum(row) != 0 and not sum_is_free:
        raise contradiction(field, "sum", sum=sum(row))
    if list(row) != sorted(row, reverse=True):
        raise contradiction(field, "rises")


def check_noten(play: Play, players: int) -> None:
    """Refuse a noten payment that cannot be shared in hundreds, however many are tenpai."""
    step = 200 if players == 3 else 600
    if play.noten_payment % step:
        raise contradiction("noten_payment", "not-shared", step=step)


def check_tiles(tiles: TileSet, dora: Dora) -> None:
    """Refuse a dora that is not in the wall, and replacements that nobody draws."""
    expected = "man_2" if tiles.removed_tiles == "none" else "man_9"
    if dora.dora_after_man_1 != expected:
        raise contradiction(
            "dora_after_man_1",
            "next-dora",
            expected=expected,
            other="removed_tiles",
            value=tiles.removed_tiles,
        )


def check_highest(hand: Hand, yakuman: Yakuman) -> None:
    """Refuse a double yakuman where none is paid double."""
    if hand.highest_hand in ("several_yakuman", "best_yakuman"):
        return
    for key, times in yakuman.times_table.items():
        if times > 1:
            raise contradiction(
                f"yakuman_{key}", "not-while", other="highest_hand", value=hand.highest_hand
            )


def check_renhou(yaku: Yaku, yakuman: Yakuman) -> None:
    """Refuse 人和 that is both han and a yakuman."""
    if yaku.han_renhou[0] and yakuman.yakuman_renhou:
        raise contradiction("han_renhou", "both-ways", other="yakuman_renhou")


def check_chips(chips: Chips, tiles: TileSet, dora: Dora, yaku: Yaku) -> None:
    """Refuse chips for what is not played."""
    if chips.chip_ippatsu and "ippatsu" not in yaku.han_table:
        raise contradiction("chip_ippatsu", "needs", other="han_ippatsu")
    if chips.chip_ura and not dora.ura_dora:
        raise contradiction("chip_ura", "needs", other="ura_dora")
    if chips.chip_pocchi and not tiles.white_pocchi:
        raise contradiction("chip_pocchi", "needs", other="white_pocchi")
    if chips.chip_red and not (tiles.red_fives and tiles.red_man + tiles.red_pin + tiles.red_sou):
        raise contradiction("chip_red", "red-fives")
    if chips.chip_gold and not (
        tiles.red_fives and tiles.gold_man + tiles.gold_pin + tiles.gold_sou
    ):
        raise contradiction("chip_gold", "gold-fives")


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
    """Whether the game ends when anyone falls below the line (飛び)."""
    bust_below: Points = 0
    """Below which one is busted, usually 0."""
    bust_at_zero: Flag = False
    """Whether exactly that line ends it too."""
    cap_points: Amount | None = None
    """Points at or above which the game ends at once (コールド); none when there is no cap."""
    last_dealer_stop: Literal[
        "never", "may", "may_when_top", "when_top", "when_top_at_return", "when_top_at_target"
    ] = "never"
    """Whether the last dealer may stop (when top), or stops by force when top: anyhow, at the
    return points, or at the target of overtime."""
    last_dealer_stops_after: Literal["win", "win_or_tenpai"] = "win"
    """After which hands the last dealer can stop (和了やめ, 聴牌やめ)."""
    last_dealer_stop_overtime: Flag = True
    """Whether overtime still follows a stop by force when nobody is at the target."""

    @model_validator(mode="after")
    def _ends_lie_above_the_start(self) -> Self:
        if self.overtime != "none" and self.overtime_target < self.start_points:
            raise contradiction("overtime_target", "not-below", other="start_points")
        if self.cap_points is not None and self.cap_points <= self.start_points:
            raise contradiction("cap_points", "above", other="start_points")
        if self.bust_at_zero and not self.bust_ends_game:
            raise contradiction("bust_at_zero", "needs", other="bust_ends_game")
        if self.bust_below >= self.start_points:
            raise contradiction("bust_below", "below", other="start_points")
        if self.last_dealer_stop == "when_top_at_target" and self.overtime == "none":
            raise contradiction("last_dealer_stop", "needs", other="overtime")
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
    """By place, 1st to last; sums to 0 unless ``uma_sum_free``; empty for no uma."""
    uma_sum_free: Flag = False
    """Whether the uma may sum to something else than 0: points of a ranking, not of a table."""
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
    share_rest: Literal["nearest", "spread"] = "nearest"
    """What hundreds leave of a share: to the nearest seat, or a hundred each to the nearer ones."""
    leftover_sticks: Literal["top", "tied_tops", "lost"] = "top"
    """Who takes the riichi sticks left on the table; ``tied_tops`` share them."""
    leftover_rest: Literal["shared", "lost"] = "shared"
    """What tied tops cannot share in hundreds: as the rest of any share, or lost."""
    chip_value: Amount = 0
    """Points of score for a chip (祝儀)."""
    bust_bonus: Amount = 0
    """Paid by who was busted to who did it (飛び賞)."""
    bust_bonus_without_winner: Literal["top", "none"] = "top"
    """Who is paid it where nobody did it, as by a draw or a chombo: the top, or nobody."""
    yakitori: Amount = 0
    """Paid by each who won no hand, shared by those who did (焼き鳥)."""
    yakuman_ron: Amount = 0
    """Paid by the discarder of a yakuman (役満賞)."""
    yakuman_tsumo: Amount = 0
    """Paid by each other player for a yakuman by tsumo."""
    substitute_score: Points | None = None
    """What the game of a substitute counts, whatever the points; none: as anybody's."""

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
    def _sections_agree(self) -> Self:
        players, settlement = self.game.players, self.settlement
        free = settlement.uma_sum_free
        if settlement.return_points < self.game.start_points:
            raise contradiction("return_points", "not-below", other="start_points")
        if settlement.uma:
            check_uma("uma", settlement.uma, players, sum_is_free=free)
        if settlement.floating_uma or settlement.uma_kind == "floating":
            if len(settlement.floating_uma) != players + 1:
                raise contradiction(
                    "floating_uma", "floating-rows", rows=players + 1, players=players
                )
            for row in settlement.floating_uma:
                check_uma("floating_uma", row, players, sum_is_free=free)
        return self

    @model_validator(mode="after")
    def _hands_agree(self) -> Self:
        if self.hand.tsumo_loss and self.game.players != 3:
            raise contradiction("tsumo_loss", "three-players")
        check_noten(self.play, self.game.players)
        check_tiles(self.tiles, self.dora)
        check_highest(self.hand, self.yakuman)
        check_renhou(self.yaku, self.yakuman)
        check_chips(self.chips, self.tiles, self.dora, self.yaku)
        check_open_options(self.event.open_options, sections_of(type(self)))
        return self

    @property
    def plays_chips(self) -> bool:
        """Whether players hold chips, be they worth points of score or only counted."""
        return bool(self.settlement.chip_value) or self.chips.are_played

    @property
    def oka(self) -> int:
        """Points that go to the top: what each of the players leaves between start and return."""
        return (self.settlement.return_points - self.game.start_points) * self.game.players
