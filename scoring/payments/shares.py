"""A hand in the parts that different players answer for (責任払い, 包)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.parameters import RiichiParameters, YakuRule
from scoring.hands.prices import Prices, Worth
from scoring.payments.values import Win


class Share(NamedTuple):
    """A part of a hand, and who answers for it."""

    worth: Worth
    responsible: int | None  # a seat; None: paid as any hand


def shares(rule: YakuRule, prices: Prices, win: Win) -> tuple[Share, ...]:
    """Take a hand apart; what the shares are worth sums to what the hand is worth.

    Where only one yakuman of several is paid, it is the one that somebody answers for: assumed.
    In Boo a responsible player pays victory points, so the table pays the hand as any other.
    """
    yakuman = prices.paid_yakuman(win.yakuman)
    if not isinstance(rule, RiichiParameters) or not win.liable:
        return (Share(prices.of(win.han, win.fu, yakuman), None),)
    if not yakuman:  # 嶺上開花, for all of the hand
        return (Share(prices.of(win.han, win.fu, 0), win.liable[0].seat),)
    return tuple(
        Share(prices.of(0, None, times), seat) for seat, times in _answered(rule, win, yakuman)
    )


def _answered(rule: RiichiParameters, win: Win, yakuman: int) -> Iterator[tuple[int | None, int]]:
    """Say who answers for how many yakuman, the other ones last."""
    liable = win.liable if rule.pao.pao_of_several == "each" else win.liable[:1]
    rest = yakuman
    for each in liable:
        times = min(each.times, rest)
        if times:
            yield each.seat, times
        rest -= times
    if rest:
        yield (liable[0].seat if rule.pao.pao_other_yakuman == "responsible" else None), rest
