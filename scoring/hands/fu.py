"""Fu (符): what the groups, the pair, the wait and the win add up to, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.hands import shapes
from scoring.hands.prices import FU_AT, LOW_AT
from scoring.hands.reading import CLOSED as READ_CLOSED
from scoring.hands.shapes import DRAWN, FU_BITS, SUMMED, WAIT
from scoring.hands.yaku.base import YakuRule

#: what fu ask of a reading, as ``readings`` has it
CLOSED: Final = READ_CLOSED << SUMMED
FU_KEY: Final = FU_BITS | 7 << shapes.HONOURS_HELD | DRAWN | CLOSED
#: the fu of the pair, 3 bits; what fu have to know of the win above them
PAIR_FU: Final = shapes.HONOURS_HELD
PINFU, RINSHAN = (1 << PAIR_FU + 3 + bit for bit in range(2))

#: fu of each sort of triplet, and what to call it
_TRIPLETS = (
    (shapes.OPEN_SIMPLE, 2, "open triplet"),
    (shapes.OPEN_YAOCHUU, 4, "open triplet of terminals or honours"),
    (shapes.CLOSED_SIMPLE, 4, "closed triplet"),
    (shapes.CLOSED_YAOCHUU, 8, "closed triplet of terminals or honours"),
    (shapes.OPEN_KAN_SIMPLE, 8, "open kan"),
    (shapes.OPEN_KAN_YAOCHUU, 16, "open kan of terminals or honours"),
    (shapes.CLOSED_KAN_SIMPLE, 16, "closed kan"),
    (shapes.CLOSED_KAN_YAOCHUU, 32, "closed kan of terminals or honours"),
)
_WAITED: Final = 7 << WAIT
_WAITS = {"kanchan": "closed wait", "penchan": "edge wait", "tanki": "single wait"}
BASE: Final = 20
#: ways to count fu that are remembered at most
MOST_FU: Final = 10_000


class FuPart(NamedTuple):
    """A reason, and the fu it adds."""

    reason: str
    fu: int


@dataclass(frozen=True, slots=True)
class Fu:
    """Fu, rounded, and the parts that sum to them."""

    fu: int | None  # none where none are counted
    parts: tuple[FuPart, ...]
    exact: int = 0  # before rounding
    at: int = 0  # what prices ask of it, as ``prices`` has it

    @property
    def raised_parts(self) -> tuple[FuPart, ...]:
        """The parts of an open hand of 20 fu that counts 30."""
        return (*self.parts, FuPart("open hand raised to 30", 10))


#: 七対子 is always 25 fu
SEVEN_PAIRS = Fu(25, (FuPart("seven pairs", 25),), 25, 25 << FU_AT)
NO_FU = Fu(None, ())


class FuTable(dict[int, Fu]):
    """Sums of fu, as ``shapes`` has them, to the fu of four sets and a pair under a rule.

    Source: rules of all riichi sets: base 20, closed ron 10, tsumo 2, triplets, yakuhai pair 2 or
    4, waits of one kind 2, rounded up to ten.
    """

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._hand = rule.hand
        self._counts = rule.hand.counting == "fu"

    def __missing__(self, fields: int) -> Fu:
        if len(self) >= MOST_FU:
            self.clear()
        found = self[fields] = self._count(fields) if self._counts else NO_FU
        return found

    def _count(self, fields: int) -> Fu:
        if not fields & _WAITED:  # no form of sets
            return SEVEN_PAIRS
        tsumo = bool(fields & DRAWN)
        parts = [FuPart("base", BASE)]
        if fields & CLOSED and not tsumo:
            parts.append(FuPart("closed ron", 10))
        parts += _groups(fields)
        takes_tsumo = not fields & RINSHAN or self._hand.rinshan_tsumo_fu
        if tsumo and takes_tsumo and not fields & PINFU:
            parts.append(FuPart("tsumo", 2))
        return _rounded(parts, may_be_low=not fields & CLOSED)


def raised_fu(rule: YakuRule, han: int) -> int:
    """What an open hand of 20 fu and so many han counts under a rule (喰い平和形)."""
    counts = rule.hand.open_20_fu
    return BASE if counts == "20" or (counts == "30_at_1_han" and han > 1) else 30


def _groups(fields: int) -> Iterator[FuPart]:
    for at, fu, reason in _TRIPLETS:
        for _each in range(fields >> at & 7):
            yield FuPart(reason, fu)
    pair_fu = fields >> PAIR_FU & 7
    if pair_fu:
        reason = "pair of seat and round wind" if pair_fu > 2 else "pair of a value tile"
        yield FuPart(reason, pair_fu)
    wait = shapes.WAITS[(fields >> shapes.WAIT & 7) - 1]
    if wait in _WAITS:
        yield FuPart(_WAITS[wait], 2)


def _rounded(parts: list[FuPart], *, may_be_low: bool) -> Fu:
    total = sum(part.fu for part in parts)
    rounded = -(-total // 10) * 10
    if rounded != total:
        parts.append(FuPart(f"rounded up to {rounded}", rounded - total))
    is_low = may_be_low and rounded == BASE  # which the rule may raise
    return Fu(rounded, tuple(parts), total, rounded << FU_AT | is_low << LOW_AT)
