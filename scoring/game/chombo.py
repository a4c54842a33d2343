"""Chombo: what is paid at the table, what only the settlement charges, and the void hand."""

from __future__ import annotations

from rules.parameters import BooParameters, Parameters, ZungJungParameters
from scoring.game.errors import NotPlayedError
from scoring.game.outcomes import Outcome
from scoring.game.values import TableHand

#: the kind of penalty that a settlement charges for it
KIND = "chombo"


def chombo(rule: Parameters, hand: TableHand) -> Outcome:
    """Pay a chombo at the table, where it is paid there.

    A hand that is not replayed ends like a draw without a dealer's tenpai, and its honba stay as
    they are: assumed.

    Raises:
        NotPlayedError: the rule has no price for it, or none for a missed yakuman.

    Source: ``chombo_payment``, ``chombo_hand``, ``chombo_yakuman_tenpai``.
    """
    is_replayed = isinstance(rule, ZungJungParameters) or rule.penalties.chombo_hand == "replayed"
    return Outcome(_payments(rule, hand), "replay" if is_replayed else None, "kept")


def is_charged_later(rule: Parameters) -> bool:
    """Whether the settlement charges a chombo and nothing moves at the table.

    Where totals are kept Boo pays victory points, and its penalty table says that they are. Of the
    other rules those do that have no payment at the table.
    """
    has_price = any(price.kind == KIND for price in rule.penalties.penalty_table)
    return has_price and (isinstance(rule, BooParameters) or _at_table(rule) is None)


def _at_table(rule: Parameters) -> int | None:
    return None if isinstance(rule, ZungJungParameters) else rule.penalties.chombo_payment


def _payments(rule: Parameters, hand: TableHand) -> tuple[int, ...]:
    payer, seats = hand.by[0], range(rule.game.players)
    owed = dict.fromkeys((seat for seat in seats if seat != payer), _price(rule))
    if hand.yakuman_tenpai:
        if isinstance(rule, ZungJungParameters) or (
            rule.penalties.chombo_yakuman_tenpai != "half_of_highest"
        ):
            raise NotPlayedError("no-yakuman-tenpai", field="yakuman_tenpai")
        owed |= {each.seat: each.value // 2 for each in hand.yakuman_tenpai}
    return tuple(owed.get(seat, -sum(owed.values())) for seat in seats)


def _price(rule: Parameters) -> int:
    if is_charged_later(rule):
        return 0
    price = _at_table(rule)
    if price is None:
        raise NotPlayedError("no-chombo", field="result")
    return price
