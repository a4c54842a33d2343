"""What hands are worth: fu, limits, yaku, yakuman, and who answers for a yakuman (責任払い, 包)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.errors import shown
from rules.parameters.base import WHOLE, Amount, Flag, Value
from rules.parameters.contradictions import contradiction

Han = Annotated[int, Strict(), Field(ge=0, le=13)]


class TableRow(Value):
    """What hands from so many han on pay, where no fu are counted."""

    from_han: Annotated[int, Strict(), Field(ge=0, le=13)]
    """Fewest han of the row."""
    child_ron: Amount
    """Paid by the discarder to a child."""
    child_tsumo_child: Amount
    """Paid by another child on a child's tsumo."""
    child_tsumo_dealer: Amount
    """Paid by the dealer on a child's tsumo."""
    dealer_ron: Amount
    """Paid by the discarder to the dealer."""
    dealer_tsumo: Amount
    """Paid by each child on the dealer's tsumo."""


class Hand(Value):
    """From han and fu to points."""

    counting: Literal["fu", "table"] = "fu"
    """Whether fu are counted, or the table below holds."""
    points_table: tuple[TableRow, ...] = ()
    """Payments by han where no fu are counted (符計算なし)."""
    tsumo_loss: Flag = False
    """Whether the missing child's share of a tsumo is lost with three players (ツモ損)."""
    raised_mangan: Flag | None = False
    """Whether 30 fu 4 han and 60 fu 3 han are mangan (切り上げ満貫); none without fu."""
    double_wind_pair_fu: Annotated[Literal[2, 4], WHOLE] | None = 4
    """Fu of a pair that is seat and round wind (連風牌); none without fu."""
    rinshan_tsumo_fu: Flag | None = True
    """Whether a rinshan win takes the 2 fu of a tsumo; none without fu."""
    open_20_fu: Literal["30", "30_at_1_han", "20"] | None = "30"
    """What an open hand of 20 fu counts on a ron (喰い平和形); none without fu."""
    pinfu_tsumo: Flag = True
    """Whether 平和 counts on a tsumo, then without its 2 fu."""
    minimum_han: Han = 1
    """Han that a win needs; dora do not count (翻縛り)."""
    two_han_from_honba: Annotated[int, Strict(), Field(ge=1, le=20)] | None = None
    """Honba from which a win needs two han; none for never (二翻縛り)."""
    minimum_counts_ippatsu: Flag = True
    """Whether 一発 helps to meet the minimum."""
    highest_hand: Literal["mangan", "yakuman", "best_yakuman", "several_yakuman"] = (
        "several_yakuman"
    )
    """The highest payment: a mangan, one yakuman, the hand's highest alone, or all it has."""
    yakuman_at_most: Annotated[int, Strict(), Field(ge=1, le=6)] | None = None
    """How many are paid at most where several add up; none for as many as the hand has."""
    counted_yakuman: Flag = True
    """Whether 13 han are a yakuman (数え役満), or a sanbaiman."""
    dora_payment_ron: Amount = 0
    """Paid beside the hand by the discarder for each dora; 0 where a dora is a han."""
    dora_payment_tsumo_each: Amount = 0
    """Paid beside the hand by each other player for each dora on a tsumo."""

    @model_validator(mode="after")
    def _fu_or_a_table(self) -> Self:
        options = {
            "raised_mangan": self.raised_mangan,
            "double_wind_pair_fu": self.double_wind_pair_fu,
            "rinshan_tsumo_fu": self.rinshan_tsumo_fu,
            "open_20_fu": self.open_20_fu,
        }
        without_fu = self.counting == "table"
        if without_fu != bool(self.points_table):
            if without_fu:
                raise contradiction("points_table", "no-rows")
            raise contradiction("points_table", "empty-while", other="counting", value="fu")
        for field, value in options.items():
            if without_fu and value is not None:
                raise contradiction(field, "empty-while", other="counting", value="table")
            if not without_fu and value is None:
                raise contradiction(field, "needed-for-fu")
        return self

    @model_validator(mode="after")
    def _rows_rise(self) -> Self:
        steps = [row.from_han for row in self.points_table]
        if steps != sorted(set(steps)):
            raise contradiction("points_table", "rows-rise")
        return self

    @model_validator(mode="after")
    def _limits_agree(self) -> Self:
        if self.counted_yakuman and self.highest_hand == "mangan":
            raise contradiction(
                "counted_yakuman", "not-while", other="highest_hand", value="mangan"
            )
        if self.dora_payment_tsumo_each and not self.dora_payment_ron:
            raise contradiction("dora_payment_tsumo_each", "needs", other="dora_payment_ron")
        return self


