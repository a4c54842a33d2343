"""Why a hand cannot be entered, in the reader's language and with the names at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from pydantic import ValidationError

from league.api.replay_words import replay_words
from league.api.settle_words import settle_words
from league.hand_problems import problem_words
from scoring.errors import ScoringError
from scoring.game.errors import GameError
from scoring.hands.errors import BadHandError

#: makes the sentence when it is asked for: in the language of that moment
Words = Callable[[], str]


def told_problem(error: ScoringError, names: Sequence[str]) -> tuple[str, str]:
    """The field of a hand that is to blame, as ``wins.0.fu``, and what is wrong with it.

    Args:
        error: why the engine refuses the hand.
        names: who sits where, by seat.
    """
    if isinstance(error, GameError):
        return error.field, _game_words(error, names)
    if isinstance(error, BadHandError):
        return f"{error.place}.{error.field}".strip("."), problem_words(error)
    cause = error.__cause__
    if isinstance(cause, ValidationError) and not error.place:
        where = cause.errors()[0]["loc"]
        return ".".join(map(str, where)), settle_words(error)
    place, error.place = error.place, ""
    return place, settle_words(error)


def _game_words(error: GameError, names: Sequence[str]) -> str:
    seat = error.facts.get("seat")
    own = _NAMED.get(error.reason)
    if own is None or (isinstance(seat, int) and seat >= len(names)):
        return _without_field(error)
    facts = {
        name: f"{fact:,}" if isinstance(fact, int) else fact for name, fact in error.facts.items()
    }
    return own() % {**facts, "name": names[seat] if isinstance(seat, int) else ""}


def _without_field(error: GameError) -> str:
    """The sentence of the API without the way to the part: that is where the words stand."""
    field, error.field = error.field, ""
    try:
        return replay_words(error)
    finally:
        error.field = field


_NAMED: Final[Mapping[str, Words]] = {
    "twice": lambda: _("%(name)s is named twice."),
    "needed": lambda: _("Somebody has to be chosen here."),
    "pays-itself": lambda: _("%(name)s cannot pay for their own hand."),
    "riichi-noten": lambda: _(
        "%(name)s has declared riichi and is not tenpai. If that is so, enter a chombo."
    ),
    "han-needed": lambda: _("How much is the hand worth?"),
    "several-ways": lambda: _("Say what the hand is worth in one way only: by han or by tiles."),
    "worth-missing": lambda: _("How much is the hand worth?"),
    "riichi-below": lambda: _("%(name)s holds %(points)s, less than the %(stick)s of a riichi."),
    "riichi-at-zero": lambda: _("%(name)s holds nothing to put down for a riichi."),
    "forfeited": lambda: _("%(name)s has forfeited this hand."),
    "stays_sunk": lambda: _(
        "%(name)s would end the game and stay sunk. This win is a chombo under these rules."
    ),
    "not_top": lambda: _(
        "%(name)s would end the game without being top. This win is a chombo under these rules."
    ),
    "own_maru_c": lambda: _(
        "%(name)s would end the game with a maru-C of their own. "
        "This win is a chombo under these rules."
    ),
    "riichi-not-said": lambda: _(
        "%(name)s has declared riichi: tick riichi among what is said of the win."
    ),
    "riichi-not-declared": lambda: _(
        "The tiles were told with riichi, but %(name)s has not declared it at the table."
    ),
    "contradicts": lambda: _("The tiles were told for another moment of the game."),
}
