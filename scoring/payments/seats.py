"""Seats that cannot be: beyond the table, named twice, or paying themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.errors import BadSeatError
from scoring.payments.values import OnTable, Win


def ask_seats(
    wins: Sequence[Win], table: OnTable, *, players: int, discarder: int | None = None
) -> None:
    """Refuse a hand that nobody could pay.

    Raises:
        BadSeatError: the first seat that is wrong.
    """
    for what, seat in _named(wins, table, discarder):
        if not 0 <= seat < players:
            raise BadSeatError(what=what, seat=seat, why=f"must be from 0 to {players - 1}")
    winners = [win.winner for win in wins]
    for at, win in enumerate(wins):
        if win.winner in winners[:at]:
            raise BadSeatError(what="winner", seat=win.winner, why="is named twice")
        if win.winner == discarder or win.winner in [each.seat for each in win.liable]:
            raise BadSeatError(what="winner", seat=win.winner, why="cannot pay itself")


def _named(wins: Sequence[Win], table: OnTable, discarder: int | None) -> Iterator[tuple[str, int]]:
    yield "dealer", table.dealer
    if discarder is not None:
        yield "discarder", discarder
    for win in wins:
        yield "winner", win.winner
        for each in win.liable:
            yield "pao", each.seat
