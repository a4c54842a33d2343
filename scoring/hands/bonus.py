"""Bonus tiles: indicators, red fives, norths and flowers that were set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.parameters import YakuRule
from scoring.hands.hand import ANY_RIICHI
from scoring.hands.prices import BESIDE_AT, RED_YAKU_AT
from scoring.hands.tiles import (
    AT,
    EAST,
    FLOWERS,
    HAKU,
    KINDS,
    NORTH,
    POCCHI,
    REDS_AT,
    Kind,
    Tile,
    kind_of,
)

#: bonus tiles of a hand that are remembered at most
MOST_BONUSES: Final = 5_000
#: eight bits each for dora, those beneath and tiles set aside; the red fives above them
_URA_OF, _NUKI_OF, _REDS_OF = 8, 16, 24
_NAMES = ("dora", "aka_dora", "ura_dora", "nuki_dora")


@dataclass(frozen=True, slots=True)
class Bonus:
    """What bonus tiles bring."""

    named: Mapping[str, int]  # those that are han, by their names
    han: int
    reds_as_yaku: int  # of the han: red fives, where they are a yaku
    beside: int  # Boo: those that are paid beside the hand
    at: int  # what prices ask of it, as ``prices`` has it


def next_kind(kind: Kind, *, man_1_to_9: bool) -> Kind:
    """The kind that an indicator points at: the next, after the last the first again."""
    if kind >= HAKU:
        return HAKU + (kind - HAKU + 1) % 3
    if kind >= EAST:
        return EAST + (kind - EAST + 1) % 4
    if man_1_to_9 and kind in (0, 8):
        return 8 - kind
    return kind // 9 * 9 + (kind % 9 + 1) % 9


class BonusCount:
    """Counts bonus tiles under a rule.

    Norths set aside are ``nuki``; what an indicator adds to them is ``dora``. A flower as an
    indicator makes a dora of every flower set aside: assumed, no document says it.
    """

    def __init__(self, rule: YakuRule) -> None:
        jumps = rule.dora.dora_after_man_1 == "man_9"
        kinds = {
            tile: next_kind(kind_of(tile), man_1_to_9=jumps) for tile in (*range(KINDS + 3), POCCHI)
        }
        # a flower points at nothing in the hand: that is far above all counts
        self._shifts = tuple(
            AT[kinds[tile]] if tile in kinds else 2 * REDS_AT for tile in range(POCCHI + 1)
        )
        norths = {tile for tile, kind in kinds.items() if kind == NORTH}
        self._points_aside = norths if rule.tiles.bonus_tiles == "norths" else set(FLOWERS)
        self._ura = rule.dora.ura_dora
        self._known = Bonuses(rule)

    def of(
        self, number: int, dora: Sequence[Tile], ura: Sequence[Tile], nuki: int, flags: int
    ) -> Bonus:
        """Count a hand's bonus tiles.

        Args:
            number: all tiles of the hand, as ``packing`` has them.
            dora: the indicators.
            ura: those beneath, which count after riichi.
            nuki: tiles set aside.
            flags: what is said of the win.
        """
        counts, shifts = number >> REDS_AT << _REDS_OF, self._shifts
        for tile in dora:
            counts += number >> shifts[tile] & 7
        if ura and flags & ANY_RIICHI and self._ura:
            for tile in ura:
                counts += (number >> shifts[tile] & 7) << _URA_OF
        if nuki:
            counts += self._set_aside(dora, ura if flags & ANY_RIICHI and self._ura else (), nuki)
        return self._known[counts]

    def _set_aside(self, dora: Sequence[Tile], ura: Sequence[Tile], nuki: int) -> int:
        """Norths or flowers, and what indicators make of them."""
        found = sum(tile in self._points_aside for tile in dora)
        beneath = sum(tile in self._points_aside for tile in ura)
        return nuki * (found + (beneath << _URA_OF) + (1 << _NUKI_OF))


class Bonuses(dict[int, Bonus]):
    """Counts of bonus tiles to which of them are han under a rule, and which are paid beside."""

    def __init__(self, rule: YakuRule) -> None:
        super().__init__()
        self._reds = rule.tiles.red_fives
        self._red_yaku = self._reds and rule.tiles.red_five_counts_as == "yaku"
        self._is_paid = bool(rule.hand.dora_payment_ron)

    def __missing__(self, counts: int) -> Bonus:
        if len(self) >= MOST_BONUSES:
            self.clear()
        reds = counts >> _REDS_OF if self._reds else 0
        aka = (reds & 7) + (reds >> 3 & 7) + (reds >> 6 & 7)
        bonuses = (counts & 255, aka, counts >> _URA_OF & 255, counts >> _NUKI_OF & 255)
        named = {name: count for name, count in zip(_NAMES, bonuses, strict=True) if count}
        reds_as_yaku = aka if self._red_yaku else 0
        if self._is_paid:
            named = {"aka_dora": reds_as_yaku} if reds_as_yaku else {}
        han = sum(named.values())
        beside = sum(bonuses) - han if self._is_paid else 0
        at = beside << BESIDE_AT | reds_as_yaku << RED_YAKU_AT | han
        bonus = self[counts] = Bonus(named, han, reds_as_yaku, beside, at)
        return bonus
