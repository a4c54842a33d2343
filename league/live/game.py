"""A game that is kept live: nothing of it is stored but its hands, from which it is replayed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from league.core.errors import EntryError
from league.games.entry import HandRecord
from rules.parameters import Parameters
from scoring.errors import ScoringError
from scoring.game import Game, GameState, HandPlayed, TableHand
from scoring.game.requests import read_hand
from scoring.game.telling import Teller
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
    """A hand: its record, the game before it, the hand as the engine took it, and its effect."""

    record: HandRecord
    before: GameState
    hand: TableHand
    played: HandPlayed


@dataclass(frozen=True)
class LiveGame:
    """A game as far as its hands fit the rule."""

    rule: Parameters
    engine: Game
    teller: Teller
    state: GameState
    lines: tuple[Line, ...] = ()
    #: hands from the first one on that does not fit, and why it does not
    left: tuple[HandRecord, ...] = ()
    misfit: ScoringError | None = None

    @property
    def is_over(self) -> bool:
        """Whether the engine says so; never of a game whose hands do not fit."""
        return self.misfit is None and self.state.is_over

    def state_before(self, at: int | None) -> GameState:
        """The game as a hand begins: a played one by its number from 0, else the next one."""
        return self.state if at is None or at >= len(self.lines) else self.lines[at].before

    def play(self, record: HandRecord, state: GameState) -> Line:
        """Play one hand on from a state.

        Raises:
            ScoringError: it cannot have been played so.
        """
        hand = self.teller.told(read_hand(plain(record), self.rule.family), state)
        return Line(record, state, hand, self.engine.play(state, hand))


def replayed(
    rule: Parameters, hands: Iterable[HandRecord], known: LiveGame | None = None
) -> LiveGame:
    """Play all hands as far as they fit.

    Args:
        rule: under which they are played.
        hands: the records of all hands.
        known: the game as it was replayed before; the hands that both begin with, under the same
            rule, are not played again.
    """
    hands = tuple(hands)
    if known is None or known.rule != rule:
        engine = Game(rule)
        known = LiveGame(rule, engine, Teller(rule, {}), engine.start())
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
    """A stored hand as ``replay`` takes it, without what else is noted of it."""
    kept = {name: value for name, value in record.items() if name in _HAND}
    if "wins" in kept:
        kept["wins"] = [_plain_win(win) for win in kept["wins"]]
    return kept


def _plain_win(win: HandRecord) -> HandRecord:
    known = _WIN - _BY_TILES if win.get("value") is not None else _WIN
    return {name: value for name, value in win.items() if name in known}


def checked_record(record: object) -> HandRecord:
    """Check what the engine does not look at of a hand that is about to be stored.

    Raises:
        EntryError: no object, unknown keys, or names of yakuman that are none.
    """
    if not isinstance(record, dict) or not _has_shape(record):
        raise EntryError({"hand": [_("A hand must be a JSON object as “replay” takes it.")]})
    for at, win in enumerate(record.get("wins", ())):
        yaku = win.get("yaku", {})
        if not isinstance(yaku, dict) or not _are_yakuman(yaku):
            raise EntryError({f"wins.{at}.yaku": [_("There is no such yakuman.")]})
        if win.get("yakuman") and not yaku:
            raise EntryError({f"wins.{at}.yaku": [_("Which yakuman was it?")]})
        if win.get("value") is not None and _BY_TILES & set(win):
            words = _("Say what the hand is worth in one way only: by han or by tiles.")
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
    """Who declared riichi in a hand."""
    seats: Sequence[int] = record.get("riichi", ())
    return seats
