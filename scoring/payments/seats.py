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
            raise BadSeatError("no-seat", field=what, seat=seat)
    winners = [win.winner for win in wins]
    for at, win in enumerate(wins):
        if win.winner in winners[:at]:
            raise BadSeatError("twice", field="winner", seat=win.winner)
        if win.winner == discarder or win.winner in [each.seat for each in win.liable]:
            raise BadSeatError("pays-itself", field="winner", seat=win.winner)


def _named(wins: Sequence[Win], table: OnTable, discarder: int | None) -> Iterator[tuple[str, int]]:
    yield "dealer", table.dealer
    if discarder is not None:
        yield "discarder", discarder
    for win in wins:
        yield "winner", win.winner
        for each in win.liable:
            yield "pao", each.seat
