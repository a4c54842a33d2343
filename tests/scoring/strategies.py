"""Games and rules of every kind, for the laws."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from rules.parameters import RiichiParameters, override
from rules.parameters.riichi import Rounding
from scoring.results import Bust, GameResult, YakumanWin

ROUNDINGS = get_args(Rounding)
HUNDREDS = st.integers(0, 300).map(lambda hundreds: hundreds * 100)


@st.composite
def umas(draw: st.DrawFn, players: int) -> list[int]:
    """An uma that falls by place and sums to 0, in hundreds."""
    falls = sorted(draw(st.lists(HUNDREDS, min_size=players, max_size=players)), reverse=True)
    each = sum(falls) // (players * 100) * 100
    uma = [value - each for value in falls]
    uma[-1] -= sum(uma)
    return sorted(uma, reverse=True)


@st.composite
def riichi_rules(
    draw: st.DrawFn, *, leftover: tuple[str, ...] = ("top", "tied_tops")
) -> RiichiParameters:
    """Any riichi rule whose values are stated."""
    players = draw(st.sampled_from((3, 4)))
    start = draw(st.sampled_from((25_000, 30_000, 35_000)))
    return override(
        RiichiParameters(),
        {
            "players": players,
            "start_points": start,
            "return_points": start + draw(st.sampled_from((0, 5_000, 5_300))),
            "uma_kind": draw(st.sampled_from(("by_place", "floating"))),
            "uma": draw(umas(players)),
            "floating_line": draw(st.sampled_from((start, start + 5_000))),
            "floating_uma": [draw(umas(players)) for _ in range(players + 1)],
            "rounding": draw(st.sampled_from(ROUNDINGS)),
            "rounding_of": draw(st.sampled_from(("score", "difference"))),
            "rounding_below_zero": draw(st.sampled_from(("by_size", "by_value"))),
            "below_zero": draw(st.sampled_from(("counted", "as_zero"))),
            "tie": draw(st.sampled_from(("seat", "share_uma", "share_uma_and_oka"))),
            "share_rest": draw(st.sampled_from(("nearest", "spread"))),
            "leftover_sticks": draw(st.sampled_from(leftover)),
            "chip_value": draw(HUNDREDS),
            "bust_bonus": draw(HUNDREDS),
            "bust_bonus_without_winner": draw(st.sampled_from(("top", "none"))),
            "yakitori": draw(HUNDREDS),
            "yakuman_ron": draw(HUNDREDS),
            "yakuman_tsumo": draw(HUNDREDS),
            "penalty_table": [{"kind": "chombo", "amount": draw(HUNDREDS)}],
        },
    )


@st.composite
def stacks(draw: st.DrawFn, rule: RiichiParameters, sticks: int = 0) -> tuple[int, ...]:
    """Final points that add up; ties and debts are common."""
    players, start = rule.game.players, rule.game.start_points
    moves = st.sampled_from((0, 500, 1_000, 1_500, 5_000, 24_500)) | HUNDREDS
    points = [start] * players
    points[draw(st.integers(0, players - 1))] -= sticks
    for _ in range(draw(st.integers(0, 4))):
        payer, payee = draw(st.integers(0, players - 1)), draw(st.integers(0, players - 1))
        paid = draw(moves)
        points[payer] -= paid
        points[payee] += paid
    return tuple(points)


@st.composite
def games(
    draw: st.DrawFn, *, leftover: tuple[str, ...] = ("top", "tied_tops")
) -> tuple[RiichiParameters, GameResult]:
    """A rule and a sound result under it, with all that a result may carry but penalties."""
    rule = draw(riichi_rules(leftover=leftover))
    players = rule.game.players
    seats = st.integers(0, players - 1)
    sticks = draw(st.sampled_from((0, 0, 1_000, 2_000, 900)))
    points = draw(stacks(rule, sticks))
    chips = draw(st.lists(st.integers(-9, 9), min_size=players - 1, max_size=players - 1))
    winner = draw(seats)
    discarder = draw(st.none() | seats.filter(lambda seat: seat != winner))
    return rule, GameResult(
        points=points,
        sticks=sticks,
        chips=draw(st.none() | st.just((*chips, -sum(chips)))),
        busts=tuple(Bust(seat=seat) for seat, held in enumerate(points) if held < 0),
        yakitori=tuple(sorted(draw(st.sets(seats)))),
        yakuman=draw(st.sampled_from(((), (YakumanWin(winner=winner, discarder=discarder),)))),
    )
