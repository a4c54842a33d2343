"""All wins of one way, by each discard or by tsumo, and which of them reach a goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.conditions.table import After, Table
from scoring.conditions.values import Goal, Range, Way, Worth


class Tried(NamedTuple):
    """The wins of one way in rising order, and what each leaves."""

    discarder: int | None  # None: by tsumo
    wins: tuple[Worth, ...]
    after: tuple[After | None, ...]  # None: the points forbid it


def tried(
    table: Table, seat: int, discarder: int | None, wins: tuple[Worth, ...], *, riichi: bool
) -> Tried:
    """Find out what every win of a way leaves.

    Wins that leave all in the same order, and on the same side of each line that the rule draws,
    leave the same places and end the game alike: one of them is played for all.

    Args:
        table: where.
        seat: who wins.
        discarder: on whose discard; None by tsumo.
        wins: in rising order.
        riichi: whether the winner declares riichi first.
    """
    moved = [_moves(table, seat, discarder, win) for win in wins]
    # the last win that the points allow says what honba and sticks bring to all of them
    for at in reversed(range(len(wins))):
        after = table.won(seat, discarder, wins[at], riichi=riichi)
        if after is not None:
            beside = [held - own for held, own in zip(after.points, moved[at], strict=True)]
            break
    else:
        return Tried(discarder, wins, (None,) * len(wins))
    known: dict[tuple[bool, tuple[int, ...]], After | None] = {}
    every = []
    for win, moves in zip(wins, moved, strict=True):
        points = [held + own for held, own in zip(beside, moves, strict=True)]
        key = bool(win.yakuman), table.sides(points)
        if key not in known:
            known[key] = table.won(seat, discarder, win, riichi=riichi)
        every.append(known[key])
    return Tried(discarder, wins, tuple(every))


def way(seat: int, goal: Goal, played: Tried) -> Way:
    """Say which wins reach a goal of a player."""
    discarder, wins, after = played
    reached = [each is not None and each.reaches(seat, goal) for each in after]
    held = [each if is_reached else None for each, is_reached in zip(after, reached, strict=True)]
    first = reached.index(True) if any(reached) else len(wins)
    missed = [at > first and not is_reached for at, is_reached in enumerate(reached)]
    return Way(
        discarder=discarder,
        reached=_ranges(wins, reached),
        missed=_ranges(wins, missed),
        is_any=all(reached),
        goes_on=_ranges(wins, [each is not None and not each.is_over for each in held]),
        shared=_ranges(wins, [each is not None and each.is_shared(seat) for each in held]),
        barred=_ranges(wins, [each is None for each in after]),
    )


def _moves(table: Table, seat: int, discarder: int | None, win: Worth) -> list[int]:
    """What the hand itself moves, by seat; honba and sticks are the same for every win."""
    moves = [-(win.each if discarder is None else win.others)] * len(table.seats)
    if win.dealer is not None:
        moves[table.state.dealer] = -win.dealer
    if discarder is not None:
        moves[discarder] = -win.each
    moves[seat] = win.total
    return moves


def _ranges(wins: Sequence[Worth], chosen: list[bool]) -> tuple[Range, ...]:
    """The runs of chosen wins."""
    found, at = [], 0
    while True in chosen[at:]:
        first = chosen.index(True, at)
        at = chosen.index(False, first) if False in chosen[first:] else len(wins)
        found.append(Range(wins[first], None if at == len(wins) else wins[at - 1]))
    return tuple(found)
