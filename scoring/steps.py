"""The arithmetic of a settlement, one step at a time, each a column of points by seat."""

from __future__ import annotations

from typing import NamedTuple

from rules.parameters import RiichiParameters, RiichiSettlement
from scoring.extras import extras
from scoring.places import Standing, by_place, split
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


def steps(result: GameResult, parameters: RiichiParameters, at: Standing) -> list[Step]:
    """Take a sound result apart into steps; a seat's score is the sum of its entries.

    Base and oka sum to the sticks still missing, penalties to what nobody receives; every other
    step sums to 0 over the table, so the scores do unless sticks or penalties are lost.
    """
    rule = parameters.settlement
    less = rule.return_points
    taken = [Step("base", "return_points", [own - less for own in result.points])]
    held = list(result.points)
    if result.sticks and rule.leftover_sticks != "lost":
        sticks = _sticks(result, at, shared=rule.leftover_sticks == "tied_tops")
        taken.append(Step("sticks", "leftover_sticks", sticks))
        held = [own + more for own, more in zip(held, sticks, strict=True)]
    uma = _uma(rule, held, at)
    if rule.below_zero == "as_zero" and min(held) < 0:
        raised = _balanced([max(-own, 0) for own in held], at)
        taken.append(Step("below_zero", "below_zero", raised))
        held = [max(own, 0) for own in held]
    if rule.rounding != "none":
        taken.append(Step("rounding", "rounding", _balanced(_rounding(held, rule), at)))
    if uma is not None:
        taken.append(uma)
    if oka := parameters.oka:
        taken.append(Step("oka", "return_points", _oka(oka, rule, at)))
    return taken + [Step(*extra) for extra in extras(result, parameters, at)]


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


def _rounding(held: list[int], rule: RiichiSettlement) -> list[int]:
    less = rule.return_points if rule.rounding_of == "difference" else 0
    kind, by_value = rule.rounding, rule.rounding_below_zero == "by_value"
    return [rounded(own - less, rounding=kind, by_value=by_value) - (own - less) for own in held]


def _uma(rule: RiichiSettlement, held: list[int], at: Standing) -> Step | None:
    if rule.uma_kind == "floating":
        floating = sum(own >= rule.floating_line for own in held)
        return Step("uma", "floating_uma", by_place(rule.floating_uma[floating], at))
    return Step("uma", "uma", by_place(rule.uma, at)) if rule.uma else None


def _oka(oka: int, rule: RiichiSettlement, at: Standing) -> list[int]:
    if rule.tie == "share_uma_and_oka":
        return by_place([oka] + [0] * (len(at.order) - 1), at)
    prize = [0] * len(at.order)
    prize[at.order[0]] = oka
    return prize
