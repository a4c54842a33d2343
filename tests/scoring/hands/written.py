"""Hands as a person writes them down, and their value under a rule, for the tables of examples."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from rules.parameters import BooParameters, RiichiParameters, override
from rules.presets import load
from scoring.hands.checks import problem
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand, flags_of, parse_meld
from scoring.hands.prices import Payment
from scoring.hands.tiles import parse_tiles
from scoring.hands.worths import Value

WINDS = "ESWN"
DAY = date(2026, 1, 1)


def won(
    concealed: str,
    win: str,
    how: str = "ron",
    *,
    melds: str = "",
    seat: str = "W",
    round_: str = "E",
    flags: str = "",
    dora: str = "",
    ura: str = "",
    nuki: int = 0,
    honba: int = 0,
    sticks: int = 0,
) -> Hand:
    """Write a win down; melds and flags stand apart by spaces."""
    return Hand(
        concealed=parse_tiles(concealed),
        win=parse_tiles(win)[0],
        tsumo=how == "tsumo",
        melds=tuple(map(parse_meld, melds.split())),
        seat=WINDS.index(seat),
        round=WINDS.index(round_),
        flags=flags_of(flags.split()),
        dora_indicators=parse_tiles(dora),
        ura_indicators=parse_tiles(ura),
        nuki=nuki,
        honba=honba,
        sticks=sticks,
    )


def value(hand: Hand, rule: str = "plain", /, **changes: object) -> Value:
    """Value a hand under a shipped set, ``plain`` riichi or ``boo``, with some changes."""
    judge = evaluator(rule, tuple(sorted(changes.items())))
    wrong = problem(hand, judge.rule)
    assert wrong is None, wrong
    return judge.value(hand)


@cache
def evaluator(rule: str = "plain", changes: tuple[tuple[str, object], ...] = ()) -> Evaluator:
    """The one evaluator of a rule in all tests."""
    return Evaluator(rule_of(rule, dict(changes)))


def rule_of(rule: str, changes: Mapping[str, object]) -> RiichiParameters | BooParameters:
    """A rule by its name, changed."""
    if rule == "plain":
        return override(RiichiParameters(), changes)
    parameters = load(rule).version_on(DAY).parameters
    assert isinstance(parameters, RiichiParameters | BooParameters)
    return override(parameters, changes)


def names(found: Value) -> set[str]:
    """The yaku of a value, dora among them."""
    return set(found.yaku)


def paid(**who: int) -> Payment:
    """A payment, said as it is said at the table."""
    return Payment(**who)


Table = list[Any]  # rows of pytest.param
