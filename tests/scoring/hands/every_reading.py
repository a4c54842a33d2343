"""The slow way to value a hand: try every set of groups and every place of the last tile.

Written without the product's tables, for closed and open hands of ordinary yaku under the plain
rule, so that the two can be set against each other. It knows no dora and of the flags only riichi.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from scoring.hands.hand import RIICHI, Hand
from scoring.hands.tiles import DRAGONS, EAST, YAOCHUU, kind_of

Tiles = tuple[int, ...]


class Block(NamedTuple):
    """A set or pair, and whether others had a part in it."""

    tiles: Tiles
    opened: bool

    @property
    def is_run(self) -> bool:
        return self.tiles[0] != self.tiles[-1]

    @property
    def is_triplet(self) -> bool:
        return len(self.tiles) > 2 and not self.is_run

    @property
    def has_end(self) -> bool:
        return not YAOCHUU.isdisjoint(self.tiles)


class Found(NamedTuple):
    """A value; the greatest is the hand's."""

    points: int
    yakuman: int
    han: int
    fu: int


def best(hand: Hand) -> Found:
    """The best of all readings."""
    return max(_value(hand, blocks, at) for blocks, at in readings(hand))


def readings(hand: Hand) -> Iterator[tuple[list[Block], int]]:
    """Blocks, and which of them the last tile went to."""
    held = Counter(map(kind_of, (*hand.concealed, hand.win)))
    melds = [
        Block(tuple(sorted(map(kind_of, meld.tiles))), meld.kind != "ankan") for meld in hand.melds
    ]
    last = kind_of(hand.win)
    for tiles in _splits(held, 4 - len(melds)):
        for at, group in enumerate(tiles):
            if last in group:
                blocks = [Block(each, opened=False) for each in tiles]
                if not hand.tsumo and blocks[at].is_triplet:
                    blocks[at] = Block(group, opened=True)
                yield [*blocks, *melds], at
    if not melds and len(held) == 7 and set(held.values()) == {2}:
        yield [Block((kind, kind), opened=False) for kind in held], 0


def _splits(held: Counter[int], sets: int) -> Iterator[list[Tiles]]:
    kinds = sorted(held)
    runs = [
        (kind, kind + 1, kind + 2)
        for kind in kinds
        if kind < EAST and kind % 9 < 7 and {kind + 1, kind + 2} <= set(kinds)
    ]
    groups: list[Tiles] = [*runs, *((kind,) * 3 for kind in kinds)]
    for kind in kinds:
        if held[kind] >= 2:
            for chosen in _choices(held - Counter((kind, kind)), groups, sets):
                yield [(kind, kind), *chosen]


def _choices(held: Counter[int], groups: list[Tiles], sets: int) -> Iterator[list[Tiles]]:
    if not sets:
        yield []
        return
    for at, group in enumerate(groups):
        if Counter(group) <= held:
            for rest in _choices(held - Counter(group), groups[at:], sets - 1):
                yield [group, *rest]


def _value(hand: Hand, blocks: list[Block], at: int) -> Found:
    closed = hand.is_closed
    fu = _fu(hand, blocks, at)
    flat = fu == 0 and closed and all(block.is_run for block in blocks if len(block.tiles) > 2)
    if sum(block.is_triplet and not block.opened for block in blocks) == 4:
        return Found(32_000, 1, 13, 0)
    if len(blocks) == 7:
        rounded = 25
        han = 2 + _of_tiles(blocks, closed=True)
    else:
        han = _of_tiles(blocks, closed=closed) + _of_sets(hand, blocks, closed=closed) + flat
        fu += 20 + (10 if closed and not hand.tsumo else 0)
        fu += 2 if hand.tsumo and not flat else 0
        rounded = -(-fu // 10) * 10
        rounded = 30 if rounded == 20 and not closed else rounded
    han += (closed and hand.tsumo) + bool(hand.flags & RIICHI)
    return Found(_points(han, rounded), 0, han, rounded)


def _points(han: int, fu: int) -> int:
    limits = ((13, 32_000), (11, 24_000), (8, 16_000), (6, 12_000), (5, 8_000))
    for least, points in limits:
        if han >= least:
            return points
    return min(8_000, -(-(fu << han + 4) // 100) * 100)


def _fu(hand: Hand, blocks: list[Block], at: int) -> int:
    """Of groups, pair and wait."""
    fu = 0
    for block in blocks:
        if block.is_triplet:
            worth = 4 if block.has_end else 2
            fu += worth * (1 if block.opened else 2) * (4 if len(block.tiles) == 4 else 1)
        elif len(block.tiles) == 2:
            fu += 2 * sum(block.tiles[0] == each for each in _values(hand))
    won = blocks[at].tiles
    last = kind_of(hand.win)
    if len(won) == 2 or (blocks[at].is_run and _is_narrow(won, last)):
        fu += 2
    return fu


def _is_narrow(run: Tiles, last: int) -> bool:
    edges = {(0, 2), (6, 0)}
    return last == run[1] or (run[0] % 9, last - run[0]) in edges


def _values(hand: Hand) -> list[int]:
    return [EAST + hand.seat, EAST + hand.round, *DRAGONS]


def _of_tiles(blocks: list[Block], *, closed: bool) -> int:
    """Yaku of all tiles together."""
    kinds = {kind for block in blocks for kind in block.tiles}
    suits = {kind // 9 for kind in kinds} - {3}
    han = int(YAOCHUU.isdisjoint(kinds))
    if len(suits) == 1:
        han += (5 if max(kinds) < EAST else 2) + closed
    if all(block.has_end for block in blocks):
        has_runs, has_honours = any(block.is_run for block in blocks), max(kinds) >= EAST
        both = min(kinds) < EAST <= max(kinds)
        han += (1 + closed + (not has_honours)) if has_runs else 2 * both
    return han


def _of_sets(hand: Hand, blocks: list[Block], *, closed: bool) -> int:
    """Yaku of sequences and triplets."""
    runs = Counter(block.tiles for block in blocks if block.is_run)
    triplets = {block.tiles[0] for block in blocks if block.is_triplet}
    han = sum(triplet == each for triplet in triplets for each in _values(hand))
    twins = sum(times // 2 for times in runs.values())
    han += (0, 1, 3)[twins] if closed else 0
    low = {run[0] for run in runs}
    han += (1 + closed) * any({kind, kind + 3, kind + 6} <= low for kind in (0, 9, 18))
    han += (1 + closed) * any({kind, kind + 9, kind + 18} <= low for kind in range(9))
    han += 2 * any({kind, kind + 9, kind + 18} <= triplets for kind in range(9))
    han += 2 * (len(triplets) == 4)
    han += 2 * (sum(block.is_triplet and not block.opened for block in blocks) == 3)
    han += 2 * (sum(len(block.tiles) == 4 for block in blocks) == 3)
    return han + 2 * (len(triplets & set(DRAGONS)) == 2 and _pair(blocks) in DRAGONS)


def _pair(blocks: list[Block]) -> int:
    return next(block.tiles[0] for block in blocks if len(block.tiles) == 2)
