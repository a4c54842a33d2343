"""Responsibility for a yakuman (責任払い, 包) and chips (祝儀)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import Flag, Value
from rules.parameters.contradictions import contradiction

ChipCount = Annotated[int, Strict(), Field(ge=0, le=100)]


class PaoHands(Value):
    """For which hands somebody is responsible."""

    pao_daisangen: Flag = True
    """Whether who gives the third dragon answers for 大三元."""
    pao_daisuushii: Flag = True
    """Whether who gives the fourth wind answers for 大四喜."""
    pao_suukantsu: Flag = False
    """Whether who gives the fourth kan answers for 四槓子."""
    pao_rinshan: Flag = False
    """Whether who gives the tile of a kan answers for 嶺上開花."""
    pao_open_kan: Flag = True
    """Whether giving the tile of an open kan counts as giving that of a pon."""
    pao_of_several: Literal["first", "each"] = "first"
    """Of several such yakuman in a hand: for the first completed only, or for each."""


class Pao(PaoHands):
    """Who pays when somebody is responsible."""

    pao_tsumo: Literal["all"] = "all"
    """On a tsumo the responsible player pays all."""
    pao_ron: Literal["half", "all"] = "half"
    """On a ron that player pays half beside the discarder, or all."""
    pao_honba_ron: Literal["responsible", "discarder"] = "discarder"
    """Who pays the honba of such a ron; on a tsumo the responsible player does."""
    pao_discarder_pays_all: Flag = True
    """Whether a responsible player who also discards the winning tile pays all."""
    pao_other_yakuman: Literal["normal", "responsible"] = "normal"
    """Another yakuman in the hand: paid as always, or by the responsible player too."""


class Chips(Value):
    """For what chips are paid: by the discarder on a ron, by everybody on a tsumo."""

    chip_ippatsu: ChipCount = 0
    """For 一発."""
    chip_ura: ChipCount = 0
    """For each ura dora."""
    chip_red: ChipCount = 0
    """For each red five."""
    chip_pocchi: ChipCount = 0
    """For a white pocchi drawn as a wild tile."""
    chip_yakuman_ron: ChipCount = 0
    """For a yakuman, by the discarder."""
    chip_yakuman_tsumo: ChipCount = 0
    """For a yakuman, by each on a tsumo."""
    chip_counted_ron: ChipCount = 0
    """For a counted yakuman, by the discarder."""
    chip_counted_tsumo: ChipCount = 0
    """For a counted yakuman, by each on a tsumo."""
    chip_yakuman_on_top: Flag = True
    """Whether a yakuman's chips come on top of the others, once a hand."""
    chip_pao: Literal["responsible", "as_always"] = "responsible"
    """Who pays the chips of a yakuman for which somebody is responsible."""

    @model_validator(mode="after")
    def _counted_is_not_above_true(self) -> Self:
        if self.chip_counted_ron > self.chip_yakuman_ron:
            raise contradiction("chip_counted_ron", "not-above", other="chip_yakuman_ron")
        if self.chip_counted_tsumo > self.chip_yakuman_tsumo:
            raise contradiction("chip_counted_tsumo", "not-above", other="chip_yakuman_tsumo")
        return self
