"""The tiles in play: which are out, which are a bonus, how dora are turned."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import WHOLE, Flag, Value
from rules.parameters.contradictions import contradiction
from rules.parameters.play import Tiles

Fives = Annotated[int, Strict(), Field(ge=0, le=4)]
Turned = Literal["at_once", "before_discard", "after_discard"]
#: what taking a bonus tile can break, beside the yaku the first turn
Broken = Literal["ippatsu", "double_riichi", "tenhou", "chiihou", "renhou", "kyuushu"]


class TileSet(Value):
    """Which tiles are in the wall."""

    removed_tiles: Literal["none", "man_2_to_8"] = "none"
    """Tiles left out: with three players usually 2 to 8 man."""
    red_fives: Flag = True
    """Whether the red fives named below are played with (赤)."""
    red_man: Fives = 1
    """Red fives of man."""
    red_pin: Fives = 1
    """Red fives of pin."""
    red_sou: Fives = 1
    """Red fives of sou."""
    red_five_counts_as: Literal["dora", "yaku"] = "dora"
    """A red five is a dora, or a yaku of one han."""
    bonus_tiles: Literal["none", "norths", "flowers"] = "none"
    """Tiles that are set aside, each a dora (抜きドラ)."""
    north_in_hand: Literal["wind", "guest_wind", "always_yakuhai"] = "wind"
    """North in a set: a wind like the others, never a yakuhai, or always one."""
    bonus_breaks: tuple[Broken, ...] = ()
    """What setting a bonus tile aside breaks."""
    bonus_rinshan: Flag = False
    """Whether a win on the tile that replaces a bonus tile is 嶺上開花."""
    bonus_ron: Flag = False
    """Whether a bonus tile that is set aside can be ronned."""
    bonus_after_pon: Flag = True
    """Whether a bonus tile may be set aside right after a pon."""
    bonus_furiten: Flag = False
    """Whether a bonus tile set aside counts as one's discard for furiten."""
    bonus_may_stay: Flag = True
    """Whether a bonus tile may be kept in the hand or discarded."""
    white_pocchi: Annotated[Literal[0, 1], WHOLE] = 0
    """White dragons marked as wild when drawn after riichi (白ポッチ)."""
    pocchi_may_be_red: Flag = False
    """Whether the pocchi counts as a red five when it stands for a five."""
    pocchi_wins_if_discarded: Flag = False
    """Whether the pocchi wins although it was discarded by mistake."""
    pocchi_chosen_after_ura: Flag = False
    """Whether its tile is chosen after the ura dora are turned."""
    machine_setting: Annotated[int, Strict(), Field(ge=0, le=99)] | None = None
    """The table machine's number for this set of tiles; none when no table is named."""

    @model_validator(mode="after")
    def _tiles_agree(self) -> Self:
        if self.red_man and self.removed_tiles == "man_2_to_8":
            raise contradiction("red_man", "man-out")
        needs_bonus = {
            "bonus_breaks": bool(self.bonus_breaks),
            "bonus_rinshan": self.bonus_rinshan,
            "bonus_ron": self.bonus_ron,
            "bonus_furiten": self.bonus_furiten,
        }
        for field, value in needs_bonus.items():
            if value and self.bonus_tiles == "none":
                raise contradiction(field, "needs", other="bonus_tiles")
        needs_pocchi = {
            "pocchi_may_be_red": self.pocchi_may_be_red,
            "pocchi_wins_if_discarded": self.pocchi_wins_if_discarded,
            "pocchi_chosen_after_ura": self.pocchi_chosen_after_ura,
        }
        for field, value in needs_pocchi.items():
            if value and not self.white_pocchi:
                raise contradiction(field, "needs", other="white_pocchi")
        return self


class Dora(Value):
    """The indicators: how many, when they are turned, and the dead wall that holds them."""

    ura_dora: Flag = True
    """Whether a riichi winner turns the tiles below (裏ドラ)."""
    kan_dora: Flag = True
    """Whether a kan turns another indicator."""
    kan_ura: Flag = True
    """Whether the tiles below the kan indicators count too."""
    first_indicators: Annotated[Literal[1, 2], WHOLE] = 1
    """Indicators from the start of a hand."""
    first_ura_indicators: Annotated[Literal[1, 2], WHOLE] = 1
    """Ura indicators from the start of a hand."""
    kan_dora_limit: Annotated[int, Strict(), Field(ge=0, le=4)] = 4
    """Kans up to which another indicator is turned."""
    kan_dora_closed: Turned = "at_once"
    """When the indicator of a closed kan is turned."""
    kan_dora_open: Turned = "after_discard"
    """When that of an open kan is: after the discard means not when it is ronned (後めくり)."""
    kan_dora_added: Turned = "after_discard"
    """When that of an added kan is."""
    kan_dora_further_kan: Literal["before_next_draw", "with_the_discard"] = "before_next_draw"
    """When a late indicator is turned if a further kan comes before the discard."""
    wrong_indicator: Literal["table", "until_first_discard"] = "table"
    """A wrongly turned indicator: the table decides, or mended up to the dealer's discard."""
    dora_after_man_1: Literal["man_2", "man_9"] = "man_2"
    """The dora when the indicator is 1 man."""
    dead_wall: Tiles = 14
    """Tiles that are never drawn in turn (王牌)."""
    replacement_tiles: Annotated[int, Strict(), Field(ge=0, le=8)] = 4
    """Replacement tiles in the dead wall; with 0 they come from the wall."""

    @model_validator(mode="after")
    def _dora_agree(self) -> Self:
        if self.kan_ura and not (self.kan_dora and self.ura_dora):
            raise contradiction("kan_ura", "needs-both", one="kan_dora", other="ura_dora")
        if self.first_ura_indicators > self.first_indicators:
            raise contradiction("first_ura_indicators", "not-above", other="first_indicators")
        if self.replacement_tiles > self.dead_wall:
            raise contradiction("replacement_tiles", "not-above", other="dead_wall")
        return self
