"""The patterns as the second reader of the document understands them, for ``slow``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

#: series, pattern and worth
Found: TypeAlias = tuple[str, str, int]
Tiles = list[str]
DRAGONS, WINDS = ["5z", "6z", "7z"], ["1z", "2z", "3z", "4z"]
ENDS = ["1m", "9m", "1p", "9p", "1s", "9s"]


@dataclass(frozen=True)
class Win:
    """A win as it lies on the table."""

    hidden: Tiles  # the winning tile among them
    winning: str
    tsumo: bool
    melds: list[tuple[str, Tiles]] = field(default_factory=list)
    seat: int = 0
    flags: frozenset[str] = frozenset()


class Part(NamedTuple):
    """A set or a pair."""

    tiles: tuple[str, ...]
    hidden: bool

    @property
    def is_run(self) -> bool:
        return len(self.tiles) == 3 and len(set(self.tiles)) == 3

    @property
    def is_pair(self) -> bool:
        return len(self.tiles) == 2

    @property
    def is_same(self) -> bool:
        return len(self.tiles) >= 3 and len(set(self.tiles)) == 1


def of_tiles(whole: Tiles) -> Iterator[Found]:
    """Patterns that look at tiles alone: 1.3, 2.1, 3.4."""
    if all(tile[0] in "2345678" and tile[1] != "z" for tile in whole):
        yield "1.3", "no_terminals", 5
    kinds = {tile[1] for tile in whole}
    if len(kinds) == 2 and "z" in kinds:
        yield "2.1", "mixed_one_suit", 40
    if len(kinds) == 1 and "z" not in kinds:
        yield "2.1", "pure_one_suit", 90
    if kinds == {"z"}:
        yield "3.4", "all_honors", 320


def of_pairs(whole: Tiles) -> Iterator[Found]:
    """Seven pairs."""
    yield "10.2", "seven_pairs", 30
    if all(tile in ENDS or tile[1] == "z" for tile in whole):
        yield "8.1", "mixed_greater_terminals", 100
    if all(tile in ENDS for tile in whole):
        yield "8.1", "pure_greater_terminals", 400


def gates(win: Win) -> Iterator[Found]:
    """九蓮宝燈; of 天和 nobody can say which tile came last."""
    before = sorted(win.hidden)
    before.remove(win.winning)
    ranks, suits = "".join(tile[0] for tile in before), {tile[1] for tile in before}
    wanted = ranks == "1112345678999" and len(suits) == 1 and win.winning[1] in suits
    if wanted and "tenhou" not in win.flags:
        yield "2.2", "nine_gates", 480


def luck(win: Win) -> Iterator[Found]:
    """How it was won; whoever says it says it rightly."""
    worth = {
        "haitei": ("9.1", "final_draw", 10),
        "houtei": ("9.1", "final_discard", 10),
        "rinshan": ("9.2", "win_on_kong", 10),
        "chankan": ("9.3", "robbing_a_kong", 10),
        "tenhou": ("9.4", "blessing_of_heaven", 155),
        "chiihou": ("9.4", "blessing_of_earth", 155),
    }
    for text in worth:
        if text in win.flags and not (text == "tenhou" and win.melds):
            yield worth[text]


def of_sets(parts: list[Part], win: Win) -> Iterator[Found]:
    """Patterns of four sets and a pair."""
    pair = next(part.tiles[0] for part in parts if part.is_pair)
    runs = [part.tiles[0] for part in parts if part.is_run]
    same = [part.tiles[0] for part in parts if part.is_same]
    if len(runs) == 4:
        yield "1.1", "all_sequences", 5
    if all(kind == "ankan" for kind, _tiles in win.melds):
        yield "1.2", "concealed_hand", 5
    yield from of_honours(pair, same, win.seat)
    yield from of_same(parts, same)
    yield from of_runs(runs)
    yield from of_three_suits(pair, runs, same)
    yield from of_rows(runs, same)
    yield from of_ends(parts)


def of_honours(pair: str, same: Tiles, seat: int) -> Iterator[Found]:
    for tile in same:
        if tile in DRAGONS or tile == WINDS[seat]:
            yield "3.1", "value_honor", 10
    yield from of_dragons(pair, sum(tile in DRAGONS for tile in same))
    yield from of_winds(pair, sum(tile in WINDS for tile in same))


def of_dragons(pair: str, sets: int) -> Iterator[Found]:
    if sets == 3:
        yield "3.2", "big_three_dragons", 130
    elif sets == 2 and pair in DRAGONS:
        yield "3.2", "small_three_dragons", 40


def of_winds(pair: str, sets: int) -> Iterator[Found]:
    if sets == 4:
        yield "3.3", "big_four_winds", 400
    elif sets == 3 and pair in WINDS:
        yield "3.3", "small_four_winds", 320
    elif sets == 3:
        yield "3.3", "big_three_winds", 120
    elif sets == 2 and pair in WINDS:
        yield "3.3", "small_three_winds", 30


def of_same(parts: list[Part], same: Tiles) -> Iterator[Found]:
    if len(same) == 4:
        yield "4.1", "all_triplets", 30
    hidden = sum(part.is_same and part.hidden for part in parts)
    if hidden > 1:
        names = ["two_concealed_triplets", "three_concealed_triplets", "four_concealed_triplets"]
        yield "4.2", names[hidden - 2], [5, 30, 125][hidden - 2]
    kongs = sum(len(part.tiles) == 4 for part in parts)
    if kongs:
        names = ["one_kong", "two_kong", "three_kong", "four_kong"]
        yield "4.3", names[kongs - 1], [5, 20, 120, 480][kongs - 1]


def of_runs(runs: Tiles) -> Iterator[Found]:
    alike = sorted(Counter(runs).values(), reverse=True)
    if alike == [4]:
        yield "5.1", "four_identical_sequences", 480
    elif alike and alike[0] == 3:
        yield "5.1", "three_identical_sequences", 120
    elif alike == [2, 2]:
        yield "5.1", "two_identical_sequences_twice", 60
    elif alike and alike[0] == 2:
        yield "5.1", "two_identical_sequences", 10


def of_three_suits(pair: str, runs: Tiles, same: Tiles) -> Iterator[Found]:
    for rank in "123456789":
        trio = [f"{rank}m", f"{rank}p", f"{rank}s"]
        if all(tile in runs for tile in trio):
            yield "6.1", "three_similar_sequences", 35
        if all(tile in same for tile in trio):
            yield "6.2", "three_similar_triplets", 120
        if pair in trio and sum(tile in same for tile in trio) == 2:
            yield "6.2", "small_three_similar_triplets", 30


def of_rows(runs: Tiles, same: Tiles) -> Iterator[Found]:
    for suit in "mps":
        if {f"1{suit}", f"4{suit}", f"7{suit}"} <= set(runs):
            yield "7.1", "nine_tile_straight", 40
        ranks = "".join(sorted(tile[0] for tile in same if tile[1] == suit))
        if len(ranks) == 4 and ranks in "123456789":
            yield "7.2", "four_consecutive_triplets", 200
        elif any("123456789"[at : at + 3] in ranks for at in range(7)):
            yield "7.2", "three_consecutive_triplets", 100


def of_ends(parts: list[Part]) -> Iterator[Found]:
    in_each = [[tile for tile in part.tiles if tile in ENDS] for part in parts]
    or_honour = [[tile for tile in part.tiles if tile[1] == "z"] for part in parts]
    if all(found or honours for found, honours in zip(in_each, or_honour, strict=True)):
        yield "8.1", "mixed_lesser_terminals", 40
    if all(in_each):
        yield "8.1", "pure_lesser_terminals", 50
    tiles = [tile for part in parts for tile in part.tiles]
    if all(tile in ENDS or tile[1] == "z" for tile in tiles):
        yield "8.1", "mixed_greater_terminals", 100
    if all(tile in ENDS for tile in tiles):
        yield "8.1", "pure_greater_terminals", 400
