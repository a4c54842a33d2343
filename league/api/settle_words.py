"""What is wrong with a game to be settled or replayed, or a hand, in the caller's language.

The command says it in English, for a script's log; the API speaks to whoever calls it.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from pydantic import ValidationError

from league.api.replay_words import replay_words
from league.api.shapes import printable, shape_problems
from league.hand_problems import problem_words
from league.parameter_problems import problems_in
from league.wording import words_for
from rules.errors import (
    NoVersionError,
    ParametersError,
    RuleError,
    UnknownParameterError,
    UnknownRuleSetError,
)
from rules.words.types import FAMILIES
from scoring.errors import ScoringError
from scoring.game.errors import GameError
from scoring.hands.errors import BadHandError, HandError, NoYakuError


def settle_words(error: RuleError | ScoringError) -> str:
    """One sentence, or several where a request has several mistakes."""
    if isinstance(error, ScoringError):
        words = _result_words(error)
        return f"{error.place}: {words}" if error.place else words
    match error:
        case UnknownRuleSetError():
            return _unknown(
                _("There is no rule set “%(name)s”."),
                _("There is no rule set “%(name)s”. Is “%(near)s” meant?"),
                error.key,
                error.near,
            )
        case UnknownParameterError():
            return _unknown(
                _("There is no parameter “%(name)s”."),
                _("There is no parameter “%(name)s”. Is “%(near)s” meant?"),
                error.name,
                error.near,
            )
        case NoVersionError():
            words = _("These rules have no version for %(day)s; their first is of %(first)s.")
            return words % {"day": error.day.isoformat(), "first": error.first.isoformat()}
        case ParametersError(__cause__=ValidationError() as cause):
            return _parameter_words(cause)
    return _("The values under “with” cannot stand.")


def _unknown(plain: str, guess: str, name: str, near: tuple[str, ...]) -> str:
    facts = {"name": printable(name), "near": "".join(near[:1])}
    return (guess if near else plain) % facts


def _parameter_words(cause: ValidationError) -> str:
    family = next(name for name, type_ in FAMILIES.items() if type_.__name__ == cause.title)
    return " ".join(
        _("“%(name)s”: %(said)s") % {"name": name or "with", "said": said}
        for name, sentences in problems_in(family, cause).items()
        for said in sentences
    )


def _result_words(error: ScoringError) -> str:
    if isinstance(error, HandError):
        return _hand_words(error)
    if isinstance(error, GameError):
        return replay_words(error)
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        if error.place and not cause.errors()[0]["loc"]:  # a hand, and not the body
            return _("This must be a JSON object.")
        return " ".join(words for _place, words in shape_problems(cause)[:5])
    if error.code == "bad-value":
        return _("The body must be a JSON object.")
    words = words_for(error)[1]
    if len(error.seats) == 1:
        return _("Seat %(seat)s: %(said)s") % {"seat": error.seats[0], "said": words}
    return words


def _hand_words(error: HandError) -> str:
    if isinstance(error, BadHandError):
        return _("“%(name)s”: %(said)s") % {"name": error.field, "said": problem_words(error)}
    if not isinstance(error, NoYakuError):
        return _("The tiles are no winning hand.")
    if error.needed == 1:
        return _("The hand has no yaku.")
    words = _("The hand has %(han)s han without dora; the rules ask for %(needed)s.")
    return words % {"han": error.han, "needed": error.needed}
