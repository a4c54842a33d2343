"""Whether a hand is sound at a glance: most are, and nobody need look for what is wrong."""

from __future__ import annotations

from typing import Final

from scoring.hands.checks import MOST_HONBA, MOST_STICKS, meld_problems, reds_of
from scoring.hands.flag_checks import flag_problems
from scoring.hands.hand import CHANKAN, Hand, Meld
from scoring.hands.tiles import KIND_OF, KINDS, RED_MAN, RED_OF, Tile
from scoring.hands.yaku.base import YakuRule

#: six bits for each kind and each red five: as many tiles as a hand can name, without flowing over
_LANE: Final = 6
_ALARM: Final = 1 << _LANE - 1
_LANES: Final = KINDS + 3
_ALARMS: Final = sum(_ALARM << _LANE * lane for lane in range(_LANES))
#: combinations of flags, and melds, that are remembered at most
MOST_SEEN: Final = 5_000


def _weight(tile: Tile) -> int:
    red = 1 << _LANE * (KINDS + tile - RED_MAN) if tile >= RED_MAN else 0
    return (1 << _LANE * KIND_OF[tile]) + red


_WEIGHTS = tuple(_weight(tile) for tile in range(len(KIND_OF)))
_WEIGHT = _WEIGHTS.__getitem__


class Glance:
    """Sees that a hand can be; where it does not, ``checks`` looks for what is wrong.

    What it calls sound has no problem; a sound hand that is unusual (norths set aside, a robbed
    kan) it may leave to them.
    """

    def __init__(self, rule: YakuRule) -> None:
        self._rule = rule
        reds = reds_of(rule)
        out = range(1, 8) if rule.tiles.removed_tiles == "man_2_to_8" else ()
        self._played = frozenset(
            tile
            for tile in range(len(KIND_OF))
            if KIND_OF[tile] not in out
            and (tile < RED_MAN or reds[tile])
            # plain fives where all are red have to be read as red first
            and reds.get(RED_OF.get(tile, tile), 0) < 4
        )
        most = [4] * KINDS + [reds[tile] for tile in sorted(reds)]
        # what brings a lane that holds one too many up to its alarm
        self._slack = sum(_ALARM - 1 - held << _LANE * lane for lane, held in enumerate(most))
        dora = rule.dora
        self._most_dora = dora.first_indicators + (dora.kan_dora_limit if dora.kan_dora else 0)
        self._most_ura = dora.first_ura_indicators + (dora.kan_dora_limit if dora.kan_ura else 0)
        self._players = rule.game.players
        self._flags: dict[tuple[int, bool, bool, frozenset[str]], bool] = {}
        self._melds: dict[Meld, bool] = {}

    def is_sound(self, hand: Hand) -> bool:
        """Whether nothing can be wrong with a hand."""
        concealed, win, _tsumo, melds, seat, _round, flags, dora, ura, nuki, honba, sticks = hand
        tiles = (*concealed, win, *dora, *ura)
        for meld in melds:
            tiles += meld.tiles
        return (
            len(concealed) + 3 * len(melds) == 13
            and not nuki
            and self._played.issuperset(tiles)
            and not (sum(map(_WEIGHT, tiles)) + self._slack) & _ALARMS
            and len(dora) <= self._most_dora
            and len(ura) <= self._most_ura
            and not 0 < len(dora) < len(ura)
            and seat < self._players
            and 0 <= honba <= MOST_HONBA
            and 0 <= sticks <= MOST_STICKS
            and not sticks % 100
            and (not melds or all(map(self._is_meld, melds)))
            and (not flags or self._may_say(hand))
        )

    def _is_meld(self, meld: Meld) -> bool:
        found = self._melds.get(meld)
        if found is None:
            if len(self._melds) >= MOST_SEEN:
                self._melds.clear()
            found = self._melds[meld] = not any(meld_problems(meld, self._rule))
        return found

    def _may_say(self, hand: Hand) -> bool:
        """Whether the flags can be said; of the tiles only a robbed kan asks."""
        if hand.flags & CHANKAN:
            return False
        kinds = frozenset([meld.kind for meld in hand.melds])
        asked = (hand.flags, hand.tsumo, hand.is_dealer, kinds)
        found = self._flags.get(asked)
        if found is None:
            if len(self._flags) >= MOST_SEEN:
                self._flags.clear()
            found = self._flags[asked] = not any(flag_problems(hand, self._rule))
        return found
