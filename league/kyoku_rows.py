"""Hands of a game between the engine, an entry and the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from league.entry import HanchanEntry, KyokuEntry
from league.models import Hanchan, Kyoku
from scoring.game import GameState, HandPlayed, TableHand


def seats_of(bits: int) -> tuple[int, ...]:
    """The seats that a set of them holds."""
    return tuple(seat for seat in range(4) if bits >> seat & 1)


def bits_of(seats: Iterable[int]) -> int:
    """A set of seats as it is stored."""
    return sum(1 << seat for seat in set(seats))


def kyoku_of(
    before: GameState,
    hand: TableHand,
    played: HandPlayed,
    *,
    told: dict[str, Any],
    called: tuple[int, ...] | None = None,
) -> KyokuEntry:
    """A hand that the engine has played, as an entry keeps it.

    Three ron that abort are an abortive draw, and who is cut off by another's ron has not won.

    Args:
        before: the game before it.
        hand: what the table told.
        played: what the engine made of it.
        told: as ``Kyoku.told`` has it.
        called: who had called, if anybody noted it.
    """
    winners = paid_in(played)
    is_aborted = hand.result == "ron" and not winners
    return KyokuEntry(
        round=before.round % 4,
        dealer=played.dealer,
        honba=played.honba,
        sticks=played.sticks,
        result="abort" if is_aborted else hand.result,
        deltas=played.deltas,
        winners=winners,
        discarder=hand.wins[0].discarder if hand.wins and not is_aborted else None,
        riichi=hand.riichi,
        tenpai=hand.tenpai,
        called=called,
        told=told,
    )


def paid_in(played: HandPlayed) -> tuple[int, ...]:
    """The seats that were paid for a hand."""
    return tuple(sorted({transfer.winner for transfer in played.transfers}))


def kyoku_rows(hanchan: Hanchan, entry: HanchanEntry) -> Iterator[Kyoku]:
    """The rows of an entry's hands, not stored yet."""
    for number, hand in enumerate(entry.kyoku or ()):
        yield Kyoku(
            hanchan=hanchan,
            number=number,
            round=hand.round,
            dealer=hand.dealer,
            honba=hand.honba,
            sticks=hand.sticks,
            result=hand.result,
            winners=bits_of(hand.winners),
            discarder=hand.discarder,
            riichi=bits_of(hand.riichi),
            tenpai=bits_of(hand.tenpai),
            called=None if hand.called is None else bits_of(hand.called),
            told=hand.told,
            **_deltas(hand),
        )


def kyoku_entry(row: Kyoku) -> KyokuEntry:
    """A stored hand as an entry has it."""
    return KyokuEntry(
        round=row.round,
        dealer=row.dealer,
        honba=row.honba,
        sticks=row.sticks,
        result=row.result,
        deltas=row.deltas,
        winners=seats_of(row.winners),
        discarder=row.discarder,
        riichi=seats_of(row.riichi),
        tenpai=seats_of(row.tenpai),
        called=None if row.called is None else seats_of(row.called),
        told=row.told,
    )


def kyoku_again(values: Mapping[str, Any]) -> KyokuEntry:
    """A hand as it was stored as JSON, which has lists where seats and points are tuples."""
    read: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
    return KyokuEntry(**read)


def _deltas(hand: KyokuEntry) -> dict[str, Any]:
    four = (*hand.deltas, None)[:4]
    return {f"delta_{seat}": delta for seat, delta in enumerate(four)}