#: han of the closed and of the open hand; 0 where it is no yaku
HanPair = tuple[Han, Han]
Key = Annotated[str, Strict(), Field(min_length=1, max_length=24)]
#: a yaku that is counted, and the one that is not counted beside it
Exclusion = tuple[Key, Key]

_HAN = "han_"


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
    han_renhou: HanPair = (0, 0)
    """人和 as han that add up; a yakuman is ``yakuman_renhou``."""
    renhou_alone: Flag = False
    """Whether 人和 counts without any other yaku and without dora, where that is worth more."""
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
        if self.renhou_alone and not self.han_renhou[0]:
            raise contradiction("renhou_alone", "needs", other="han_renhou")
        for name, (closed, opened) in self._pairs().items():
            if opened > closed:
                raise contradiction(_HAN + name, "more-open")
        if len(set(self.exclusive_yaku)) != len(self.exclusive_yaku):
            raise contradiction("exclusive_yaku", "twice")
        for pair in self.exclusive_yaku:
            if pair[0] == pair[1] or not set(pair) <= set(self._pairs()):
                raise contradiction("exclusive_yaku", "no-pair", pair=shown(" ".join(pair)))
        return self

    def _pairs(self) -> dict[str, HanPair]:
        return {
            name.removeprefix(_HAN): getattr(self, name)
            for name in type(self).model_fields
            if name.startswith(_HAN)
        }

    @property
    def han_table(self) -> dict[str, HanPair]:
        """Han, closed and open, by the key of each yaku that is played."""
        pairs = self._pairs()
        if not self.open_tanyao:
            pairs["tanyao"] = (pairs["tanyao"][0], 0)
        return {key: pair for key, pair in pairs.items() if any(pair)}


#: how many yakuman it counts; 0 where it is none
Times = Annotated[Literal[0, 1, 2], WHOLE]

_YAKUMAN = "yakuman_"


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
            name.removeprefix(_YAKUMAN): times
            for name in type(self).model_fields
            if name.startswith(_YAKUMAN) and (times := getattr(self, name))
        }


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
    chip_gold: ChipCount = 0
    """For each gold five, in place of what a red one pays."""
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
    """Whether a yakuman's chips come on top of the others."""
    chip_times_yakuman: Flag = False
    """Whether a hand pays them as often as it is paid a yakuman, or once."""
    chip_closed_only: Flag = False
    """Whether an open hand has no chips for ippatsu, ura dora and red fives."""
    chip_pao: Literal["responsible", "as_always"] = "responsible"
    """Who pays the chips of a yakuman for which somebody is responsible."""

    @property
    def are_played(self) -> bool:
        """Whether chips are paid for anything, whatever a chip is worth."""
        return any(type(count) is int and count for count in self.model_dump().values())

    @model_validator(mode="after")
    def _counted_is_not_above_true(self) -> Self:
        if self.chip_counted_ron > self.chip_yakuman_ron:
            raise contradiction("chip_counted_ron", "not-above", other="chip_yakuman_ron")
        if self.chip_counted_tsumo > self.chip_yakuman_tsumo:
            raise contradiction("chip_counted_tsumo", "not-above", other="chip_yakuman_tsumo")
        return self
