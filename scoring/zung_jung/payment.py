"""From a hand's worth to what each of the three others pays, and who answers for a ron.

Source: P-1 to P-3.
"""

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


class ZungJungPayment(NamedTuple):
    """Who pays how much: ``each`` of the three, or the responsible player and the two others."""

    each: int = 0
    discarder: int = 0  # the responsible player, whoever it is
    others: int = 0  # each of the two others

    @property
    def total(self) -> int:
        """What the winner gets."""
        return 3 * self.each + self.discarder + 2 * self.others


def payment_of(worth: int, *, base: int, is_charged: bool) -> ZungJungPayment:
    """Say who pays what for a hand; together it is always three times its worth.

    Args:
        worth: of the hand.
        base: up to this worth everybody pays alike (``payment_base``).
        is_charged: whether somebody answers for the hand, as nobody does for a tsumo.
    """
    if worth <= base or not is_charged:
        return ZungJungPayment(each=worth)
    return ZungJungPayment(discarder=3 * worth - 2 * base, others=base)


def movements(worth: int, *, base: int, winner: int, responsible: int | None) -> list[int]:
    """Say how a win moves the points of the four seats; they sum to 0.

    Args:
        worth: of the hand.
        base: up to this worth everybody pays alike (``payment_base``).
        winner: the seat that won.
        responsible: the seat that answers for it; None for a tsumo, or when nobody does.
    """
    assert winner != responsible, "nobody answers for their own win"
    payment = payment_of(worth, base=base, is_charged=responsible is not None)
    moved = [-(payment.each or payment.others)] * 4
    if responsible is not None and payment.discarder:
        moved[responsible] = -payment.discarder
    moved[winner] = payment.total
    return moved
