"""Parameters of Boo-mahjong: a short race to 16,000, settled in victory points."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, ValidationInfo, field_validator, model_validator

from rules.parameters.base import (
    LIMIT,
    VICTORY_POINT,
    WHOLE,
    Amount,
    Decimals,
    Event,
    FamilyParameters,
    Flag,
    Ranking,
    ScoreName,
    Value,
    check_open_options,
    sections_of,
)
from rules.parameters.contradictions import contradiction
from rules.parameters.hand import Han, Hand, HanPair, PaoHands, Times, Yaku, Yakuman
from rules.parameters.play import (
    Barred,
    Calls,
    Consequence,
    DealerStays,
    Dora,
    Draws,
    Fives,
    Furiten,
    FuritenEnds,
    OffencePenalties,
    Play,
    RiichiCall,
    TileSet,
)
from rules.parameters.riichi import check_highest, check_noten, check_renhou, check_tiles


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
    riichi_below_stick: Literal["not_allowed", "all_one_has", "on_credit"] = "all_one_has"
    """Riichi of a player who holds less than the stick, but more than 0; on credit below 0 too."""
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
    furiten_same_turn: FuritenEnds = "none"
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


class BooGame(Value):
    """The table and how the game ends."""

    players: Annotated[Literal[4], WHOLE] = 4
    """Seats at the table."""
    length: Literal["tonnan"] = "tonnan"
    """East and South, unless it ends before."""
    start_points: Annotated[int, Strict(), Field(ge=100, le=LIMIT, multiple_of=100)] = 8_000
    """Held by each player at the start."""
    cap_points: Amount = 16_000
    """Points at or above which the game ends at once."""
    bust_ends_game: Flag = True
    """Whether the game ends when anyone falls below 0."""
    yakuman_ends_game: Flag = True
    """Whether a yakuman ends the game as its winner's double maru-A."""
    last_dealer_stop: Literal["never"] = "never"
    """The last dealer plays on after a win."""
    next_first_dealer: Literal["top", "open"] = "top"
    """Who deals first in the next game: the top, or as the table likes."""

    @model_validator(mode="after")
    def _the_race_has_a_length(self) -> Self:
        if self.cap_points <= self.start_points:
            raise contradiction("cap_points", "above", other="start_points")
        return self


class BooSettlement(Value):
    """Victory points: each sunk player pays the top. A victory point is 1,000 points of score."""

    floating_line: Amount = 8_000
    """At or above this a player floats; with nobody above it the three highest do."""
    double_maru_a: Amount = 6_000
    """Paid by each of three sunk players when the top held the right to double."""
    maru_a: Amount = 3_000
    """Paid by each of three sunk players."""
    maru_b: Amount = 2_000
    """Paid by each of two sunk players."""
    maru_c: Amount = 1_000
    """Paid by the one sunk player."""
    double_right: Flag = True
    """Whether maru-A or better doubles the next maru-A at the same table (ダブ権)."""
    double_right_after_yakuman: Flag = True
    """Whether a yakuman counts as maru-A or better for the next game."""
    four_sunk: Literal["three_highest_float"] = "three_highest_float"
    """With everybody sunk the three highest float."""
    pao_tsumo: Literal["all"] = "all"
    """On a tsumo the responsible player pays all that the top takes, the others nothing."""
    pao_ron: Amount = 9_000
    """Paid by the responsible player and by the discarder each, for a yakuman by ron."""
    leftover_sticks: Literal["lost"] = "lost"
    """Sticks left on the table stay out of the count."""
    tie: Literal["seat"] = "seat"
    """Equal points: by seat from the first East."""

    @field_validator("double_maru_a", "maru_a", "maru_b", "maru_c", "pao_ron")
    @classmethod
    def _whole_victory_points(cls, amount: int, info: ValidationInfo) -> int:
        if amount % VICTORY_POINT:
            raise contradiction(str(info.field_name), "broken-victory-point", step=VICTORY_POINT)
        return amount


class BooRanking(Ranking):
    """How scores are named and who is ranked."""

    score_name: ScoreName = "勝利点"
    """What a score is called."""
    score_decimals: Decimals = 0
    """Decimals of a score when it is shown in thousands of points."""


class BooParameters(FamilyParameters):
    """A version of a Boo-mahjong rule set."""

    family: Literal["boo"] = "boo"
    game: BooGame = BooGame()
    settlement: BooSettlement = BooSettlement()
    play: BooPlay = BooPlay()
    draws: BooDraws = BooDraws()
    tiles: BooTiles = BooTiles()
    dora: BooDora = BooDora()
    calls: Calls = Calls()
    riichi: BooRiichi = BooRiichi()
    furiten: BooFuriten = BooFuriten()
    hand: BooHand = BooHand()
    yaku: BooYaku = BooYaku()
    yakuman: BooYakuman = BooYakuman()
    pao: BooPao = BooPao()
    penalties: BooPenalties = BooPenalties()
    event: Event = Event()
    ranking: BooRanking = BooRanking()

    @model_validator(mode="after")
    def _sections_agree(self) -> Self:
        amounts = [
            amount
            for price in self.penalties.penalty_table
            for amount in (price.amount, price.amount_to or 0, price.step or 0)
        ]
        if any(amount % VICTORY_POINT for amount in amounts):
            raise contradiction("penalty_table", "broken-victory-point", step=VICTORY_POINT)
        check_noten(self.play, self.game.players)
        check_tiles(self.tiles, self.dora)
        check_highest(self.hand, self.yakuman)
        check_renhou(self.yaku, self.yakuman)
        check_open_options(self.event.open_options, sections_of(type(self)))
        return self
