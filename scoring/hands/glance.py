"""Whether a hand is sound at a glance: most are, and nobody need look for what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import le
from typing import Final

from rules.parameters import YakuRule
from scoring.hands.checks import MOST_HONBA, MOST_STICKS, meld_problems, reds_of
from scoring.hands.flag_checks import flag_problems, holds_the_win
from scoring.hands.hand import CHANKAN, Hand, Meld
from scoring.hands.melds import on_table_of
from scoring.hands.packing import AT, ODD, REDS_AT, WEIGHTS, Tiles, packed, tiles_in
from scoring.hands.tiles import KIND_OF, Kind, Tile

#: combinations of flags, and melds, that are remembered at most
MOST_SEEN: Final = 5_000

_RED_BITS: Final = 9
_NO_KINDS: Final[frozenset[str]] = frozenset()


class Glance:
    """Sees that a hand can be; where it does not, ``checks`` looks for what is wrong.

    What it calls sound has no problem; a sound hand that is unusual (norths set aside) it may leave
    to them.
    """

    def __init__(self, rule: YakuRule) -> None:
        self._rule = rule
        reds = reds_of(rule)
        out = range(1, 8) if rule.tiles.removed_tiles == "man_2_to_8" else ()
        #: tiles that are not in the wall; where all fives are red, plain ones have to be read first
        self._out = sum(7 << AT[kind] for kind in (*out, *self._all_red(reds)))
        self._most_reds = [reds[red] for red in sorted(reds)]
        self._reds: dict[int, bool] = {0: True}
        dora = rule.dora
        self._most_dora = dora.first_indicators + (dora.kan_dora_limit if dora.kan_dora else 0)
        self._most_ura = dora.first_ura_indicators + (dora.kan_dora_limit if dora.kan_ura else 0)
        self._players = rule.game.players
        self._flags: dict[tuple[int, tuple[bool, bool], frozenset[str]], bool] = {}
        self._melds: dict[Meld, bool] = {}

    def is_sound(self, hand: Hand) -> bool:
        """Whether nothing can be wrong with a hand."""
        concealed, win, tsumo, melds, seat, _round, flags, dora, ura, nuki, honba, sticks = hand
        number = concealed.number if type(concealed) is Tiles else packed(concealed)
        number += WEIGHTS[win]
        count = 14
        if melds:
            if not all(map(self._is_meld, melds)):
                return False
            called = on_table_of(melds)[0]
            number += called
            count = tiles_in(called) + 14 - 3 * len(melds)
        for tile in dora:
            number += WEIGHTS[tile]
        for tile in ura:
            number += WEIGHTS[tile]
        count += len(dora) + len(ura)
        reds = number >> REDS_AT
        return (
            len(concealed) + 3 * len(melds) == 13
            and not nuki
            # five alike, or so many that the count flows over into the next: then some are missing
            and not number >> 2 & ODD & (number | number >> 1)
            and tiles_in(number) == count
            and not number & self._out
            and (not reds or self._may_be_red(reds))
            and len(dora) <= self._most_dora
            and len(ura) <= self._most_ura
            and not 0 < len(dora) < len(ura)
            and seat < self._players
            and (not honba or 0 < honba <= MOST_HONBA)
            and (not sticks or (0 < sticks <= MOST_STICKS and not sticks % 100))
            and (not flags or self._may_say(hand, flags, melds, (tsumo, not seat)))
        )

    @staticmethod
    def _all_red(reds: Mapping[Tile, int]) -> Iterator[Kind]:
        return (KIND_OF[red] for red, count in reds.items() if count == 4)

    def _may_be_red(self, reds: int) -> bool:
        """Whether there are so many red fives, and no white pocchi among them."""
        found = self._reds.get(reds)
        if found is None:
            counts = [reds >> 3 * suit & 7 for suit in range(3)]
            within = all(map(le, counts, self._most_reds))
            found = self._reds[reds] = within and not reds >> _RED_BITS
        return found

    def _is_meld(self, meld: Meld) -> bool:
        found = self._melds.get(meld)
        if found is None:
            if len(self._melds) >= MOST_SEEN:
                self._melds.clear()
            found = self._melds[meld] = not any(meld_problems(meld, self._rule))
        return found

    def _may_say(
        self, hand: Hand, flags: int, melds: tuple[Meld, ...], by: tuple[bool, bool]
    ) -> bool:
        """Whether the flags can be said; of the tiles only a robbed kan asks."""
        if flags & CHANKAN and holds_the_win(hand):
            return False
        kinds = frozenset([meld.kind for meld in melds]) if melds else _NO_KINDS
        asked = (flags, by, kinds)
        found = self._flags.get(asked)
        if found is None:
            if len(self._flags) >= MOST_SEEN:
                self._flags.clear()
            found = self._flags[asked] = not any(flag_problems(hand, self._rule))
        return found
