"""Scoring errors in words that a club secretary understands, each with its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError


def _points(points: int) -> str:
    return f"{points:,}".replace("-", "▲")


def _unbalanced(error: Any) -> tuple[str, str]:
    over = error.total - error.expected
    if not error.expected:
        return "points", _totals(error.total)
    facts = {
        "total": _points(error.total),
        "expected": _points(error.expected),
        "difference": _points(abs(over)),
    }
    if over > 0:
        text = _(
            "The points add up to %(total)s, %(difference)s more than the %(expected)s dealt out. "
            "Take %(difference)s off somewhere."
        )
    else:
        text = _(
            "The points add up to %(total)s, %(difference)s short of the %(expected)s dealt out. "
            "Add %(difference)s somewhere, or enter it as riichi sticks left on the table."
        )
    return "points", text % facts


def _totals(total: int) -> str:
    facts = {"total": _points(total), "difference": _points(abs(total))}
    if total > 0:
        text = _("The totals add up to %(total)s, not to 0. Take %(difference)s off somewhere.")
    else:
        text = _("The totals add up to %(total)s, not to 0. Add %(difference)s somewhere.")
    return text % facts


def _bad_sticks(error: Any) -> tuple[str, str]:
    if not error.most:
        return "sticks", _("This game is played without riichi sticks.")
    text = _("Riichi sticks are entered in points: a multiple of 100, from 0 to %(most)s.")
    return "sticks", text % {"most": _points(error.most)}


def _bad_seat(error: Any) -> tuple[str, str]:
    if error.what != "yakuman":
        text = _("Somebody is named twice, or somebody who does not sit at this table.")
        return "penalties", text
    if 0 <= error.seat <= 3:
        return "yakuman", _("Nobody pays for their own yakuman.")
    return "yakuman", _("Somebody is named here who does not sit at this table.")


def _seat_message(field: str, text: Callable[[], str]) -> Callable[[Any], tuple[str, str]]:
    return lambda error: (f"{field}-{error.seat}", text())


_WORDS: dict[str, Callable[[Any], tuple[str, str]]] = {
    "unbalanced-table": _unbalanced,
    "not-a-hundred": _seat_message("points", lambda: _("Points come in hundreds.")),
    "points-out-of-range": _seat_message(
        "points", lambda: _("That is more than a table can hold. One digit too many?")
    ),
    "given-unbalanced": lambda error: (
        "seats",
        _("The scores that came with the game must add up to 0, they add up to %(total)s.")
        % {"total": _points(error.total)},
    ),
    "chips-unbalanced": lambda error: (
        "chips",
        _("The chips must add up to 0, they add up to %(total)s.") % {"total": error.total},
    ),
    "chips-out-of-range": _seat_message(
        "chips", lambda: _("That is more chips than a table can hold.")
    ),
    "bad-sticks": _bad_sticks,
    "unknown-penalty": lambda error: (
        "penalties",
        _("This rule does not know the penalty “%(kind)s”.") % {"kind": error.kind},
    ),
    "bad-penalty-count": lambda error: (
        "penalties",
        _("A penalty is counted from 1 to %(most)s times.") % {"most": error.most},
    ),
    "bad-seat": _bad_seat,
    "several-yakuman": lambda _error: (
        "yakuman",
        _("A yakuman ends the game, so there is only one. Keep the one that ended it."),
    ),
    "not-busted": _seat_message(
        "points", lambda: _("This player is named as busted but still has points.")
    ),
    "wrong-seat-count": lambda error: (
        "seats",
        _("This rule is for %(players)s players.") % {"players": error.expected},
    ),
    "not-stated": lambda _error: (
        "day",
        _("The rules of that day do not say how to settle a game."),
    ),
}


def words_for(error: ScoringError) -> tuple[str, str]:
    """The field and the sentence for what does not add up."""
    words = _WORDS.get(error.code)
    return words(error) if words else ("", str(error))
