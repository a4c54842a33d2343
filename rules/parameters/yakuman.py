"""The yakuman, what each is worth, and what is asked of its tiles."""

from __future__ import annotations

from typing import Annotated, Literal

from rules.parameters.base import WHOLE, Flag, Value

#: how many yakuman it counts; 0 where it is none
Times = Annotated[Literal[0, 1, 2], WHOLE]

_PREFIX = "yakuman_"


class Yakuman(Value):
    """How often each yakuman counts, by its key."""

    yakuman_tenhou: Times = 1
    """天和: the dealer's deal."""
    yakuman_chiihou: Times = 1
    """地和: another's first draw."""
    yakuman_renhou: Times = 0
    """人和: a ron before one's first draw."""
    yakuman_kokushi: Times = 1
    """国士無双."""
    yakuman_kokushi13: Times = 1
    """国士無双 waiting for 13 tiles."""
    yakuman_daisangen: Times = 1
    """大三元."""
    yakuman_suuankou: Times = 1
    """四暗刻."""
    yakuman_suuankou_tanki: Times = 1
    """四暗刻 waiting for the pair."""
    yakuman_shousuushii: Times = 1
    """小四喜."""
    yakuman_daisuushii: Times = 1
    """大四喜."""
    yakuman_tsuuiisou: Times = 1
    """字一色."""
    yakuman_chinroutou: Times = 1
    """清老頭."""
    yakuman_ryuuiisou: Times = 1
    """緑一色."""
    yakuman_suukantsu: Times = 1
    """四槓子."""
    yakuman_chuuren: Times = 1
    """九蓮宝燈, never with a closed kan."""
    yakuman_chuuren_pure: Times = 1
    """九蓮宝燈 waiting for nine tiles (純正)."""
    double_yakuman_in_furiten: Literal["double", "single"] = "double"
    """What a double wait counts on a tsumo in furiten."""
    kokushi_robs_closed_kan: Flag = True
    """Whether 国士無双 may win on the tile of a closed kan."""
    ryuuiisou_without_hatsu: Flag = True
    """Whether 緑一色 needs no green dragon."""
    chuuren_in_any_suit: Flag = True
    """Whether 九蓮宝燈 may be of pin and sou too."""
    suukantsu_needs_pair: Flag = True
    """Whether 四槓子 is a yakuman only when the pair wins."""

    @property
    def times_table(self) -> dict[str, int]:
        """How often each yakuman that is played counts, by its key."""
        return {
            name.removeprefix(_PREFIX): times
            for name in type(self).model_fields
            if name.startswith(_PREFIX) and (times := getattr(self, name))
        }
