"""Every win that a rule can pay, in the rising order of what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import gcd
from typing import NamedTuple

from rules.parameters import BooParameters, Parameters, YakuRule, ZungJungParameters
from scoring.conditions.values import Worth
from scoring.hands.points_tables import FU
from scoring.hands.prices import Prices, most_yakuman, payment_of
from scoring.zung_jung.payment import payment_of as zung_jung_payment

#: han from which fu are of no account
_FIRST_LIMIT = 5
#: han from which a hand is a yakuman, or paid as if it had fewer
_YAKUMAN_HAN = 13
#: a single indicator is turned where dora are paid beside the hand, and a tile is there four times
_MOST_DORA = 4
#: yakuman that one hand can have, doubles counted twice
_MOST_YAKUMAN = 6


class Winner(NamedTuple):
    """Who wins and how: what a list of wins hangs on."""

    is_dealer: bool
    is_tsumo: bool


class _Hand(NamedTuple):
    han: int = 0
    fu: int | None = None
    yakuman: int = 0
    dora: int = 0


def worths(rule: Parameters, winner: Winner, *, least_han: int) -> tuple[Worth, ...]:
    """List the wins that are paid differently, the cheapest first.

    Fu go up to 110, as far as clubs print them. Nobody answers for a yakuman (包).

    Args:
        rule: the version.
        winner: who wins and how.
        least_han: that a win needs, dora and all.
    """
    if isinstance(rule, ZungJungParameters):
        return tuple(_of_zung_jung(rule, winner))
    prices, found = Prices(rule), dict[tuple[int, ...], Worth]()
    for hand in _hands(rule, winner, least_han):
        worth = _paid(rule, prices, hand, winner)
        is_end = isinstance(rule, BooParameters) and rule.game.yakuman_ends_game
        found.setdefault((bool(worth.yakuman) and is_end, worth.each, worth.dealer or 0), worth)
    # what ends the game by itself stands above all
    order = sorted(found, key=lambda key: (key[0], found[key].total, key))
    return tuple(found[key] for key in order)


def dora_beside(rule: Parameters) -> int:
    """What each dora brings from everybody on a tsumo, where dora are paid beside the hand; or 0.

    On a child's tsumo they are left out: the two payments would no longer grow in one order.
    """
    return 0 if isinstance(rule, ZungJungParameters) else rule.hand.dora_payment_tsumo_each


def is_left_out(rule: Parameters, *, honba: int) -> bool:
    """Whether hands without a yaku are left out, because they take none of the honba."""
    return isinstance(rule, BooParameters) and bool(honba) and not rule.play.yakuless_takes_honba


def least_han(rule: Parameters, *, honba: int) -> int:
    """The han that a win needs with so many honba on the table.

    A hand without a yaku that takes no honba is left out as well.
    """
    if isinstance(rule, ZungJungParameters):
        return 0
    two_from = rule.hand.two_han_from_honba
    needs_two = two_from is not None and honba >= two_from
    return max(rule.hand.minimum_han, int(is_left_out(rule, honba=honba)), 2 * needs_two)


def _hands(rule: YakuRule, winner: Winner, least: int) -> Iterator[_Hand]:
    is_child_tsumo = winner.is_tsumo and not winner.is_dealer
    pays_dora = rule.hand.dora_payment_ron and not is_child_tsumo
    dora = range(_MOST_DORA + 1 if pays_dora else 1)
    counts_fu = rule.hand.counting == "fu"
    if counts_fu:
        for han, fu in product(range(least, _FIRST_LIMIT), FU):
            if can_be(rule, han, fu, is_tsumo=winner.is_tsumo):
                yield from (_Hand(han, fu, dora=count) for count in dora)
    for han in range(max(least, _FIRST_LIMIT if counts_fu else 0), _YAKUMAN_HAN):
        yield from (_Hand(han, dora=count) for count in dora)
    most = most_yakuman(rule) or _MOST_YAKUMAN
    yield from (_Hand(yakuman=1 + more) for more in range(most))


def can_be(rule: YakuRule, han: int, fu: int, *, is_tsumo: bool) -> bool:
    """Tell whether a hand below the mangan can have so many han and fu.

    25 fu are seven pairs, 20 a 平和: by tsumo, or open by ron, where a rule raises it or not.
    """
    yaku, by_draw = rule.yaku, rule.yaku.han_menzen_tsumo[0] if is_tsumo else 0
    if fu == 25:
        pairs = yaku.han_chiitoitsu[0]
        return bool(pairs) and han >= pairs + by_draw
    if fu > 20:
        return True
    if is_tsumo:
        pinfu = yaku.han_pinfu[0] if rule.hand.pinfu_tsumo else 0
        return bool(pinfu) and han >= pinfu + by_draw
    least = {"20": 0, "30_at_1_han": 2}.get(rule.hand.open_20_fu or "")
    # an open hand of 20 fu is a 平和, which may be a yaku
    return least is not None and han >= max(least, yaku.han_pinfu[1])


def _paid(rule: YakuRule, prices: Prices, hand: _Hand, winner: Winner) -> Worth:
    worth = prices.of(hand.han, hand.fu, prices.paid_yakuman(hand.yakuman))
    payment = payment_of(
        rule,
        worth,
        dealer=winner.is_dealer,
        tsumo=winner.is_tsumo,
        honba=0,
        beside=hand.dora,
    )
    is_child_tsumo = winner.is_tsumo and not winner.is_dealer
    return Worth(
        *hand,
        worth=0,
        limit=worth.limit,
        total=payment.total(prices.players),
        each=payment.discarder or payment.each or payment.others,
        dealer=payment.dealer if is_child_tsumo else None,
    )


def _of_zung_jung(rule: ZungJungParameters, winner: Winner) -> Iterator[Worth]:
    """Whatever patterns can sum to; who discards answers for the hand."""
    is_ron = not winner.is_tsumo
    for worth in _sums(rule):
        paid = zung_jung_payment(worth, base=rule.settlement.payment_base, is_charged=is_ron)
        others = (paid.others or paid.each) if is_ron else 0
        each = paid.discarder or paid.each
        yield Worth(0, None, 0, 0, worth, None, paid.total, each, others=others)


def _sums(rule: ZungJungParameters) -> list[int]:
    """A hand without patterns; sums up to the cap, in steps; single patterns that count alone."""
    cap, plain = rule.settlement.worth_cap, rule.patterns.worth_chicken_hand
    patterns = [
        worth
        for name, worth in rule.patterns.model_dump().items()
        if type(worth) is int and name != "worth_chicken_hand"
    ]
    step = gcd(*patterns)
    return sorted({plain, *range(step, cap + 1, step), *(each for each in patterns if each > cap)})
