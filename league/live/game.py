"""A game that is kept live, replayed from its hands, and what can be entered next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from league.core.errors import EntryError
from league.games.entry import HandRecord
from league.rulebook.hand_offer import Offer, offer_of
from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters
from scoring.errors import ScoringError
from scoring.game import Game, GameState, HandPlayed, TableHand
from scoring.game.engine import STOP_CHOICES
from scoring.game.outcomes import riichi_allowed
from scoring.game.requests import read_hand
from scoring.game.table_hands import TableHandReader
from scoring.game.values import AbortKind, HandResult
from scoring.hands.checks import golds_of
from scoring.hands.prices import most_yakuman
from scoring.hands.yaku import YAKUMAN

_HAND: Final = frozenset(
    {"result", "riichi", "wins", "tenpai", "kind", "by", "penalties", "yakuman_tenpai"}
    | {"stop", "give_up", "time_up"}
)
_WIN: Final = frozenset(
    {"winner", "from", "value", "han", "fu", "yakuman", "pao", "chips", "dora"}
    | {"worth", "responsible"}
)
#: what follows from the tiles where they are entered
_BY_TILES: Final = frozenset({"han", "fu", "yakuman", "dora", "chips", "worth"})
#: more yakuman than any hand has
_MOST_YAKUMAN: Final = 8


class Line(NamedTuple):
    record: HandRecord
    before: GameState
    hand: TableHand
    played: HandPlayed


@dataclass(frozen=True)
class LiveGame:
    rule: Parameters
    engine: Game
    hand_reader: TableHandReader
    state: GameState
    lines: tuple[Line, ...] = ()
    #: hands from the first one on that does not fit, and why it does not
    left: tuple[HandRecord, ...] = ()
    misfit: ScoringError | None = None

    @property
    def is_over(self) -> bool:
        """Return the engine's answer; False if the game has hands that do not fit."""
        return self.misfit is None and self.state.is_over

    def state_before(self, at: int | None) -> GameState:
        """Return the state before a hand: by its number from 0, or the next one."""
        return self.state if at is None or at >= len(self.lines) else self.lines[at].before

    def play(self, record: HandRecord, state: GameState) -> Line:
        """Play one hand from a state.

        Raises:
            ScoringError: it is impossible.
        """
        hand = self.hand_reader.read(read_hand(plain(record), self.rule.family), state)
        return Line(record, state, hand, self.engine.play(state, hand))


def replayed(
    rule: Parameters, hands: Iterable[HandRecord], known: LiveGame | None = None
) -> LiveGame:
    """Play all hands as far as they fit.

    Args:
        rule: under which they are played.
        hands: the records of all hands.
        known: an earlier replay; hands that both begin with, under the same rule, are not
            played again.
    """
    hands = tuple(hands)
    if known is None or known.rule != rule:
        engine = Game(rule)
        known = LiveGame(rule, engine, TableHandReader(rule, {}), engine.start())
    both = zip(known.lines, hands, strict=False)
    lines = [line for line, _hand in takewhile(lambda pair: pair[0].record == pair[1], both)]
    state = lines[-1].played.after if lines else known.engine.start()
    for at in range(len(lines), len(hands)):
        try:
            lines.append(known.play(hands[at], state))
        except ScoringError as error:
            fitting = replace(known, lines=tuple(lines), state=state)
            return replace(fitting, left=hands[at:], misfit=error)
        state = lines[-1].played.after
    return replace(known, lines=tuple(lines), state=state, left=(), misfit=None)


def plain(record: HandRecord) -> HandRecord:
    """Strip a stored hand to what ``replay`` takes."""
    kept = {name: value for name, value in record.items() if name in _HAND}
    if "wins" in kept:
        kept["wins"] = [_plain_win(win) for win in kept["wins"]]
    return kept


def _plain_win(win: HandRecord) -> HandRecord:
    known = _WIN - _BY_TILES if win.get("value") is not None else _WIN
    return {name: value for name, value in win.items() if name in known}


def checked_record(record: object) -> HandRecord:
    """Check what the engine ignores in a hand about to be stored.

    Raises:
        EntryError: it is no object, or has unknown keys or yakuman names.
    """
    if not isinstance(record, dict) or not _has_shape(record):
        raise EntryError({"hand": [_("A hand must be a JSON object in the format of “replay”.")]})
    for at, win in enumerate(record.get("wins", ())):
        yaku = win.get("yaku", {})
        if not isinstance(yaku, dict) or not _are_yakuman(yaku):
            raise EntryError({f"wins.{at}.yaku": [_("There is no such yakuman.")]})
        if win.get("yakuman") and not yaku:
            raise EntryError({f"wins.{at}.yaku": [_("Which yakuman was it?")]})
        if win.get("value") is not None and _BY_TILES & set(win):
            words = _("Give the value of the hand in one way only: by han or by tiles.")
            raise EntryError({f"wins.{at}.han": [words]})
    return record


