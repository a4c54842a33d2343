"""Whether a hand waits for a tile, by its shape alone (形式聴牌)."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.hands.tiles import HONOURS, KINDS, YAOCHUU, Tile, kind_of


def is_tenpai(tiles: Iterable[Tile]) -> bool:
    """Whether one more tile makes a winning shape, even a fifth one.

    Args:
        tiles: the concealed ones: 13, or three fewer for each set on the table.
    """
    counts = _counted(tiles)
    for kind in range(KINDS):
        counts[kind] += 1
        if _is_complete(counts):
            return True
        counts[kind] -= 1
    return False


def is_complete(tiles: Iterable[Tile]) -> bool:
    """Whether concealed tiles, the last one with them, are a winning shape."""
    return _is_complete(_counted(tiles))


def _counted(tiles: Iterable[Tile]) -> list[int]:
    counts = [0] * KINDS
    for tile in tiles:
        counts[kind_of(tile)] += 1
    return counts


def _is_complete(counts: list[int]) -> bool:
    if sum(counts) == 14 and (_is_seven_pairs(counts) or _is_orphans(counts)):
        return True
    for kind in range(KINDS):
        if counts[kind] >= 2:
            rest = counts.copy()
            rest[kind] -= 2
            if _is_sets(rest):
                return True
    return False


def _is_seven_pairs(counts: list[int]) -> bool:
    return all(count in (0, 2) for count in counts)


def _is_orphans(counts: list[int]) -> bool:
    return all(counts[kind] for kind in YAOCHUU) and all(
        kind in YAOCHUU for kind in range(KINDS) if counts[kind]
    )


def _is_sets(counts: list[int]) -> bool:
    """Take triplets and sequences from the lowest tile up; ``counts`` is used up."""
    for kind in range(KINDS):
        sequences = counts[kind] % 3
        if not sequences:
            continue
        if kind >= HONOURS or kind % 9 > 6:
            return False
        for next_kind in (kind + 1, kind + 2):
            counts[next_kind] -= sequences
            if counts[next_kind] < 0:
                return False
    return True
