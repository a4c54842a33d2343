"""Wins made on purpose, so that every pattern comes up often; the same for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from .slow import DRAGONS, ENDS, WINDS, Win

Set = tuple[str, ...]
Pools = tuple[list[Set], list[str]]  # sets to choose from, and tiles for the pair

SIMPLE = "2345678"
TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + WINDS + DRAGONS


def run(first: int, suit: str) -> Set:
    return tuple(f"{first + at}{suit}" for at in range(3))


def same(tile: str) -> Set:
    return (tile,) * 3


RUNS = [run(first, suit) for suit in "mps" for first in range(1, 8)]
SAME = [same(tile) for tile in TILES]


def _anything(_rng: Random) -> Pools:
    return RUNS * 2 + SAME, TILES


def _runs(_rng: Random) -> Pools:
    return RUNS, TILES


def _simple(_rng: Random) -> Pools:
    kept = [one for one in RUNS * 2 + SAME if all(t[0] in SIMPLE and t[1] != "z" for t in one)]
    return kept, [tile for tile in TILES if tile[0] in SIMPLE and tile[1] != "z"]


def _one_suit(rng: Random) -> Pools:
    suits = rng.choice(["m", "p", "s", "mz", "pz", "sz"])
    kept = [one for one in RUNS + SAME if one[0][1] in suits]
    return kept, [tile for tile in TILES if tile[1] in suits]


def _dragons(rng: Random) -> Pools:
    others = [rng.choice(RUNS), rng.choice(SAME)]
    return [same(tile) for tile in DRAGONS] + others, [*DRAGONS, rng.choice(TILES)]


def _winds(rng: Random) -> Pools:
    others = [rng.choice(RUNS + SAME) for _ in range(rng.choice([0, 1, 2]))]
    return [same(tile) for tile in WINDS] + others, [*WINDS, rng.choice(TILES)]


def _honours(_rng: Random) -> Pools:
    return [same(tile) for tile in WINDS + DRAGONS], WINDS + DRAGONS


def _triplets(rng: Random) -> Pools:
    return rng.sample(SAME, rng.randint(5, 12)), TILES


def _identical(rng: Random) -> Pools:
    suit = rng.choice("mps")
    runs = [run(rng.randint(1, 7), suit) for _ in range(rng.randint(1, 3))]
    return runs * 2 + rng.sample(RUNS, rng.choice([0, 0, 1])), TILES


def _close(rng: Random) -> Pools:
    """Runs and triplets of a few ranks of a suit: many readings."""
    suit, low = rng.choice("mps"), rng.randint(1, 6)
    kept = [run(first, suit) for first in range(low, min(low + 3, 8))]
    kept += [same(f"{rank}{suit}") for rank in range(low, low + 4)]
    return kept, [f"{rank}{suit}" for rank in range(low, low + 4)] + [rng.choice(TILES)]


def _similar(rng: Random) -> Pools:
    rank = rng.randint(1, 7)
    if rng.random() < 0.4:
        return [run(rank, suit) for suit in "mps"] * 3 + [rng.choice(SAME), rng.choice(RUNS)], TILES
    alike = [f"{rank}{suit}" for suit in "mps"]
    return [same(tile) for tile in alike] * 3 + rng.sample(RUNS + SAME, 2), [*alike * 3, "1z"]


def _rows(rng: Random) -> Pools:
    suit = rng.choice("mps")
    if rng.random() < 0.4:
        straight = [run(first, suit) for first in (1, 4, 7)]
        return straight * 3 + [rng.choice(RUNS), rng.choice(SAME)], TILES
    low = rng.randint(1, 6)
    steps = [same(f"{rank}{suit}") for rank in range(low, low + 4)]
    return steps * 3 + rng.sample(RUNS + SAME, rng.choice([0, 1])), TILES


def _ends(rng: Random) -> Pools:
    runs = [one for one in RUNS if {*one} & {*ENDS}]
    triplets = [same(tile) for tile in ENDS]
    honours = [same(tile) for tile in WINDS + DRAGONS]
    sets = rng.choice([runs + triplets, runs + triplets + honours, triplets, triplets + honours])
    return sets, ENDS if rng.random() < 0.6 else [*ENDS, *WINDS, *DRAGONS]


POOLS: list[Callable[[Random], Pools]] = [
    *(_anything, _runs, _simple, _one_suit, _triplets),
    *(_dragons, _dragons, _winds, _winds, _honours),
    *(_identical, _close, _similar, _rows, _ends),
]


def wins(seed: int, count: int) -> Iterator[Win]:
    """So many wins, and here and there tiles that are none."""
    rng = Random(seed)
    made = 0
    while made < count:
        win = _special(rng) if rng.random() < 0.15 else _of_sets(rng)
        if win is not None:
            made += 1
            yield win


def _of_sets(rng: Random) -> Win | None:
    sets, pairs = rng.choice(POOLS)(rng)
    is_mixed = len(sets) >= 4 and rng.random() < 0.5
    chosen = rng.sample(sets, 4) if is_mixed else rng.choices(sets, k=4)
    pair = rng.choice(pairs)
    if max(Counter([*(tile for one in chosen for tile in one), pair, pair]).values()) > 4:
        return None
    calls, kongs = rng.choice([0, 0, 0, 0.3, 0.7]), rng.choice([0, 0, 0.3, 0.9])
    melds: list[tuple[str, list[str]]] = []
    hidden = [pair, pair]
    for one in chosen:
        is_same = len(set(one)) == 1
        others = Counter([*hidden, *(tile for other in chosen if other != one for tile in other)])
        if is_same and not others[one[0]] and rng.random() < kongs:
            melds.append((rng.choice(["minkan", "ankan", "ankan", "kakan"]), [one[0]] * 4))
        elif rng.random() < calls:
            melds.append(("pon" if is_same else "chi", list(one)))
        else:
            hidden += one
    return _won(rng, hidden, melds)


def _won(rng: Random, hidden: list[str], melds: list[tuple[str, list[str]]]) -> Win | None:
    if rng.random() < 0.04:
        hidden = [*hidden[1:], rng.choice(TILES)]
    if max(Counter([*hidden, *(tile for _kind, tiles in melds for tile in tiles)]).values()) > 4:
        return None
    rng.shuffle(hidden)
    tsumo, seat = rng.random() < 0.5, rng.randrange(4)
    text: set[str] = set()
    if rng.random() < 0.25:
        text = _circumstances(rng, tsumo, seat, [kind for kind, _tiles in melds])
    win = rng.choice(hidden)
    if (
        text == {"chankan"}
        and [*hidden, *(t for _kind, tiles in melds for t in tiles)].count(win) > 1
    ):
        text = set()  # the other three of a robbed tile lie in the kong
    return Win(hidden, win, tsumo, melds, seat, frozenset(text))


def _circumstances(rng: Random, tsumo: bool, seat: int, calls: list[str]) -> set[str]:
    """Something that can be said of the win, if there is anything."""
    kongs = [kind for kind in calls if kind != "chi" and kind != "pon"]
    if not tsumo:
        can = [{"houtei"}, {"chankan"}]
        return rng.choice([*can, {"chiihou"}] if seat and not calls else can)
    can = [{"haitei"}]
    if kongs:
        can += [{"rinshan"}, {"rinshan", "haitei"}]
    if not seat and set(calls) <= {"ankan"}:
        can += [{"tenhou"}] * 2
    return rng.choice(can)


def _special(rng: Random) -> Win | None:
    """Seven pairs, 十三么九, 九蓮宝燈."""
    kind = rng.randrange(5)
    if kind == 0:
        everything = [*ENDS, *WINDS, *DRAGONS]
        return _won(rng, [*everything, rng.choice(everything)], [])
    if kind == 1:
        suit = rng.choice("mps")
        tiles = [f"{rank}{suit}" for rank in "1112345678999"]
        extra = f"{rng.randint(1, 9)}{suit}"
        win = _won(rng, [*tiles, extra], [])
        if win is None or rng.random() < 0.3 or extra not in win.hidden:
            return win
        return Win(win.hidden, extra, win.tsumo, [], win.seat, win.flags - {"chankan"})
    suit = rng.choice("mps")
    few = rng.choice(
        [
            *(TILES, [tile for tile in TILES if tile[1] in (suit, "z")]),
            *([tile for tile in TILES if tile[1] == suit], WINDS + DRAGONS),
            *(ENDS + WINDS + DRAGONS, ENDS, [tile for tile in TILES if tile[0] in SIMPLE]),
        ]
    )
    if kind == 2:
        low = rng.randint(1, 4)
        few = [f"{rank}{suit}" for rank in range(low, low + 6)] + [rng.choice(TILES)]
    return _won(rng, [tile for pair in rng.choices(few, k=7) for tile in (pair, pair)], [])
