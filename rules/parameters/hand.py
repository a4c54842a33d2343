"""What a hand pays: fu or a table, mangan and above."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

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
    highest_hand: Literal["mangan", "yakuman", "several_yakuman"] = "several_yakuman"
    """The highest payment: a mangan, one yakuman, or as many as the hand has."""
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
