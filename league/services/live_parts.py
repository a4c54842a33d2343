"""Steps of changing a live table: claimed by its revision, remembered by its key, checked."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import EntryError, LeagueError
from league.live_errors import LiveChangedError, LiveClosedError
from league.live_game import LiveGame, Told, checked_told
from league.live_words import told_problem
from league.models import LiveEntry, LiveTable
from league.selectors.live_tables import entries_since, live_game, names_at
from scoring.errors import ScoringError
from scoring.game.requests import MOST_HANDS

_LONGEST_TOLD = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveChange:
    """What somebody does to a table: the revision that they saw, and a key made where they tap."""

    action: str
    seen: int
    key: UUID
    told: dict[str, Any] = field(default_factory=dict)


def check_storable(told: dict[str, Any]) -> None:
    """Refuse what no database keeps as JSON, and what is longer than any hand.

    Raises:
        EntryError: broken letters, or far too much.
    """
    text = json.dumps(told, ensure_ascii=False)
    try:
        is_long = len(text.encode()) > _LONGEST_TOLD
    except UnicodeEncodeError:
        is_long = True
    if is_long or "\\u0000" in text:
        raise EntryError({"told": [_("This text arrived broken. Please type it again.")]})


def known_entry(live: LiveTable, change: LiveChange) -> LiveEntry | None:
    """The entry that the key has made already, if any.

    Raises:
        LeagueError: the key has made another one.
    """
    entry = live.entries.filter(key=change.key).first()
    if entry is not None and (entry.action, entry.told) != (change.action, change.told):
        raise LeagueError(_("This was sent before with other contents. Please enter it again."))
    return entry


def claim(live: LiveTable, seen: int) -> LiveTable:
    """Compare-and-set: take the next revision, or learn what the table has become.

    Raises:
        LiveChangedError: somebody entered something since; carries the table as it is now.
        LiveClosedError: it is finished or given up.
    """
    tables = LiveTable.objects.for_club(live.club_id).select_related(
        "club", "session", "league__rule_set__rule_set", "hanchan"
    )
    tables = tables.prefetch_related("seats__member")
    claimed = tables.filter(pk=live.pk, revision=seen, state=LiveTable.State.OPEN).update(
        revision=F("revision") + 1, changed_at=timezone.now()
    )
    current = tables.get(pk=live.pk)
    if claimed == 1:
        return current
    if current.state != LiveTable.State.OPEN:
        raise LiveClosedError(_("This table is closed: nothing more is entered here."))
    raise LiveChangedError(
        _("Somebody else entered something at this table meanwhile. Please compare."),
        live=current,
        entries=entries_since(current, seen),
    )


def remember(live: LiveTable, change: LiveChange, actor: Actor) -> LiveEntry:
    """Write down who changed the table and how."""
    return LiveEntry.objects.create(
        live=live,
        key=change.key,
        seen=change.seen,
        revision=live.revision,
        action=change.action,
        told=change.told,
        entered_by=actor.user,
        entered_with=actor.evening_pass,
    )


def sound_game(live: LiveTable) -> LiveGame:
    """The game so far, when all its hands fit.

    Raises:
        LeagueError: one of them does not fit the rules of the day any more.
    """
    game = live_game(live)
    if game.misfit is not None:
        raise LeagueError(
            _("Hand %(number)s does not fit any more: correct it first.")
            % {"number": len(game.lines) + 1}
        )
    return game


def checked_hand(live: LiveTable, game: LiveGame, told: object, at: int | None = None) -> Told:
    """A hand that was sent, and can be played next or in the place of another one.

    Args:
        live: the table, for the names.
        game: the game so far.
        told: the hand as it was sent.
        at: the number from 0 of the hand whose place it takes.

    Raises:
        EntryError: what is wrong with it, by the fields of the hand.
    """
    return playable_hand(live, game, checked_told(told), at)


def playable_hand(live: LiveTable, game: LiveGame, hand: Told, at: int | None = None) -> Told:
    """The same of a hand that was stored before, of which a record may tell more.

    Raises:
        EntryError: as :func:`checked_hand`.
    """
    state = game.state if at is None or at >= len(game.lines) else game.lines[at].before
    try:
        game.play(hand, state=state)
    except ScoringError as error:
        name, words = told_problem(error, names_at(live))
        raise EntryError({name: [words]}) from error
    if at is None and len(live.hands) >= MOST_HANDS:
        words = _("A game has no more than %(most)s hands.") % {"most": MOST_HANDS}
        raise EntryError({"": [words]})
    return hand
