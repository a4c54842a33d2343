"""What a win of a live game was made of: yaku as they were told, or as its tiles say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.live_game import Line, Told
from league.yakuman import YAKUMAN
from rules.parameters import Parameters
from scoring.hands.evaluator import Evaluator
from scoring.hands.lines import evaluator_of, value_of
from scoring.hands.requests import WINDS, HandRequest, hand_of
from scoring.requests import read_as


def told_in_full(rule: Parameters, line: Line) -> Told:
    """A hand as it is stored: with the yaku, han and fu of wins that were told by their tiles."""
    wins = line.told.get("wins", [])
    if not any(win.get("value") for win in wins):
        return line.told
    full = [_with_value(rule, line, at, win) for at, win in enumerate(wins)]
    return {**line.told, "wins": full}


def yakuman_names(rule: Parameters, line: Line, at: int) -> list[str]:
    """The keys of the yakuman of one win.

    Args:
        rule: under which the hand was played.
        line: the hand.
        at: which of its wins.
    """
    if not line.hand.wins[at].yakuman:
        return []
    told = line.told["wins"][at]
    yaku = _by_tiles(rule, line, at, told) if told.get("value") else told.get("yaku", {})
    return [name for name in yaku if name in YAKUMAN]


def _with_value(rule: Parameters, line: Line, at: int, told: Told) -> Told:
    if not told.get("value"):
        return told
    win = line.hand.wins[at]
    known = {"han": win.han, "fu": win.fu, "yakuman": win.yakuman, "worth": win.worth}
    found = {name: value for name, value in known.items() if value}
    yaku = dict(_by_tiles(rule, line, at, told))
    return {**told, **found, **({"yaku": yaku} if yaku else {})}


def _by_tiles(rule: Parameters, line: Line, at: int, told: Told) -> Mapping[str, int]:
    evaluator = evaluator_of(rule)
    if not isinstance(evaluator, Evaluator):
        return {}
    state, winds = line.before, list(WINDS)
    seat = (line.hand.wins[at].winner - state.dealer) % len(state.points)
    asked: dict[str, Any] = {
        **told["value"],
        "rule": "",
        "how": line.hand.result,
        "seat": winds[seat],
        "round": winds[state.round % 4],
    }
    return value_of(evaluator, hand_of(read_as(HandRequest, asked))).yaku
