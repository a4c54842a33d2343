"""From what a hand is made of to a win as it lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.parameters import YakuRule
from scoring.hands import hand as flag
from scoring.hands.checks import holds_the_win, reds_of
from scoring.hands.hand import ANY_RIICHI, KANS, Hand, Meld, MeldKind
from scoring.hands.tiles import HAKU, KINDS, NORTH, RED_OF, Kind, Tile, kind_of
from scoring.practice.dice import Dice
from scoring.practice.shapes import Group, Groups, Recipe, Shapes, shapes_of

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


_TILES: Final = 14
_KAN_KINDS: Final[tuple[MeldKind, ...]] = ("ankan", "minkan", "kakan")
_ROUNDS: Final = {"tonpu": 1, "tonnan": 2}


class Style(NamedTuple):
    """How hands of a sort are won."""

    recipe: Recipe
    calls: bool = False  # whether sets may be called
    luck: bool = False  # whether more than riichi may be said: 一発, 海底, 嶺上
    honba: bool = False


class Dealer:
    """Deals hands under a rule; ``plain`` is without dora, riichi and honba."""

    def __init__(self, dice: Dice, rule: YakuRule, shapes: Shapes, *, plain: bool) -> None:
        self._dice, self._rule, self._shapes, self._plain = dice, rule, shapes, plain

    def deal(self, style: Style) -> Hand | None:
        """Deal one hand; None where its tiles are not there. Whether it wins is not asked."""
        groups, wall = style.recipe(self._dice, self._shapes), Wall(self._dice, self._rule)
        melds, held = self._lay(groups, calls=style.calls)
        tiles = wall.take([*held, *(kind for _how, kinds in melds for kind in kinds)])
        if tiles is None or len(held) != _TILES - 3 * len(melds):
            return None
        concealed, on_table = self._dice.shuffled(tiles[: len(held)]), tiles[len(held) :]
        win = concealed.pop()
        hand = Hand(
            concealed=tuple(sorted(concealed, key=lambda tile: (kind_of(tile), tile))),
            win=win,
            tsumo=self._dice.one_in(2),
            melds=_melds(melds, on_table),
            seat=self._dice.roll(self._rule.game.players),
            round=0 if self._plain else self._dice.roll(_ROUNDS[self._rule.game.length]),
            nuki=wall.bonus,
            honba=self._dice.pick((0, 0, 0, 1, 2)) if style.honba and not self._plain else 0,
        )
        hand = hand._replace(flags=self._flags(hand, luck=style.luck))
        return hand if self._plain else self._turned(hand, wall)

    def _lay(
        self, groups: Groups, *, calls: bool
    ) -> tuple[list[tuple[MeldKind, Group]], list[Kind]]:
        """What lies on the table and how, and what is held."""
        calls = calls and not self._dice.one_in(3)
        melds: list[tuple[MeldKind, Group]] = []
        held = list(groups.rest)
        for at, group in enumerate(groups.sets):
            if at < groups.kans:
                how = self._dice.pick(_KAN_KINDS if calls else _KAN_KINDS[:1])
                melds.append((how, (*group, group[0])))
            elif calls and self._may_call(group) and self._dice.one_in(2):
                melds.append(("pon" if group[0] == group[1] else "chi", group))
            else:
                held += group
        return melds, held

    def _may_call(self, group: Group) -> bool:
        return group[0] == group[1] or self._rule.calls.chi

    def _flags(self, hand: Hand, *, luck: bool) -> int:
        """What is true of the win, beside its tiles."""
        dice, found = self._dice, 0
        if hand.is_closed and not self._plain and not dice.one_in(3):
            found = flag.DOUBLE_RIICHI if luck and dice.one_in(12) else flag.RIICHI
        if not luck:
            return found
        has_kan = any(meld.kind in KANS for meld in hand.melds)
        if hand.tsumo and has_kan and dice.one_in(3):
            return found | flag.RINSHAN
        if found and dice.one_in(4):
            found |= flag.IPPATSU
        if dice.one_in(12):
            return found | (flag.HAITEI if hand.tsumo else flag.HOUTEI)
        if not hand.tsumo and dice.one_in(12) and not holds_the_win(hand):
            found |= flag.CHANKAN
        return found

    def _turned(self, hand: Hand, wall: Wall) -> Hand:
        """Turn the indicators: one more for each kan; those beneath for riichi."""
        dora, kans = self._rule.dora, self._kans_turned(hand)
        over = tuple(wall.turn() for _ in range(dora.first_indicators + kans))
        under = dora.first_ura_indicators + (kans if dora.kan_ura else 0)
        has_ura = dora.ura_dora and hand.has(ANY_RIICHI)
        ura = tuple(wall.turn() for _ in range(under if has_ura else 0))
        return hand._replace(dora_indicators=over, ura_indicators=ura)

    def _kans_turned(self, hand: Hand) -> int:
        """For how many kans another indicator lies there when the hand is won."""
        dora = self._rule.dora
        kans = [meld.kind for meld in hand.melds if meld.kind in KANS]
        if not dora.kan_dora:
            return 0
        turned = {
            "ankan": dora.kan_dora_closed,
            "minkan": dora.kan_dora_open,
            "kakan": dora.kan_dora_added,
        }
        # won on its replacement tile, the last kan has not seen a discard yet (後めくり)
        is_late = hand.has(flag.RINSHAN) and turned[kans[-1]] != "at_once"
        return min(len(kans) - is_late, dora.kan_dora_limit)


def _melds(laid: Sequence[tuple[MeldKind, Group]], tiles: Sequence[int]) -> tuple[Meld, ...]:
    """The melds with the tiles that were taken for them, in the same order."""
    left = list(tiles)
    melds = []
    for how, kinds in laid:
        melds.append(Meld(how, tuple(left[: len(kinds)])))
        del left[: len(kinds)]
    return tuple(melds)
