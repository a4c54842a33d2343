"""Who stands where, and how tied players share what their places bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

HUNDRED = 100


class Standing(NamedTuple):
    """The places of a table."""

    order: tuple[int, ...]  # seats, the top first; equal points nearest the first East first
    places: tuple[int, ...]  # by seat
    halves: tuple[int, ...]  # by seat: twice the mean of the places taken
    is_shared: bool  # whether any place is


def standing(points: Sequence[int], *, shared: bool) -> Standing:
    """Order seats by points; equal points share their places or go by seat.

    Source: the ``tie`` clauses: kinyoukai A-4, super-tonpu 1.1.1(6), yakyu C-15, 4A-6 and kin.
    """
    # reversed sorting keeps equals in their order, so the nearer seat stays ahead
    order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
    places = [0] * len(points)
    for place, seat in enumerate(order, start=1):
        places[seat] = place
    if not shared or len(set(points)) == len(points):
        halves = tuple([2 * place for place in places])
        return Standing(tuple(order), tuple(places), halves, is_shared=False)
    # the highest and the lowest place of those with the same points
    best = [1 + sum(other > own for other in points) for own in points]
    worst = [sum(other >= own for other in points) for own in points]
    halves = tuple(high + low for high, low in zip(best, worst, strict=True))
    return Standing(tuple(order), tuple(best), halves, is_shared=True)


def split(pool: int, ways: int) -> list[int]:
    """Share ``pool`` points in whole hundreds; what is left goes to the first.

    Shares are rounded downward also below 0, so the first never does worse than the others.

    Source: no document shares places; the whole hundreds are Jancho's own reading.

    >>> split(-20_000, 3)
    [-6600, -6700, -6700]
    """
    each = pool // (ways * HUNDRED) * HUNDRED
    return [pool - each * (ways - 1)] + [each] * (ways - 1)


def by_place(values: Sequence[int], at: Standing) -> list[int]:
    """Give each seat what its place brings; shared places share it. ``values`` is by place."""
    if not at.is_shared:
        return [values[place - 1] for place in at.places]
    got = [0] * len(at.places)
    groups: dict[int, list[int]] = {}
    for seat in at.order:
        groups.setdefault(at.places[seat], []).append(seat)
    for place, seats in groups.items():
        pool = sum(values[place - 1 : place - 1 + len(seats)])
        for seat, share in zip(seats, split(pool, len(seats)), strict=True):
            got[seat] = share
    return got
