"""Which parameters another one makes meaningless: overtime's target where there is no overtime."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.parameters import family_of, section_of, value_of
from rules.parameters.base import FamilyParameters, sections_of

#: tells of a version's parameters whether something holds
Condition = Callable[[FamilyParameters], bool]


def on(*names: str) -> Condition:
    """Ask whether any of these is played; what a family does not have is not."""
    return lambda parameters: any(_is_played(_value(parameters, name)) for name in names)


def several(*names: str) -> Condition:
    """Ask whether at least two of these are played."""
    return lambda parameters: sum(_is_played(_value(parameters, name)) for name in names) > 1


def off(name: str) -> Condition:
    """Ask whether this is not played."""
    return lambda parameters: not _is_played(_value(parameters, name))


def is_(name: str, *values: object) -> Condition:
    """Ask whether this has one of these values."""
    return lambda parameters: _value(parameters, name) in values


def is_not(name: str, *values: object) -> Condition:
    """Ask whether this has another value than these."""
    return lambda parameters: _value(parameters, name) not in values


def above(name: str, other: str) -> Condition:
    """Ask whether one amount is above another."""
    return lambda parameters: bool(value_of(parameters, name) > value_of(parameters, other))


def both(*conditions: Condition) -> Condition:
    """Ask whether all of these hold."""
    return lambda parameters: all(condition(parameters) for condition in conditions)


def either(*conditions: Condition) -> Condition:
    """Ask whether any of these holds."""
    return lambda parameters: any(condition(parameters) for condition in conditions)


def _own_chips(gold: str) -> Condition:
    """Ask whether gold fives differ from red ones in their chips, which may be none."""
    return either(on("chip_gold"), both(on("chip_red"), on(gold)))


def _value(parameters: FamilyParameters, name: str) -> object:
    section = sections_of(type(parameters)).get(name)
    return None if section is None else getattr(getattr(parameters, section), name)


def _is_played(value: object) -> bool:
    """Tell whether a value is more than no, none, never, 0, or 0 han closed and open."""
    if isinstance(value, tuple):
        return any(value)
    return bool(value) and value not in ("none", "never")


_FOUR = is_("players", 4)
_THREE = is_("players", 3)
_OVERTIME = on("overtime")
_RIICHI = on("han_riichi", "han_double_riichi", "han_open_riichi", "han_double_open_riichi")
_STICK = both(_RIICHI, on("riichi_stick"))
_TWO_WIN = is_("double_ron", "all_win")
_NAGASHI = on("nagashi")
_REDS = both(on("red_fives"), on("red_man", "red_pin", "red_sou"))
_MARKED_CHIPS = on("chip_red", "chip_gold")
_BONUS = on("bonus_tiles")
_POCCHI = on("white_pocchi")
_KAN_DORA = both(on("kan_dora"), on("kan_dora_limit"))
_LATE = ("before_discard", "after_discard")
_BARRED_DISCARDS = either(
    off("kuikae_pon"), both(on("chi"), either(off("kuikae_chi_same"), off("kuikae_chi_other_end")))
)
_BARRED_WINS = on("barred_stays_sunk", "barred_not_top", "barred_own_maru_c")
_PASSING_BARS = either(on("furiten_same_turn"), both(_RIICHI, on("furiten_after_riichi")))
_FU = is_("counting", "fu")
_PAO_CALLS = ("pao_daisangen", "pao_daisuushii", "pao_suukantsu")
_PAO = on(*_PAO_CALLS, "pao_rinshan")
_PAO_YAKUMAN = on(*_PAO_CALLS)
_COUNTED = on("counted_yakuman")
_YAKUMAN_CHIPS = either(
    on("chip_yakuman_ron", "chip_yakuman_tsumo"),
    both(_COUNTED, on("chip_counted_ron", "chip_counted_tsumo")),
)
_CHOMBO_PAID = either(is_not("chombo_payment", None), is_("chombo_form", "reverse_mangan"))

#: parameters and what must hold for them to mean something; all others always do
_TABLE: tuple[tuple[str, Condition], ...] = (
    # game
    ("overtime_target overtime_rounds overtime_sticks overtime_dealer", _OVERTIME),
    ("bust_below bust_at_zero", on("bust_ends_game")),
    ("last_dealer_stops_after", on("last_dealer_stop")),
    (
        "last_dealer_stop_overtime",
        both(
            _OVERTIME,
            either(
                is_("last_dealer_stop", "when_top"),
                both(
                    is_("last_dealer_stop", "when_top_at_return"),
                    above("overtime_target", "return_points"),
                ),
            ),
        ),
    ),
    # settlement
    ("oka_to", above("return_points", "start_points")),
    ("uma", is_("uma_kind", "by_place")),
    ("uma_sum_free", is_not("uma_kind", "not_stated")),
    ("share_rest", either(is_not("tie", "seat"), is_("leftover_sticks", "tied_tops"))),
    ("leftover_rest", is_("leftover_sticks", "tied_tops")),
    ("bust_bonus_without_winner", on("bust_bonus")),
    ("floating_line floating_uma", is_not("uma_kind", "by_place", "not_stated")),
    ("rounding_of rounding_below_zero", on("rounding")),
    ("double_maru_a", on("double_right", "yakuman_ends_game")),
    ("double_right_after_yakuman", both(on("double_right"), on("yakuman_ends_game"))),
    ("immunity_from_deal immunity_called_discards", on("immunity")),
    # play
    ("honba_after_giving_up", on("dealer_may_give_up")),
    ("yakuless_takes_honba yakuless_child_win", off("minimum_han")),
    ("riichi_stick riichi_wall_tiles", _RIICHI),
    ("riichi_below_stick riichi_stick_due_when_ronned", _STICK),
    ("riichi_at_zero", both(_STICK, is_not("riichi_below_stick", "on_credit"))),
    ("triple_ron", _FOUR),
    ("sanchahou_dealer", both(_FOUR, is_("triple_ron", "abort"))),
    ("several_ron_honba", both(_TWO_WIN, on("honba_ron"))),
    ("several_ron_sticks several_ron_dealer", _TWO_WIN),
    # draws
    ("fifth_tile_where", off("fifth_tile_tenpai")),
    ("abort_suufon", _FOUR),
    ("abort_suurii", both(_FOUR, _RIICHI)),
    (
        "abort_adds_honba",
        either(
            on("abort_kyuushu", "abort_suukan"),
            both(_FOUR, either(on("abort_suufon", "abort_suurii"), is_("triple_ron", "abort"))),
        ),
    ),
    ("kyuushu_after_call", on("abort_kyuushu")),
    ("nagashi_form nagashi_takes_honba nagashi_takes_sticks nagashi_dealer", _NAGASHI),
    ("nagashi_own_calls nagashi_after_called_discard nagashi_winners", _NAGASHI),
    ("nagashi_noten_payment", both(_NAGASHI, on("noten_payment"))),
    ("nagashi_chips", both(is_("nagashi", "yakuman"), _YAKUMAN_CHIPS)),
    # tiles and dora
    ("red_man", both(on("red_fives"), off("removed_tiles"))),
    ("red_pin red_sou", on("red_fives")),
    *(
        (f"gold_{suit}", both(on("red_fives"), on(f"red_{suit}"), _own_chips(f"gold_{suit}")))
        for suit in ("man", "pin", "sou")
    ),
    ("red_five_counts_as", _REDS),
    ("bonus_breaks bonus_rinshan bonus_ron bonus_after_pon bonus_furiten bonus_may_stay", _BONUS),
    ("white_pocchi", _RIICHI),
    ("pocchi_wins_if_discarded", _POCCHI),
    ("pocchi_may_be_red", both(_POCCHI, _REDS)),
    ("pocchi_chosen_after_ura", both(_POCCHI, on("ura_dora"))),
    ("ura_dora", _RIICHI),
    ("first_ura_indicators", on("ura_dora")),
    ("kan_dora_limit", on("kan_dora")),
    ("kan_ura", both(_KAN_DORA, on("ura_dora"))),
    ("kan_dora_closed kan_dora_open kan_dora_added", _KAN_DORA),
    (
        "kan_dora_further_kan",
        both(
            _KAN_DORA,
            either(
                is_("kan_dora_closed", *_LATE),
                is_("kan_dora_open", *_LATE),
                is_("kan_dora_added", *_LATE),
            ),
        ),
    ),
    # calls, riichi and furiten
    ("kuikae_chi_same kuikae_chi_other_end pon_voiced_after_chi", on("chi")),
    ("noten_riichi_allowed furiten_riichi dead_wait_riichi riichi_may_pass", _RIICHI),
    ("riichi_closed_kan furiten_after_riichi", _RIICHI),
    ("riichi_okuri_kan", both(_RIICHI, on("riichi_closed_kan"))),
    ("open_riichi_shows open_riichi_deal_in", on("han_open_riichi", "han_double_open_riichi")),
    ("furiten_without_yaku", both(_PASSING_BARS, on("minimum_han"))),
    ("furiten_passed_kan", _PASSING_BARS),
    ("furiten_barred_wins", both(_PASSING_BARS, _BARRED_WINS)),
    # hand
    ("points_table", is_("counting", "table")),
    ("tsumo_loss", _THREE),
    ("raised_mangan double_wind_pair_fu rinshan_tsumo_fu open_20_fu", _FU),
    ("pinfu_tsumo", on("han_pinfu")),
    ("two_han_from_honba", is_("minimum_han", 0, 1)),
    (
        "minimum_counts_ippatsu",
        both(on("han_ippatsu"), either(is_not("minimum_han", 0, 1), on("two_han_from_honba"))),
    ),
    ("yakuman_at_most", is_("highest_hand", "several_yakuman")),
    ("counted_yakuman", is_not("highest_hand", "mangan")),
    ("dora_payment_tsumo_each", on("dora_payment_ron")),
    # yaku and yakuman
    ("open_tanyao", on("han_tanyao")),
    ("late_yaku", on("minimum_han")),
    ("renhou_alone", on("han_renhou")),
    ("chiitoi_four_alike", on("han_chiitoitsu")),
    ("chiitoi_all_honours", both(on("han_chiitoitsu"), on("yakuman_tsuuiisou"))),
    (
        "double_yakuman_in_furiten",
        both(
            on("furiten_tsumo"),
            either(
                is_("yakuman_kokushi13", 2),
                is_("yakuman_suuankou_tanki", 2),
                is_("yakuman_chuuren_pure", 2),
            ),
        ),
    ),
    ("kokushi_robs_closed_kan", on("yakuman_kokushi", "yakuman_kokushi13")),
    ("ryuuiisou_without_hatsu", on("yakuman_ryuuiisou")),
    ("chuuren_in_any_suit", on("yakuman_chuuren", "yakuman_chuuren_pure")),
    ("suukantsu_needs_pair", on("yakuman_suukantsu")),
    # pao and chips
    ("pao_daisangen", on("yakuman_daisangen")),
    ("pao_daisuushii", on("yakuman_daisuushii")),
    ("pao_suukantsu", on("yakuman_suukantsu")),
    ("pao_rinshan", on("han_rinshan")),
    ("pao_open_kan", on("pao_daisangen", "pao_daisuushii")),
    ("pao_of_several", several(*_PAO_CALLS, "pao_rinshan")),
    ("pao_tsumo", _PAO),
    ("pao_ron pao_discarder_pays_all", _PAO_YAKUMAN),
    ("pao_honba_ron", both(_PAO_YAKUMAN, on("honba_ron"))),
    ("pao_other_yakuman", both(_PAO_YAKUMAN, is_("highest_hand", "several_yakuman"))),
    ("chip_ippatsu", on("han_ippatsu")),
    ("chip_ura", on("ura_dora")),
    ("chip_red", _REDS),
    ("chip_gold", _REDS),
    ("chip_closed_only", both(_REDS, _MARKED_CHIPS)),
    (
        "chip_times_yakuman",
        both(
            on("chip_yakuman_ron", "chip_yakuman_tsumo"),
            is_("highest_hand", "best_yakuman", "several_yakuman"),
        ),
    ),
    ("chip_pocchi", _POCCHI),
    ("chip_counted_ron chip_counted_tsumo", _COUNTED),
    (
        "chip_yakuman_on_top",
        both(
            _YAKUMAN_CHIPS, on("chip_ippatsu", "chip_ura", "chip_red", "chip_gold", "chip_pocchi")
        ),
    ),
    ("chip_pao", both(_PAO_YAKUMAN, on("chip_yakuman_ron", "chip_yakuman_tsumo"))),
    # penalties
    ("chombo_payment", is_not("chombo_form", "reverse_mangan")),
    ("chombo_yakuman_tenpai", _CHOMBO_PAID),
    ("exposed_tiles_from", is_not("offence_exposed_tiles", "none", "as_other")),
    ("chombo_bust_ends_game", both(_CHOMBO_PAID, on("bust_ends_game"))),
    ("penalty_below_stick chombo_returns_penalty_sticks", on("penalty_stick")),
    ("offence_noten_riichi", both(_RIICHI, off("noten_riichi_allowed"))),
    (
        "offence_riichi_kan",
        both(_RIICHI, either(is_not("riichi_closed_kan", "any"), off("riichi_okuri_kan"))),
    ),
    ("offence_riichi_taken_back offence_riichi_taken_back_late offence_riichi_slip", _RIICHI),
    (
        "riichi_taken_back_until",
        both(
            _RIICHI,
            either(
                is_not("offence_riichi_taken_back", "stands"),
                is_not("offence_riichi_taken_back_late", "stands"),
            ),
        ),
    ),
    ("offence_kyuushu_error", on("abort_kyuushu")),
    ("offence_kuikae kuikae_forced_is_offence", _BARRED_DISCARDS),
    ("own_maru_c_in_last_hand", on("barred_own_maru_c")),
    ("offence_barred_win", _BARRED_WINS),
    # event
    ("time_limit_more_hands time_limit_chombo_ends", on("time_limit_minutes")),
)
#: the same by parameter
CONDITIONS: Mapping[str, Condition] = MappingProxyType(
    {name: condition for names, condition in _TABLE for name in names.split()}
)


def applies(parameters: FamilyParameters, parameter: str) -> bool:
    """Tell whether a parameter means something beside the others' values.

    Raises:
        UnknownParameterError: the family has no parameter of that name.
    """
    if parameter not in sections_of(type(parameters)):
        section_of(family_of(parameters), parameter)  # says which names are near
    condition = CONDITIONS.get(parameter)
    return condition is None or condition(parameters)
