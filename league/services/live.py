"""A table kept hand by hand: opened, and changed by whoever saw its latest revision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.entry import HanchanEntry
from league.errors import EntryError, LeagueError
from league.live_game import riichi_of
from league.models import Club, Hanchan, LiveEntry, LiveSeat, LiveTable, Session
from league.selectors.entry_check import check_entry
from league.selectors.options import rule_of
from league.selectors.rule_versions import version_for
from league.services.audit import record_event
from league.services.live_end import finish, give_up
from league.services.live_parts import (
    LiveChange,
    check_storable,
    checked_hand,
    claim,
    known_entry,
    playable_hand,
    remember,
    sound_game,
)
from league.services.live_splice import correct, drop, insert
from league.services.members import add_member
from rules.parameters import ZungJungParameters
from scoring.game.deposits import riichi_allowed

__all__ = ["Changed", "LiveChange", "Opened", "change_live", "open_live"]


@dataclass(frozen=True, slots=True)
class Opened:
    """The table that a key stands for, and whether this very call opened it."""

    live: LiveTable
    is_new: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """A table after a change, the entry that made it, and whether this very call made it."""

    live: LiveTable
    entry: LiveEntry
    is_new: bool
    hanchan: Hanchan | None = None  # what finishing it left behind


def open_live(*, club: Club, entry: HanchanEntry, key: UUID, actor: Actor) -> Opened:
    """Open a table that is kept live; the same key opens one.

    Args:
        club: whose table.
        entry: league, day, session, table, number and who sits where; points are not looked at.
        key: made where the table was opened.
        actor: who opens it.

    Raises:
        EntryError: everything that is wrong, by the fields of an entry.
    """
    try:
        with transaction.atomic():
            known = _known(club, key)
            return (
                Opened(known, is_new=False)
                if known
                else Opened(_open(club, entry, key, actor), is_new=True)
            )
    except IntegrityError as error:
        known = _known(club, key)
        if known is not None:
            return Opened(known, is_new=False)
        raise EntryError(
            {"table": [_("Another game is kept live at this table. Finish it, or give it up.")]}
        ) from error


def _known(club: Club, key: UUID) -> LiveTable | None:
    return LiveTable.objects.for_club(club).filter(key=key).first()


def _open(club: Club, entry: HanchanEntry, key: UUID, actor: Actor) -> LiveTable:
    checked = check_entry(club, _as_dealt(entry))
    session = (
        entry.session
        or Session.objects.for_club(club).get_or_create(club=club, day=entry.day, title="")[0]
    )
    live = LiveTable.objects.create(
        club=club,
        session=session,
        league=entry.league,
        table=entry.table,
        number=entry.number,
        key=key,
    )
    members = [
        member.pk if member else _guest(club, seat.guest, entry, actor)
        for member, seat in zip(checked.members, entry.seats, strict=True)
    ]
    LiveSeat.objects.bulk_create(
        LiveSeat(live=live, seat=at, member_id=member) for at, member in enumerate(members)
    )
    session.attendants.add(*members)
    told = {"members": members, "table": entry.table, "number": entry.number}
    remember(live, LiveChange(action="open", seen=0, key=key, told=told), actor)
    record_event("live.opened", club=club, object_id=live.pk, actor=actor, after=told)
    return live


def _as_dealt(entry: HanchanEntry) -> HanchanEntry:
    """The game as if everybody ended with what they began with, so that the rest can be checked.

    Raises:
        NoVersionError: the day lies before the rules.
    """
    rule = version_for(entry.league, entry.day).value
    start = rule_of(entry.league, rule, entry.session, entry.day).game.start_points
    return replace(entry, seats=tuple(replace(seat, points=start) for seat in entry.seats))


def _guest(club: Club, name: str, entry: HanchanEntry, actor: Actor) -> int:
    values = {"display_name": name.strip(), "is_guest": True, "joined_on": entry.day}
    return add_member(club=club, values=values, actor=actor).pk


def change_live(*, live: LiveTable, change: LiveChange, actor: Actor) -> Changed:
    """Change a table that looks as the change has seen it; the same key changes it once.

    What ``told`` says, by action: ``hand`` the hand as ``replay`` takes it, without ``riichi`` for
    those that were declared; ``undo`` and ``redo`` nothing; ``riichi`` ``seat`` and ``declared``;
    ``correct`` and ``insert`` ``at`` (from 0) and ``hand``; ``drop`` ``at``; ``finish`` ``reason``
    and ``by_time`` where the game is stopped or corrected; ``give_up`` ``reason``.

    Raises:
        LiveChangedError: somebody else was first; nothing is merged.
        LiveClosedError: nothing is entered there any more.
        EntryError: what is wrong, by the fields of the hand or of an entry; nothing is stored.
        LeagueError: there is nothing to undo, no such action and the like.
    """
    act = _ACTIONS.get(change.action)
    if act is None:
        raise LeagueError(_("A live table knows no such action."), field="action")
    check_storable(change.told)
    with transaction.atomic():
        known = known_entry(live, change)
        if known is None:
            try:
                return _change(live, change, actor, act)
            except LeagueError:
                # the same tap may have come in by another way while this one waited
                known = known_entry(live, change)
                if known is None:
                    raise
    live.refresh_from_db()
    return Changed(live, known, is_new=False, hanchan=live.hanchan)


_Act = Callable[[LiveTable, dict[str, Any], LiveChange, Actor], Hanchan | None]


def _change(live: LiveTable, change: LiveChange, actor: Actor, act: _Act) -> Changed:
    with transaction.atomic():
        current = claim(live, change.seen)
        hanchan = act(current, change.told, change, actor)
        current.save()
        entry = remember(current, change, actor)
    return Changed(current, entry, is_new=True, hanchan=hanchan)


def _hand(live: LiveTable, told: dict[str, Any], _change: LiveChange, _actor: Actor) -> None:
    game = sound_game(live)
    declared = riichi_of(live.current)
    hand = told if "riichi" in told or not declared else {**told, "riichi": list(declared)}
    live.hands = [*live.hands, checked_hand(live, game, hand)]
    live.undone, live.current = [], {}


def _undo(live: LiveTable, _told: dict[str, Any], _change: LiveChange, _actor: Actor) -> None:
    if not live.hands:
        raise LeagueError(_("There is no hand to take back."))
    *hands, last = live.hands
    live.hands, live.undone = hands, [*live.undone, last]
    live.current = {"riichi": list(riichi_of(last))}


def _redo(live: LiveTable, _told: dict[str, Any], _change: LiveChange, _actor: Actor) -> None:
    if not live.undone:
        raise LeagueError(_("There is no hand to bring back."))
    *undone, again = live.undone
    live.hands = [*live.hands, playable_hand(live, sound_game(live), again)]
    live.undone, live.current = undone, {}


def _riichi(live: LiveTable, told: dict[str, Any], _change: LiveChange, _actor: Actor) -> None:
    seat, declared = told.get("seat"), told.get("declared")
    game = sound_game(live)
    seats = range(game.rule.game.players)
    if type(seat) is not int or seat not in seats or not isinstance(declared, bool):
        raise EntryError({"seat": [_("Say whose riichi it is, and whether it stands.")]})
    if declared:
        if isinstance(game.rule, ZungJungParameters) or game.is_over:
            raise EntryError({"seat": [_("No riichi can be declared now.")]})
        if not riichi_allowed(game.rule, game.state.points[seat]):
            raise EntryError({"seat": [_("This player holds too little for a riichi.")]})
    others = set(riichi_of(live.current)) - {seat}
    live.current = {"riichi": sorted(others | ({seat} if declared else set()))}


_ACTIONS: Mapping[str, _Act] = MappingProxyType(
    {
        "hand": _hand,
        "undo": _undo,
        "redo": _redo,
        "riichi": _riichi,
        "correct": correct,
        "insert": insert,
        "drop": drop,
        "finish": finish,
        "give_up": give_up,
    }
)
