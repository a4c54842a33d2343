"""Who stands where, and how tied players share what their places bring."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

HUNDRED = 100


class Standing(NamedTuple):
    """The places of a table."""

    order: tuple[int, ...]  # seats, the top first; equal points nearest the first East first
    places: tuple[int, ...]  # by seat
    halves: tuple[int, ...]  # by seat: twice the mean of the places taken
    is_shared: bool  # whether any place is


def _unshared(order: tuple[int, ...]) -> Standing:
    places = tuple([order.index(seat) + 1 for seat in range(len(order))])
    return Standing(order, places, tuple([2 * place for place in places]), is_shared=False)


#: every standing of a table without shared places, by its order: there are thirty
_UNSHARED = {
    order: _unshared(order) for players in (3, 4) for order in permutations(range(players))
}
_SEATS = {players: range(players) for players in (3, 4)}


def standing(points: Sequence[int], *, shared: bool) -> Standing:
    """Order the seats of a table by points; equal points share their places or go by seat.

    Source: the ``tie`` clauses: kinyoukai A-4, super-tonpu 1.1.1(6), yakyu C-15, 4A-6 and kin.
    """
    # reversed sorting keeps equals in their order, so the nearer seat stays ahead
    order = tuple(sorted(_SEATS[len(points)], key=points.__getitem__, reverse=True))
    if not shared or len(set(points)) == len(points):
        return _UNSHARED[order]
    # the highest and the lowest place of those with the same points
    best = [1 + sum(other > own for other in points) for own in points]
    worst = [sum(other >= own for other in points) for own in points]
    halves = tuple(high + low for high, low in zip(best, worst, strict=True))
    return Standing(order, tuple(best), halves, is_shared=True)


def put_first(seat: int, at: Standing) -> Standing:
    """The standing with one seat moved to the top, nobody sharing."""
    return _UNSHARED[seat, *(other for other in at.order if other != seat)]


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
