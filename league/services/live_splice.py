"""Hands in the middle of a game: one corrected, one that was forgotten, one too many."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import EntryError
from league.models import LiveTable
from league.selectors.live_tables import live_game
from league.services.live_parts import LiveChange, checked_hand


def correct(live: LiveTable, told: dict[str, Any], _change: LiveChange, _actor: Actor) -> None:
    """Put another hand in the place of one. Later ones may not fit then, which the table shows.

    Raises:
        EntryError: no such hand, or one that cannot have been played there.
    """
    at = _place(live, told)
    hand = checked_hand(live, live_game(live), told.get("hand"), at)
    live.hands = [*live.hands[:at], hand, *live.hands[at + 1 :]]


def insert(live: LiveTable, told: dict[str, Any], _change: LiveChange, _actor: Actor) -> None:
    """Put a forgotten hand before one.

    Raises:
        EntryError: as :func:`correct`.
    """
    at = _place(live, told)
    hand = checked_hand(live, live_game(live), told.get("hand"), at)
    live.hands = [*live.hands[:at], hand, *live.hands[at:]]


def drop(live: LiveTable, told: dict[str, Any], _change: LiveChange, _actor: Actor) -> None:
    """Take a hand out.

    Raises:
        EntryError: there is no such hand.
    """
    at = _place(live, told)
    live.hands = [*live.hands[:at], *live.hands[at + 1 :]]


def _place(live: LiveTable, told: dict[str, Any]) -> int:
    """The hand that is meant; behind the first that does not fit none can be checked."""
    at = told.get("at")
    played = len(live_game(live).lines)
    if type(at) is not int or not 0 <= at < len(live.hands):
        raise EntryError({"at": [_("There is no such hand.")]})
    if at > played:
        number = played + 1
        words = _("Hand %(number)s does not fit any more: correct it first.")
        raise EntryError({"at": [words % {"number": number}]})
    return at
