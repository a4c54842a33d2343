"""Fu (符): what the groups, the pair, the wait and the win add up to, each with its reason.

Source: rules of all riichi sets: base 20, closed ron 10, tsumo 2, triplets, yakuhai pair 2 or 4,
waits of one kind 2, rounded up to ten; 七対子 is always 25.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.parameters import YakuRule
from scoring.hands import shapes
from scoring.hands.prices import FU_AT, LOW_AT
from scoring.hands.shapes import FU, HONOURS_HELD, PAIRS, WAIT, WAIT_FU

#: the fu of the pair, 3 bits
PAIR_FU: Final = HONOURS_HELD
BASE, CLOSED_RON, TSUMO = 20, 10, 2
#: above the fu that a win adds to those of its tiles: whether the hand is open
OPEN_WIN: Final = 512


class FuPart(NamedTuple):
    """A reason, and the fu it adds."""

    reason: str
    fu: int


#: fu of each sort of triplet, and what to call it
_TRIPLETS = (
    (shapes.OPEN_SIMPLE, FuPart("open triplet", 2)),
    (shapes.OPEN_YAOCHUU, FuPart("open triplet of terminals or honours", 4)),
    (shapes.CLOSED_SIMPLE, FuPart("closed triplet", 4)),
    (shapes.CLOSED_YAOCHUU, FuPart("closed triplet of terminals or honours", 8)),
    (shapes.OPEN_KAN_SIMPLE, FuPart("open kan", 8)),
    (shapes.OPEN_KAN_YAOCHUU, FuPart("open kan of terminals or honours", 16)),
    (shapes.CLOSED_KAN_SIMPLE, FuPart("closed kan", 16)),
    (shapes.CLOSED_KAN_YAOCHUU, FuPart("closed kan of terminals or honours", 32)),
)
#: the bits of a reading that its fu hang on
FU_BITS: Final = (
    FU | 7 << PAIR_FU | 3 << WAIT | 1 << PAIRS | sum(7 << at for at, _part in _TRIPLETS)
)
#: the reason of what is added to come to whole tens
ROUNDED_UP: Final = "rounded up"
#: 七対子
SEVEN_PAIRS_FU: Final = 25
SEVEN_PAIRS = FuPart("seven pairs", SEVEN_PAIRS_FU)
_WAITS = ("closed wait", "edge wait", "single wait")


def fu_of_win(rule: YakuRule, *, tsumo: bool, is_open: bool, pinfu: bool, rinshan: bool) -> int:
    """What a win adds to the fu of its tiles."""
    takes_tsumo = tsumo and not pinfu and (not rinshan or rule.hand.rinshan_tsumo_fu)
    found = BASE + TSUMO if takes_tsumo else BASE
    if is_open:
        return found | OPEN_WIN
    return found if tsumo else found + CLOSED_RON


def exact_fu(read: int, of_win: int) -> int:
    """Fu before rounding.

    Args:
        read: the reading, as ``readings`` has it.
        of_win: what ``fu_of_win`` says.
    """
    if not read >> PAIRS & 1:
        return SEVEN_PAIRS_FU
    return (read & FU) + of_win % OPEN_WIN


def prices_of_fu(rule: YakuRule) -> tuple[int, ...]:
    """What fu ask of the price under a rule, by those of tiles and win together."""
    if rule.hand.counting != "fu":
        return (0,) * (2 * OPEN_WIN)
    counted = [_up(fu) if fu < FU else SEVEN_PAIRS_FU for fu in range(OPEN_WIN)]
    closed = [fu << FU_AT for fu in counted]
    # the fewest of an open hand the rule may raise
    low = {BASE: BASE << FU_AT | 1 << LOW_AT}
    return (*closed, *(low.get(fu, price) for fu, price in enumerate(closed)))


def raised_fu(rule: YakuRule, han: int) -> int:
    """What an open hand of 20 fu and so many han counts under a rule (喰い平和形)."""
    counts = rule.hand.open_20_fu
    return BASE if counts == "20" or (counts == "30_at_1_han" and han > 1) else 30


def fu_parts(read: int, of_win: int, counted: int) -> tuple[FuPart, ...]:
    """The parts that sum to so many counted fu."""
    if not read >> PAIRS & 1:
        return (SEVEN_PAIRS,)
    exact = exact_fu(read, of_win)
    parts = [FuPart("base", BASE)]
    if of_win == BASE + CLOSED_RON:
        parts.append(FuPart("closed ron", CLOSED_RON))
    for at, part in _TRIPLETS:
        parts += [part] * (read >> at & 7)
    pair_fu, wait = read >> PAIR_FU & 7, read >> WAIT & 3
    if pair_fu:
        reason = "pair of seat and round wind" if pair_fu > 2 else "pair of a value tile"
        parts.append(FuPart(reason, pair_fu))
    if wait:
        parts.append(FuPart(_WAITS[wait - 1], WAIT_FU))
    if of_win % OPEN_WIN == BASE + TSUMO:
        parts.append(FuPart("tsumo", TSUMO))
    return (*parts, *_rounding(exact, counted))


def _rounding(exact: int, counted: int) -> tuple[FuPart, ...]:
    rounded = _up(exact)
    if rounded != counted:
        return (FuPart("open hand raised to 30", counted - rounded),)
    return (FuPart(ROUNDED_UP, rounded - exact),) if rounded != exact else ()


def _up(fu: int) -> int:
    return -(-fu // 10) * 10
