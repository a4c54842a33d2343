"""Tables to play at: a game under a shipped rule, a state in the middle of it, and hands."""

from __future__ import annotations

from typing import Any

from rules.parameters import Parameters, override
from rules.presets import load
from scoring.game import Game, GameState, HandPlayed, TableHand, WonHand
from scoring.game.values import ROUNDS


def rule(key: str, **changes: object) -> Parameters:
    """The newest version of a shipped rule, with single parameters changed."""
    return override(load(key).versions[-1].parameters, changes)


def game(key: str, **changes: object) -> Game:
    return Game(rule(key, **changes))


def state_at(at: str, *points: int, honba: int = 0, sticks: int = 0) -> GameState:
    """The table before a hand such as S4; points in hundreds, by seat."""
    held = tuple(100 * each for each in points)
    return GameState(ROUNDS.index(at[0]), int(at[1:]) - 1, honba, sticks, held)


def ron(winner: int, discarder: int, han: int = 1, fu: int | None = None, **win: Any) -> WonHand:
    if han < 5 and fu is None and not win.get("yakuman"):
        fu = 30
    if win.get("yakuman"):
        han = 0
    return WonHand(winner=winner, discarder=discarder, han=han, fu=fu, **win)


def by_ron(*wins: WonHand, **hand: Any) -> TableHand:
    return TableHand(result="ron", wins=wins, **hand)


def by_tsumo(winner: int, han: int = 5, fu: int | None = None, **hand: Any) -> TableHand:
    return TableHand(result="tsumo", wins=(WonHand(winner=winner, han=han, fu=fu),), **hand)


def draw(*tenpai: int, **hand: Any) -> TableHand:
    return TableHand(result="draw", tenpai=tenpai, **hand)


def abort(kind: Any, **hand: Any) -> TableHand:
    return TableHand(result="abort", kind=kind, **hand)


def chombo(seat: int, **hand: Any) -> TableHand:
    return TableHand(result="chombo", by=(seat,), **hand)


def nagashi(*by: int, tenpai: tuple[int, ...] = (), **hand: Any) -> TableHand:
    return TableHand(result="nagashi", by=by, tenpai=tenpai, **hand)


def follows(played: HandPlayed) -> str:
    """What comes after a hand: ``S2.1`` with its honba, or why the game is over."""
    after = played.after
    return after.why or f"{after.at}.{after.honba}"
