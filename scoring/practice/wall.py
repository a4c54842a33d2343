"""The tiles of a rule while a hand is taken from them: red fives, bonus tiles, what is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.parameters import YakuRule
from scoring.hands.checks import reds_of
from scoring.hands.tiles import HAKU, KINDS, NORTH, RED_OF, Kind, Tile
from scoring.practice.dice import Dice
from scoring.practice.shapes import Shapes, shapes_of

_ALIKE: Final = 4
_MAN_2_TO_8: Final = range(1, 8)


class Wall:
    """What is left of each kind, in the order in which it is taken."""

    def __init__(self, dice: Dice, rule: YakuRule) -> None:
        self._dice, reds = dice, reds_of(rule)
        self._left: dict[Kind, list[Tile]] = {kind: [kind] * _ALIKE for kind in range(KINDS)}
        for five, red in RED_OF.items():
            count = reds[red]
            self._left[five] = dice.shuffled([red] * count + [five] * (_ALIKE - count))
        # the marked white dragon is wild: nobody practises on a hand with a tile that may be any
        del self._left[HAKU][: rule.tiles.white_pocchi]
        if rule.tiles.removed_tiles == "man_2_to_8":
            self._left.update((kind, []) for kind in _MAN_2_TO_8)
        self.bonus = self._set_aside(rule)

    def _set_aside(self, rule: YakuRule) -> int:
        """Set bonus tiles aside, none as often as any; how many."""
        kind = rule.tiles.bonus_tiles
        if kind == "none":
            return 0
        count = self._dice.pick((0, 0, 0, 1, 1, 2, 3))
        if kind == "norths":
            self.take([NORTH] * count)
            if not rule.tiles.bonus_may_stay:
                self._left[NORTH] = []
        return count

    def take(self, kinds: Sequence[Kind]) -> tuple[Tile, ...] | None:
        """Take a tile of each of these kinds; None, and all stay, where there are too few."""
        if any(len(self._left[kind]) < need for kind, need in Counter(kinds).items()):
            return None
        return tuple(self._left[kind].pop() for kind in kinds)

    def turn(self) -> Tile:
        """Turn any tile over, as an indicator."""
        kind = self._dice.pick([kind for kind, tiles in self._left.items() for _tile in tiles])
        return self._left[kind].pop()


def shapes_in(rule: YakuRule) -> Shapes:
    """What can be made of the kinds that the rule plays with."""
    out = _MAN_2_TO_8 if rule.tiles.removed_tiles == "man_2_to_8" else ()
    return shapes_of(kind for kind in range(KINDS) if kind not in out)
