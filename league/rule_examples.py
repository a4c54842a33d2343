"""Worked examples beside the parameters where they help; the engine works them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

from league.templatetags.points import points, score
from rules.parameters import BooParameters, Parameters, RiichiParameters
from scoring.errors import ScoringError
from scoring.results import GameResult
from scoring.rounding import rounded
from scoring.settlement import settle

#: points that tell the roundings apart
_ROUNDED = (24_500, 24_600, -1_500)
#: four and three players some way apart, in points above the start for each 10 of it
_APART: Mapping[int, Sequence[int]] = {4: (6, 1, -1, -6), 3: (6, 0, -6)}
#: the two in the middle, or below the top, are level
_LEVEL: Mapping[int, Sequence[int]] = {4: (6, 0, 0, -6), 3: (6, -3, -3)}


def example_of(parameters: Parameters, name: str) -> tuple[str, ...]:
    """Sentences that show what a parameter's value does; none for most.

    Args:
        parameters: sound ones.
        name: of the parameter.
    """
    made = _EXAMPLES.get(name)
    if made is None:
        return ()
    try:
        return made(parameters)
    except ScoringError:  # the values settle no game yet
        return ()


def _rounding(parameters: Parameters) -> tuple[str, ...]:
    if not isinstance(parameters, RiichiParameters) or parameters.settlement.rounding == "none":
        return ()
    rule = parameters.settlement
    less = rule.return_points if rule.rounding_of == "difference" else 0
    by_value = rule.rounding_below_zero == "by_value"
    said = []
    for held in _ROUNDED:
        begun = held - less
        facts = {
            "held": points(begun),
            "rounded": points(rounded(begun, rounding=rule.rounding, by_value=by_value)),
        }
        said.append(_("%(held)s counts as %(rounded)s") % facts)
    return tuple(said)


def _scores(parameters: Parameters) -> tuple[str, ...]:
    return _settled(parameters, _APART)


def _tie(parameters: Parameters) -> tuple[str, ...]:
    if isinstance(parameters, RiichiParameters | BooParameters):
        return _settled(parameters, _LEVEL)
    return ()


def _settled(parameters: Parameters, apart: Mapping[int, Sequence[int]]) -> tuple[str, ...]:
    """A game settled, each player from the most points to the fewest."""
    start = parameters.game.start_points
    step = start // 1_000 * 100
    held = tuple(start + step * each for each in apart[parameters.game.players])
    settled = settle(GameResult(points=held), parameters)
    decimals = parameters.ranking.score_decimals
    return tuple(
        _("%(points)s: place %(place)s, %(score)s")
        % {"points": points(own), "place": seat.place, "score": score(seat.score, decimals)}
        for own, seat in zip(held, settled.seats, strict=True)
    )


_EXAMPLES: Mapping[str, Callable[[Parameters], tuple[str, ...]]] = {
    **dict.fromkeys(("rounding", "rounding_of", "rounding_below_zero"), _rounding),
    **dict.fromkeys(("uma", "floating_uma", "return_points", "maru_a"), _scores),
    "tie": _tie,
}