def _are_yakuman(yaku: HandRecord) -> bool:
    is_few = len(yaku) <= _MOST_YAKUMAN
    return is_few and all(name in YAKUMAN and type(han) is int for name, han in yaku.items())


def _has_shape(record: HandRecord) -> bool:
    wins = record.get("wins", [])
    return (
        set(record) <= _HAND
        and isinstance(wins, list)
        and all(isinstance(win, dict) and set(win) <= _WIN | {"yaku"} for win in wins)
    )


def riichi_of(record: HandRecord) -> Sequence[int]:
    seats: Sequence[int] = record.get("riichi", ())
    return seats


#: han from which no fu are asked for, and the most that anybody says
MANGAN: Final = 5
MOST_HAN: Final = 13
#: fu that a hand may have; the rarer ones stand apart
FU: Final = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
RARE_FU: Final = (120, 130, 140, 150, 160, 170)
_ABORTS: Final[tuple[AbortKind, ...]] = ("kyuushu", "suufon", "suukan", "suurii")
_CHIPS: Final = ("ippatsu", "ura", "red", "gold", "pocchi")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
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
    penalty_sticks: bool = False
    yakuman_tenpai: bool = False  # a chombo pays more to who was kept from a yakuman
    stop: bool = False  # the last dealer may choose to stop
    give_up: bool = False  # a dealer who stays may pass the seat on
    time_up: bool = False  # the clock may end the game


def offers_of(game: LiveGame, state: GameState | None = None) -> Offers:
    """Return what can be entered next.

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
    aborts, draws = tuple(_aborts(rule)), rule.draws
    return Offers(
        results=tuple(_results(rule)),
        riichi=tuple(riichi_allowed(rule, held) for held in state.points),
        tiles=offer_of(rule),
        han=tuple(range(rule.hand.minimum_han, _most_han(rule) + 1)),
        limits=tuple(_limits(rule)),
        counts_fu=rule.hand.counting == "fu",
        most_yakuman=most_yakuman(rule) or 6,
        yakuman=tuple(name for name in YAKUMAN if name != "counted_yakuman"),
        pao_without_yakuman=isinstance(rule, RiichiParameters) and rule.pao.pao_rinshan,
        chips=tuple(_chips(rule)),
        dora=isinstance(rule, BooParameters) and bool(rule.hand.dora_payment_ron),
        aborts=aborts,
        # whether anything hangs on who was tenpai when somebody has a nagashi
        nagashi_tenpai=draws.nagashi_form == "draw"
        or draws.nagashi_noten_payment
        or draws.nagashi_dealer == "stays_if_tenpai",
        riichi_is_tenpai=not rule.riichi.noten_riichi_allowed,
        penalties=True,
        penalty_sticks=bool(rule.penalties.penalty_stick),
        yakuman_tenpai=rule.penalties.chombo_yakuman_tenpai == "half_of_highest",
        stop=_may_stop(game, state),
        give_up=rule.play.dealer_may_give_up,
        time_up=time_up,
    )


def _most_han(rule: RiichiParameters | BooParameters) -> int:
    """Return the cap on han: above it, hands count as mangan if nothing higher is paid."""
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
    at_table = not isinstance(rule, ZungJungParameters) and rule.penalties.chombo_is_paid
    if has_price or at_table:
        yield "chombo"


def _aborts(rule: RiichiParameters | BooParameters) -> Iterator[AbortKind]:
    for kind in _ABORTS:
        is_full = kind != "suurii" or rule.game.players == 4
        if is_full and getattr(rule.draws, f"abort_{kind}") != "none":
            yield kind
    if rule.play.triple_ron == "abort" and rule.game.players == 4:
        yield "sanchahou"


def _chips(rule: RiichiParameters | BooParameters) -> Sequence[str]:
    if not isinstance(rule, RiichiParameters):
        return ()
    played = {name for name in _CHIPS if getattr(rule.chips, f"chip_{name}")}
    if any(golds_of(rule).values()) and played & {"red", "gold"}:
        played |= {"red", "gold"}  # either says how many of the other there are
    return [name for name in _CHIPS if name in played]


def _may_stop(game: LiveGame, state: GameState) -> bool:
    rule = game.rule
    is_choice = isinstance(rule, RiichiParameters) and rule.game.last_dealer_stop in STOP_CHOICES
    return is_choice and game.engine.is_last_hand(state)
