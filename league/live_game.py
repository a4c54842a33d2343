"""A game that is kept live, replayed from what was told: nothing of it is stored but the hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from django.utils.translation import gettext as _

from league.errors import EntryError
from league.yakuman import YAKUMAN
from rules.parameters import Parameters
from scoring.errors import ScoringError
from scoring.game import Game, GameState, HandPlayed, TableHand
from scoring.game.requests import read_hand
from scoring.game.telling import Teller

#: a hand as ``replay`` takes it; a win may name its yakuman under ``yaku``, as records do
Told: TypeAlias = dict[str, Any]

_HAND: Final = frozenset(
    {"result", "riichi", "wins", "tenpai", "kind", "by", "penalties", "yakuman_tenpai"}
    | {"stop", "give_up", "time_up"}
)
_WIN: Final = frozenset(
    {"winner", "from", "value", "han", "fu", "yakuman", "pao", "chips", "dora"}
    | {"worth", "responsible"}
)
#: what follows from the tiles where they are told
_BY_TILES: Final = frozenset({"han", "fu", "yakuman", "dora", "chips", "worth"})
#: more yakuman than any hand has
_MOST_YAKUMAN: Final = 8


class Line(NamedTuple):
    """A hand of a game: as it was told, as the engine took it, and what it did."""

    told: Told
    before: GameState
    hand: TableHand
    played: HandPlayed


@dataclass(frozen=True)
class LiveGame:
    """A game as far as its hands fit the rule."""

    rule: Parameters
    lines: tuple[Line, ...]
    state: GameState
    #: hands from the first on that does not fit, and why it does not
    left: tuple[Told, ...] = ()
    misfit: ScoringError | None = None

    @cached_property
    def game(self) -> Game:
        """The engine under the rule."""
        return Game(self.rule)

    @cached_property
    def _teller(self) -> Teller:
        return Teller(self.rule, {})

    @property
    def is_over(self) -> bool:
        """Whether the engine says so; never of a game whose hands do not fit."""
        return self.misfit is None and self.state.is_over

    def play(self, told: Told, *, state: GameState | None = None) -> Line:
        """Play a hand on from where the game stands, or from another state.

        Raises:
            ScoringError: it cannot have been played so.
        """
        before = self.state if state is None else state
        hand = self._teller.told(read_hand(plain(told), self.rule.family), before)
        return Line(told, before, hand, self.game.play(before, hand))


def replayed(rule: Parameters, hands: Iterable[Told]) -> LiveGame:
    """Play all hands as far as they fit."""
    hands = tuple(hands)
    empty = LiveGame(rule, (), Game(rule).start())
    lines: list[Line] = []
    state = empty.state
    for at, told in enumerate(hands):
        try:
            lines.append(empty.play(told, state=state))
        except ScoringError as error:
            return LiveGame(rule, tuple(lines), state, hands[at:], error)
        state = lines[-1].played.after
    return LiveGame(rule, tuple(lines), state)


def plain(told: Told) -> Told:
    """A stored hand as ``replay`` takes it, without what else a record tells of it."""
    kept = {name: value for name, value in told.items() if name in _HAND}
    if "wins" in kept:
        kept["wins"] = [_plain_win(win) for win in kept["wins"]]
    return kept


def _plain_win(win: Told) -> Told:
    known = _WIN - _BY_TILES if win.get("value") is not None else _WIN
    return {name: value for name, value in win.items() if name in known}


def checked_told(told: object) -> Told:
    """A hand that is about to be stored, in so far as the engine does not look at it.

    Raises:
        EntryError: no object, unknown keys, or names of yakuman that are none.
    """
    if not isinstance(told, dict) or not _has_shape(told):
        raise EntryError({"hand": [_("A hand must be a JSON object as “replay” takes it.")]})
    for at, win in enumerate(told.get("wins", ())):
        yaku = win.get("yaku", {})
        if not isinstance(yaku, dict) or not _are_yakuman(yaku):
            raise EntryError({f"wins.{at}.yaku": [_("There is no such yakuman.")]})
        if win.get("yakuman") and not yaku:
            raise EntryError({f"wins.{at}.yaku": [_("Which yakuman was it?")]})
        if win.get("value") is not None and _BY_TILES & set(win):
            words = _("Say what the hand is worth in one way only: by han or by tiles.")
            raise EntryError({f"wins.{at}.han": [words]})
    return told


def _are_yakuman(yaku: Told) -> bool:
    is_few = len(yaku) <= _MOST_YAKUMAN
    return is_few and all(name in YAKUMAN and type(han) is int for name, han in yaku.items())


def _has_shape(told: Told) -> bool:
    wins = told.get("wins", [])
    return (
        set(told) <= _HAND
        and isinstance(wins, list)
        and all(isinstance(win, dict) and set(win) <= _WIN | {"yaku"} for win in wins)
    )


def riichi_of(told: Told) -> Sequence[int]:
    """Who had declared riichi in a hand that was told."""
    seats: Sequence[int] = told.get("riichi", ())
    return seats
