"""Hands as a person writes them down, and their value in Zung Jung."""

from __future__ import annotations

from functools import cache

from rules.parameters import ZungJungParameters, override
from rules.presets import load
from scoring.hands.hand import Hand, flags_of, parse_meld
from scoring.hands.tiles import parse_tiles
from scoring.zung_jung import ZungJungEvaluator, ZungJungValue
from scoring.zung_jung.checks import problem

WINDS = "ESWN"


def won(
    concealed: str,
    win: str,
    how: str = "ron",
    *,
    melds: str = "",
    seat: str = "W",
    flags: str = "",
) -> Hand:
    """Write a win down; melds and flags stand apart by spaces. West wins in East."""
    return Hand(
        concealed=parse_tiles(concealed),
        win=parse_tiles(win)[0],
        tsumo=how == "tsumo",
        melds=tuple(map(parse_meld, melds.split())),
        seat=WINDS.index(seat),
        flags=flags_of(flags.split()),
    )


def drawn(concealed: str, win: str, *, melds: str = "", seat: str = "W", flags: str = "") -> Hand:
    """The same by tsumo."""
    return won(concealed, win, "tsumo", melds=melds, seat=seat, flags=flags)


def rule(edition: str = "zung-jung", /, **changes: object) -> ZungJungParameters:
    """A shipped edition with some changes."""
    parameters = load(edition).versions[-1].value
    assert isinstance(parameters, ZungJungParameters)
    return override(parameters, changes)


@cache
def _evaluator(edition: str, changes: tuple[tuple[str, object], ...]) -> ZungJungEvaluator:
    return ZungJungEvaluator(rule(edition, **dict(changes)))


def value(
    hand: Hand, edition: str = "zung-jung", /, *, responsible: bool | None = None, **changes: object
) -> ZungJungValue:
    """Value a hand that can be."""
    wrong = problem(hand)
    assert wrong is None, wrong
    judge = _evaluator(edition, tuple(sorted(changes.items())))
    return judge.value(hand, responsible=responsible)
