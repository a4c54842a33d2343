"""How hands are played: tiles and dora, calls, riichi and furiten, draws, the dealer, offences."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.parameters.base import WHOLE, Amount, Flag, Penalties, Value
from rules.parameters.contradictions import contradiction

DealerStays = Literal["win", "win_or_tenpai", "win_or_draw"]
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
    riichi_below_stick: Literal["not_allowed", "all_one_has", "on_credit"] = "not_allowed"
    """Riichi of a player who holds less than the stick, but more than 0; on credit below 0 too."""
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
    several_ron_sticks: Literal["first", "own_back_rest_first"] = "first"
    """Which of several winners takes the riichi sticks: the first after the discarder, or each
    their own stick of this hand and the first the rest."""
    several_ron_dealer: Literal["stays_if_winner", "stays_if_first"] = "stays_if_winner"
    """When a dealer among several winners stays."""

    @model_validator(mode="after")
    def _several_ron_agree(self) -> Self:
        if self.double_ron == "first_only" and self.triple_ron == "all_win":
            raise contradiction("triple_ron", "not-while", other="double_ron", value="first_only")
        return self


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
    gold_man: Fives = 0
    """How many of the red fives of man are gold."""
    gold_pin: Fives = 0
    """How many of the red fives of pin are gold."""
    gold_sou: Fives = 0
    """How many of the red fives of sou are gold."""
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
        for suit in ("man", "pin", "sou"):
            if getattr(self, f"gold_{suit}") > getattr(self, f"red_{suit}"):
                raise contradiction(f"gold_{suit}", "not-above", other=f"red_{suit}")
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


class Calls(Value):
    """What may be called, in which order voices count, and which discards are barred after it."""

    chi: Flag = True
    """Whether a sequence may be called."""
    kuikae_pon: Flag = False
    """Whether the called tile of a pon may be discarded at once (喰い替え)."""
    kuikae_chi_same: Flag = False
    """Whether the called tile of a chi may be discarded at once."""
    kuikae_chi_other_end: Flag = False
    """Whether the other end of a chi may be discarded at once: 123 and a called 4, cut 1."""
    pon_voiced_after_chi: Literal["stands", "void"] = "stands"
    """A pon or kan voiced after a chi that was called properly late."""
    last_discard_calls: Flag = False
    """Whether the last discard may be called for a set."""
    kan_wall_tiles: Tiles = 1
    """Tiles that the wall must still hold for a kan."""
    kan_after_one_players_four: Flag = False
    """Whether others may kan when one player has four."""
    closed_kan_is_call: Flag = True
    """Whether a closed kan breaks 一発 and the first turn as a call does."""

    @model_validator(mode="after")
    def _kuikae_needs_chi(self) -> Self:
        for field in ("kuikae_chi_same", "kuikae_chi_other_end"):
            if getattr(self, field) and not self.chi:
                raise contradiction(field, "needs", other="chi")
        return self


class RiichiCall(Value):
    """Who may declare riichi, and what is free after it."""

    noten_riichi_allowed: Flag = False
    """Whether riichi is allowed without tenpai."""
    furiten_riichi: Flag = True
    """Whether riichi is allowed in furiten."""
    dead_wait_riichi: Flag = True
    """Whether riichi is allowed when no winning tile is left (純カラ)."""
    riichi_may_pass: Flag = True
    """Whether a riichi player may pass a winning discard."""
    riichi_closed_kan: Literal[
        "never", "any", "tenpai_kept", "waits_kept", "waits_and_shape_kept", "yaku_kept"
    ] = "waits_kept"
    """Which closed kans are free in riichi; ``yaku_kept``: sets, waits and yaku must stay."""
    riichi_okuri_kan: Flag = False
    """Whether a riichi player may kan without the drawn tile (送りカン)."""
    open_riichi_shows: Literal["hand", "waits"] = "hand"
    """What an open riichi shows, where there is one."""
    open_riichi_deal_in: Literal["as_any", "yakuman"] = "as_any"
    """What it costs to deal into an open riichi without riichi."""

    @model_validator(mode="after")
    def _okuri_kan_is_a_closed_kan(self) -> Self:
        if self.riichi_okuri_kan and self.riichi_closed_kan == "never":
            raise contradiction("riichi_okuri_kan", "needs", other="riichi_closed_kan")
        return self


#: how long passing a winning discard bars
FuritenEnds = Literal[
    "none",
    "until_draw",
    "until_draw_or_new_wait",
    "until_draw_or_own_call",
    "until_draw_or_any_call",
]


class Furiten(Value):
    """When a player may not ron."""

    furiten_covers: Literal["all_waits", "same_tile"] = "all_waits"
    """Whether one tile bars all waits, or itself only."""
    furiten_same_turn: FuritenEnds = "until_draw"
    """How long passing a winning discard bars a player without riichi (同巡内フリテン)."""
    furiten_after_riichi: Flag = True
    """Whether passing in riichi bars until the end of the hand."""
    furiten_without_yaku: Flag = True
    """Whether passing a tile that would win without a yaku counts too."""
    furiten_passed_kan: Flag = True
    """Whether passing a tile that was added to a kan counts too."""
    furiten_tsumo: Flag = True
    """Whether a furiten player may win by tsumo."""


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
    fifth_tile_where: Literal["anywhere", "concealed"] = "anywhere"
    """Where it must hold them to be noten: in hand or melds, or among the concealed tiles."""
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


#: what an offence leads to. ``put_right``: undone without penalty. ``stands``: it cannot be undone
#: and nothing else follows. ``chombo_unless_won``: not when another won the hand. ``as_false_call``
#: and ``as_other``: as the document says of those.
Consequence = Literal[
    "none",
    "put_right",
    "stands",
    "stick",
    "forfeit",
    "stick_and_forfeit",
    "chombo",
    "chombo_at_draw",
    "chombo_unless_won",
    "as_false_call",
    "as_other",
    "table",
]
#: what the table may make of a penalty when all agree
Lighter = Literal["waived", "chombo_at_draw", "forfeit", "stick"]
#: what a player whose win is forfeited may no longer do; ``tenpai``: counts as noten at a draw
Barred = Literal["ron", "tsumo", "calls", "riichi", "tenpai"]


class OffencePenalties(Penalties):
    """Chombo, forfeited wins, sticks, and which offence leads to which."""

    chombo_payment: Amount | None = None
    """Paid at the table to each other player; none where the document names no chombo."""
    chombo_form: Literal["each", "reverse_mangan"] = "each"
    """The same to each other player, or what a mangan by tsumo would have brought (満貫払い)."""
    chombo_hand: Literal["replayed", "stands"] = "replayed"
    """Whether the hand is void and replayed, with the same dealer and honba."""
    chombo_dealer: Literal["stays", "moves"] = "stays"
    """Whether the seat moves on after the dealer's own chombo."""
    chombo_honba: Literal["kept", "grows"] = "kept"
    """What becomes of the honba after a chombo."""
    chombo_returns_sticks: Flag = True
    """Whether the riichi sticks of that hand go back."""
    chombo_returns_penalty_sticks: Flag = False
    """Whether what was deposited for lesser offences in that hand goes back too."""
    chombo_yakuman_tenpai: Literal["as_others", "half_of_highest"] = "as_others"
    """What a player tenpai for a yakuman gets: as the others, or half of that hand's highest."""
    chombo_bust_ends_game: Flag = True
    """Whether a chombo that takes a player below 0 ends the game after payment."""
    penalty_stick: Amount = 1_000
    """Deposited for a lesser offence."""
    penalty_below_stick: Literal["all_one_has", "nothing"] = "all_one_has"
    """What is deposited by a player who holds less."""
    forfeit_bars: tuple[Barred, ...] = ("ron", "tsumo", "calls", "tenpai")
    """What a player may no longer do in a hand whose win is forfeited (和了放棄)."""
    offence_false_win_shown: Consequence = "as_other"
    """A false ron or tsumo, the whole hand shown."""
    offence_false_win_partly_shown: Consequence = "as_other"
    """The same, one tile or more shown."""
    offence_false_win_voiced: Consequence = "as_other"
    """The same, voiced only."""
    offence_noten_riichi: Consequence = "as_other"
    """A riichi that is found noten."""
    offence_riichi_kan: Consequence = "as_other"
    """A closed kan that is not free in riichi."""
    offence_play_impossible: Consequence = "as_other"
    """The wall broken or the machine started: the hand cannot go on."""
    offence_kyuushu_error: Consequence = "as_other"
    """The whole hand shown for nine terminals that are not there."""
    offence_winning_tile_mixed: Consequence = "as_other"
    """The winning tile mixed into the hand."""
    offence_too_many_tiles: Consequence = "as_other"
    """A tile too many (多牌)."""
    offence_too_few_tiles: Consequence = "as_other"
    """A tile too few (少牌)."""
    missed_first_draw_discards: Annotated[Literal[0, 1, 2, 3], WHOLE] = 0
    """Discards within which the dealer's missed first draw is made good; 0 for never."""
    offence_exposed_tiles: Consequence = "as_other"
    """Tiles of one's own hand shown by mistake."""
    exposed_tiles_from: Annotated[int, Strict(), Field(ge=1, le=14)] = 1
    """From how many tiles on."""
    offence_kuikae: Consequence = "as_other"
    """A discard that kuikae forbids."""
    kuikae_forced_is_offence: Flag = True
    """Whether it is one although only such tiles are left."""
    offence_false_call_shown: Consequence = "as_other"
    """An impossible call with tiles shown, before the discard is done."""
    offence_false_call_shown_late: Consequence = "as_other"
    """The same, after it."""
    offence_false_call_voiced: Consequence = "as_other"
    """An impossible call, voiced only."""
    offence_call_taken_back: Consequence = "as_other"
    """A call taken back, nothing shown, before the discard is done."""
    offence_call_taken_back_late: Consequence = "as_other"
    """The same, after it."""
    offence_riichi_taken_back: Consequence = "as_other"
    """A riichi taken back before its discard is done."""
    offence_riichi_taken_back_late: Consequence = "as_other"
    """The same, after it."""
    riichi_taken_back_until: Literal["discard", "next_discard"] = "discard"
    """Until when: its own discard, or the next player's if the tile is not called."""
    offence_riichi_slip: Consequence = "as_other"
    """A riichi player's hand face down, false win voiced, or "wait" without a ron."""
    offence_void_declaration: Consequence = "as_other"
    """A call or riichi at the last tile, riichi while open, a noten hand shown at the draw."""
    offence_other: Literal["table", "none", "stick", "forfeit", "chombo"] = "table"
    """Anything else: the table decides, or always the same."""
    chombo_may_become: tuple[Lighter, ...] = ()
    """What the table may make of a chombo when all agree."""
    forfeit_may_become: tuple[Lighter, ...] = ()
    """What it may make of a forfeited win."""
    stick_may_become: tuple[Lighter, ...] = ()
    """What it may make of a stick."""

    @model_validator(mode="after")
    def _what_is_lighter_is_lighter(self) -> Self:
        for field, own in (("forfeit_may_become", "forfeit"), ("stick_may_become", "stick")):
            lighter = getattr(self, field)
            heavier = {"chombo_at_draw", own} | ({"forfeit"} if own == "stick" else set())
            if heavier & set(lighter):
                raise contradiction(field, "not-lighter")
        for field in ("chombo_may_become", "forfeit_may_become", "stick_may_become"):
            if len(set(getattr(self, field))) != len(getattr(self, field)):
                raise contradiction(field, "twice")
        if len(set(self.forfeit_bars)) != len(self.forfeit_bars):
            raise contradiction("forfeit_bars", "twice")
        return self

    @model_validator(mode="after")
    def _chombo_has_a_price(self) -> Self:
        by_mangan = self.chombo_form == "reverse_mangan"
        if by_mangan and self.chombo_payment is not None:
            raise contradiction(
                "chombo_payment", "empty-while", other="chombo_form", value="reverse_mangan"
            )
        if self.chombo_yakuman_tenpai != "as_others" and not self.chombo_is_paid:
            raise contradiction("chombo_yakuman_tenpai", "needs", other="chombo_payment")
        return self

    @property
    def chombo_is_paid(self) -> bool:
        """Whether points move at the table for a chombo."""
        return self.chombo_payment is not None or self.chombo_form == "reverse_mangan"
