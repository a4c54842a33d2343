"""Which draws reach a goal, said in few cases: who must be tenpai, who must not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from scoring.conditions.table import After, Table
from scoring.conditions.values import Case, Draw, Goal, Own

#: who of those that are free to be either is tenpai
Others: TypeAlias = frozenset[int]


class Drawn(NamedTuple):
    """All draws of a player who does one thing until then."""

    own: Own
    free: tuple[int, ...]  # others who may be tenpai or not
    after: dict[Others, After]


def drawn(table: Table, seat: int) -> tuple[Drawn, ...]:
    """Play every draw of a player; who has declared riichi is tenpai."""
    free = tuple(each for each in table.seats if each != seat and each not in table.riichi)
    choices: tuple[Own, ...] = ("noten", "tenpai")
    if seat in table.riichi:
        choices = ("riichi",)
    elif table.may_declare(seat):
        choices = ("noten", "tenpai", "riichi")
    return tuple(_drawn(table, seat, own, free) for own in choices)


def draw(seat: int, goal: Goal, played: Drawn) -> Draw:
    """Say which draws reach a goal of a player."""

    def reaches(others: Others) -> bool:
        return played.after[others].reaches(seat, goal)

    def goes_on(others: Others) -> bool:
        return not played.after[others].is_over

    return Draw(played.own, cases(played.free, reaches), cases(played.free, goes_on, among=reaches))


def _drawn(table: Table, seat: int, own: Own, free: tuple[int, ...]) -> Drawn:
    sure = {each for each in table.riichi if each != seat} | ({seat} if own != "noten" else set())
    declares = own == "riichi" and seat not in table.riichi
    after = {
        others: table.drawn(seat, tuple(sorted(sure | others)), riichi=declares)
        for others in _subsets(free)
    }
    return Drawn(own, free, after)


def cases(
    free: Sequence[int],
    holds: Callable[[Others], bool],
    *,
    among: Callable[[Others], bool] = lambda _others: True,
) -> tuple[Case, ...]:
    """Say for which of the others' hands something holds.

    Args:
        free: seats that may be tenpai or not.
        holds: asked for every set of those of them that are tenpai.
        among: which sets are asked about; the cases may hold for others or not.

    Returns:
        Cases that together hold exactly there; those that name the fewest seats come first.
    """
    asked = [others for others in _subsets(free) if among(others)]
    held = frozenset(others for others in asked if holds(others))
    return _fewest(tuple(free), held, frozenset(asked) - held)


@lru_cache(maxsize=4_096)
def _fewest(
    free: tuple[int, ...], held: frozenset[Others], not_held: frozenset[Others]
) -> tuple[Case, ...]:
    left, found = held, []
    for case, covered in _all_cases(free):
        if covered & left and not covered & not_held:
            found.append(case)
            left -= covered
    return tuple(found)


def _subsets(seats: Sequence[int]) -> Iterator[Others]:
    for count in range(len(seats) + 1):
        yield from map(frozenset, combinations(seats, count))


def _all_cases(free: Sequence[int]) -> Iterator[tuple[Case, frozenset[Others]]]:
    """Every case, those that name the fewest seats first, and all that are in it."""
    told = product((None, True, False), repeat=len(free))
    for each in sorted(told, key=lambda each: len(each) - each.count(None)):
        by_seat = dict(zip(free, each, strict=True))
        case = Case(
            tuple(seat for seat, is_tenpai in by_seat.items() if is_tenpai),
            tuple(seat for seat, is_tenpai in by_seat.items() if is_tenpai is False),
        )
        yield case, frozenset(others for others in _subsets(free) if _is_in(case, others))


def _is_in(case: Case, others: Others) -> bool:
    return others.issuperset(case.tenpai) and others.isdisjoint(case.noten)
