"""What can be entered at a live table next, by the rule and the state of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from league.live.game import LiveGame
from league.rulebook.hand_offer import Offer, offer_of
from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters
from scoring.game import GameState
from scoring.game.deposits import riichi_allowed
from scoring.game.values import AbortKind, HandResult
from scoring.hands.yaku import YAKUMAN

#: han from which no fu are asked for, and the most that anybody says
MANGAN: Final = 5
MOST_HAN: Final = 13
#: fu that a hand may have; the rarer ones stand apart
FU: Final = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
RARE_FU: Final = (120, 130, 140, 150, 160, 170)
_ABORTS: Final[tuple[AbortKind, ...]] = ("kyuushu", "suufon", "suukan", "suurii")
_CHIPS: Final = ("ippatsu", "ura", "red", "pocchi")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """What the table may say of the next hand."""

    results: tuple[HandResult, ...]
    riichi: tuple[bool, ...]  # by seat: whether it may be declared
    tiles: Offer  # what a hand may hold, where it is entered by its tiles
    han: tuple[int, ...] = ()
    limits: tuple[int, ...] = ()  # han at which a price with a name begins
    counts_fu: bool = False
    most_yakuman: int = 0
    yakuman: tuple[str, ...] = ()
    pao_without_yakuman: bool = False
    chips: tuple[str, ...] = ()  # for what chips are due
    dora: bool = False  # paid beside the hand
    worth: bool = False  # Zung Jung
    aborts: tuple[AbortKind, ...] = ()
    nagashi_tenpai: bool = False
    riichi_is_tenpai: bool = True
    penalties: bool = False
    yakuman_tenpai: bool = False  # a chombo pays more to who was kept from a yakuman
    stop: bool = False  # the last dealer may choose to stop
    give_up: bool = False  # a dealer who stays may pass the seat on
    time_up: bool = False  # the clock may end the game


def offers_of(game: LiveGame, state: GameState | None = None) -> Offers:
    """Say what can be entered next.

    Args:
        game: the game so far.
        state: as the hand begins; the game's own unless given.
    """
    rule, state = game.rule, game.state if state is None else state
    event = rule.event
    time_up = event.time_limit_minutes is not None or "time_limit_minutes" in event.open_options
    if isinstance(rule, ZungJungParameters):
        return Offers(
            results=tuple(_results(rule)),
            riichi=(False,) * rule.game.players,
            tiles=offer_of(rule),
            worth=True,
            time_up=time_up,
        )
    aborts = tuple(_aborts(rule))
    return Offers(
        results=tuple(_results(rule)),
        riichi=tuple(riichi_allowed(rule, held) for held in state.points),
        tiles=offer_of(rule),
        han=tuple(range(rule.hand.minimum_han, _most_han(rule) + 1)),
        limits=tuple(_limits(rule)),
        counts_fu=rule.hand.counting == "fu",
        most_yakuman=6 if rule.hand.highest_hand == "several_yakuman" else 1,
        yakuman=tuple(name for name in YAKUMAN if name != "counted_yakuman"),
        pao_without_yakuman=isinstance(rule, RiichiParameters) and rule.pao.pao_rinshan,
        chips=tuple(_chips(rule)),
        dora=isinstance(rule, BooParameters) and bool(rule.hand.dora_payment_ron),
        aborts=aborts,
        nagashi_tenpai=_nagashi_asks_tenpai(rule),
        riichi_is_tenpai=not rule.riichi.noten_riichi_allowed,
        penalties=True,
        yakuman_tenpai=rule.penalties.chombo_yakuman_tenpai == "half_of_highest",
        stop=_may_stop(game, state),
        give_up=rule.play.dealer_may_give_up,
        time_up=time_up,
    )


def _most_han(rule: RiichiParameters | BooParameters) -> int:
    """Where nothing above a mangan is paid, more han than its own are said as that."""
    return MANGAN if rule.hand.highest_hand == "mangan" else MOST_HAN


def _limits(rule: RiichiParameters | BooParameters) -> Iterator[int]:
    yield from (han for han in (5, 6, 8, 11) if han <= _most_han(rule))
    if rule.hand.counted_yakuman:
        yield MOST_HAN


def _results(rule: Parameters) -> Iterator[HandResult]:
    yield from ("ron", "tsumo", "draw")
    if not isinstance(rule, ZungJungParameters):
        if any(_aborts(rule)):
            yield "abort"
        if rule.draws.nagashi != "none":
            yield "nagashi"
    has_price = any(price.kind == "chombo" for price in rule.penalties.penalty_table)
    at_table = not isinstance(rule, ZungJungParameters) and rule.penalties.chombo_payment
    if has_price or at_table:
        yield "chombo"


def _aborts(rule: RiichiParameters | BooParameters) -> Iterator[AbortKind]:
    for kind in _ABORTS:
        is_full = kind != "suurii" or rule.game.players == 4
        if is_full and getattr(rule.draws, f"abort_{kind}") != "none":
            yield kind
    if rule.play.triple_ron == "abort" and rule.game.players == 4:
        yield "sanchahou"


def _nagashi_asks_tenpai(rule: RiichiParameters | BooParameters) -> bool:
    """Whether anything hangs on who was tenpai when somebody has a nagashi."""
    draws = rule.draws
    shown = draws.nagashi_form == "draw" or draws.nagashi_noten_payment
    return shown or draws.nagashi_dealer == "stays_if_tenpai"


def _chips(rule: RiichiParameters | BooParameters) -> Sequence[str]:
    if not isinstance(rule, RiichiParameters) or not rule.settlement.chip_value:
        return ()
    return [name for name in _CHIPS if getattr(rule.chips, f"chip_{name}")]


def _may_stop(game: LiveGame, state: GameState) -> bool:
    rule = game.rule
    is_choice = isinstance(rule, RiichiParameters) and rule.game.last_dealer_stop == "may"
    return is_choice and game.engine.is_last_hand(state)
