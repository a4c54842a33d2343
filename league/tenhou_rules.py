"""Whether a league's rule of a day fits a game of Tenhou, and where it does not."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.tenhou_found import Found
from rules.parameters import Parameters, RiichiParameters
from scoring.results import GameResult
from scoring.settlement import problems, settle_scores


def rule_differences(found: Found, rule: RiichiParameters) -> Iterator[str]:
    """Say in words what the game was played with that the rule says otherwise.

    What the rule leaves to each event is no difference.
    """
    game, left = rule.game, rule.event.open_options
    if found.length and found.length != game.length and "length" not in left:
        yield _("The game: %(game)s; the rules: %(rule)s.") % {
            "game": _length(found.length),
            "rule": _length(game.length),
        }
    if found.red_fives != rule.tiles.red_fives and "red_fives" not in left:
        yield (
            _("Played with red fives; the rules have none.")
            if found.red_fives
            else _("Played without red fives; the rules have them.")
        )
    if found.open_tanyao != rule.yaku.open_tanyao and "open_tanyao" not in left:
        yield (
            _("Played with open tanyao; the rules have none.")
            if found.open_tanyao
            else _("Played without open tanyao; the rules have it.")
        )


def can_hold(found: Found, rule: Parameters | None) -> bool:
    """Whether a league under this rule can take the game at all."""
    return isinstance(rule, RiichiParameters) and rule.game.players == found.players


def scores_by(found: Found, rule: RiichiParameters) -> tuple[int, ...] | None:
    """The scores that a rule makes of a game's points; None where it can make none."""
    if found.points is None:
        return None
    result = GameResult(points=found.points)
    return None if problems(result, rule) else settle_scores(result, rule).scores


def fit_of(found: Found, rule: RiichiParameters) -> tuple[int, bool, bool]:
    """How badly a rule fits a game, to be compared with that of other rules.

    Its differences count first; then whether it settles the game as the record does; then whether
    it leaves reds and open tanyao to each event, as rules for such rooms do.
    """
    settles = scores_by(found, rule) == found.scores
    leaves_open = {"red_fives", "open_tanyao"} <= set(rule.event.open_options)
    return len(list(rule_differences(found, rule))), not settles, not leaves_open


def _length(length: str) -> str:
    return _("East only") if length == "tonpu" else _("East and South")
