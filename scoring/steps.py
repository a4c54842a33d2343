"""The arithmetic of a settlement, one step at a time, each a column of points by seat."""

from __future__ import annotations

from typing import NamedTuple

from rules.parameters import RiichiParameters, RiichiSettlement
from scoring.extras import extras
from scoring.places import Standing, by_place, split, standing
from scoring.results import GameResult
from scoring.rounding import rounded


class Step(NamedTuple):
    """What one agreement adds to each seat."""

    kind: str
    states: str  # the parameter that says so
    points: list[int]  # by seat


class Reckoned(NamedTuple):
    """A game taken apart: where each seat stands, and the steps that sum to its score."""

    at: Standing
    steps: list[Step]
    result: str | None = None  # Boo: as in Settled
    dabu_ken: int | None = None  # Boo: as in Settled


class RiichiReckoner:
    """Takes sound results apart into steps; a seat's score is the sum of its entries.

    Base and oka sum to the sticks still missing, penalties to what nobody receives; every other
    step sums to 0 over the table, so the scores do unless sticks or penalties are lost.

    What a rule says is looked up once, and what hangs on the places alone is worked out once for
    all games that end so: long histories are settled with the same steps as a single game.
    """

    def __init__(self, parameters: RiichiParameters) -> None:
        rule = parameters.settlement
        self._parameters, self._rule, self._oka = parameters, rule, parameters.oka
        self._shares = rule.tie != "seat"
        self._less = rule.return_points
        self._leaves_sticks = rule.leftover_sticks == "lost"
        self._lifts = rule.below_zero == "as_zero"
        self._rounds = rule.rounding != "none"
        self._floats = rule.uma_kind == "floating"
        self._rounding: dict[int, int] = {}
        # by places alone: among tied seats the order is that of the seats
        self._by_places: dict[tuple[int, ...], list[Step]] = {}

    def __call__(self, result: GameResult) -> Reckoned:
        """Take one sound result apart."""
        points, less = result.points, self._less
        at = standing(points, shared=self._shares)
        taken = [Step("base", "return_points", [own - less for own in points])]
        held: list[int] = list(points)
        if result.sticks and not self._leaves_sticks:
            sticks = _sticks(result, at, shared=self._rule.leftover_sticks == "tied_tops")
            taken.append(Step("sticks", "leftover_sticks", sticks))
            held = [own + more for own, more in zip(held, sticks, strict=True)]
        floating = _uma_of_floating(self._rule, held, at) if self._floats else []
        if self._lifts and min(held) < 0:
            raised = _balanced([max(-own, 0) for own in held], at)
            taken.append(Step("below_zero", "below_zero", raised))
            held = [max(own, 0) for own in held]
        if self._rounds:
            taken.append(Step("rounding", "rounding", _balanced(self._rounding_of(held), at)))
        taken += floating
        known = self._by_places.get(at.places)
        taken += self.steps_by_places(at) if known is None else known
        if result.is_plain:
            return Reckoned(at, taken)
        return Reckoned(at, taken + [Step(*more) for more in extras(result, self._parameters, at)])

    def _rounding_of(self, held: list[int]) -> list[int]:
        """What rounding adds to each; the points of a club's games are few and come again."""
        known = self._rounding
        try:
            return [known[own] for own in held]
        except KeyError:
            known.update((own, _rounding(own, self._rule)) for own in held)
            return [known[own] for own in held]

    def comes_to(self, held: int) -> int:
        """What held points come to before anything that hangs on the place."""
        base = held - self._less
        return base + (_rounding(held, self._rule) if self._rounds else 0)

    def steps_by_places(self, at: Standing) -> list[Step]:
        """What places alone bring; worked out once for all games that end so."""
        rule = self._rule
        taken = []
        if not self._floats and rule.uma:
            taken.append(Step("uma", "uma", by_place(rule.uma, at)))
        if self._oka:
            taken.append(Step("oka", "return_points", _oka(self._oka, rule, at)))
        self._by_places[at.places] = taken
        return taken


def _balanced(changes: list[int], at: Standing) -> list[int]:
    """Let the top, the nearest seat of several, take what makes the changes sum to 0."""
    changes[at.order[0]] -= sum(changes)
    return changes


def _sticks(result: GameResult, at: Standing, *, shared: bool) -> list[int]:
    got = [0] * len(result.points)
    best = result.points[at.order[0]]
    # order names the nearest of the tied tops first
    tops = [seat for seat in at.order if result.points[seat] == best] if shared else at.order[:1]
    for seat, share in zip(tops, split(result.sticks, len(tops)), strict=True):
        got[seat] = share
    return got


def _rounding(held: int, rule: RiichiSettlement) -> int:
    rounds = held - rule.return_points if rule.rounding_of == "difference" else held
    by_value = rule.rounding_below_zero == "by_value"
    return rounded(rounds, rounding=rule.rounding, by_value=by_value) - rounds


def _uma_of_floating(rule: RiichiSettlement, held: list[int], at: Standing) -> list[Step]:
    floating = sum(own >= rule.floating_line for own in held)
    return [Step("uma", "floating_uma", by_place(rule.floating_uma[floating], at))]


def _oka(oka: int, rule: RiichiSettlement, at: Standing) -> list[int]:
    if rule.tie == "share_uma_and_oka":
        return by_place([oka] + [0] * (len(at.order) - 1), at)
    prize = [0] * len(at.order)
    prize[at.order[0]] = oka
    return prize
