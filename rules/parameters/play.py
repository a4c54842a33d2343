"""How hands follow each other: the dealer's seat, honba, noten, riichi sticks, several winners."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import Amount, Flag, Value
from rules.parameters.contradictions import contradiction

DealerStays = Literal["win", "win_or_tenpai"]
#: tiles, of a wall or of a hand
Tiles = Annotated[int, Strict(), Field(ge=0, le=20)]


class Play(Value):
    """Dealer, honba, noten payment, riichi sticks and simultaneous ron."""

    dealer_stays_in_east: DealerStays = "win_or_tenpai"
    """After which hands the dealer stays in the East round (連荘)."""
    dealer_stays_after_east: DealerStays = "win_or_tenpai"
    """The same from the South round on."""
    dealer_may_give_up: Flag = False
    """Whether a dealer who stays may pass the seat on instead (親流し)."""
    honba_after_giving_up: Literal["reset", "kept"] = "reset"
    """What becomes of the honba when the dealer passes the seat on."""
    honba_ron: Amount = 300
    """Added to a ron for each honba, paid by the discarder (積み棒)."""
    honba_tsumo_each: Amount = 100
    """Added to a tsumo for each honba, paid by each other player."""
    honba_grows_on_every_draw: Flag = True
    """Whether a draw adds a honba also when the dealer moves on."""
    honba_after_child_win: Literal["reset", "kept"] = "reset"
    """What becomes of the honba when another than the dealer wins."""
    noten_payment: Amount = 3_000
    """The whole payment from noten to tenpai players at a draw (ノーテン罰符); 0 for none."""
    riichi_stick: Amount = 1_000
    """What a riichi costs (リーチ供託)."""
    riichi_below_stick: Literal["not_allowed", "all_one_has"] = "not_allowed"
    """Riichi of a player who holds less than the stick, but more than 0."""
    riichi_at_zero: Literal["not_allowed", "free"] = "not_allowed"
    """Riichi of a player who holds exactly 0."""
    riichi_stick_due_when_ronned: Flag = False
    """Whether the stick is due although the riichi's own discard is ronned."""
    riichi_wall_tiles: Tiles = 4
    """Tiles that the wall must still hold for a riichi (ツモ番)."""
    double_ron: Literal["all_win", "first_only"] = "all_win"
    """Two ron on one discard: both win, or the first in turn order only (頭ハネ)."""
    triple_ron: Literal["all_win", "abort", "first_only"] = "abort"
    """Three ron on one discard: all win, the hand is aborted (三家和), or the first only."""
    sanchahou_dealer: Literal["stays", "moves", "stays_if_winner"] = "stays_if_winner"
    """The dealer's seat after a hand aborted by three ron."""
    several_ron_honba: Literal["first", "each"] = "first"
    """Which of several winners takes the honba: the first after the discarder, or each."""
    several_ron_sticks: Literal["first"] = "first"
    """Which of several winners takes the riichi sticks: the first after the discarder."""
    several_ron_dealer: Literal["stays_if_winner", "stays_if_first"] = "stays_if_winner"
    """When a dealer among several winners stays."""

    @model_validator(mode="after")
    def _several_ron_agree(self) -> Self:
        if self.double_ron == "first_only" and self.triple_ron == "all_win":
            raise contradiction("triple_ron", "not-while", other="double_ron", value="first_only")
        return self
