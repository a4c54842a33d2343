"""The yaku and their han, closed and open."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, Strict, model_validator

from rules.errors import shown
from rules.parameters.base import Flag, Value
from rules.parameters.contradictions import contradiction
from rules.parameters.hand import Han

#: han of the closed and of the open hand; 0 where it is no yaku
HanPair = tuple[Han, Han]
Key = Annotated[str, Strict(), Field(min_length=1, max_length=24)]
#: a yaku that is counted, and the one that is not counted beside it
Exclusion = tuple[Key, Key]

_PREFIX = "han_"


class Yaku(Value):
    """Han of each yaku, by its key; a yakuman counts alone."""

    open_tanyao: Flag = True
    """Whether 断么九 counts in an open hand (喰いタン)."""
    late_yaku: Flag = True
    """Whether an open hand may win by a yaku that was not fixed before (後付け)."""
    han_riichi: HanPair = (1, 0)
    """Riichi (立直)."""
    han_double_riichi: HanPair = (2, 0)
    """Riichi in the first turn, in all (ダブル立直)."""
    han_open_riichi: HanPair = (0, 0)
    """Open riichi, in all (オープン立直)."""
    han_double_open_riichi: HanPair = (0, 0)
    """Open riichi in the first turn, in all."""
    han_ippatsu: HanPair = (1, 0)
    """一発: within a turn of the riichi."""
    han_menzen_tsumo: HanPair = (1, 0)
    """門前清自摸和."""
    han_pinfu: HanPair = (1, 0)
    """平和."""
    han_tanyao: HanPair = (1, 1)
    """断么九; open only where ``open_tanyao`` says so."""
    han_iipeikou: HanPair = (1, 0)
    """一盃口."""
    han_seat_wind: HanPair = (1, 1)
    """A set of one's own wind (自風)."""
    han_round_wind: HanPair = (1, 1)
    """A set of the round's wind (場風)."""
    han_haku: HanPair = (1, 1)
    """A set of white dragons."""
    han_hatsu: HanPair = (1, 1)
    """A set of green dragons."""
    han_chun: HanPair = (1, 1)
    """A set of red dragons."""
    han_rinshan: HanPair = (1, 1)
    """嶺上開花."""
    han_chankan: HanPair = (1, 1)
    """搶槓."""
    han_haitei: HanPair = (1, 1)
    """海底摸月."""
    han_houtei: HanPair = (1, 1)
    """河底撈魚."""
    han_chiitoitsu: HanPair = (2, 0)
    """七対子."""
    han_sanshoku: HanPair = (2, 1)
    """三色同順."""
    han_ittsu: HanPair = (2, 1)
    """一気通貫."""
    han_chanta: HanPair = (2, 1)
    """混全帯么九."""
    han_toitoi: HanPair = (2, 2)
    """対々和."""
    han_sanankou: HanPair = (2, 2)
    """三暗刻."""
    han_shousangen: HanPair = (2, 2)
    """小三元."""
    han_honroutou: HanPair = (2, 2)
    """混老頭."""
    han_sanshoku_doukou: HanPair = (2, 2)
    """三色同刻."""
    han_sankantsu: HanPair = (2, 2)
    """三槓子."""
    han_honitsu: HanPair = (3, 2)
    """混一色."""
    han_junchan: HanPair = (3, 2)
    """純全帯么九."""
    han_ryanpeikou: HanPair = (3, 0)
    """二盃口."""
    han_chinitsu: HanPair = (6, 5)
    """清一色."""
    exclusive_yaku: tuple[Exclusion, ...] = (
        ("double_riichi", "riichi"),
        ("ryanpeikou", "iipeikou"),
        ("chiitoitsu", "iipeikou"),
        ("rinshan", "haitei"),
        ("rinshan", "ippatsu"),
    )
    """Pairs that do not combine: the first counts, the second does not (複合しない)."""
    chiitoi_four_alike: Flag = False
    """Whether four alike are two pairs of 七対子."""
    chiitoi_all_honours: Flag = True
    """Whether 七対子 of honours only is 字一色."""

    @model_validator(mode="after")
    def _yaku_agree(self) -> Self:
        if self.open_tanyao and not self.han_tanyao[1]:
            raise contradiction("open_tanyao", "needs-open-value", other="han_tanyao")
        for name, (closed, opened) in self._pairs().items():
            if opened > closed:
                raise contradiction(_PREFIX + name, "more-open")
        if len(set(self.exclusive_yaku)) != len(self.exclusive_yaku):
            raise contradiction("exclusive_yaku", "twice")
        for pair in self.exclusive_yaku:
            if pair[0] == pair[1] or not set(pair) <= set(self._pairs()):
                raise contradiction("exclusive_yaku", "no-pair", pair=shown(" ".join(pair)))
        return self

    def _pairs(self) -> dict[str, HanPair]:
        return {
            name.removeprefix(_PREFIX): getattr(self, name)
            for name in type(self).model_fields
            if name.startswith(_PREFIX)
        }

    @property
    def han_table(self) -> dict[str, HanPair]:
        """Han, closed and open, by the key of each yaku that is played."""
        pairs = self._pairs()
        if not self.open_tanyao:
            pairs["tanyao"] = (pairs["tanyao"][0], 0)
        return {key: pair for key, pair in pairs.items() if any(pair)}
