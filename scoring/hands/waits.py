"""How the winning tile was waited for: told by the groups around it, which are few.

It may have come into every group that holds it; the one that is worth most by its wait holds it,
and where an open end may be worth more, since it makes a flat hand, that is said too.
"""

from __future__ import annotations

from typing import Final

from scoring.hands.shapes import (
    BOTH_ENDS,
    CLOSED_TRIPLETS,
    KANCHAN,
    MASK_AT,
    PAIR_OF,
    PENCHAN,
    RYANMEN,
    SHANPON_SIMPLE,
    SHANPON_YAOCHUU,
    TANKI,
    WAIT_FU,
)
from scoring.hands.tiles import FLOWERS, HONOURS, KINDS, POCCHI, Kind, kind_of

_TRIPLETS: Final = 7 << CLOSED_TRIPLETS


class Waits(dict[int, int]):
    """The groups around a tile to what its wait adds to a reading."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        rank = kind % 9
        self._is_yaochuu = kind >= HONOURS or rank in (0, 8)
        self._pair = 1 << PAIR_OF + rank
        self._edge = self._middle = self._ends = 0
        if kind < HONOURS:
            self._edge = _sequences({2: 0, 6: 6}.get(rank))
            self._middle = _sequences(rank - 1)
            self._ends = _sequences(rank - 2, rank) & ~self._edge
        self._edge_before_middle = self._edge if rank == 2 else 0
        #: what of a part says which groups they are
        self.around = self._pair | self._edge | self._middle | self._ends
        self.around |= _TRIPLETS if kind < HONOURS else 0

    def __missing__(self, held: int) -> int:
        wait = self[held] = self._wait(held)
        return wait

    def _wait(self, held: int) -> int:
        """Say how a tile was waited for.

        An open triplet is worth less than a closed one, a wait on both ends less than one on a
        single tile, which for the pair may also be 四暗刻単騎; but where all are sequences it may
        be 平和.
        """
        if held & self._pair:
            wait = TANKI
        elif held & (self._edge | self._middle):
            wait = KANCHAN
            if held & self._edge and (held & self._edge_before_middle or not held & self._middle):
                wait = PENCHAN
        elif held & self._ends:
            return RYANMEN
        else:
            return SHANPON_YAOCHUU if self._is_yaochuu else SHANPON_SIMPLE
        return wait + WAIT_FU + (BOTH_ENDS if held & self._ends and not held & _TRIPLETS else 0)


def _sequences(*ranks: int | None) -> int:
    """The sequences that begin at these ranks, as parts have them."""
    return sum(1 << MASK_AT + rank for rank in ranks if rank is not None and 0 <= rank <= 6)


def _won() -> tuple[tuple[int, int, Waits], ...]:
    by_kind = [Waits(kind) for kind in range(KINDS)]
    kinds = [0 if tile in FLOWERS else kind_of(tile) for tile in range(POCCHI + 1)]
    return tuple((kind // 9, by_kind[kind].around, by_kind[kind]) for kind in kinds)


#: by the winning tile: its suit, 3 for honours, what of a part tells the groups around it, and what
#: they make of it. Waits are nobody's agreement, and no more than a few hundred
WON: Final = _won()
