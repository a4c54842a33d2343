"""The hands of Boo-mahjong: what it plays otherwise than the riichi family, as its defaults."""

from __future__ import annotations

from typing import Literal

from rules.parameters.base import Amount, Flag
from rules.parameters.calls import Furiten, RiichiCall
from rules.parameters.draws import Draws
from rules.parameters.hand import Han, Hand
from rules.parameters.offences import Barred, Consequence, OffencePenalties
from rules.parameters.pao import PaoHands
from rules.parameters.play import DealerStays, Play
from rules.parameters.tiles import Dora, Fives, TileSet
from rules.parameters.yaku import HanPair, Yaku
from rules.parameters.yakuman import Times, Yakuman


class BooPlay(Play):
    """Dealer, honba, riichi sticks and simultaneous ron."""

    dealer_stays_in_east: DealerStays = "win"
    """After which hands the dealer stays in the East round (連荘)."""
    dealer_stays_after_east: DealerStays = "win"
    """The same from the South round on."""
    honba_ron: Amount = 1_500
    """Added to a ron for each honba, paid by the discarder (積み棒)."""
    honba_tsumo_each: Amount = 500
    """Added to a tsumo for each honba, paid by each other player."""
    yakuless_takes_honba: Flag = False
    """Whether a hand without a yaku is paid the honba."""
    yakuless_child_win: Literal["honba_grows", "honba_reset"] = "honba_grows"
    """What becomes of the honba after it: more, as after a draw, or none."""
    noten_payment: Amount = 0
    """The whole payment from noten to tenpai players at a draw (ノーテン罰符); 0 for none."""
    riichi_stick: Amount = 100
    """What a riichi costs (リーチ供託)."""
    riichi_below_stick: Literal["not_allowed", "all_one_has"] = "all_one_has"
    """Riichi of a player who holds less than the stick, but more than 0."""
    riichi_at_zero: Literal["not_allowed", "free"] = "free"
    """Riichi of a player who holds exactly 0."""
    double_ron: Literal["all_win", "first_only"] = "first_only"
    """Two ron on one discard: both win, or the first in turn order only (頭ハネ)."""
    triple_ron: Literal["all_win", "abort", "first_only"] = "first_only"
    """Three ron on one discard: all win, the hand is aborted (三家和), or the first only."""


class BooDraws(Draws):
    """Abortive draws (途中流局), nagashi and tenpai."""

    nagashi: Literal["none", "mangan", "yakuman"] = "none"
    """What a row of terminals and honours only is worth at the draw (流し満貫)."""


class BooTiles(TileSet):
    """Which tiles are in the wall."""

    red_man: Fives = 0
    """Red fives of man."""
    red_sou: Fives = 0
    """Red fives of sou."""
    red_five_counts_as: Literal["dora", "yaku"] = "yaku"
    """A red five is a dora, or a yaku of one han."""


class BooDora(Dora):
    """The one indicator, and the dead wall that holds it."""

    ura_dora: Flag = False
    """Whether a riichi winner turns the tiles below (裏ドラ)."""
    kan_dora: Flag = False
    """Whether a kan turns another indicator."""
    kan_ura: Flag = False
    """Whether the tiles below the kan indicators count too."""


class BooRiichi(RiichiCall):
    """Who may declare riichi, and what is free after it."""

    noten_riichi_allowed: Flag = True
    """Whether riichi is allowed without tenpai."""
    riichi_closed_kan: Literal[
        "never", "any", "tenpai_kept", "waits_kept", "waits_and_shape_kept", "yaku_kept"
    ] = "any"
    """Which closed kans are free in riichi; ``yaku_kept``: sets, waits and yaku must stay."""


class BooFuriten(Furiten):
    """When a player may not ron."""

    furiten_covers: Literal["all_waits", "same_tile"] = "same_tile"
    """Whether one tile bars all waits, or itself only."""
    furiten_same_turn: Literal["none", "until_draw", "until_draw_or_new_wait"] = "none"
    """How long passing a winning discard bars a player without riichi (同巡内フリテン)."""
    furiten_barred_wins: Flag = True
    """Whether a tile counts that could not be won on because of the points."""


class BooHand(Hand):
    """From han and fu to points; two han lie on the table from the start."""

    open_20_fu: Literal["30", "30_at_1_han", "20"] | None = "20"
    """What an open hand of 20 fu counts on a ron (喰い平和形); none without fu."""
    pinfu_tsumo: Flag = False
    """Whether 平和 counts on a tsumo, then without its 2 fu."""
    minimum_han: Han = 0
    """Han that a win needs; dora do not count (翻縛り)."""
    highest_hand: Literal["mangan", "yakuman", "several_yakuman"] = "mangan"
    """The highest payment: a yakuman ends the game instead of being paid."""
    counted_yakuman: Flag = False
    """Whether 13 han are a yakuman (数え役満), or a sanbaiman."""
    dora_payment_ron: Amount = 1_500
    """Paid beside the hand by the discarder for each dora; 0 where a dora is a han."""
    dora_payment_tsumo_each: Amount = 500
    """Paid beside the hand by each other player for each dora on a tsumo."""


class BooYaku(Yaku):
    """Han of each yaku, by its key; 5 han are the mangan above which nothing is paid."""

    han_ippatsu: HanPair = (0, 0)
    """一発: within a turn of the riichi."""
    han_pinfu: HanPair = (1, 1)
    """平和."""
    han_shousangen: HanPair = (5, 5)
    """小三元."""
    han_honroutou: HanPair = (5, 5)
    """混老頭."""
    han_sanshoku_doukou: HanPair = (5, 5)
    """三色同刻."""
    han_sankantsu: HanPair = (5, 5)
    """三槓子."""
    han_honitsu: HanPair = (2, 2)
    """混一色."""
    han_ryanpeikou: HanPair = (5, 0)
    """二盃口."""
    han_chinitsu: HanPair = (5, 5)
    """清一色."""
    chiitoi_four_alike: Flag = True
    """Whether four alike are two pairs of 七対子."""


class BooYakuman(Yakuman):
    """Which hands end the game at once."""

    yakuman_renhou: Times = 1
    """人和: a ron before one's first draw."""


class BooPao(PaoHands):
    """For which hands somebody is responsible."""

    pao_suukantsu: Flag = True
    """Whether who gives the fourth kan answers for 四槓子."""


class BooPenalties(OffencePenalties):
    """Chombo, forfeited wins, and the wins that the points forbid."""

    chombo_payment: Amount | None = 1_500
    """Paid at the table to each other player where no totals are kept."""
    forfeit_bars: tuple[Barred, ...] = ("ron", "tsumo", "calls", "riichi")
    """What a player may no longer do in a hand whose win is forfeited (和了放棄)."""
    barred_stays_sunk: Flag = True
    """Whether a sunk player may not win so that the game ends and he stays sunk."""
    barred_not_top: Flag = True
    """Whether a floating player may not win so that the game ends and he is not top."""
    barred_own_maru_c: Flag = True
    """Whether a floating player may not win so that the game ends with his own maru-C."""
    own_maru_c_in_last_hand: Flag = True
    """Whether he may in the last hand."""
    offence_barred_win: Consequence = "chombo"
    """A win that the points forbid."""
