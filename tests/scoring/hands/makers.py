"""Complete hands from a seed: any, or on purpose with a yaku, of tiles that lie in a real wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from rules.parameters import YakuRule
from scoring.hands import hand as flag
from scoring.hands.checks import reds_of
from scoring.hands.hand import KANS, Hand, Meld, MeldKind
from scoring.hands.tiles import KINDS, NORTH, RED_OF, Kind, Tile, kind_of

from .recipes import Groups, Recipe

TRIES = 2_000


class NoRoomError(Exception):
    """The groups need more tiles than there are."""


@dataclass
class Wall:
    """The tiles that are left, drawn by their kind."""

    rng: Random
    rule: YakuRule
    tiles: dict[Kind, list[Tile]] = field(init=False)

    def __post_init__(self) -> None:
        reds = reds_of(self.rule)
        self.tiles = {kind: [kind] * 4 for kind in range(KINDS)}
        for five, red in RED_OF.items():
            self.tiles[five] = [red] * reds[red] + [five] * (4 - reds[red])
            self.rng.shuffle(self.tiles[five])
        if self.rule.tiles.removed_tiles == "man_2_to_8":
            self.tiles.update((kind, []) for kind in range(1, 8))

    def take(self, kinds: Sequence[Kind]) -> tuple[Tile, ...]:
        """Draw a tile of each of these kinds."""
        if any(len(self.tiles[kind]) < need for kind, need in Counter(kinds).items()):
            raise NoRoomError
        return tuple(self.tiles[kind].pop() for kind in kinds)

    def turn(self, count: int) -> tuple[Tile, ...]:
        """Turn any tiles over."""
        left = [kind for kind, tiles in self.tiles.items() for _tile in tiles]
        return self.take(self.rng.sample(left, count))


class Maker:
    """Makes hands under a rule; the same seed makes the same hands.

    What it is ``fond_of``, a yaku of the win, it says whenever it can be.
    """

    def __init__(self, rule: YakuRule, seed: int | str, *, fond_of: str = "") -> None:
        self.rule, self.rng, self.fond_of = rule, Random(seed), fond_of

    def hand(self, recipe: Recipe, *, is_open: bool | None = None) -> Hand:
        """Make a hand of a recipe, closed or open on purpose."""
        for _try in range(TRIES):
            try:
                made = self._hand(recipe(self.rng), is_open=is_open)
            except NoRoomError:
                continue
            if is_open is None or made.is_closed is not is_open:
                return made
        raise AssertionError("the recipe makes no such hand")

    def _hand(self, groups: Groups, *, is_open: bool | None) -> Hand:
        wall = Wall(self.rng, self.rule)
        melds, held = self._on_table(wall, groups, is_open=is_open)
        tiles = list(wall.take(held))
        self.rng.shuffle(tiles)
        win = tiles.pop()
        hand = Hand(
            concealed=tuple(tiles),
            win=win,
            tsumo=self.rng.random() < 0.5,
            melds=melds,
            seat=self.rng.randrange(self.rule.game.players),
            round=self.rng.randrange(4 if self.rule.game.players == 4 else 3),
            honba=self.rng.choice((0, 0, 1, 2, 5)),
            sticks=1_000 * self.rng.choice((0, 0, 1, 3)),
        )
        return self._with_dora(wall, hand._replace(flags=self._flags(hand)))

    def _on_table(
        self, wall: Wall, groups: Groups, *, is_open: bool | None
    ) -> tuple[tuple[Meld, ...], list[Kind]]:
        melds: list[Meld] = []
        held: list[Kind] = []
        calls = groups.may_be_called and (is_open or self.rng.random() < 0.5)
        for kinds in groups.sets:
            kind = self._meld_kind(kinds, groups, calls=bool(calls), is_open=is_open)
            if kind is None:
                held += kinds
            else:
                melds.append(Meld(kind, wall.take([*kinds, *kinds[:1] * (kind in KANS)])))
        return tuple(melds), [*held, *groups.pair]

    def _meld_kind(
        self, kinds: Sequence[Kind], groups: Groups, *, calls: bool, is_open: bool | None
    ) -> MeldKind | None:
        """How a set lies on the table, if it does."""
        if kinds[0] != kinds[-1]:
            is_called = calls and self.rule.calls.chi and self.rng.random() < 0.5
            return "chi" if is_called else None
        if groups.kans or self.rng.random() < 0.15:
            closed_only = is_open is False or not groups.may_be_called
            return "ankan" if closed_only else self.rng.choice(("ankan", "minkan", "kakan"))
        return "pon" if calls and self.rng.random() < 0.5 else None

    def _flags(self, hand: Hand) -> int:
        """What can be true of the win, each now and then."""
        rng, found = self.rng, 0
        if not hand.melds and self._says(0.03, "tenhou", "chiihou", "renhou"):
            if not hand.tsumo:
                return flag.RENHOU if hand.seat else 0
            return flag.CHIIHOU if hand.seat else flag.TENHOU
        if hand.is_closed and self._says(0.5, "riichi", "double_riichi", "ippatsu"):
            found |= rng.choice((flag.RIICHI, flag.RIICHI, flag.DOUBLE_RIICHI))
        has_kan = any(meld.kind in KANS for meld in hand.melds)
        if self._says(0.15, "rinshan", "chankan", "haitei", "houtei"):
            found |= self._last_tile(hand, has_kan=has_kan)
        if found & flag.ANY_RIICHI and not found & flag.RINSHAN and self._says(0.3, "ippatsu"):
            found |= flag.IPPATSU
        return found

    def _says(self, chance: float, *keys: str) -> bool:
        return self.fond_of in keys or self.rng.random() < chance

    def _last_tile(self, hand: Hand, *, has_kan: bool) -> int:
        if hand.tsumo:
            return flag.RINSHAN if has_kan and self.rng.random() < 0.7 else flag.HAITEI
        held = [tile for meld in hand.melds for tile in meld.tiles] + [*hand.concealed]
        alone = kind_of(hand.win) not in map(kind_of, held)
        return flag.CHANKAN if alone and self.rng.random() < 0.5 else flag.HOUTEI

    def _with_dora(self, wall: Wall, hand: Hand) -> Hand:
        """Turn indicators, one more for each kan; ura under riichi; set norths aside."""
        nuki = 0
        if self.rule.tiles.bonus_tiles == "norths" and not hand.has(flag.FIRST_TURN):
            nuki = self.rng.randint(0, len(wall.tiles[NORTH]))
            wall.take([NORTH] * nuki)
        turned, kans = self.rule.dora, sum(meld.kind in KANS for meld in hand.melds)
        over = turned.first_indicators + min(kans, turned.kan_dora_limit) * turned.kan_dora
        dora = wall.turn(self.rng.randint(0, over))
        beneath = turned.first_ura_indicators + kans * turned.kan_ura
        ura = wall.turn(min(len(dora), beneath)) if hand.has(flag.ANY_RIICHI) else ()
        return hand._replace(dora_indicators=dora, ura_indicators=ura, nuki=nuki)
