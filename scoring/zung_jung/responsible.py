"""Who answers for a ron: the discarder, unless the tile was cut before (同巡内免責)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.parameters.zung_jung import ZungJungSettlement
from scoring.hands.tiles import Tile, kind_of


class Discard(NamedTuple):
    """A tile that somebody cut, or added to a pon."""

    seat: int
    tile: Tile
    called: bool = False  # taken by another player for a meld


def responsible_seat(
    discards: Sequence[Discard],
    *,
    winner: int,
    settlement: ZungJungSettlement,
    robbed: bool = False,
) -> int | None:
    """Say which seat answers for a ron; None when nobody does.

    Args:
        discards: all of the hand so far, in order, called ones too. The last is the winning tile;
            when a kan is robbed it is the added tile, as if it had been cut.
        winner: the seat that won.
        settlement: whom the rule lets off.
        robbed: whether the last tile was added to a pon (搶槓).

    Source: P-4. Before the winner's first discard it counts from the deal, called discards count,
    and who added the tile of a robbed kan is its discarder: assumed.
    """
    *before, winning = discards
    if robbed and settlement.robbed_kong_responsible == "nobody":
        return None
    if settlement.immunity == "none":
        return winning.seat
    counted = (
        discard.seat
        for discard in _since_own_discard(before, winner, settlement)
        if kind_of(discard.tile) == kind_of(winning.tile)
        and (settlement.immunity_called_discards or not discard.called)
    )
    first = next(counted, winning.seat)
    return None if first == winner else first


def _since_own_discard(
    before: Sequence[Discard], winner: int, settlement: ZungJungSettlement
) -> Iterator[Discard]:
    """What was cut from the winner's own last discard on, that one included."""
    own = [at for at, discard in enumerate(before) if discard.seat == winner]
    if own:
        yield from before[own[-1] :]
    elif settlement.immunity_from_deal:
        yield from before
