"""Hands without a winner: abortive draws, nagashi, and what counts as tenpai."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from rules.parameters.base import Flag, Value
from rules.parameters.contradictions import contradiction

Abort = Literal["none", "dealer_stays", "dealer_moves"]


class Draws(Value):
    """Abortive draws (途中流局), nagashi and tenpai."""

    abort_kyuushu: Abort = "dealer_stays"
    """Nine terminals and honours in the first draw (九種九牌)."""
    abort_suufon: Abort = "dealer_stays"
    """The same wind as everybody's first discard (四風連打)."""
    abort_suukan: Abort = "dealer_stays"
    """Four kans by more than one player (四槓散了)."""
    abort_suurii: Abort = "dealer_stays"
    """Four riichi (四家立直)."""
    abort_adds_honba: Flag = True
    """Whether an abortive draw adds a honba, whether or not the dealer stays."""
    kyuushu_after_call: Flag = False
    """Whether nine terminals can be declared after somebody's call."""
    nagashi: Literal["none", "mangan", "yakuman"] = "mangan"
    """What a row of terminals and honours only is worth at the draw (流し満貫)."""
    nagashi_form: Literal["draw", "tsumo"] = "draw"
    """Whether the hand stays a draw or counts as won by tsumo."""
    nagashi_noten_payment: Flag = False
    """Whether noten players pay all the same."""
    nagashi_takes_honba: Flag = False
    """Whether it is paid the honba too."""
    nagashi_takes_sticks: Flag = False
    """Whether it takes the riichi sticks on the table."""
    nagashi_dealer: Literal["stays_if_tenpai", "stays_if_own"] = "stays_if_tenpai"
    """When the dealer stays after it."""
    nagashi_own_calls: Flag = True
    """Whether a player who has called may have it."""
    nagashi_after_called_discard: Flag = False
    """Whether it stands although one of the discards was called."""
    nagashi_winners: Literal["first", "all"] = "first"
    """Of several: the first from the dealer only, or all."""
    nagashi_chips: Flag = False
    """Whether it is paid chips like the hand of its worth."""
    keishiki_tenpai: Flag = True
    """Whether a hand that waits without a yaku is tenpai (形式聴牌)."""
    fifth_tile_tenpai: Flag = True
    """Whether a hand that holds all its own winning tiles is tenpai."""
    tenpai_may_declare_noten: Flag = True
    """Whether a tenpai player without riichi may keep the hand closed."""

    @model_validator(mode="after")
    def _nagashi_agrees(self) -> Self:
        own = {
            "nagashi_noten_payment": self.nagashi_noten_payment,
            "nagashi_takes_honba": self.nagashi_takes_honba,
            "nagashi_takes_sticks": self.nagashi_takes_sticks,
            "nagashi_chips": self.nagashi_chips,
        }
        for field, value in own.items():
            if value and self.nagashi == "none":
                raise contradiction(field, "needs", other="nagashi")
        return self
