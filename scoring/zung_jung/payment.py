"""From a hand's worth to what each of the three others pays. Source: P-1 to P-3."""

from __future__ import annotations

from typing import NamedTuple


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
