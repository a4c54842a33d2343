"""Zung Jung once more, slowly and by itself: read from the document, sharing nothing with ours.

Tiles are texts (``5m``, ``3z``), a group is a list of them. Nothing is remembered, every split and
every place of the winning tile is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .slow_patterns import (
    DRAGONS,
    ENDS,
    WINDS,
    Found,
    Part,
    Tiles,
    Win,
    gates,
    luck,
    of_pairs,
    of_sets,
    of_tiles,
)

__all__ = ["DRAGONS", "ENDS", "WINDS", "Win", "best"]


class Best(NamedTuple):
    """What a hand is worth, and all the ways to say why."""

    worth: int
    reasons: list[dict[str, int]]


def best(win: Win, one_suit_worth: int = 90) -> Best | None:
    """The best of all readings; None when there is none."""
    totals = [total(found, one_suit_worth) for found in all_readings(win)]
    if not totals:
        return None
    top = max((worth, sum(reasons.values())) for worth, reasons in totals)
    ways = [reasons for worth, reasons in totals if (worth, sum(reasons.values())) == top]
    return Best(top[0], ways)


def total(found: list[Found], one_suit_worth: int) -> tuple[int, dict[str, int]]:
    """Add up what counts of (series, pattern, worth)."""
    found = sorted(
        (
            (series, name, one_suit_worth if name == "pure_one_suit" else worth)
            for series, name, worth in found
        ),
        key=lambda one: float(one[0]),
    )
    full = sorted(worth for _series, _name, worth in found if worth >= 320)
    if full:
        # several alike: the one that the document has first
        name = next(name for _series, name, worth in found if worth == full[-1])
        return full[-1], {name: full[-1]}
    reasons: dict[str, int] = {}
    for series in dict.fromkeys(series for series, _name, _worth in found):
        of_it = [(worth, name) for one, name, worth in found if one == series]
        if series == "3.1":
            reasons["value_honor"] = sum(worth for worth, _name in of_it)
        else:
            worth, name = max(of_it)
            reasons[name] = worth
    if not reasons:
        return 1, {"chicken_hand": 1}
    return min(320, sum(reasons.values())), reasons


def all_readings(win: Win) -> Iterator[list[Found]]:
    """The patterns of each reading."""
    whole = win.hidden + [tile for _kind, tiles in win.melds for tile in tiles]
    if not win.melds:
        held = Counter(whole)
        if all(count in (2, 4) for count in held.values()):
            yield [*of_tiles(whole), *of_pairs(whole), *luck(win)]
        everything = {*ENDS, *WINDS, *DRAGONS}
        if set(whole) == everything:
            yield [("10.1", "thirteen_terminals", 160), *luck(win)]
    called = [Part(tuple(tiles), kind == "ankan") for kind, tiles in win.melds]
    for groups in set(cut(sorted(win.hidden))):
        for placed in placings(list(groups), win):
            yield [
                *of_tiles(whole),
                *of_sets(called + placed, win),
                *gates(win),
                *luck(win),
            ]


def cut(tiles: Tiles, has_pair: bool = False) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to cut tiles into sets and exactly one pair."""
    if not tiles:
        if has_pair:
            yield ()
        return
    for group in firsts(tiles[0]):
        makes_pair = len(group) == 2
        if Counter(group) <= Counter(tiles) and not (makes_pair and has_pair):
            left = sorted((Counter(tiles) - Counter(group)).elements())
            for others in cut(left, has_pair or makes_pair):
                yield tuple(sorted([group, *others]))


def firsts(tile: str) -> Iterator[tuple[str, ...]]:
    """The groups that a tile can begin."""
    yield (tile,) * 3
    yield (tile,) * 2
    rank, kind = int(tile[0]), tile[1]
    if kind != "z":
        yield tile, f"{rank + 1}{kind}", f"{rank + 2}{kind}"


def placings(groups: list[tuple[str, ...]], win: Win) -> Iterator[list[Part]]:
    """Let the winning tile have come into each group that holds it."""
    for at, group in enumerate(groups):
        if win.winning in group:
            yield [
                Part(tiles, win.tsumo or place != at or len(set(tiles)) > 1)
                for place, tiles in enumerate(groups)
            ]
